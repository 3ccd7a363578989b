use crate::SettingsError;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;

/// What every method can be told; each takes what concerns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The largest relative natural map that counts as solved, above zero; 1e-8.
    pub tolerance: f64,
    /// The largest number of iterations; the method's own if none is given.
    pub iteration_limit: Option<usize>,
    /// Facets of the friction pyramid, 3 to 64; 8.
    pub facets: usize,
    /// Where the pyramid's first facet points.
    pub alignment: Alignment,
    /// `ζ`: the problem is solved with `W + ζ I`, a change of model, and judged against both laws; 0.
    pub relaxation: f64,
    /// `r` of the prox iteration and of the implicit variables.
    pub prox_scaling: ProxScaling,
    /// In which order the prox iteration takes new impulses into account.
    pub sweep: Sweep,
    /// For the methods of Levenberg and Marquardt.
    pub levenberg_marquardt: LevenbergMarquardtOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: 1e-8,
            iteration_limit: None,
            facets: 8,
            alignment: Alignment::Slip,
            relaxation: 0.0,
            prox_scaling: ProxScaling::Contact,
            sweep: Sweep::GaussSeidel,
            levenberg_marquardt: LevenbergMarquardtOptions::default(),
        }
    }
}

/// The least tolerance that is loose.
const LOOSE: f64 = 1e-7;

impl Settings {
    /// Whether the tolerance is one that sweeps alone mostly come to, and that rounding stays clear of.
    pub fn is_loose(&self) -> bool {
        self.tolerance >= LOOSE
    }

    /// The fewest facets that surround a normal.
    pub const FEWEST_FACETS: usize = 3;
    /// The most facets: with more, neighbouring directions are too alike for pivoting.
    pub const MOST_FACETS: usize = 64;

    /// Refuses what makes no sense. A solver made from such settings answers `Unsuited`, with the reason.
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(self.tolerance > 0.0 && self.tolerance.is_finite()) {
            return Err(SettingsError::Tolerance { found: self.tolerance });
        }
        if !(Self::FEWEST_FACETS..=Self::MOST_FACETS).contains(&self.facets) {
            return Err(SettingsError::Facets { found: self.facets });
        }
        if !(self.relaxation >= 0.0 && self.relaxation.is_finite()) {
            return Err(SettingsError::Relaxation { found: self.relaxation });
        }
        self.levenberg_marquardt.check().map_err(|error| SettingsError::LevenbergMarquardt { error })?;
        match self.prox_scaling {
            ProxScaling::Fixed(r) if !(r > 0.0 && r.is_finite()) => Err(SettingsError::ProxScaling { found: r }),
            _ => Ok(()),
        }
    }
}

/// Where the first facet of a friction pyramid points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Along the first tangent.
    Fixed,
    /// Against the slip before the step.
    Slip,
}

/// How the prox iteration chooses `r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProxScaling {
    /// The same for every row, N·s per m/s.
    Fixed(f64),
    /// `2 / (λ_max + λ_min)` of the whole `W` (Förg, Pfeiffer and Ulbrich 2005).
    Global,
    /// For each law from its own block of `W`.
    Contact,
    /// For each law from its own block, made smaller where the residual grows and larger again where it falls.
    Adaptive,
}

/// In which order an iteration takes new impulses into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// All laws from the last velocities.
    Jacobi,
    /// One law after the other, each from the newest velocities.
    GaussSeidel,
}
