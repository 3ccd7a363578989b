//! Section V.B: Painlevé's rod, `0 ≤ λ ⊥ Gλ + b ≥ 0` with `G = 1/m + L² cos θ (cos θ − μ sin θ)/(4J)`, `b = −g`, eq. 45.

use super::cobweb::Iteration;
use crate::StudyError;
use stiction_complementarity::{DenseMatrix, Lcp};

/// `G` of a uniform rod with `m = 1 kg`, `L = 2 m`, `J = 1/3 kg m²`.
pub fn coefficient(angle: f64, friction: f64) -> f64 {
    coefficient_of(UNIFORM, angle, friction)
}

/// `k = J/(m L²)` of a uniform rod.
pub const UNIFORM: f64 = 1.0 / 12.0;

/// `G` of a rod of 1 kg with `J = k m L²`. The length cancels.
pub fn coefficient_of(inertia: f64, angle: f64, friction: f64) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    1.0 + cosine * (cosine - friction * sine) / (4.0 * inertia)
}

/// The rod's LCP of size one.
pub fn rod(angle: f64, friction: f64, gravity: f64) -> Result<Lcp, StudyError> {
    scalar(coefficient(angle, friction), gravity)
}

/// The LCP of size one with this `G`.
pub fn scalar(value: f64, gravity: f64) -> Result<Lcp, StudyError> {
    Lcp::new(DenseMatrix::from_function(1, 1, |_, _| value), vec![-gravity]).map_err(StudyError::broken)
}

/// One of the paper's four cases.
pub struct Case {
    pub figure: &'static str,
    pub words: &'static str,
    pub friction: f64,
    pub gravity: f64,
    /// From the formulas, to five digits.
    pub coefficient: f64,
    pub solutions: &'static [f64],
}

pub const ANGLE: f64 = std::f64::consts::FRAC_PI_3;
/// In the order of Figs. 9 to 12.
pub const CASES: [Case; 4] = [
    Case {
        figure: "Fig. 9",
        words: "pressed down, contact kept",
        friction: 0.5,
        gravity: 9.81,
        coefficient: 1.10048,
        solutions: &[8.91428],
    },
    Case {
        figure: "Fig. 10",
        words: "pulled up, contact lost",
        friction: 0.5,
        gravity: -9.81,
        coefficient: 1.10048,
        solutions: &[0.0],
    },
    Case {
        figure: "Fig. 11",
        words: "pressed down, no solution",
        friction: 2.0,
        gravity: 9.81,
        coefficient: -0.84808,
        solutions: &[],
    },
    Case {
        figure: "Fig. 12",
        words: "pulled up, two solutions",
        friction: 2.0,
        gravity: -9.81,
        coefficient: -0.84808,
        solutions: &[0.0, 11.56736],
    },
];

impl Case {
    pub fn iteration(&self, scaling: f64) -> Iteration {
        Iteration { slope: coefficient(ANGLE, self.friction), offset: -self.gravity, scaling, limit: None }
    }

    pub fn problem(&self) -> Result<Lcp, StudyError> {
        rod(ANGLE, self.friction, self.gravity)
    }
}
