//! The natural map as equations in the impulses: the prox equation (Alart and Curnier 1991; Förg, Pfeiffer and Ulbrich 2005).
//!
//! ```text
//! F(p) = p − P(p − r u) = 0,   u = W p + b + s,   F′ = I − P′ + r P′ W
//! ```
//!
//! `P` projects on the half line and on the disc that the projected normal impulse allows, so that the cone is exact; `s` is
//! a shift of the velocities, if one is wanted. A bilateral row reads `r u = 0`. `F` has kinks: `F′` is one element of its
//! generalised derivative, with [`Law::project_derivative`] for `P′`.

use super::FormulationError;
use super::dimensionless::Dimensionless;
use crate::law::derivative_entry;
use crate::{ContactProblem, Law, ProxScaling};
use std::sync::Arc;
use stiction_complementarity::{Jacobian, Mcp};
use stiction_linalg::{DenseMatrix, ZERO};

/// A contact problem as the equations of its natural map.
#[derive(Clone, Debug)]
pub struct NaturalMap {
    posed: Arc<Dimensionless>,
    /// `r`, in the units of the posed problem.
    scaling: f64,
}

impl NaturalMap {
    /// The equations with a choice of `r`: a fixed one leaves the problem in its own units; the others give it units in
    /// which `r = 1`. An adaptive choice is for iterations; here it is that from the law's own block.
    pub fn new(problem: &ContactProblem, scaling: ProxScaling) -> Self {
        let (posed, scaling) = Dimensionless::for_prox(problem, scaling);
        Self { posed: Arc::new(posed), scaling }
    }

    /// The same with a shift `s`, m/s, added to the velocities, one per row.
    pub fn with_shift(self, shift: &[f64]) -> Self {
        let mut posed = Arc::unwrap_or_clone(self.posed);
        posed.shift(shift);
        Self { posed: Arc::new(posed), ..self }
    }

    /// The number of unknowns: one per row.
    pub fn dimension(&self) -> usize {
        self.posed.order()
    }

    /// Writes `F` at a point of the posed problem.
    pub fn value(&self, x: &[f64], value: &mut [f64]) {
        let u = self.posed.velocity(x);
        for (law, rows) in self.posed.laws() {
            law.prox_error(self.scaling, &x[rows.clone()], &u[rows.clone()], &mut value[rows]);
        }
    }

    /// Writes one element of the generalised derivative there.
    pub fn derivative(&self, x: &[f64], derivative: &mut DenseMatrix) {
        let (r, matrix, order) = (self.scaling, &self.posed.matrix, self.dimension());
        let u = self.posed.velocity(x);
        derivative.as_mut_slice().fill(0.0);
        let (mut own, mut by_first) = ([ZERO; 2], [ZERO; 2]);
        for (law, rows) in self.posed.laws() {
            if let Law::Bilateral { .. } = law {
                for row in rows {
                    (0..order).for_each(|j| derivative[(row, j)] = r * matrix[(row, j)]);
                }
                continue;
            }
            let y: Vec<f64> = rows.clone().map(|row| x[row] - r * u[row]).collect();
            law.project_derivative(&y, &mut own, &mut by_first);
            for (i, row) in rows.clone().enumerate() {
                derivative[(row, row)] += 1.0;
                for (k, other) in rows.clone().enumerate() {
                    let entry = derivative_entry(&own, &by_first, i, k);
                    if entry != 0.0 {
                        derivative[(row, other)] -= entry;
                        (0..order).for_each(|j| derivative[(row, j)] += r * entry * matrix[(other, j)]);
                    }
                }
            }
        }
    }

    /// The equations as a problem with free rows only.
    pub fn to_mcp(&self) -> Result<Mcp, FormulationError> {
        let order = self.dimension();
        let (by_function, by_jacobian) = (self.clone(), self.clone());
        let function = move |x: &[f64], w: &mut [f64]| by_function.value(x, w);
        let jacobian = Jacobian::Dense(Box::new(move |x, matrix| by_jacobian.derivative(x, matrix)));
        let (lower, upper) = (vec![f64::NEG_INFINITY; order], vec![f64::INFINITY; order]);
        Ok(Mcp::new(function, jacobian, lower, upper)?)
    }

    /// The point with these impulses.
    pub fn lift(&self, impulse: &[f64]) -> Vec<f64> {
        self.posed.shrink(impulse)
    }

    /// The impulses of a point.
    pub fn recover(&self, x: &[f64]) -> Vec<f64> {
        self.posed.grow(x)
    }
}
