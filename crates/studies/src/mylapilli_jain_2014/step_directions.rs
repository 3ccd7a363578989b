//! The step of both Levenberg-Marquardt algorithms as printed, with the same damping: by the normal equations and by the stacked
//! least squares.

use super::chain_problems::ChainProblem;
use super::equations::{Equations, Implicit, Kink, Linear};
use super::printed_algorithms::REGULAR_DAMPING;
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, StudyError};
use stiction_linalg::kernels::dot;
use stiction_linalg::{DenseMatrix, LeastSquares, Lu};

/// Points of each problem.
const POINTS: usize = 20;

pub fn run(problems: &[ChainProblem], findings: &mut Findings) -> Result<(), StudyError> {
    let own = &problems.first().ok_or_else(|| crate::error::missing("the first contact problem of the chain"))?.problem;
    let mut random = Random::new(11);
    let linear = Linear::new(own, Kink::Printed)?;
    let implicit = Implicit::new(own);
    let mut worst = 0.0_f64;
    for (equations, order) in [(&linear as &dyn Equations, linear.vector.len()), (&implicit, own.order())] {
        for _ in 0..POINTS {
            let x: Vec<f64> = (0..order).map(|_| random.between(-2.0, 2.0)).collect();
            worst = worst.max(difference(equations, &x));
        }
    }
    let words = "printed algorithms: step of RLM and of PLM with the same damping, relative difference";
    findings.check(Check::at_most(words, 1e-8, worst));
    Ok(())
}

/// Relative to the larger step; infinite where one of the two is not defined.
fn difference(equations: &dyn Equations, x: &[f64]) -> f64 {
    let order = x.len();
    let (mut phi, mut jacobian) = (vec![0.0; order], DenseMatrix::default());
    equations.evaluate(x, &mut phi);
    equations.jacobian(x, &mut jacobian);
    let hessian = DenseMatrix::from_function(order, order, |row, column| {
        let product = dot(jacobian.column(row), jacobian.column(column));
        product + if row == column { REGULAR_DAMPING } else { 0.0 }
    });
    let (mut regular, mut projected) = (vec![0.0; order], vec![0.0; order]);
    jacobian.multiply_transposed(&phi, &mut regular);
    regular.iter_mut().for_each(|entry| *entry = -*entry);
    let right: Vec<f64> = phi.iter().map(|entry| -entry).collect();
    let mut factors = Lu::new();
    let solved = LeastSquares::new().solve_damped(&jacobian, REGULAR_DAMPING.sqrt(), &right, &mut projected);
    if !factors.factor(&hessian) || !solved {
        return f64::INFINITY;
    }
    factors.solve(&mut regular);
    let size = regular.iter().chain(&projected).fold(0.0_f64, |most, entry| most.max(entry.abs()));
    regular.iter().zip(&projected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / size
}
