//! The paper's two systems of equations `φ(x) = 0`, in its units and with its derivatives.
//!
//! | letter | meaning |
//! |---|---|
//! | `z`, `f = M z + q` | unknowns and function of the MLCP (eq. 22) |
//! | `𝔷`, `F_u` | unknowns and impulses of the MNCP (eq. 26) |
//! | `s` | `min(1, μ F_n / ‖𝔷_t‖)` |

use crate::StudyError;
use stiction_complementarity::{LinearProblem, Problem};
use stiction_contact::formulation::Pyramid;
use stiction_contact::{Alignment, ContactProblem, Law, Settings};
use stiction_linalg::DenseMatrix;

/// Equations with a derivative.
pub trait Equations {
    /// Where a solve starts; the paper does not tell.
    fn start(&self) -> Vec<f64>;
    fn evaluate(&self, x: &[f64], phi: &mut [f64]);
    /// Writes the derivative; returns at how many rows there is none, because the function has a kink there.
    fn jacobian(&self, x: &[f64], jacobian: &mut DenseMatrix) -> usize;
    /// The contact impulses, N·s.
    fn impulses(&self, x: &[f64]) -> Vec<f64>;
}

/// What stands for the derivative of the Fischer-Burmeister function where both arguments vanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kink {
    /// As printed: `√(1 + M_ii²) − 1 − M_ii`, and zero off the diagonal.
    Printed,
    /// A limit of derivatives, from the direction in which all unknowns at kinks grow (De Luca, Facchinei and Kanzow 1996).
    Limit,
}

/// The MLCP by the Fischer-Burmeister function (eq. 24 and 25).
pub struct Linear<'a> {
    pyramid: Pyramid<'a>,
    pub matrix: DenseMatrix,
    pub vector: Vec<f64>,
    /// Rows of equality conditions.
    free: Vec<bool>,
    pub kink: Kink,
}

impl<'a> Linear<'a> {
    /// With four directions, one against the slip before the step.
    pub fn new(problem: &'a ContactProblem, kink: Kink) -> Result<Self, StudyError> {
        let settings = Settings { facets: 4, alignment: Alignment::Slip, ..Settings::default() };
        let pyramid = Pyramid::new(problem, &settings).map_err(StudyError::broken)?;
        let posed = pyramid.to_mixed_lcp().map_err(StudyError::broken)?;
        let (matrix, vector) = (posed.matrix().to_dense().into_owned(), posed.vector().to_vec());
        let free = (0..vector.len()).map(|row| posed.bounds().is_free(row)).collect();
        Ok(Self { pyramid, matrix, vector, free, kink })
    }

    fn function(&self, z: &[f64]) -> Vec<f64> {
        let mut f = self.vector.clone();
        self.matrix.multiply_add(z, &mut f);
        f
    }
}

impl Equations for Linear<'_> {
    fn start(&self) -> Vec<f64> {
        vec![0.0; self.vector.len()]
    }

    fn evaluate(&self, z: &[f64], phi: &mut [f64]) {
        let f = self.function(z);
        for i in 0..z.len() {
            phi[i] = if self.free[i] { -f[i] } else { f[i].hypot(z[i]) - z[i] - f[i] };
        }
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix) -> usize {
        let (f, order) = (self.function(z), z.len());
        let is_kink: Vec<bool> = (0..order).map(|i| !self.free[i] && z[i].hypot(f[i]) == 0.0).collect();
        jacobian.reset(order, order);
        for i in 0..order {
            // ∂φ_i/∂z_j = by_z δ_ij + by_f M_ij
            let (by_z, by_f) = if self.free[i] {
                (0.0, -1.0)
            } else if !is_kink[i] {
                let length = z[i].hypot(f[i]);
                (z[i] / length - 1.0, f[i] / length - 1.0)
            } else if self.kink == Kink::Printed {
                let own = self.matrix[(i, i)];
                jacobian[(i, i)] = own.hypot(1.0) - 1.0 - own;
                continue;
            } else {
                let along: f64 = (0..order).filter(|&j| is_kink[j]).map(|j| self.matrix[(i, j)]).sum();
                let length = along.hypot(1.0);
                (1.0 / length - 1.0, along / length - 1.0)
            };
            (0..order).for_each(|j| jacobian[(i, j)] = by_f * self.matrix[(i, j)]);
            jacobian[(i, i)] += by_z;
        }
        is_kink.iter().filter(|is_kink| **is_kink).count()
    }

    fn impulses(&self, z: &[f64]) -> Vec<f64> {
        self.pyramid.recover(z)
    }
}

/// The implicit MNCP (eq. 26 to 35): `Φ = W F_u(𝔷) + b − F_u(𝔷) − 𝔷`, normal row first.
pub struct Implicit<'a> {
    problem: &'a ContactProblem,
    pub matrix: DenseMatrix,
}

/// `F_u(𝔷)` of one contact.
fn force(z: &[f64], friction: f64) -> [f64; 3] {
    let normal = (-z[0]).max(0.0);
    let size = z[1].hypot(z[2]);
    let s = if friction * normal >= size { 1.0 } else { friction * normal / size };
    [normal, -s * z[1], -s * z[2]]
}

/// `∂F_u/∂𝔷` of one contact, as printed; `m_f`, which is not explained, is taken to be `μ F_n / ‖𝔷_t‖`.
pub fn force_derivative(z: &[f64], friction: f64) -> [[f64; 3]; 3] {
    let by_normal = if z[0] < 0.0 { -1.0 } else { 0.0 };
    let (normal, size) = ((-z[0]).max(0.0), z[1].hypot(z[2]));
    if friction * normal >= size {
        return [[by_normal, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
    }
    let s = friction * normal / size;
    let (f, o) = (z[1] / size, z[2] / size);
    [
        [by_normal, 0.0, 0.0],
        [-friction * by_normal * f, -s * o * o, s * f * o],
        [-friction * by_normal * o, s * f * o, -s * f * f],
    ]
}

impl<'a> Implicit<'a> {
    pub fn new(problem: &'a ContactProblem) -> Self {
        Self { problem, matrix: problem.dense().into_owned() }
    }

    /// The contacts: first row and friction. Bilateral rows have none.
    fn contacts(&self) -> impl Iterator<Item = (usize, f64)> {
        self.problem.laws().iter().enumerate().filter_map(|(law, own)| match own {
            Law::Coulomb { friction } => Some((self.problem.rows_of(law).start, *friction)),
            _ => None,
        })
    }
}

impl Equations for Implicit<'_> {
    /// The velocities without impulses: what `𝔷` is where nothing touches.
    fn start(&self) -> Vec<f64> {
        self.problem.free_velocity().to_vec()
    }

    fn evaluate(&self, z: &[f64], phi: &mut [f64]) {
        let impulses = self.impulses(z);
        phi.copy_from_slice(self.problem.free_velocity());
        self.matrix.multiply_add(&impulses, phi);
        for (first, _) in self.contacts() {
            (first..first + 3).for_each(|row| phi[row] -= impulses[row] + z[row]);
        }
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut DenseMatrix) -> usize {
        let order = z.len();
        // Columns of bilateral rows are those of W itself.
        *jacobian = self.matrix.clone();
        let mut kinks = 0;
        for (first, friction) in self.contacts() {
            let own = &z[first..first + 3];
            let derivative = force_derivative(own, friction);
            kinks += usize::from(own[0] == 0.0 || friction * (-own[0]).max(0.0) == own[1].hypot(own[2]));
            for column in 0..3 {
                for row in 0..order {
                    let of = |k: usize| self.matrix[(row, first + k)] - if row == first + k { 1.0 } else { 0.0 };
                    jacobian[(row, first + column)] = (0..3).map(|k| of(k) * derivative[k][column]).sum();
                }
                jacobian[(first + column, first + column)] -= 1.0;
            }
        }
        kinks
    }

    fn impulses(&self, z: &[f64]) -> Vec<f64> {
        let mut impulses = z.to_vec();
        for (first, friction) in self.contacts() {
            impulses[first..first + 3].copy_from_slice(&force(&z[first..first + 3], friction));
        }
        impulses
    }
}
