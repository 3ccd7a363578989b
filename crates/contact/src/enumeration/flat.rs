use stiction_linalg::DenseMatrix;

/// Pivots below this share of the largest entry count as zero.
const RANK: f64 = 1e-10;
/// Pivots below this share are nothing but rounding.
const ROUNDING: f64 = 1e-14;
/// The largest right-hand side that is left over from consistent equations, relative to its size.
const CONSISTENT: f64 = 1e-9;

/// Equations without a solution.
pub(super) struct Contradiction {
    /// Whether no small pivot had a part in it.
    pub certain: bool,
}

/// The solutions of linear equations: a point and the directions in which one may go from it.
pub(super) struct Flat {
    pub point: Vec<f64>,
    /// Independent, not orthogonal.
    pub directions: Vec<Vec<f64>>,
}

impl Flat {
    /// Gauss and Jordan's elimination with full pivoting.
    pub fn solve(matrix: &DenseMatrix, right: &[f64]) -> Result<Self, Contradiction> {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let mut a: Vec<Vec<f64>> =
            (0..rows).map(|i| (0..columns).map(|j| matrix[(i, j)]).chain([right[i]]).collect()).collect();
        let largest = matrix.as_slice().iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let size = right.iter().fold(1.0_f64, |largest, value| largest.max(value.abs()));
        let mut pivots: Vec<usize> = Vec::new();
        let mut certain = true;
        for rank in 0..rows.min(columns) {
            let mut best = (rank, 0, 0.0);
            for (i, row) in a.iter().enumerate().skip(rank) {
                for j in (0..columns).filter(|j| !pivots.contains(j)) {
                    if row[j].abs() > best.2 {
                        best = (i, j, row[j].abs());
                    }
                }
            }
            if best.2 <= RANK * largest {
                certain = best.2 <= ROUNDING * largest;
                break;
            }
            a.swap(rank, best.0);
            let inverse = 1.0 / a[rank][best.1];
            a[rank].iter_mut().for_each(|value| *value *= inverse);
            let pivot = a[rank].clone();
            for (i, row) in a.iter_mut().enumerate() {
                let factor = row[best.1];
                if i != rank && factor != 0.0 {
                    row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
                }
            }
            pivots.push(best.1);
        }
        if a[pivots.len()..].iter().any(|row| row[columns].abs() > CONSISTENT * size) {
            return Err(Contradiction { certain });
        }
        let mut point = vec![0.0; columns];
        pivots.iter().zip(&a).for_each(|(&j, row)| point[j] = row[columns]);
        let mut directions = Vec::new();
        for free in (0..columns).filter(|j| !pivots.contains(j)) {
            let mut direction = vec![0.0; columns];
            direction[free] = 1.0;
            pivots.iter().zip(&a).for_each(|(&j, row)| direction[j] = -row[free]);
            directions.push(direction);
        }
        Ok(Self { point, directions })
    }
}
