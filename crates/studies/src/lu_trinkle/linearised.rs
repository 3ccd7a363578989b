//! The linearised problem of the particle, eqs. 12 to 14 and 33, swept row by row:
//! `z_i ← max(0, z_i − r (A_i z + b_i + ζ z_i))`, each row with the newest values of the rows before it.
//!
//! | place | unknown |
//! |---|---|
//! | 0 | `p_n` |
//! | 1 to 4 | friction along `d_1` to `d_4` |
//! | 5 | slip `s` |

use super::particle::{FRICTION, GAP, MOST, STEP};

/// The weight `ξ` of eq. 30.
const WEIGHT: f64 = 0.7;

/// Eq. 33 as printed, without relaxation in its first row.
pub fn matrix(relaxation: f64) -> [[f64; 6]; 6] {
    let mut matrix = [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, -1.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 0.0, -1.0, 1.0],
        [0.0, -1.0, 0.0, 1.0, 0.0, 1.0],
        [0.0, 0.0, -1.0, 0.0, 1.0, 1.0],
        [FRICTION, -1.0, -1.0, -1.0, -1.0, 0.0],
    ];
    for (row, values) in matrix.iter_mut().enumerate().skip(1) {
        values[row] += relaxation;
    }
    matrix
}

/// Where `d_1` points. The sweep takes `d_1` before its opposite `d_3`, so that it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Along the motion.
    Along,
    /// Against it: the friction that acts comes first.
    Against,
}

/// The sign of the second term of eq. 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// As printed: zero on complementary pairs alone.
    Added,
    /// The other one, which is zero elsewhere too.
    Subtracted,
}

impl Penalty {
    /// Eq. 30, with this sign.
    pub fn function(self, p: f64, rho: f64) -> f64 {
        let penalty = (1.0 - WEIGHT) * p.max(0.0) * rho.max(0.0);
        let plain = WEIGHT * (p + rho - p.hypot(rho));
        if self == Self::Added { plain + penalty } else { plain - penalty }
    }
}

/// One run of sweeps.
#[derive(Clone, Copy)]
pub struct Linearised {
    pub gravity: f64,
    pub scaling: f64,
    pub relaxation: f64,
    pub first: First,
    pub penalty: Penalty,
}

/// What came of it.
pub struct Swept {
    /// `‖φ‖` after each sweep: the root of twice eq. 31, by the law without relaxation.
    pub errors: Vec<f64>,
    pub unknowns: [f64; 6],
}

impl Linearised {
    /// As in the public program, with eq. 30 as printed.
    pub fn new(gravity: f64, scaling: f64) -> Self {
        Self { gravity, scaling, relaxation: 0.0, first: First::Against, penalty: Penalty::Added }
    }

    /// `b` of eq. 14.
    pub fn vector(&self) -> [f64; 6] {
        let along = if self.first == First::Along { 1.0 } else { -1.0 };
        [-1.0 + STEP * self.gravity + GAP / STEP, along, 0.0, -along, 0.0, 0.0]
    }

    /// Sweeps from zero until `‖φ‖` is below the tolerance, at most so often.
    pub fn run(&self, tolerance: f64, most: usize) -> Swept {
        let (matrix, vector) = (matrix(0.0), self.vector());
        let mut z = [0.0_f64; 6];
        let row = |z: &[f64; 6], i: usize| matrix[i].iter().zip(z).map(|(a, z)| a * z).sum::<f64>() + vector[i];
        let mut errors = Vec::new();
        while errors.len() < most {
            for i in 0..6 {
                let rho = row(&z, i) + self.relaxation * z[i];
                z[i] = (z[i] - self.scaling * rho).max(0.0);
            }
            let squares: f64 = (0..6).map(|i| self.penalty.function(z[i], row(&z, i)).powi(2)).sum();
            errors.push(squares.sqrt());
            if squares.sqrt() < tolerance {
                break;
            }
        }
        Swept { errors, unknowns: z }
    }

    /// How many sweeps it takes; [`MOST`] also where it does not get there.
    pub fn count(&self, tolerance: f64) -> usize {
        self.run(tolerance, MOST).errors.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_sign_has_a_zero_that_is_no_solution() {
        assert_eq!(Penalty::Added.function(7.0 / 3.0, 0.0), 0.0);
        // Eq. 30 with the other sign is σ (0.7 − 0.3 s) near σ = 0.
        assert!(Penalty::Subtracted.function(7.0 / 3.0, 1e-6).abs() < 1e-12);
        assert!(Penalty::Added.function(7.0 / 3.0, 1e-6) > 1e-6);
    }

    #[test]
    fn a_sliding_particle_stops_at_its_friction() {
        let swept = Linearised::new(-10.0, 0.9).run(1e-13, 1000);
        for (found, expected) in swept.unknowns.iter().zip([0.5, 0.25, 0.0, 0.0, 0.0, 0.75]) {
            assert!((found - expected).abs() < 1e-12, "{:?}", swept.unknowns);
        }
    }
}
