//! What a tracer takes in and gives out, in the caller's units.

use super::tracer::{NONE, Tracer};
use crate::{Certificate, Exclusion, LinearProblem, Outcome, Piece, Position, Ray, Units};
use stiction_linalg::DenseMatrix;

impl Tracer {
    /// Takes a problem, in its units where they are given.
    pub fn load(&mut self, matrix: &DenseMatrix, vector: &[f64], lower: &[f64], upper: &[f64], units: Option<&Units>) {
        let n = vector.len();
        self.n = n;
        self.matrix.reset(n, n);
        self.set_units(units);
        self.vector.clear();
        self.lower.clear();
        self.upper.clear();
        match units {
            Some(units) => {
                for j in 0..n {
                    let unit = units.columns[j];
                    let sources = matrix.column(j).iter().zip(&units.row_inverses);
                    for (target, (value, inverse)) in self.matrix.column_mut(j).iter_mut().zip(sources) {
                        *target = value * unit * inverse;
                    }
                }
                let scaled = |target: &mut Vec<f64>, values: &[f64], inverses: &[f64]| {
                    target.extend(values.iter().zip(inverses).map(|(value, inverse)| value * inverse));
                };
                scaled(&mut self.vector, vector, &units.row_inverses);
                scaled(&mut self.lower, lower, &units.column_inverses);
                scaled(&mut self.upper, upper, &units.column_inverses);
            }
            None => {
                self.matrix.as_mut_slice().copy_from_slice(matrix.as_slice());
                self.vector.extend_from_slice(vector);
                self.lower.extend_from_slice(lower);
                self.upper.extend_from_slice(upper);
            }
        }
        let with_artificial =
            [&mut self.basic_step, &mut self.gathered, &mut self.inverse_row, &mut self.z, &mut self.response];
        for values in with_artificial {
            values.clear();
            values.resize(n + 1, 0.0);
        }
        for values in [&mut self.w, &mut self.w_step, &mut self.covering, &mut self.constant, &mut self.point] {
            values.clear();
            values.resize(n, 0.0);
        }
        self.tie_sign.clear();
        self.tie_sign.resize(n, 1.0);
        self.basic_at_start.clear();
        self.basic_at_start.resize(n, false);
        self.row_place.clear();
        self.row_place.resize(n, NONE);
        self.candidates.clear();
        self.candidates.reserve(n + 2);
        self.rows.clear();
        self.rows.reserve(n + 1);
        self.columns.clear();
        self.columns.reserve(n + 1);
        self.position.resize(n, Position::Lower);
        self.inverse.reset(n + 1);
        self.pivots = 0;
        self.factorizations = 0;
    }

    /// Makes room for problems of an order, so that loading and tracing them allocates nothing.
    pub fn reserve(&mut self, order: usize) {
        if self.reserved >= order {
            return;
        }
        self.reserved = order;
        let empty = DenseMatrix::zeros(order, order);
        let (vector, lower, upper) = (vec![0.0; order], vec![0.0; order], vec![0.0; order]);
        let units = Units::of(&empty.into(), &vector);
        self.load(&DenseMatrix::zeros(order, order), &vector, &lower, &upper, Some(&units));
        self.inverse.reserve(order + 1);
    }

    fn set_units(&mut self, units: Option<&Units>) {
        match (&mut self.units, units) {
            (Some(own), Some(units)) => own.copy_from(units),
            (own, units) => *own = units.cloned(),
        }
    }

    /// The position of every row.
    pub fn positions(&self) -> &[Position] {
        &self.position
    }

    /// The artificial variable.
    pub fn artificial(&self) -> f64 {
        self.z[self.n]
    }

    /// Changes the bounds of a row, in the caller's units.
    pub fn set_bounds(&mut self, row: usize, lower: f64, upper: f64) {
        let inverse = self.units.as_ref().map_or(1.0, |units| units.column_inverses[row]);
        (self.lower[row], self.upper[row]) = (lower * inverse, upper * inverse);
    }

    fn column_unit(&self, j: usize) -> f64 {
        self.units.as_ref().map_or(1.0, |units| units.columns[j])
    }

    /// Writes the current `z` in the caller's units.
    pub fn write_point(&self, z: &mut [f64]) {
        for j in 0..self.n {
            z[j] = self.z[j] * self.column_unit(j);
        }
    }

    /// Writes the current `w` in the caller's units.
    pub fn write_w(&self, w: &mut [f64]) {
        for i in 0..self.n {
            w[i] = self.w[i] * self.units.as_ref().map_or(1.0, |units| units.rows[i]);
        }
    }

    /// Takes `z` and `w` from the caller's units.
    pub(super) fn set_point(&mut self, z: &[f64], w: &[f64]) {
        for i in 0..self.n {
            self.z[i] = z[i] / self.column_unit(i);
            self.w[i] = w[i] / self.units.as_ref().map_or(1.0, |units| units.rows[i]);
        }
    }

    /// The direction of the last step in the caller's units: that of the ray where the path ended on one.
    pub fn direction(&self, driving: Option<(usize, f64)>) -> Vec<f64> {
        let mut direction = vec![0.0; self.n];
        for (place, &j) in self.columns.iter().enumerate() {
            if j < self.n {
                direction[j] = self.basic_step[place] * self.column_unit(j);
            }
        }
        if let Some((j, sign)) = driving {
            direction[j] = sign * self.column_unit(j);
        }
        direction
    }

    /// What a path that ended on a ray says: that there is no solution where its direction is a proof, else the ray.
    pub fn ray_outcome(&self, problem: &dyn LinearProblem, driving: Option<(usize, f64)>) -> Outcome {
        let direction = self.direction(driving);
        let certificate = Certificate::Farkas(Exclusion::clipped(&Piece::root(problem.bounds()), direction.clone()));
        if certificate.check(problem).is_ok() {
            return Outcome::NoSolution(certificate);
        }
        let mut z = vec![0.0; self.n];
        self.write_point(&mut z);
        Outcome::RayTermination(Ray { z, direction, artificial: self.artificial() })
    }
}
