//! Lengths at a point inside the cones, in which the nearest wall is about one away: nothing depends on units.

use super::jordan::jordan_product;
use super::kind::Kind;
use super::linearisation::Linearisation;
use super::pairs::{Pairs, Place};
use stiction_linalg::{Block, NODE, block_times};

/// The sum of `(P a)·(P b) / κ` over `x` and of `(P⁻¹ a)·(P⁻¹ b) / κ` over `y`.
pub(super) fn inner_product(pairs: &Pairs, at: &Linearisation, product: f64, a: &Place, b: &Place) -> f64 {
    let scaled = |block: &Block, a: &[f64; 4], b: &[f64; 4]| {
        let (a, b) = (block_times(block, &a[..NODE]), block_times(block, &b[..NODE]));
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    };
    let mut sum = 0.0;
    for i in 0..pairs.kinds.len() {
        let (x, y, z) = (&pairs.at.x[i], &pairs.at.y[i], pairs.at.z[i]);
        let of_impulses = a.x[i][0] * b.x[i][0];
        let on_line =
            |way: f64, multiplier: f64, change: f64| multiplier / way * of_impulses + way / multiplier * change;
        sum += match pairs.kinds[i] {
            Kind::Cone => scaled(&at.scaling[i], &a.x[i], &b.x[i]) + scaled(&at.inverse_scaling[i], &a.y[i], &b.y[i]),
            Kind::HalfLine => on_line(x[0], y[0], a.y[i][0] * b.y[i][0]),
            Kind::Free(_) | Kind::Pinned(_) => 0.0,
            Kind::Interval { lower, upper } => {
                let below = if lower.is_finite() { on_line(x[0] - lower, y[0], a.y[i][0] * b.y[i][0]) } else { 0.0 };
                let above = if upper.is_finite() { on_line(upper - x[0], z, a.z[i] * b.z[i]) } else { 0.0 };
                below + above
            }
        };
    }
    sum / product
}

/// How far the point is from products `κ` and no gap, at the worst node. A gap smaller than `rounding` is none.
pub(super) fn distance(pairs: &Pairs, at: &Linearisation, product: f64, rounding: f64) -> f64 {
    let size = |v: &[f64; 4]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    let mut worst = 0.0;
    for i in 0..pairs.kinds.len() {
        let (x, y, z) = (&pairs.at.x[i], &pairs.at.y[i], pairs.at.z[i]);
        let gap = at.gap[i].map(|gap| if gap.abs() < rounding { 0.0 } else { gap });
        let on_line = (gap[0].abs() / (at.square[i][0][0] * product).sqrt(), |way: f64, multiplier: f64| {
            (way * multiplier / product - 1.0).abs()
        });
        let off = match pairs.kinds[i] {
            Kind::Cone => {
                let mut products = jordan_product(&at.lambda[i], &at.lambda[i]).map(|value| value / product);
                products[0] -= 1.0;
                size(&products).max(size(&block_times(&at.inverse_scaling[i], &gap[..NODE])) / product.sqrt())
            }
            Kind::HalfLine => on_line.0.max(on_line.1(x[0], y[0])),
            Kind::Free(_) | Kind::Pinned(_) => 0.0,
            Kind::Interval { lower, upper } => {
                let below = if lower.is_finite() { on_line.1(x[0] - lower, y[0]) } else { 0.0 };
                let above = if upper.is_finite() { on_line.1(upper - x[0], z) } else { 0.0 };
                on_line.0.max(below).max(above)
            }
        };
        if off > worst || off.is_nan() {
            worst = if off.is_nan() { f64::INFINITY } else { off };
        }
    }
    worst
}
