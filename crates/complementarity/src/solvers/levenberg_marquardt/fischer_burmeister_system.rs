//! A complementarity problem as the equations `φ(x) = 0`, with an element of their generalised Jacobian.
//!
//! The unknowns and rows are divided by the problem's own sizes first, which changes no solution; so a
//! problem in mixed units, and its merit, are of order one.
//!
//! At a point where a row has `a = b = 0` the function has a kink. The element taken there is the limit of
//! gradients along the direction `v` with ones at the kinks and zeros elsewhere (De Luca, Facchinei and
//! Kanzow 1996, procedure 7.2; for boxes Billups 1995): by homogeneity, the gradient at `(v_i, ∇F_i·v)`.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `x` | `z` divided by its sizes |
//! | `φ` | one Fischer–Burmeister function per row, on boxes `φ(z − l, −φ(u − z, −w))`, for equations `w` |
//! | `ψ` | the merit `½ ‖φ‖²` |
//! | `J` | `D_z + D_w F'` with diagonals `0 ≤ D` |
//! | `v` | the direction from which kinks are looked at |

use crate::c_function::{fischer_burmeister, on_box};
use crate::{Bounds, Problem, Residual};
use stiction_linalg::DenseMatrix;

/// A point with everything that one evaluation of the function gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    /// The scaled unknowns.
    pub x: Vec<f64>,
    /// The unknowns in the problem's units.
    pub z: Vec<f64>,
    /// `F(z)`.
    pub w: Vec<f64>,
    /// `φ(x)`.
    pub phi: Vec<f64>,
    /// `ψ(x)`; NaN where the function is not defined.
    pub merit: f64,
}

impl Point {
    pub fn resize(&mut self, order: usize) {
        for vector in [&mut self.x, &mut self.z, &mut self.w, &mut self.phi] {
            vector.clear();
            vector.resize(order, 0.0);
        }
        self.merit = f64::NAN;
    }

    pub fn copy_from(&mut self, other: &Self) {
        self.x.copy_from_slice(&other.x);
        self.z.copy_from_slice(&other.z);
        self.w.copy_from_slice(&other.w);
        self.phi.copy_from_slice(&other.phi);
        self.merit = other.merit;
    }
}

/// The equations of one problem, in storage that is reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct FischerBurmeisterSystem {
    z_sizes: Vec<f64>,
    w_sizes: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// `J` at the point last linearised.
    pub jacobian: DenseMatrix,
    /// Scratch of the judge.
    judge: Vec<f64>,
    projected: Point,
    /// `v`, and `F' v` in scaled units.
    direction: Vec<f64>,
    slopes: Vec<f64>,
}

impl FischerBurmeisterSystem {
    /// Takes the problem's own scaling, which does not depend on the start.
    pub fn prepare(&mut self, problem: &dyn Problem) {
        let (order, bounds) = (problem.dimension(), problem.bounds());
        self.projected.resize(order);
        self.judge.resize(2 * order, 0.0);
        self.jacobian.reset(order, order);
        for buffer in [&mut self.z_sizes, &mut self.w_sizes, &mut self.direction, &mut self.slopes] {
            buffer.clear();
            buffer.resize(order, 1.0);
        }
        problem.typical_sizes(&mut self.z_sizes, &mut self.w_sizes);
        let usable = |size: &f64| *size > 0.0 && size.is_finite();
        for size in self.z_sizes.iter_mut().chain(&mut self.w_sizes) {
            *size = Some(*size).filter(usable).unwrap_or(1.0);
        }
        let scaled = |bound: &[f64], sizes: &[f64], target: &mut Vec<f64>| {
            target.clear();
            target.extend(bound.iter().zip(sizes).map(|(bound, size)| bound / size));
        };
        scaled(bounds.lower(), &self.z_sizes, &mut self.lower);
        scaled(bounds.upper(), &self.z_sizes, &mut self.upper);
    }

    /// The size of row `i`'s unknown.
    pub fn z_size(&self, i: usize) -> f64 {
        self.z_sizes[i]
    }

    /// Sets `point` to the scaled version of `z`.
    pub fn set(&self, z: &[f64], point: &mut Point) {
        point.resize(z.len());
        for i in 0..z.len() {
            point.x[i] = z[i] / self.z_sizes[i];
        }
    }

    /// The value nearest to `x` that row `i` allows, scaled.
    #[inline]
    pub fn clamp(&self, i: usize, x: f64) -> f64 {
        x.max(self.lower[i]).min(self.upper[i])
    }

    /// Evaluates the equations at `point.x`.
    pub fn evaluate(&self, problem: &dyn Problem, point: &mut Point) {
        for i in 0..point.x.len() {
            point.z[i] = point.x[i] * self.z_sizes[i];
        }
        problem.evaluate(&point.z, &mut point.w);
        point.merit = 0.0;
        for i in 0..point.x.len() {
            let w = point.w[i] / self.w_sizes[i];
            point.phi[i] = on_box(fischer_burmeister, point.x[i], w, self.lower[i], self.upper[i]);
            point.merit += 0.5 * point.phi[i] * point.phi[i];
        }
    }

    /// Writes an element of the generalised Jacobian at `point`, which must have been evaluated.
    pub fn linearise(&mut self, problem: &dyn Problem, point: &Point) {
        problem.jacobian(&point.z, &mut self.jacobian);
        let order = point.x.len();
        for j in 0..order {
            for i in 0..order {
                self.jacobian[(i, j)] *= self.z_sizes[j] / self.w_sizes[i];
            }
        }
        self.look_at_kinks(point);
        for i in 0..order {
            let along = (self.direction[i], self.slopes[i]);
            let w = point.w[i] / self.w_sizes[i];
            let (by_z, by_w) = row_gradient(point.x[i], w, self.lower[i], self.upper[i], along);
            // From here on, `direction` and `slopes` hold the diagonals of J.
            (self.direction[i], self.slopes[i]) = (by_z, by_w);
        }
        for j in 0..order {
            for (value, by_w) in self.jacobian.column_mut(j).iter_mut().zip(&self.slopes) {
                // A row that does not feel w must not feel an infinite derivative of it either.
                *value = if *by_w == 0.0 { 0.0 } else { *value * by_w };
            }
            self.jacobian[(j, j)] += self.direction[j];
        }
    }

    /// Sets `direction` to `v` and `slopes` to `F' v`.
    fn look_at_kinks(&mut self, point: &Point) {
        self.slopes.fill(0.0);
        for j in 0..point.x.len() {
            let at_bound = point.x[j] == self.lower[j] || point.x[j] == self.upper[j];
            let has_kink = at_bound && (point.w[j] == 0.0 || self.lower[j] == self.upper[j]);
            self.direction[j] = if has_kink { 1.0 } else { 0.0 };
            if has_kink {
                stiction_linalg::kernels::axpy(1.0, self.jacobian.column(j), &mut self.slopes);
            }
        }
    }

    /// The problem's own residual at `point`.
    pub fn residual(&mut self, problem: &dyn Problem, point: &Point) -> Residual {
        problem.residual_in(&point.z, &point.w, &mut self.judge)
    }

    /// Whether `point`, moved into the box, passes the problem's own test. Costs an evaluation where the
    /// point is not in the box already.
    pub fn solves(&mut self, problem: &dyn Problem, point: &Point, tolerance: f64) -> bool {
        let bounds: &Bounds = problem.bounds();
        self.projected.z.copy_from_slice(&point.z);
        bounds.project(&mut self.projected.z);
        problem.evaluate(&self.projected.z, &mut self.projected.w);
        problem.residual_in(&self.projected.z, &self.projected.w, &mut self.judge).within(tolerance)
    }
}

/// The derivatives of one row's function by `z` and by `w`; at a kink, their limits along `along`.
fn row_gradient(z: f64, w: f64, lower: f64, upper: f64, along: (f64, f64)) -> (f64, f64) {
    let (along_z, along_w) = along;
    match (lower.is_finite(), upper.is_finite()) {
        (false, false) => (0.0, 1.0),
        (true, false) => gradient((z - lower, w), along),
        // −φ(u − z, −w): the two signs cancel in both derivatives.
        (false, true) => gradient((upper - z, -w), (-along_z, -along_w)),
        (true, true) => {
            let (inner_z, inner_w) = gradient((upper - z, -w), (-along_z, -along_w));
            let inner = -fischer_burmeister(upper - z, -w);
            let along_inner = inner_z * along_z + inner_w * along_w;
            let (by_z, by_inner) = gradient((z - lower, inner), (along_z, along_inner));
            (by_z + by_inner * inner_z, by_inner * inner_w)
        }
    }
}

/// The gradient of `φ(a, b) = a + b − √(a² + b²)`; at the kink, its limit along `along`.
fn gradient((a, b): (f64, f64), along: (f64, f64)) -> (f64, f64) {
    let length = a.hypot(b);
    if length > f64::MIN_POSITIVE {
        return (one_minus_cosine(a, b, length), one_minus_cosine(b, a, length));
    }
    let length = along.0.hypot(along.1);
    if length > f64::MIN_POSITIVE {
        (one_minus_cosine(along.0, along.1, length), one_minus_cosine(along.1, along.0, length))
    } else {
        let diagonal = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
        (diagonal, diagonal)
    }
}

/// `1 − a/√(a² + b²)` without cancellation for positive `a`.
fn one_minus_cosine(a: f64, b: f64, length: f64) -> f64 {
    if a > 0.0 { (b / length) * (b / (length + a)) } else { 1.0 - a / length }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DenseMatrix, MixedLcp};

    fn problem(q: Vec<f64>) -> MixedLcp {
        let matrix = DenseMatrix::from_rows(&[
            [2.0, 1.0, -0.5, 3.0],
            [-1.0, 0.5, 2.0, 1.0],
            [0.25, -2.0, 1.0, 0.0],
            [1.0, 1.0, 1.0, -1.0],
        ])
        .unwrap();
        let infinity = f64::INFINITY;
        let lower = vec![0.0, -infinity, 1.0, -infinity];
        MixedLcp::new(matrix, q, lower, vec![infinity, 2.0, 3.0, infinity]).unwrap()
    }

    fn jacobian_at(problem: &MixedLcp, z: &[f64]) -> (FischerBurmeisterSystem, Point) {
        let mut system = FischerBurmeisterSystem::default();
        let mut point = Point::default();
        system.prepare(problem);
        system.set(z, &mut point);
        system.evaluate(problem, &mut point);
        system.linearise(problem, &point);
        (system, point)
    }

    #[test]
    fn the_jacobian_is_the_derivative_where_there_is_one() {
        let problem = problem(vec![1.0, -2.0, 0.5, 3.0]);
        for z in [[0.5, 1.0, 2.0, 0.3], [-1.0, 3.0, 0.0, -2.0], [4.0, -5.0, 2.9, 1.0], [0.0, 2.0, 3.0, 0.0]] {
            let (system, point) = jacobian_at(&problem, &z);
            let step = 1e-6;
            for j in 0..4 {
                let mut sides = [point.clone(), point.clone()];
                sides[0].x[j] += step;
                sides[1].x[j] -= step;
                sides.iter_mut().for_each(|side| system.evaluate(&problem, side));
                for i in 0..4 {
                    let difference = (sides[0].phi[i] - sides[1].phi[i]) / (2.0 * step);
                    assert!((difference - system.jacobian[(i, j)]).abs() < 1e-6, "{z:?} ({i}, {j})");
                }
            }
        }
    }

    #[test]
    fn at_kinks_the_jacobian_is_a_limit_of_gradients() {
        // Rows 0, 1 and 2 sit at a bound with w = 0.
        for z in [[0.0, 2.0, 1.0, 0.7], [0.0, 2.0, 3.0, -0.2], [0.0, 1.0, 3.0, 0.1]] {
            let unshifted = problem(vec![0.0; 4]);
            let mut q = vec![0.0; 4];
            unshifted.evaluate(&z, &mut q);
            q.iter_mut().for_each(|value| *value = -*value);
            let problem = problem(q);
            let (system, point) = jacobian_at(&problem, &z);
            // Approach along v, here all kinks at once.
            let mut near = z;
            let kinks = [z[0] == 0.0, z[1] == 2.0, z[2] == 1.0 || z[2] == 3.0, false];
            assert!(point.w.iter().all(|w| *w == 0.0));
            let distance = 1e-7;
            for i in 0..4 {
                near[i] += if kinks[i] { distance * system.z_sizes[i] } else { 0.0 };
            }
            let (limit, _) = jacobian_at(&problem, &near);
            for i in 0..4 {
                for j in 0..4 {
                    let gap = (limit.jacobian[(i, j)] - system.jacobian[(i, j)]).abs();
                    assert!(gap < 1e-5, "{z:?} ({i}, {j}): {gap}");
                }
            }
        }
    }
}
