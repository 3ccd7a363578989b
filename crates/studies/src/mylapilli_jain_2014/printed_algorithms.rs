//! The regular and the projected Levenberg-Marquardt algorithm as the paper prints them, in its units.
//!
//! Two things are added. The step of the regular algorithm is `−H⁻¹ Jᵀφ`; the print lacks the sign, and would climb. Both end where
//! the cost has not fallen for some iterations, since the printed test may never hold.
//!
//! The printed projected algorithm projects nothing. Of its line search and watchdog the paper gives no parameters; here a step
//! is halved until it beats the worst of the last ten costs by a share of the slope (Grippo, Lampariello and Lucidi 1986).

use super::equations::Equations;
use stiction_linalg::kernels::dot;
use stiction_linalg::{DenseMatrix, LeastSquares, Lu};

/// `ε` of both algorithms.
pub const EPSILON: f64 = 1e-30;
/// `λ_LM` at the start of the regular algorithm, and that of the projected one.
pub const REGULAR_DAMPING: f64 = 1e-3;
const PROJECTED_DAMPING: f64 = 1e-16;
/// `λ_step`, `λ_min`, `r_min`, `r_max`.
const FACTOR: f64 = 20.0;
const LEAST_DAMPING: f64 = 1e-25;
const POOR: f64 = 0.3;
const GOOD: f64 = 0.8;
/// Of the line search: costs remembered, share of the slope, halvings.
const MEMORY: usize = 10;
const DECREASE: f64 = 1e-4;
const HALVINGS: usize = 30;
/// Iterations without a lower cost after which a solve ends, and the most iterations.
const STALLED: usize = 15;
const LIMIT: usize = 200;

/// How a solve ended: at the point with the least cost.
pub struct Ended {
    pub x: Vec<f64>,
    pub cost: f64,
    pub iterations: usize,
    /// Rows at a kink, summed over all iterations.
    pub kinks: usize,
}

impl Ended {
    /// The paper's test.
    pub fn passes(&self) -> bool {
        self.cost < EPSILON
    }
}

/// The algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// With `λ_LM` at the start.
    Regular(f64),
    Projected,
}

struct State<'a> {
    equations: &'a dyn Equations,
    phi: Vec<f64>,
    jacobian: DenseMatrix,
    step: Vec<f64>,
}

impl Algorithm {
    /// Solves, from the equations' start.
    pub fn solve(self, equations: &dyn Equations) -> Ended {
        let mut x = equations.start();
        let order = x.len();
        let mut state = State { equations, phi: vec![0.0; order], jacobian: DenseMatrix::default(), step: x.clone() };
        let mut cost = state.cost(&x);
        let mut best = Ended { x: x.clone(), cost, iterations: 0, kinks: 0 };
        let (mut damping, mut since, mut history) = (0.0, 0, vec![cost]);
        if let Self::Regular(first) = self {
            damping = first;
        }
        while !best.passes() && since < STALLED && best.iterations < LIMIT {
            best.iterations += 1;
            since += 1;
            best.kinks += equations.jacobian(&x, &mut state.jacobian);
            cost = state.cost(&x);
            let moved = match self {
                Self::Regular(_) => state.regular_step(&x, cost, &mut damping),
                Self::Projected => state.projected_step(&x, &history),
            };
            let Some((moved, lower)) = moved else { continue };
            (x, cost) = (moved, lower);
            history.push(cost);
            if cost < best.cost {
                (best.x, best.cost, since) = (x.clone(), cost, 0);
            }
        }
        best
    }
}

impl State<'_> {
    /// `ψ = ½ φᵀφ`; leaves `φ`.
    fn cost(&mut self, x: &[f64]) -> f64 {
        self.equations.evaluate(x, &mut self.phi);
        0.5 * dot(&self.phi, &self.phi)
    }

    fn moved(&self, x: &[f64], length: f64) -> Vec<f64> {
        x.iter().zip(&self.step).map(|(x, step)| x + length * step).collect()
    }

    /// Steps 1 to 5 of the regular algorithm: the next point with its cost, where the step is accepted.
    fn regular_step(&mut self, x: &[f64], cost: f64, damping: &mut f64) -> Option<(Vec<f64>, f64)> {
        let order = x.len();
        let j = &self.jacobian;
        let hessian = DenseMatrix::from_function(order, order, |row, column| {
            dot(j.column(row), j.column(column)) + if row == column { *damping } else { 0.0 }
        });
        j.multiply_transposed(&self.phi, &mut self.step);
        self.step.iter_mut().for_each(|step| *step = -*step);
        let mut factors = Lu::new();
        if !factors.factor(&hessian) {
            *damping *= FACTOR;
            return None;
        }
        factors.solve(&mut self.step);
        let mut model = self.phi.clone();
        self.jacobian.multiply_add(&self.step, &mut model);
        let predicted = 0.5 * dot(&model, &model) - cost;
        let next = self.moved(x, 1.0);
        let after = self.cost(&next);
        let ratio = (after - cost) / predicted;
        // A ratio that is no number must count as poor.
        if ratio.is_nan() || ratio < POOR {
            *damping *= FACTOR;
        } else if ratio > GOOD {
            *damping = (*damping / FACTOR).max(LEAST_DAMPING);
        }
        (ratio > 0.0).then_some((next, after))
    }

    /// The step of the projected algorithm, by least squares, as long as the line search allows.
    fn projected_step(&mut self, x: &[f64], history: &[f64]) -> Option<(Vec<f64>, f64)> {
        let right: Vec<f64> = self.phi.iter().map(|phi| -phi).collect();
        let mut gradient = vec![0.0; x.len()];
        self.jacobian.multiply_transposed(&self.phi, &mut gradient);
        if !LeastSquares::new().solve_damped(&self.jacobian, PROJECTED_DAMPING.sqrt(), &right, &mut self.step) {
            return None;
        }
        let slope = dot(&gradient, &self.step);
        let worst = history.iter().rev().take(MEMORY).copied().fold(0.0, f64::max);
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            let next = self.moved(x, length);
            let after = self.cost(&next);
            if after <= worst + DECREASE * length * slope {
                return Some((next, after));
            }
            length *= 0.5;
        }
        None
    }
}
