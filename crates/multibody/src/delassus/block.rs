use crate::delassus::{LANES, Lanes, Pack};

/// A block of the Delassus matrix that may differ from zero: up to four rows by up to four columns, on or
/// below the diagonal.
#[derive(Clone, Debug)]
pub struct DelassusBlock {
    /// First row.
    pub row: usize,
    /// First column.
    pub column: usize,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Row by row; what lies beyond the rows and columns means nothing.
    pub values: [[f64; 4]; 4],
}

impl DelassusBlock {
    pub(super) fn zero(rows: &Pack, columns: &Pack) -> Self {
        Self {
            row: rows.rows.start,
            column: columns.rows.start,
            rows: rows.rows.len(),
            columns: columns.rows.len(),
            values: [[0.0; LANES]; LANES],
        }
    }
}

/// `sum += Σ aᵢ bᵢᵀ` over vectors of lanes of equal length.
#[inline(always)]
pub(super) fn add_products(sum: &mut [Lanes; LANES], a: &[Lanes], b: &[Lanes]) {
    let mut local = *sum;
    for (a, b) in a.iter().zip(b) {
        for r in 0..LANES {
            for c in 0..LANES {
                local[r][c] += a[r] * b[c];
            }
        }
    }
    *sum = local;
}
