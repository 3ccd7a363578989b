use stiction_linalg::kernels::reserve_total;
use stiction_linalg::{DenseMatrix, Matrix};

/// Units of the rows of `w` and of the entries of `z` in which the matrix has entries of size one.
///
/// Complementarity does not care for units: with `w = rows · w'` and `z = columns · z'` the pair
/// `(z', w')` solves the problem with the matrix `M_ij · columns_j / rows_i`. So "small" is judged there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Units {
    /// One positive number per row.
    pub rows: Vec<f64>,
    /// One positive number per column.
    pub columns: Vec<f64>,
    /// `1 / rows`, exact as the units are powers of two.
    pub row_inverses: Vec<f64>,
    /// `1 / columns`.
    pub column_inverses: Vec<f64>,
    /// The size of the scaled data: the largest entry of `q`, and of `z` and `w` at the point of the box
    /// nearest to zero.
    pub data_size: f64,
    /// Which rows share unknowns, where not all do.
    groups: Option<Groups>,
}

/// Rows that are linked by a chain of shared unknowns; what is large in one group excuses nothing in another.
#[derive(Clone, Debug, PartialEq)]
struct Groups {
    /// The group of each row and of its unknown.
    of_row: Vec<usize>,
    /// The size of each group's data.
    data_sizes: Vec<f64>,
}

/// The power of two next below a positive number, so that a change of unit rounds nothing.
fn power_of_two(value: f64) -> f64 {
    let exponent_bits = value.to_bits() & 0x7ff0_0000_0000_0000;
    f64::from_bits(exponent_bits).clamp(2.0_f64.powi(-500), 2.0_f64.powi(500))
}

impl Units {
    /// How many times the data's size the size of a point may count.
    ///
    /// Rounding makes a residual grow with `z`, so it must be judged relative to `z`; but only so far, or a
    /// point that runs away to infinity on a problem without solution would count as one.
    pub const LARGEST_GROWTH: f64 = 1e4;

    /// A row whose terms all but vanish is still judged against this share of the point's size: what is
    /// noise in `z` is noise there.
    pub const NOISE: f64 = 1e-5;

    /// Rows by their largest entry, then columns by theirs. An empty row takes its constant as unit.
    pub fn of(matrix: &Matrix, vector: &[f64]) -> Self {
        let mut units = Self::default();
        units.refill(matrix.rows(), |visit| matrix.for_each(visit), vector);
        units
    }

    /// The same for a dense matrix, in storage that is reused.
    pub(crate) fn refill_dense(&mut self, matrix: &DenseMatrix, vector: &[f64]) {
        let entries = |visit: &mut dyn FnMut(usize, usize, f64)| {
            for j in 0..matrix.columns() {
                matrix.column(j).iter().enumerate().for_each(|(i, &value)| visit(i, j, value));
            }
        };
        self.refill(matrix.rows(), entries, vector);
    }

    fn refill(&mut self, order: usize, entries: impl Fn(&mut dyn FnMut(usize, usize, f64)), vector: &[f64]) {
        for units in [&mut self.rows, &mut self.columns] {
            units.clear();
            units.resize(order, 0.0);
        }
        let (rows, columns) = (&mut self.rows, &mut self.columns);
        entries(&mut |i, _, value| rows[i] = rows[i].max(value.abs()));
        for (row, constant) in rows.iter_mut().zip(vector) {
            if *row == 0.0 {
                *row = if *constant == 0.0 { 1.0 } else { constant.abs() };
            }
            *row = power_of_two(*row);
        }
        self.row_inverses.clear();
        self.row_inverses.extend(rows.iter().map(|unit| 1.0 / unit));
        let row_inverses = &self.row_inverses;
        entries(&mut |i, j, value| columns[j] = columns[j].max(value.abs() * row_inverses[i]));
        for column in columns.iter_mut() {
            *column = if *column == 0.0 { 1.0 } else { 1.0 / power_of_two(*column) };
        }
        self.column_inverses.clear();
        self.column_inverses.extend(columns.iter().map(|unit| 1.0 / unit));
        self.data_size = largest_product(vector, &self.row_inverses);
    }

    /// Finds the groups of rows that share unknowns. Sizes are the whole problem's without it.
    pub(super) fn find_groups(&mut self, matrix: &Matrix, data: &[f64]) {
        let order = self.rows.len();
        let mut parents: Vec<usize> = (0..order).collect();
        let mut separate = order;
        fn root(parents: &mut [usize], mut i: usize) -> usize {
            while parents[i] != i {
                parents[i] = parents[parents[i]];
                i = parents[i];
            }
            i
        }
        matrix.for_each(|i, j, value| {
            if separate > 1 && value != 0.0 {
                let (a, b) = (root(&mut parents, i), root(&mut parents, j));
                if a != b {
                    parents[a.max(b)] = a.min(b);
                    separate -= 1;
                }
            }
        });
        self.groups = (separate > 1).then(|| {
            let mut numbers = vec![usize::MAX; order];
            let mut data_sizes: Vec<f64> = Vec::with_capacity(separate);
            let of_row = (0..order)
                .map(|i| {
                    let root = root(&mut parents, i);
                    if numbers[root] == usize::MAX {
                        numbers[root] = data_sizes.len();
                        data_sizes.push(0.0);
                    }
                    let group = numbers[root];
                    data_sizes[group] = data_sizes[group].max(data[i]);
                    group
                })
                .collect();
            Groups { of_row, data_sizes }
        });
    }

    /// Writes the size at `z` of each row's group.
    pub(super) fn sizes(&self, z: &[f64], sizes: &mut [f64], scratch: &mut [f64]) {
        let Some(groups) = &self.groups else {
            sizes.fill(self.size(z));
            return;
        };
        let points = &mut scratch[..groups.data_sizes.len()];
        points.fill(0.0);
        for (i, &group) in groups.of_row.iter().enumerate() {
            points[group] = points[group].max((z[i] * self.column_inverses[i]).abs());
        }
        for (size, &group) in sizes.iter_mut().zip(&groups.of_row) {
            *size = combined(groups.data_sizes[group], points[group]);
        }
    }

    /// The size of the data of row `i`'s group.
    pub(crate) fn data_size_of(&self, i: usize) -> f64 {
        self.groups.as_ref().map_or(self.data_size, |groups| groups.data_sizes[groups.of_row[i]])
    }

    /// Takes over another problem's units, in storage that is reused.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let own = [&mut self.rows, &mut self.columns, &mut self.row_inverses, &mut self.column_inverses];
        let others = [&other.rows, &other.columns, &other.row_inverses, &other.column_inverses];
        for (own, other) in own.into_iter().zip(others) {
            own.clone_from(other);
        }
        self.data_size = other.data_size;
        self.groups.clone_from(&other.groups);
    }

    /// Makes room for a problem of an order.
    pub(crate) fn reserve(&mut self, order: usize) {
        for units in [&mut self.rows, &mut self.columns, &mut self.row_inverses, &mut self.column_inverses] {
            reserve_total(units, order);
        }
    }

    /// The size of the scaled problem at `z`: the larger of the data's and of `z`'s own, the latter up to
    /// [`Self::LARGEST_GROWTH`] times the former; 1 where both vanish.
    pub fn size(&self, z: &[f64]) -> f64 {
        combined(self.data_size, largest_product(z, &self.column_inverses))
    }

    /// Turns `terms`, which holds `Σ |M_ij z_j|` in the caller's units, into the size of each row of `w`:
    /// that of the terms it is the sum of, up to [`Self::LARGEST_GROWTH`] times the data's, and no less
    /// than [`Self::NOISE`] of the point's size.
    pub(super) fn row_sizes(&self, sizes: &[f64], vector: &[f64], terms: &mut [f64]) {
        for (i, terms) in terms.iter_mut().enumerate() {
            let data = self.data_size_of(i);
            let largest = if data > 0.0 { Self::LARGEST_GROWTH * data } else { f64::INFINITY };
            let constant = (vector[i] * self.row_inverses[i]).abs();
            let scaled = constant + (*terms * self.row_inverses[i]).min(largest);
            *terms = self.rows[i] * scaled.max(Self::NOISE * sizes[i]);
        }
    }

    /// What rounding in `M z + q` may hide, relative to the size at `z`: a far point whose terms cancel
    /// looks better than it is.
    pub fn rounding(&self, z: &[f64]) -> f64 {
        let scaled = z.iter().zip(&self.column_inverses).map(|(z, inverse)| (z * inverse).abs()).enumerate();
        scaled.fold(0.0, |largest, (i, point)| {
            let size = combined(self.data_size_of(i), point);
            // Where units overflow nothing can be judged.
            let hidden = if size.is_finite() { f64::EPSILON * point / size } else { f64::INFINITY };
            if hidden > largest { hidden } else { largest }
        })
    }
}

/// The size of data and point together.
fn combined(data: f64, point: f64) -> f64 {
    if data > 0.0 {
        data.max(point.min(Units::LARGEST_GROWTH * data))
    } else if point > 0.0 {
        point
    } else {
        1.0
    }
}

/// The largest absolute product of two vectors' entries.
fn largest_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| {
        let size = (a * b).abs();
        if size > largest { size } else { largest }
    })
}
