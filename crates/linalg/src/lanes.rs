//! Four numbers at once, for kernels that do the same to four things that do not depend on each other.
//!
//! Each lane rounds as a number alone does, so that the bits do not depend on the machine.

/// Arithmetic on four numbers.
pub trait Lanes: Copy {
    /// Four numbers.
    type Four: Copy;
    /// The same number four times.
    fn all(self, value: f64) -> Self::Four;
    /// From memory.
    fn load(self, values: &[f64; 4]) -> Self::Four;
    /// To memory.
    fn store(self, values: Self::Four, target: &mut [f64; 4]);
    /// `a + b`.
    fn add(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// `a − b`.
    fn subtract(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// `a · b`.
    fn multiply(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// `a / b`.
    fn divide(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// The larger of each two; `b` where one is not a number.
    fn larger(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// The smaller of each two; `b` where one is not a number.
    fn smaller(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// The square root.
    fn root(self, a: Self::Four) -> Self::Four;
    /// `a` where `sign` is positive, else `b`.
    fn choose(self, sign: Self::Four, a: Self::Four, b: Self::Four) -> Self::Four;
    /// Whether any is positive.
    fn any_positive(self, a: Self::Four) -> bool;
    /// Rows become columns.
    fn transpose(self, rows: [Self::Four; 4]) -> [Self::Four; 4];
}

/// Work for [`in_lanes`]; all that `call` calls must be inlined into it (`#[inline(always)]`), itself included.
pub trait LaneKernel {
    /// What it gives.
    type Output;
    /// Does it.
    fn call<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs a kernel with the vector instructions of the machine at hand.
#[inline(always)]
pub fn in_lanes<Work: LaneKernel>(work: Work) -> Work::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(Wide { simd, work });
    }
    work.call(Plain)
}

/// One number after the other.
#[derive(Clone, Copy, Debug)]
struct Plain;

#[inline(always)]
fn each(f: impl Fn(usize) -> f64) -> [f64; 4] {
    [f(0), f(1), f(2), f(3)]
}

impl Lanes for Plain {
    type Four = [f64; 4];
    #[inline(always)]
    fn all(self, value: f64) -> [f64; 4] {
        [value; 4]
    }
    #[inline(always)]
    fn load(self, values: &[f64; 4]) -> [f64; 4] {
        *values
    }
    #[inline(always)]
    fn store(self, values: [f64; 4], target: &mut [f64; 4]) {
        *target = values;
    }
    #[inline(always)]
    fn add(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| a[k] + b[k])
    }
    #[inline(always)]
    fn subtract(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| a[k] - b[k])
    }
    #[inline(always)]
    fn multiply(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| a[k] * b[k])
    }
    #[inline(always)]
    fn divide(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| a[k] / b[k])
    }
    #[inline(always)]
    fn larger(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| if a[k] > b[k] { a[k] } else { b[k] })
    }
    #[inline(always)]
    fn smaller(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| if a[k] < b[k] { a[k] } else { b[k] })
    }
    #[inline(always)]
    fn root(self, a: [f64; 4]) -> [f64; 4] {
        each(|k| a[k].sqrt())
    }
    #[inline(always)]
    fn choose(self, sign: [f64; 4], a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(|k| if sign[k] > 0.0 { a[k] } else { b[k] })
    }
    #[inline(always)]
    fn any_positive(self, a: [f64; 4]) -> bool {
        a.iter().any(|&value| value > 0.0)
    }
    #[inline(always)]
    fn transpose(self, rows: [[f64; 4]; 4]) -> [[f64; 4]; 4] {
        [0, 1, 2, 3].map(|column| each(|row| rows[row][column]))
    }
}

#[cfg(target_arch = "x86_64")]
struct Wide<Work> {
    simd: pulp::x86::V3,
    work: Work,
}

#[cfg(target_arch = "x86_64")]
impl<Work: LaneKernel> pulp::NullaryFnOnce for Wide<Work> {
    type Output = Work::Output;
    #[inline(always)]
    fn call(self) -> Work::Output {
        self.work.call(self.simd)
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Lanes;
    use core::arch::x86_64::__m256d;
    use pulp::x86::V3;

    /// The predicate "greater than, and both are numbers".
    const GREATER: i32 = 0x1e;

    impl Lanes for V3 {
        type Four = __m256d;
        #[inline(always)]
        fn all(self, value: f64) -> __m256d {
            self.avx._mm256_set1_pd(value)
        }
        #[inline(always)]
        fn load(self, values: &[f64; 4]) -> __m256d {
            pulp::cast(*values)
        }
        #[inline(always)]
        fn store(self, values: __m256d, target: &mut [f64; 4]) {
            *target = pulp::cast(values);
        }
        #[inline(always)]
        fn add(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_add_pd(a, b)
        }
        #[inline(always)]
        fn subtract(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_sub_pd(a, b)
        }
        #[inline(always)]
        fn multiply(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_mul_pd(a, b)
        }
        #[inline(always)]
        fn divide(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_div_pd(a, b)
        }
        #[inline(always)]
        fn larger(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_max_pd(a, b)
        }
        #[inline(always)]
        fn smaller(self, a: __m256d, b: __m256d) -> __m256d {
            self.avx._mm256_min_pd(a, b)
        }
        #[inline(always)]
        fn root(self, a: __m256d) -> __m256d {
            self.avx._mm256_sqrt_pd(a)
        }
        #[inline(always)]
        fn choose(self, sign: __m256d, a: __m256d, b: __m256d) -> __m256d {
            let positive = self.avx._mm256_cmp_pd::<GREATER>(sign, self.avx._mm256_setzero_pd());
            self.avx._mm256_blendv_pd(b, a, positive)
        }
        #[inline(always)]
        fn any_positive(self, a: __m256d) -> bool {
            let positive = self.avx._mm256_cmp_pd::<GREATER>(a, self.avx._mm256_setzero_pd());
            self.avx._mm256_movemask_pd(positive) != 0
        }
        #[inline(always)]
        fn transpose(self, rows: [__m256d; 4]) -> [__m256d; 4] {
            let [a, b, c, d] = rows;
            let (even, odd) = (self.avx._mm256_unpacklo_pd(a, b), self.avx._mm256_unpackhi_pd(a, b));
            let (even_below, odd_below) = (self.avx._mm256_unpacklo_pd(c, d), self.avx._mm256_unpackhi_pd(c, d));
            [
                self.avx._mm256_permute2f128_pd::<0x20>(even, even_below),
                self.avx._mm256_permute2f128_pd::<0x20>(odd, odd_below),
                self.avx._mm256_permute2f128_pd::<0x31>(even, even_below),
                self.avx._mm256_permute2f128_pd::<0x31>(odd, odd_below),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation once, into one list.
    struct Everything([[f64; 4]; 4]);

    impl LaneKernel for Everything {
        type Output = (Vec<[f64; 4]>, [bool; 2]);
        #[inline(always)]
        fn call<L: Lanes>(self, lanes: L) -> Self::Output {
            let [a, b, c, d] = self.0.map(|row| lanes.load(&row));
            let mut found = vec![
                lanes.add(a, b),
                lanes.subtract(a, b),
                lanes.multiply(a, b),
                lanes.divide(a, b),
                lanes.larger(a, b),
                lanes.smaller(a, b),
                lanes.root(c),
                lanes.choose(d, a, b),
                lanes.all(0.1),
            ];
            found.extend(lanes.transpose([a, b, c, d]));
            let numbers = found.into_iter().map(|four| {
                let mut target = [0.0; 4];
                lanes.store(four, &mut target);
                target
            });
            (numbers.collect(), [lanes.any_positive(d), lanes.any_positive(lanes.subtract(a, a))])
        }
    }

    #[test]
    fn four_numbers_at_once_have_the_bits_of_one_after_the_other() {
        let rows = [
            [0.1, -3.0, 7e300, 1.0 / 3.0],
            [0.7, 1e-200, -2.0, f64::NAN],
            [2.0, 3.0, 0.0, 1e-310],
            [1.0, -1.0, 0.0, f64::NAN],
        ];
        let (wide, plain) = (in_lanes(Everything(rows)), Everything(rows).call(Plain));
        let bits = |found: &Vec<[f64; 4]>| -> Vec<Option<u64>> {
            found.iter().flatten().map(|value| (!value.is_nan()).then(|| value.to_bits())).collect()
        };
        assert_eq!(bits(&wide.0), bits(&plain.0));
        assert_eq!(wide.1, plain.1);
        assert_eq!(plain.1, [true, false]);
        assert_eq!(plain.0[0][0], 0.1 + 0.7);
        assert_eq!(plain.0[7][..3], [0.1, 1e-200, -2.0]);
        assert_eq!(plain.0[10], [-3.0, 1e-200, 3.0, -1.0]);
    }
}
