//! Modes in which something slides in space: Newton's method on the mode's equations, from several directions of slip.
//!
//! Unknowns are the impulses `x` and for each sliding disc its direction `θ` and speed `s`:
//! `u_t = s (cos θ, sin θ)`, `x_t = −μ x_n (cos θ, sin θ)`. For given directions all is linear in the rest.

use super::Mode;
use super::dense_problem::DenseProblem;
use super::flat::Flat;
use crate::Law;
use stiction_linalg::{DenseMatrix, LeastSquares};

/// The most starts of a mode.
const STARTS: usize = 64;
const STEPS: usize = 40;
const DAMPING: f64 = 1e-9;

/// A sliding disc: its rows, its normal's row, and its friction.
struct Disc {
    row: usize,
    normal: usize,
    friction: f64,
}

/// Points in the mode, each with whether its equations determine it.
pub(super) fn find(problem: &DenseProblem, modes: &[Mode], tolerance: f64) -> Vec<(Vec<f64>, bool)> {
    let mut discs = Vec::new();
    for ((law, rows), mode) in problem.laws.iter().zip(&problem.rows).zip(modes) {
        for ((first, _, friction), slides) in law.discs().zip(mode.slides()) {
            if slides {
                discs.push(Disc { row: rows.start + first, normal: rows.start, friction });
            }
        }
    }
    let system = System { problem, modes, discs };
    let count = system.discs.len();
    // So many directions of each disc that all combinations are within the limit; else all turn together.
    let each = (2..=16).rev().find(|each: &usize| each.pow(count.min(16) as u32) <= STARTS);
    let starts = each.map_or(STARTS, |each| each.pow(count as u32));
    let mut found: Vec<(Vec<f64>, bool)> = Vec::new();
    for start in 0..starts {
        let mut code = start;
        let angles = system.discs.iter().map(|disc| {
            let slip = [problem.vector[disc.row], problem.vector[disc.row + 1]];
            let turn = match each {
                Some(each) => {
                    let digit = code % each;
                    code /= each;
                    digit as f64 / each as f64
                }
                None => start as f64 / STARTS as f64,
            };
            slip[1].atan2(slip[0]) + std::f64::consts::TAU * turn
        });
        let angles: Vec<f64> = angles.collect();
        let Some(z) = system.solve(&angles) else { continue };
        let x = z[..problem.order()].to_vec();
        if !problem.holds(modes, &x, tolerance, tolerance) {
            continue;
        }
        let same = |other: &Vec<f64>| other.iter().zip(&x).all(|(a, b)| (a - b).abs() <= 1e-6 * (1.0 + b.abs()));
        // Of a whole family of points one is enough.
        if found.iter().any(|(other, unique)| !unique || same(other)) {
            continue;
        }
        let unique = system.is_regular(&z);
        found.push((x, unique));
    }
    found
}

struct System<'a> {
    problem: &'a DenseProblem,
    modes: &'a [Mode],
    discs: Vec<Disc>,
}

impl System<'_> {
    fn order(&self) -> usize {
        self.problem.order() + 2 * self.discs.len()
    }

    /// Newton's method from directions of slip, with impulses and speeds from the linear equations that they leave.
    fn solve(&self, angles: &[f64]) -> Option<Vec<f64>> {
        let order = self.order();
        let mut z = vec![0.0; order];
        angles.iter().enumerate().for_each(|(k, angle)| z[self.problem.order() + 2 * k] = *angle);
        let (mut matrix, mut right) = (DenseMatrix::zeros(order, order), vec![0.0; order]);
        let mut step = vec![0.0; order];
        let mut workspace = LeastSquares::new();
        let mut merit = f64::INFINITY;
        for number in 0..STEPS {
            let size = self.evaluate(&z, &mut matrix, &mut right);
            if size <= 1e-14 || (number > 5 && size >= 0.9 * merit && size <= 1e-11) {
                return Some(z);
            }
            merit = size;
            right.iter_mut().for_each(|value| *value = -*value);
            if !workspace.solve_damped(&matrix, DAMPING, &right, &mut step) {
                return None;
            }
            // A direction is not turned by more than a radian at once.
            let turn = self
                .discs
                .iter()
                .enumerate()
                .fold(0.0_f64, |largest, (k, _)| largest.max(step[self.problem.order() + 2 * k].abs()));
            let length = if turn > 1.0 { 1.0 / turn } else { 1.0 };
            z.iter_mut().zip(&step).for_each(|(z, step)| *z += length * step);
            if z.iter().any(|value| !value.is_finite()) {
                return None;
            }
        }
        (self.evaluate(&z, &mut matrix, &mut right) <= 1e-11).then_some(z)
    }

    /// Whether the equations determine the point.
    fn is_regular(&self, z: &[f64]) -> bool {
        let order = self.order();
        let (mut matrix, mut right) = (DenseMatrix::zeros(order, order), vec![0.0; order]);
        self.evaluate(z, &mut matrix, &mut right);
        Flat::solve(&matrix, &vec![0.0; order]).is_ok_and(|flat| flat.directions.is_empty())
    }

    /// Writes the equations' values and derivatives; returns the largest value.
    fn evaluate(&self, z: &[f64], matrix: &mut DenseMatrix, values: &mut [f64]) -> f64 {
        let n = self.problem.order();
        let u = self.problem.velocity(&z[..n]);
        matrix.as_mut_slice().fill(0.0);
        for ((law, rows), mode) in self.problem.laws.iter().zip(&self.problem.rows).zip(self.modes) {
            for row in rows.clone() {
                let fixed = match (*mode, law) {
                    (Mode::Open, _) => Some(0.0),
                    (Mode::AtLower, Law::Bounded { lower, .. }) => Some(*lower),
                    (Mode::AtUpper, Law::Bounded { upper, .. }) => Some(*upper),
                    (Mode::SlipForward | Mode::SlipBackward, Law::PlanarCoulomb { friction }) if row > rows.start => {
                        let sign = if *mode == Mode::SlipForward { 1.0 } else { -1.0 };
                        matrix[(row, rows.start)] = sign * friction;
                        Some(-sign * friction * z[rows.start])
                    }
                    _ => None,
                };
                match fixed {
                    Some(value) => {
                        matrix[(row, row)] = 1.0;
                        values[row] = z[row] - value;
                    }
                    None => {
                        (0..n).for_each(|j| matrix[(row, j)] = self.problem.matrix[(row, j)]);
                        values[row] = u[row];
                    }
                }
            }
        }
        for (k, disc) in self.discs.iter().enumerate() {
            let place = n + 2 * k;
            let (sine, cosine) = z[place].sin_cos();
            let (speed, normal) = (z[place + 1], z[disc.normal]);
            for (i, (along, across)) in [(cosine, -sine), (sine, cosine)].into_iter().enumerate() {
                let row = disc.row + i;
                values[row] -= speed * along;
                matrix[(row, place)] = -speed * across;
                matrix[(row, place + 1)] = -along;
                values[place + i] = z[row] + disc.friction * normal * along;
                matrix[(place + i, row)] = 1.0;
                matrix[(place + i, disc.normal)] = disc.friction * along;
                matrix[(place + i, place)] = disc.friction * normal * across;
            }
        }
        stiction_linalg::kernels::norm_max(values)
    }
}
