use stiction_linalg::Matrix;

/// Units of the rows of `w` and of the entries of `z` in which the matrix has entries of size one.
///
/// Complementarity does not care for units: with `w = rows · w'` and `z = columns · z'` the pair
/// `(z', w')` solves the problem with the matrix `M_ij · columns_j / rows_i`. So "small" is judged there.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// One positive number per row.
    pub rows: Vec<f64>,
    /// One positive number per column.
    pub columns: Vec<f64>,
    /// `1 / rows`, exact as the units are powers of two.
    pub row_inverses: Vec<f64>,
    /// `1 / columns`.
    pub column_inverses: Vec<f64>,
    /// The largest entry of the scaled vector `q`.
    pub vector_size: f64,
}

/// The power of two next below a positive number, so that a change of unit rounds nothing.
fn power_of_two(value: f64) -> f64 {
    let exponent_bits = value.to_bits() & 0x7ff0_0000_0000_0000;
    f64::from_bits(exponent_bits).clamp(2.0_f64.powi(-500), 2.0_f64.powi(500))
}

impl Units {
    /// Rows by their largest entry, then columns by theirs. An empty row takes its constant as unit.
    pub fn of(matrix: &Matrix, vector: &[f64]) -> Self {
        let mut rows = vec![0.0_f64; matrix.rows()];
        matrix.for_each(|i, _, value| rows[i] = rows[i].max(value.abs()));
        for (row, constant) in rows.iter_mut().zip(vector) {
            if *row == 0.0 {
                *row = if *constant == 0.0 { 1.0 } else { constant.abs() };
            }
            *row = power_of_two(*row);
        }
        let mut columns = vec![0.0_f64; matrix.columns()];
        matrix.for_each(|i, j, value| columns[j] = columns[j].max(value.abs() / rows[i]));
        for column in &mut columns {
            *column = if *column == 0.0 { 1.0 } else { 1.0 / power_of_two(*column) };
        }
        let row_inverses: Vec<f64> = rows.iter().map(|unit| 1.0 / unit).collect();
        let column_inverses = columns.iter().map(|unit| 1.0 / unit).collect();
        let vector_size = largest_product(vector, &row_inverses);
        Self { rows, columns, row_inverses, column_inverses, vector_size }
    }

    /// The size of the scaled problem at `z`: the larger of `‖z'‖` and `‖q'‖`, or 1 where both vanish.
    pub fn size(&self, z: &[f64]) -> f64 {
        let size = largest_product(z, &self.column_inverses).max(self.vector_size);
        if size > 0.0 { size } else { 1.0 }
    }
}

/// The largest absolute product of two vectors' entries.
fn largest_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| {
        let size = (a * b).abs();
        if size > largest { size } else { largest }
    })
}
