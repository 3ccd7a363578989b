#![allow(clippy::excessive_precision)] // constants stand as published

/// π/2 in three parts: the first two have 33 bits each, so that their products with small integers are exact.
const HALF_TURN: [f64; 3] =
    [1.570_796_326_734_125_614_17, 6.077_100_506_303_965_976_60e-11, 2.022_266_248_795_950_631_54e-21];

/// Up to this angle, rad, the reduction below is exact to rounding.
const LARGEST: f64 = 1e5;

/// Sine and cosine of an angle in radians, to about one unit in the last place of one.
///
/// The same bits on every machine (up to 100,000 rad), which the C library's functions do not promise, and twice as fast: no
/// call, no branch on the quadrant. Reduction after Cody and Waite, the polynomials are those of fdlibm's
/// kernels (Sun Microsystems 1993).
#[inline]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    if angle.abs() >= LARGEST || angle.is_nan() {
        return angle.sin_cos();
    }
    // Rounds to the nearest integer, which then stands in the low bits.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    let shifted = angle * std::f64::consts::FRAC_2_PI + SHIFT;
    let quadrant = shifted.to_bits();
    let turns = shifted - SHIFT;
    let near = (angle - turns * HALF_TURN[0]) - turns * HALF_TURN[1];
    let r = near - turns * HALF_TURN[2];
    let tail = (near - r) - turns * HALF_TURN[2];
    let z = r * r;
    let w = z * z;
    let sine = {
        let p = (8.333_333_333_322_489_461_24e-3 + z * -1.984_126_982_985_794_931_34e-4)
            + w * ((2.755_731_370_707_006_767_89e-6 + z * -2.505_076_025_340_686_341_95e-8)
                + w * 1.589_690_995_211_550_102_21e-10);
        r - ((z * (0.5 * tail - z * r * p) - tail) - z * r * -1.666_666_666_666_663_243_48e-1)
    };
    let cosine = {
        let p = (4.166_666_666_666_660_190_37e-2 + z * -1.388_888_888_887_410_957_49e-3)
            + w * ((2.480_158_728_947_672_941_78e-5 + z * -2.755_731_435_139_066_330_35e-7)
                + w * (2.087_572_321_298_174_827_90e-9 + z * -1.135_964_755_778_819_482_65e-11));
        let half = 0.5 * z;
        let rest = 1.0 - half;
        rest + (((1.0 - rest) - half) + (z * z * p - r * tail))
    };
    // A quarter turn exchanges the two; the signs follow.
    let (a, b) = if quadrant & 1 == 0 { (sine, cosine) } else { (cosine, sine) };
    let sign = |bits: u64| (bits & 2) << 62;
    (f64::from_bits(a.to_bits() ^ sign(quadrant)), f64::from_bits(b.to_bits() ^ sign(quadrant.wrapping_add(1))))
}

#[cfg(test)]
mod tests {
    use super::sin_cos;

    #[test]
    fn agrees_with_the_library() {
        let mut worst = 0.0_f64;
        let mut check = |angle: f64| {
            let (sine, cosine) = sin_cos(angle);
            let error = (sine - angle.sin()).abs().max((cosine - angle.cos()).abs());
            worst = worst.max(error);
            assert!(error <= 2.3e-16, "{angle}: off by {error:e}");
        };
        for k in -200_000..200_000_i32 {
            let k = f64::from(k);
            // Evenly, over many turns, and on both sides of each eighth of a turn.
            check(k * 1e-4);
            check(k * 0.499_7);
            check(k * std::f64::consts::FRAC_PI_4);
            check(k * std::f64::consts::FRAC_PI_4 + 1e-9);
        }
        assert!(worst > 0.0);
    }

    #[test]
    fn keeps_what_is_exact() {
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
        assert!(sin_cos(f64::NAN).0.is_nan() && sin_cos(f64::INFINITY).1.is_nan());
        assert_eq!(sin_cos(1e-300).0, 1e-300);
        assert_eq!(sin_cos(1e300), 1e300_f64.sin_cos());
        for k in 0..1000 {
            let angle = f64::from(k) * 0.731;
            assert_eq!(sin_cos(-angle), (-sin_cos(angle).0, sin_cos(angle).1));
        }
    }
}
