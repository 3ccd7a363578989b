use super::{Bounds, LinearProblem, Problem, ProblemError, Units};
use stiction_linalg::{DenseMatrix, Matrix};

/// `w = M z + q` on a box: equations (free rows), orthants and boxes together.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedLcp {
    matrix: Matrix,
    vector: Vec<f64>,
    bounds: Bounds,
    units: Units,
    symmetric: bool,
}

impl MixedLcp {
    /// A problem from its matrix, vector and bounds; anything ill-formed is an error that names the entry.
    pub fn new(
        matrix: impl Into<Matrix>,
        vector: Vec<f64>,
        lower: Vec<f64>,
        upper: Vec<f64>,
    ) -> Result<Self, ProblemError> {
        let order = vector.len();
        if lower.len() != order {
            return Err(ProblemError::Length { field: "lower", expected: order, found: lower.len() });
        }
        Self::with_bounds(matrix.into(), vector, Bounds::new(lower, upper)?)
    }

    pub(super) fn with_bounds(matrix: Matrix, vector: Vec<f64>, bounds: Bounds) -> Result<Self, ProblemError> {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        if rows != columns {
            return Err(ProblemError::NotSquare { rows, columns });
        }
        if rows == 0 {
            return Err(ProblemError::Empty);
        }
        if vector.len() != rows {
            return Err(ProblemError::Length { field: "vector", expected: rows, found: vector.len() });
        }
        let mut faulty = None;
        matrix.for_each(|row, column, value| {
            if !value.is_finite() && faulty.is_none() {
                faulty = Some(ProblemError::MatrixEntry { row, column, value });
            }
        });
        if let Some(error) = faulty {
            return Err(error);
        }
        if let Some(row) = vector.iter().position(|value| !value.is_finite()) {
            return Err(ProblemError::VectorEntry { row, value: vector[row] });
        }
        let mut units = Units::of(&matrix, &vector);
        // What counts as data: q, and z and w at the point of the box nearest to zero.
        let mut nearest = vec![0.0; rows];
        bounds.project(&mut nearest);
        let mut w = vector.clone();
        matrix.multiply_add(&nearest, &mut w);
        let data: Vec<f64> = (0..rows)
            .map(|i| {
                let constants = vector[i].abs().max(w[i].abs()) * units.row_inverses[i];
                constants.max((nearest[i] * units.column_inverses[i]).abs())
            })
            .collect();
        units.data_size = data.iter().copied().fold(0.0, f64::max);
        units.find_groups(&matrix, &data);
        let symmetric = matrix.is_symmetric();
        Ok(Self { matrix, vector, bounds, units, symmetric })
    }
}

impl Problem for MixedLcp {
    fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    fn evaluate(&self, z: &[f64], w: &mut [f64]) {
        w.copy_from_slice(&self.vector);
        self.matrix.multiply_add(z, w);
    }

    fn jacobian(&self, _z: &[f64], jacobian: &mut DenseMatrix) {
        let order = self.dimension();
        jacobian.reset(order, order);
        self.matrix.for_each(|i, j, value| jacobian[(i, j)] = value);
    }

    /// Small is judged in the problem's [`Units`]: `z` relative to the larger of itself and the data, a row
    /// of `w` relative to the terms it is the sum of. A change of any row's or column's unit changes no
    /// verdict.
    fn sizes(&self, z: &[f64], z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        // z_sizes first holds the bare sizes of the rows' groups.
        self.units.sizes(z, z_sizes, w_sizes);
        w_sizes.fill(0.0);
        self.matrix.multiply_add_absolute(z, w_sizes);
        self.units.row_sizes(z_sizes, &self.vector, w_sizes);
        for (target, unit) in z_sizes.iter_mut().zip(&self.units.columns) {
            *target *= unit;
        }
    }

    fn typical_sizes(&self, z_sizes: &mut [f64], w_sizes: &mut [f64]) {
        let size = if self.units.data_size > 0.0 { self.units.data_size } else { 1.0 };
        let scaled = |sizes: &mut [f64], units: &[f64]| {
            sizes.iter_mut().zip(units).for_each(|(target, unit)| *target = unit * size);
        };
        scaled(z_sizes, &self.units.columns);
        scaled(w_sizes, &self.units.rows);
    }

    fn rounding(&self, z: &[f64]) -> f64 {
        self.units.rounding(z)
    }
}

impl LinearProblem for MixedLcp {
    fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    fn vector(&self) -> &[f64] {
        &self.vector
    }

    fn units(&self) -> &Units {
        &self.units
    }

    fn is_symmetric(&self) -> bool {
        self.symmetric
    }
}
