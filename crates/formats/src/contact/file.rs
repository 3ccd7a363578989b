use super::{LawFile, decode};
use crate::json::Value;
use crate::source::Source;
use crate::{FormatError, MatrixFile};
use stiction_complementarity::Matrix;

/// A contact problem as it is written in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFile {
    /// The dynamics.
    pub form: ContactForm<MatrixFile>,
    /// The laws, which share the rows of the velocity one after the other.
    pub laws: Vec<LawFile>,
    /// Labels of the laws: none, or one each.
    pub labels: Vec<String>,
    /// The slip before the step: nothing, or for each law its slip along the tangents; `None` where the free velocity's
    /// is to be taken.
    pub slip: Vec<Option<Vec<f64>>>,
    /// The velocity that residuals are relative to, m/s, if it is not the problem's own.
    pub velocity_scale: Option<f64>,
}

/// A contact problem read from a file: sizes agree, numbers are finite, coefficients and bounds make sense.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedContact {
    /// The dynamics.
    pub form: ContactForm<Matrix>,
    /// The laws, which share the rows of the velocity one after the other.
    pub laws: Vec<LawFile>,
    /// Labels of the laws: none, or one each.
    pub labels: Vec<String>,
    /// The slip before the step: nothing, or for each law its slip along the tangents; `None` where the free velocity's
    /// is to be taken.
    pub slip: Vec<Option<Vec<f64>>>,
    /// The velocity that residuals are relative to, m/s, if it is not the problem's own.
    pub velocity_scale: Option<f64>,
}

/// How the velocity `u` at the contacts depends on the impulses `p`.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactForm<M> {
    /// `u = W p + q`.
    Delassus {
        /// `W`, from `delassus`.
        matrix: M,
        /// `q`, from `free_velocity`.
        free_velocity: Vec<f64>,
    },
    /// `M v = f + H p`, `u = Hᵀ v + w`.
    Primal {
        /// `M`, from `mass_matrix`.
        mass: M,
        /// `H`, from `jacobian`: degrees of freedom × rows of the laws.
        jacobian: M,
        /// `f`, from `force`.
        force: Vec<f64>,
        /// `w`, from `velocity_offset`.
        velocity_offset: Vec<f64>,
    },
}

impl ContactFile {
    /// Reads the bytes of a contact problem file; `name` stands for the file in messages.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let source = Source::new(name, bytes)?;
        Self::from_value(source, &crate::decode::value(source)?)
    }

    pub(crate) fn from_value(source: Source<'_>, value: &Value) -> Result<Self, FormatError> {
        decode::contact(value).map_err(|error| source.error(value.locate(&error.path.0), &error))
    }
}
