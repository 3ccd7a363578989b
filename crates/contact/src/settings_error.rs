use crate::Settings;
use std::fmt;
use stiction_complementarity::solvers::LevenbergMarquardtError;

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsError {
    /// The tolerance is not a finite number above zero.
    Tolerance {
        /// What it is.
        found: f64,
    },
    /// The number of facets is out of range.
    Facets {
        /// What it is.
        found: usize,
    },
    /// The relaxation is not a finite number of zero or more.
    Relaxation {
        /// What it is.
        found: f64,
    },
    /// A parameter of the methods of Levenberg and Marquardt is out of range.
    LevenbergMarquardt {
        /// Which one, and how.
        error: LevenbergMarquardtError,
    },
    /// The fixed `r` is not a finite number above zero.
    ProxScaling {
        /// What it is.
        found: f64,
    },
}

impl SettingsError {
    /// What is wrong, in a few words and without the number.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Tolerance { .. } => "a tolerance that is not a finite number above zero",
            Self::Facets { .. } => "a friction pyramid of fewer than 3 or more than 64 facets",
            Self::Relaxation { .. } => "a relaxation that is not a finite number, zero or more",
            Self::LevenbergMarquardt { .. } => "a Levenberg-Marquardt parameter that is out of range",
            Self::ProxScaling { .. } => "a fixed r that is not a finite number above zero",
        }
    }

    /// What was expected and what was found, without the setting's name: callers have names of their own for it.
    pub fn expectation(&self) -> String {
        match self {
            Self::Tolerance { found } => format!("expected a finite number above zero, found {found}"),
            Self::Facets { found } => {
                let (fewest, most) = (Settings::FEWEST_FACETS, Settings::MOST_FACETS);
                format!("expected a number from {fewest} to {most}, found {found}")
            }
            Self::Relaxation { found } => format!("expected a finite number, zero or more, found {found}"),
            Self::LevenbergMarquardt { error } => error.to_string(),
            Self::ProxScaling { found } => format!("expected a finite r above zero, found {found}"),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = match self {
            Self::Tolerance { .. } => "tolerance",
            Self::Facets { .. } => "facets",
            Self::Relaxation { .. } => "relaxation",
            Self::LevenbergMarquardt { .. } => "levenberg_marquardt",
            Self::ProxScaling { .. } => "prox_scaling",
        };
        write!(f, "{setting}: {}", self.expectation())
    }
}

impl std::error::Error for SettingsError {}
