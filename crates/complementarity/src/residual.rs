use crate::Bounds;
use crate::c_function::{chen_chen_kanzow, fischer_burmeister, natural, on_box, penalised};

/// How far a point is from a solution, as the problem measured it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// In the units of the problem.
    pub absolute: ResidualSizes,
    /// With `z` and each row of `w` divided by their sizes (see [`crate::Problem::sizes`]).
    pub scaled: ResidualSizes,
    /// The row with the largest scaled natural residual.
    pub worst_row: usize,
}

/// One residual in three measures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResidualSizes {
    /// Largest absolute value of `z − mid(lower, upper, z − w)`; for an LCP, of `min(z, w)`.
    pub natural: f64,
    /// Half the sum of squares of the Fischer–Burmeister function.
    pub fischer_burmeister: f64,
    /// Half the sum of squares of the penalised Fischer–Burmeister function (Chen, Chen, Kanzow).
    pub cck: f64,
}

impl ResidualSizes {
    fn add(&mut self, z: f64, w: f64, lower: f64, upper: f64) -> f64 {
        let row = natural(z, w, lower, upper).abs();
        // NaN must not hide behind a comparison.
        if row > self.natural || row.is_nan() {
            self.natural = row;
        }
        let (fischer_burmeister, cck) = if lower.is_finite() && upper == f64::INFINITY {
            // The common case, with one square root for both.
            let (a, b) = (z - lower, w);
            if (a == 0.0 && b >= 0.0) || (b == 0.0 && a >= 0.0) {
                (0.0, 0.0)
            } else {
                let plain = fischer_burmeister(a, b);
                (plain, penalised(plain, a, b))
            }
        } else {
            (on_box(fischer_burmeister, z, w, lower, upper), on_box(chen_chen_kanzow, z, w, lower, upper))
        };
        self.fischer_burmeister += 0.5 * fischer_burmeister * fischer_burmeister;
        self.cck += 0.5 * cck * cck;
        row
    }
}

impl Residual {
    /// Measures `(z, w)` on a box, where row `i` has the sizes `z_sizes[i]` and `w_sizes[i]`.
    pub fn measure(bounds: &Bounds, z: &[f64], w: &[f64], z_sizes: &[f64], w_sizes: &[f64]) -> Self {
        let mut residual = Self::default();
        let mut worst = -1.0;
        for i in 0..z.len() {
            let (lower, upper) = (bounds.lower()[i], bounds.upper()[i]);
            residual.absolute.add(z[i], w[i], lower, upper);
            let size = z_sizes[i];
            let row = residual.scaled.add(z[i] / size, w[i] / w_sizes[i], lower / size, upper / size);
            if row > worst || row.is_nan() {
                worst = if row.is_nan() { f64::INFINITY } else { row };
                residual.worst_row = i;
            }
        }
        residual
    }

    /// Whether the scaled natural residual is within `tolerance`; never for NaN.
    pub fn within(&self, tolerance: f64) -> bool {
        self.scaled.natural <= tolerance
    }
}
