//! Coulomb's law with the sliding speed as an unknown (Lu and Trinkle, eq. 15–21, with eq. 18 mended).
//!
//! ```text
//! 0 ≤ p_n ⊥ u_n ≥ 0,   μ p_n u_t + s p_t = 0,   0 ≤ s ⊥ μ² p_n² − ‖p_t‖² ≥ 0
//! ```
//!
//! The cone is exact and all functions are smooth. The price: where a contact is open the last two rows say `0 = 0` and
//! their derivatives vanish. As printed the last row is a difference of squares, so that a tolerance of 1e-12 would leave
//! impulses of 1e-6 there; it is divided by `√(μ² p_n² + ‖p_t‖² + δ²)`, which is positive and so changes no solution.

use super::FormulationError;
use super::dimensionless::Dimensionless;
use crate::{ContactProblem, Law};
use std::sync::Arc;
use stiction_complementarity::{Jacobian, Mcp};
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::{dot, norm};

/// `δ`, in units in which impulses are of size one.
const SMALLEST_IMPULSE: f64 = 1e-8;

/// A contact problem with sliding speeds.
#[derive(Debug)]
pub struct Sliding<'a> {
    problem: &'a ContactProblem,
    equations: Arc<Equations>,
}

#[derive(Debug)]
struct Equations {
    posed: Dimensionless,
    /// The posed matrix with its rows in columns, where they are at hand.
    rows: DenseMatrix,
    /// The first unknown of each law; its rows' impulses come first, then the speed of each disc that has one.
    first_unknowns: Vec<usize>,
    order: usize,
}

/// The discs with a speed: first row, number of rows, friction. Without friction there is nothing to say about sliding.
fn sliding_discs(law: &Law) -> impl Iterator<Item = (usize, usize, f64)> {
    law.discs().filter(|disc| disc.2 > 0.0)
}

impl<'a> Sliding<'a> {
    /// The problem with one sliding speed per disc, in units in which impulses and velocities are of size one.
    pub fn new(problem: &'a ContactProblem) -> Self {
        let posed = Dimensionless::scaled(problem, |law| problem.scaling(law));
        let mut first_unknowns = Vec::with_capacity(posed.laws.len());
        let mut order = 0;
        for law in &posed.laws {
            first_unknowns.push(order);
            order += law.rows() + sliding_discs(law).count();
        }
        let rows = posed.matrix.transposed();
        Self { problem, equations: Arc::new(Equations { posed, rows, first_unknowns, order }) }
    }

    /// The number of unknowns: the rows, and one per disc with friction.
    pub fn dimension(&self) -> usize {
        self.equations.order
    }

    /// The contact problem's row that an unknown belongs to: for speeds, their law's first.
    pub fn row_of(&self, unknown: usize) -> Option<usize> {
        let law = self.equations.first_unknowns.partition_point(|&first| first <= unknown).checked_sub(1)?;
        let rows = self.problem.rows_of(law);
        let place = unknown - self.equations.first_unknowns[law];
        Some(rows.start + if place < rows.len() { place } else { 0 })
    }

    /// The nonlinear problem: bilateral rows and friction are equations, bounded rows boxes.
    pub fn to_mcp(&self) -> Result<Mcp, FormulationError> {
        let order = self.dimension();
        let (mut lower, mut upper) = (vec![f64::NEG_INFINITY; order], vec![f64::INFINITY; order]);
        for (law, &first) in self.equations.posed.laws.iter().zip(&self.equations.first_unknowns) {
            match *law {
                Law::Bilateral { .. } => {}
                Law::Bounded { lower: low, upper: high } => (lower[first], upper[first]) = (low, high),
                _ => {
                    lower[first] = 0.0;
                    let speeds = first + law.rows();
                    lower[speeds..speeds + sliding_discs(law).count()].fill(0.0);
                }
            }
        }
        let (by_function, by_jacobian) = (self.equations.clone(), self.equations.clone());
        let function = move |z: &[f64], w: &mut [f64]| by_function.evaluate(z, w);
        let jacobian = Jacobian::Dense(Box::new(move |z, matrix| by_jacobian.linearise(z, matrix)));
        Ok(Mcp::new(function, jacobian, lower, upper)?)
    }

    /// The point with these impulses and the slip that they leave.
    pub fn lift(&self, impulse: &[f64]) -> Vec<f64> {
        let posed = &self.equations.posed;
        let x = posed.shrink(impulse);
        let velocity = posed.velocity(&x);
        let mut z = vec![0.0; self.dimension()];
        for ((law, rows), &first) in posed.laws().zip(&self.equations.first_unknowns) {
            z[first..first + rows.len()].copy_from_slice(&x[rows.clone()]);
            for (k, (row, count, _)) in sliding_discs(law).enumerate() {
                let start = rows.start + row;
                z[first + rows.len() + k] = norm(&velocity[start..start + count]);
            }
        }
        z
    }

    /// Where to start without any impulses: one prox step from zero, so that contacts that close are pressed.
    pub fn start(&self) -> Vec<f64> {
        let mut impulse = vec![0.0; self.problem.order()];
        for (index, law) in self.problem.laws().iter().enumerate() {
            if law.has_normal() {
                let rows = self.problem.rows_of(index);
                let r = self.problem.scaling(index);
                let y: Vec<f64> = self.problem.free_velocity()[rows.clone()].iter().map(|b| -r * b).collect();
                law.project(&y, &mut impulse[rows]);
            }
        }
        self.lift(&impulse)
    }

    /// The impulses of a point, each law's moved to the nearest admissible ones: the cone is asked for in squares, so that
    /// the root of the tolerance may be left of the friction at an open contact.
    pub fn recover(&self, z: &[f64]) -> Vec<f64> {
        let posed = &self.equations.posed;
        let mut x = vec![0.0; posed.order()];
        for ((law, rows), &first) in posed.laws().zip(&self.equations.first_unknowns) {
            law.project(&z[first..first + rows.len()], &mut x[rows]);
        }
        posed.grow(&x)
    }
}

impl Equations {
    /// Row `row` of `W p + b`.
    fn velocity(&self, row: usize, z: &[f64]) -> f64 {
        let entries = self.rows.column(row);
        let terms = self.posed.laws().zip(&self.first_unknowns).map(|((_, rows), &first)| {
            let count = rows.len();
            dot(&entries[rows], &z[first..first + count])
        });
        self.posed.vector[row] + terms.sum::<f64>()
    }

    fn evaluate(&self, z: &[f64], w: &mut [f64]) {
        for ((law, rows), &first) in self.posed.laws().zip(&self.first_unknowns) {
            let speeds = first + rows.len();
            for (k, row) in rows.clone().enumerate() {
                w[first + k] = self.velocity(row, z);
            }
            // Without friction, tangential impulses vanish.
            for (row, count, _) in law.discs().filter(|disc| disc.2 == 0.0) {
                let range = first + row..first + row + count;
                w[range.clone()].copy_from_slice(&z[range]);
            }
            for (k, (row, count, friction)) in sliding_discs(law).enumerate() {
                let (limit, speed) = (friction * z[first], z[speeds + k]);
                for tangent in first + row..first + row + count {
                    w[tangent] = limit * w[tangent] + speed * z[tangent];
                }
                let tangents = &z[first + row..first + row + count];
                let (allowed, used) = (limit * limit, dot(tangents, tangents));
                w[speeds + k] = (allowed - used) / impulse_size(allowed, used);
            }
        }
    }

    fn linearise(&self, z: &[f64], jacobian: &mut DenseMatrix) {
        for ((law, rows), &first) in self.posed.laws().zip(&self.first_unknowns) {
            let speeds = first + rows.len();
            for (k, row) in rows.clone().enumerate() {
                let disc = law.discs().find(|&(start, count, _)| (start..start + count).contains(&k));
                match disc {
                    None => self.fill_row(first + k, row, 1.0, jacobian),
                    Some((_, _, 0.0)) => jacobian[(first + k, first + k)] = 1.0,
                    Some((_, _, friction)) => {
                        self.fill_row(first + k, row, friction * z[first], jacobian);
                        jacobian[(first + k, first)] += friction * self.velocity(row, z);
                    }
                }
            }
            for (k, (row, count, friction)) in sliding_discs(law).enumerate() {
                let tangents = &z[first + row..first + row + count];
                let (allowed, used) = ((friction * z[first]).powi(2), dot(tangents, tangents));
                let size = impulse_size(allowed, used);
                let excess = (allowed - used) / (size * size);
                for tangent in first + row..first + row + count {
                    jacobian[(tangent, tangent)] += z[speeds + k];
                    jacobian[(tangent, speeds + k)] = z[tangent];
                    jacobian[(speeds + k, tangent)] = (-2.0 - excess) * z[tangent] / size;
                }
                jacobian[(speeds + k, first)] = (2.0 - excess) * friction * friction * z[first] / size;
            }
        }
    }

    /// Writes `factor` times row `row` of `W`.
    fn fill_row(&self, place: usize, row: usize, factor: f64, jacobian: &mut DenseMatrix) {
        let entries = self.rows.column(row);
        for ((_, rows), &first) in self.posed.laws().zip(&self.first_unknowns) {
            for (k, column) in rows.enumerate() {
                jacobian[(place, first + k)] = factor * entries[column];
            }
        }
    }
}

/// `√(μ² p_n² + ‖p_t‖² + δ²)`.
fn impulse_size(allowed: f64, used: f64) -> f64 {
    (allowed + used + SMALLEST_IMPULSE * SMALLEST_IMPULSE).sqrt()
}
