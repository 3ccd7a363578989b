//! Implicit variables: one unknown per row that stands for impulse and velocity at once (Todorov 2010), which is the normal
//! map (Robinson 1992).
//!
//! With `p = P(y)` and `u = (P(y) − y) / r`, every law holds for every `y`; what is left to solve is
//!
//! ```text
//! F(y) = W P(y) + b − (P(y) − y) / r = 0,   F′ = (W − I/r) P′(y) + I/r
//! ```
//!
//! For `r = 1` and `y = −𝔷` this is Mylapilli and Jain (2014), eq. 26–35. There an impulse is added to a velocity; with
//! `r_i` of the order of `1 / W_ii` both have the same unit and size.

use super::FormulationError;
use super::dimensionless::Dimensionless;
use crate::law::{LARGEST_CONTACT, derivative_entry};
use crate::{ContactProblem, Law, ProxScaling};
use std::sync::Arc;
use stiction_complementarity::{Jacobian, Mcp};
use stiction_linalg::kernels::axpy;
use stiction_linalg::{DenseMatrix, ZERO};

/// A contact problem as equations in implicit variables.
#[derive(Clone, Debug)]
pub struct Implicit {
    posed: Arc<Dimensionless>,
    /// `r`, in the units of the posed problem.
    scaling: f64,
}

impl Implicit {
    /// The equations with a choice of `r`: a fixed one leaves the problem in its own units, as in the papers; the others
    /// give it units in which `r = 1`. An adaptive choice is for iterations; here it is that from the law's own block.
    pub fn new(problem: &ContactProblem, scaling: ProxScaling) -> Self {
        let (posed, scaling) = Dimensionless::for_prox(problem, scaling);
        Self { posed: Arc::new(posed), scaling }
    }

    /// The number of unknowns: one per row.
    pub fn dimension(&self) -> usize {
        self.posed.order()
    }

    /// The equations as a problem with free rows only.
    pub fn to_mcp(&self) -> Result<Mcp, FormulationError> {
        let (order, scaling) = (self.dimension(), self.scaling);
        let (by_function, by_jacobian) = (self.posed.clone(), self.posed.clone());
        let function = move |y: &[f64], w: &mut [f64]| evaluate(&by_function, scaling, y, w);
        let jacobian = Jacobian::Dense(Box::new(move |y, matrix| linearise(&by_jacobian, scaling, y, matrix)));
        let (lower, upper) = (vec![f64::NEG_INFINITY; order], vec![f64::INFINITY; order]);
        Ok(Mcp::new(function, jacobian, lower, upper)?)
    }

    /// `y = p − r u`.
    pub fn lift(&self, impulse: &[f64]) -> Vec<f64> {
        let x = self.posed.shrink(impulse);
        let velocity = self.posed.velocity(&x);
        let mut y = x;
        for (law, rows) in self.posed.laws() {
            // What a bilateral row's velocity is says nothing about its impulse.
            if !matches!(law, Law::Bilateral { .. }) {
                rows.for_each(|row| y[row] -= self.scaling * velocity[row]);
            }
        }
        y
    }

    /// `p = P(y)`.
    pub fn recover(&self, y: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.dimension()];
        for (law, rows) in self.posed.laws() {
            law.project(&y[rows.clone()], &mut x[rows]);
        }
        self.posed.grow(&x)
    }
}

fn evaluate(posed: &Dimensionless, r: f64, y: &[f64], w: &mut [f64]) {
    w.copy_from_slice(&posed.vector);
    let mut projected = [0.0; LARGEST_CONTACT];
    for (law, rows) in posed.laws() {
        let bilateral = matches!(law, Law::Bilateral { .. });
        if !bilateral {
            law.project(&y[rows.clone()], &mut projected);
        }
        for (k, row) in rows.enumerate() {
            let p = if bilateral { y[row] } else { projected[k] };
            axpy(p, posed.matrix.column(row), w);
            w[row] -= (p - y[row]) / r;
        }
    }
}

fn linearise(posed: &Dimensionless, r: f64, y: &[f64], jacobian: &mut DenseMatrix) {
    let (mut own, mut by_first) = ([ZERO; 2], [ZERO; 2]);
    for (law, rows) in posed.laws() {
        if let Law::Bilateral { .. } = law {
            rows.for_each(|row| jacobian.column_mut(row).copy_from_slice(posed.matrix.column(row)));
            continue;
        }
        law.project_derivative(&y[rows.clone()], &mut own, &mut by_first);
        let (first, count) = (rows.start, rows.len());
        for column in 0..count {
            let target = jacobian.column_mut(first + column);
            for row in 0..count {
                let derivative = derivative_entry(&own, &by_first, row, column);
                if derivative != 0.0 {
                    axpy(derivative, posed.matrix.column(first + row), target);
                    target[first + row] -= derivative / r;
                }
            }
            target[first + column] += 1.0 / r;
        }
    }
}
