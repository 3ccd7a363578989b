//! The particle of Algorithm 1: `m = 1`, gap 0.15, velocity (1, 0, −1), `μ = 0.5`, `h = 0.1`; gravity `g` is a parameter.
//!
//! | letter | meaning |
//! |---|---|
//! | `ν` | velocity, normal first |
//! | `ρ` | velocity at the contact, with `ψ/h` for the gap |
//! | `ζ` | relaxation |

use stiction_complementarity::c_function::chen_chen_kanzow;

const STEP: f64 = 0.1;
const GAP: f64 = 0.15;
const FRICTION: f64 = 0.5;
const VELOCITY: [f64; 3] = [-1.0, 1.0, 0.0];
/// The most iterations, as in the paper.
pub const MOST: usize = 300;

/// Which velocity the impulses are added to in eq. 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// That of the last iteration, `ν^k`: impulses and gravity pile up.
    Printed,
    /// That before the step, `ν^ℓ`.
    Corrected,
}

/// One run of the algorithm.
#[derive(Clone, Copy)]
pub struct Particle {
    pub version: Version,
    pub gravity: f64,
    pub scaling: f64,
    pub relaxation: f64,
}

/// What came of it.
pub struct Ended {
    /// The total error after each iteration, eq. 31.
    pub errors: Vec<f64>,
    pub impulse: [f64; 3],
}

impl Particle {
    /// The velocity at the contact that impulses leave, by the law itself (eqs. 14, 15), without relaxation.
    pub fn contact_velocity(&self, impulse: [f64; 3]) -> [f64; 3] {
        let [n, t, o] = VELOCITY;
        [n + STEP * self.gravity + GAP / STEP + impulse[0], t + impulse[1], o + impulse[2]]
    }

    /// Eq. 31 on the pairs `(p_n, ρ_n)` and `(s, σ)`, where `s` is the slip and `σ = (μ p_n)² − ‖p_f‖²` (eqs. 16, 19, 21).
    pub fn error(&self, impulse: [f64; 3]) -> f64 {
        let [normal, t, o] = self.contact_velocity(impulse);
        let sigma = (FRICTION * impulse[0]).powi(2) - impulse[1].powi(2) - impulse[2].powi(2);
        let pairs = [chen_chen_kanzow(impulse[0], normal), chen_chen_kanzow(t.hypot(o), sigma)];
        0.5 * pairs.iter().map(|value| value * value).sum::<f64>()
    }

    /// Algorithm 1, until the error is below the tolerance.
    pub fn run(&self, tolerance: f64) -> Ended {
        let r = self.scaling;
        let mut velocity = VELOCITY;
        let mut p = [0.0; 3];
        let mut errors = Vec::new();
        while errors.len() < MOST {
            let base = if self.version == Version::Printed { velocity } else { VELOCITY };
            velocity = [base[0] + p[0] + STEP * self.gravity, base[1] + p[1], base[2] + p[2]];
            let rho = [
                velocity[0] + GAP / STEP + self.relaxation * p[0],
                velocity[1] + self.relaxation * p[1],
                velocity[2] + self.relaxation * p[2],
            ];
            let normal = (p[0] - r * rho[0]).max(0.0);
            let (t, o) = (p[1] - r * rho[1], p[2] - r * rho[2]);
            let (length, limit) = (t.hypot(o), FRICTION * normal);
            let shrink = if length > limit { limit / length } else { 1.0 };
            p = [normal, shrink * t, shrink * o];
            let error = self.error(p);
            errors.push(error);
            if error < tolerance {
                break;
            }
        }
        Ended { errors, impulse: p }
    }

    /// How many iterations it takes; [`MOST`] also where it does not get there.
    pub fn count(&self, tolerance: f64) -> usize {
        self.run(tolerance).errors.len()
    }
}
