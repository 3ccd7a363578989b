//! The particle of Algorithm 1: `m = 1`, gap 0.15, velocity (1, 0, −1), `μ = 0.5`, `h = 0.1`; gravity `g` is a parameter.
//!
//! | letter | meaning |
//! |---|---|
//! | `ν` | velocity, normal first |
//! | `ρ` | velocity at the contact, with `ψ/h` for the gap |
//! | `ζ` | relaxation |

use stiction_complementarity::c_function::chen_chen_kanzow;

/// `h`, s.
pub const STEP: f64 = 0.1;
/// `ψ_n` before the step, m.
pub const GAP: f64 = 0.15;
/// `μ`.
pub const FRICTION: f64 = 0.5;
const VELOCITY: [f64; 3] = [-1.0, 1.0, 0.0];
/// The most iterations, as in the paper.
pub const MOST: usize = 300;

/// What the impulses of an iteration are added to in eq. 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The velocity of the last iteration, `ν^k`, as printed: impulses and gravity accumulate.
    Iteration,
    /// The velocity before the time step, `ν^ℓ`.
    Step,
}

/// The velocity that the projections of Algorithm 1 read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Velocity {
    /// `ν^(k+1)`, which the line above them computes.
    New,
    /// `ν^k`, as their upper index `k` may mean.
    Old,
}

/// The impulse before the first iteration: "of the last time step", of which the paper gives no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// None: the particle was in flight.
    Zero,
    /// 1 N·s along the normal.
    Normal,
    /// 1 N·s along the normal, and friction at its limit.
    Sliding,
}

/// The pairs of eq. 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// `(p_n, ρ_n)` and `(s, σ)`, as eqs. 16 and 19.
    Cone,
    /// `(p_n, ρ_n)`, `(p_t, ρ_t)` and `(p_o, ρ_o)`, as eq. 31 reads literally.
    Components,
    /// `(p_n, ρ_n)` alone.
    Normal,
}

/// How Algorithm 1 is read where the paper leaves room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    pub base: Base,
    pub velocity: Velocity,
    pub start: Start,
    pub measure: Measure,
    /// Whether the error takes its velocities from the law (eq. 15); otherwise from the iteration.
    pub by_law: bool,
    /// Whether friction is limited by the new normal impulse; otherwise by that of the last iteration.
    pub new_limit: bool,
}

impl Variant {
    /// To the letter.
    pub const PRINTED: Self = Self {
        base: Base::Iteration,
        velocity: Velocity::New,
        start: Start::Zero,
        measure: Measure::Cone,
        by_law: true,
        new_limit: true,
    };
    /// With impulses that act once per time step.
    pub const CORRECTED: Self = Self { base: Base::Step, ..Self::PRINTED };
}

/// One run of the algorithm.
#[derive(Clone, Copy)]
pub struct Particle {
    pub variant: Variant,
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

    /// Eq. 31 by the law: the pairs `(p_n, ρ_n)` and `(s, σ)`, where `s` is the slip and `σ = (μ p_n)² − ‖p_f‖²`
    /// (eqs. 16, 19, 21).
    pub fn error(&self, impulse: [f64; 3]) -> f64 {
        total_error(Measure::Cone, impulse, self.contact_velocity(impulse))
    }

    /// Algorithm 1, until the error is below the tolerance.
    pub fn run(&self, tolerance: f64) -> Ended {
        let (r, variant) = (self.scaling, self.variant);
        let mut velocity = VELOCITY;
        let mut p = match variant.start {
            Start::Zero => [0.0; 3],
            Start::Normal => [1.0, 0.0, 0.0],
            Start::Sliding => [1.0, -FRICTION, 0.0],
        };
        let mut errors = Vec::new();
        while errors.len() < MOST {
            let before = velocity;
            let base = if variant.base == Base::Iteration { velocity } else { VELOCITY };
            velocity = [base[0] + p[0] + STEP * self.gravity, base[1] + p[1], base[2] + p[2]];
            let read = if variant.velocity == Velocity::New { velocity } else { before };
            let rho = [
                read[0] + GAP / STEP + self.relaxation * p[0],
                read[1] + self.relaxation * p[1],
                read[2] + self.relaxation * p[2],
            ];
            let normal = (p[0] - r * rho[0]).max(0.0);
            let (t, o) = (p[1] - r * rho[1], p[2] - r * rho[2]);
            let (length, limit) = (t.hypot(o), FRICTION * if variant.new_limit { normal } else { p[0] });
            let shrink = if length > limit { limit / length } else { 1.0 };
            p = [normal, shrink * t, shrink * o];
            let left = match variant.by_law {
                true => self.contact_velocity(p),
                false => [velocity[0] + GAP / STEP, velocity[1], velocity[2]],
            };
            let error = total_error(variant.measure, p, left);
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

/// Eq. 31 for a velocity at the contact.
fn total_error(measure: Measure, p: [f64; 3], [normal, t, o]: [f64; 3]) -> f64 {
    let along = chen_chen_kanzow(p[0], normal);
    let across = match measure {
        Measure::Cone => {
            let sigma = (FRICTION * p[0]).powi(2) - p[1].powi(2) - p[2].powi(2);
            [chen_chen_kanzow(t.hypot(o), sigma), 0.0]
        }
        Measure::Components => [chen_chen_kanzow(p[1], t), chen_chen_kanzow(p[2], o)],
        Measure::Normal => [0.0; 2],
    };
    0.5 * (along.powi(2) + across.iter().map(|value| value * value).sum::<f64>())
}
