//! Vector kernels on slices, with several accumulators so that the compiler can use the vector units.

/// Work that [`vectorised`] runs; all that `call` calls must be inlined into it (`#[inline(always)]`), itself included.
pub use pulp::NullaryFnOnce as Kernel;

/// Runs a kernel with the vector instructions of the machine at hand.
///
/// No instruction is used that rounds otherwise, so that the bits do not depend on the machine.
#[inline(always)]
pub fn vectorised<Work: Kernel>(work: Work) -> Work::Output {
    pulp::Arch::new().dispatch(work)
}

/// The inner product of two vectors of equal length.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let length = a.len().min(b.len());
    let (a, b) = (&a[..length], &b[..length]);
    let mut sums = [0.0; 8];
    let (a_blocks, a_rest) = a.as_chunks::<8>();
    let (b_blocks, b_rest) = b.as_chunks::<8>();
    for (x, y) in a_blocks.iter().zip(b_blocks) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest
}

/// `y += factor · x`.
#[inline]
pub fn axpy(factor: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += factor * x;
    }
}

/// `y += Σ factor_k · x_k` for four vectors at once: one pass over `y` instead of four.
#[inline]
pub fn axpy4(factors: [f64; 4], x: [&[f64]; 4], y: &mut [f64]) {
    let length = y.len();
    let [a, b, c, d] = x.map(|column| &column[..length]);
    for i in 0..length {
        y[i] += (factors[0] * a[i] + factors[1] * b[i]) + (factors[2] * c[i] + factors[3] * d[i]);
    }
}

/// The largest absolute value; 0 for an empty vector, NaN if any entry is NaN.
#[inline]
pub fn norm_max(x: &[f64]) -> f64 {
    let (blocks, rest) = x.as_chunks::<4>();
    let mut largest = [0.0_f64; 4];
    let mut probe = [0.0_f64; 4];
    for block in blocks {
        for k in 0..4 {
            let size = block[k].abs();
            largest[k] = if size > largest[k] { size } else { largest[k] };
            // Stays zero unless an entry is infinite or NaN.
            probe[k] += 0.0 * block[k];
        }
    }
    for (k, value) in rest.iter().enumerate() {
        largest[k] = largest[k].max(value.abs());
        probe[k] += 0.0 * value;
    }
    if probe.iter().any(|p| p.is_nan()) && x.iter().any(|value| value.is_nan()) {
        return f64::NAN;
    }
    largest[0].max(largest[1]).max(largest[2].max(largest[3]))
}

/// Makes room for `length` entries in all, where `Vec::reserve` counts from those already there.
pub fn reserve_total<T>(values: &mut Vec<T>, length: usize) {
    values.reserve(length.saturating_sub(values.len()));
}

/// The Euclidean norm, without protection against overflow.
#[inline]
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}
