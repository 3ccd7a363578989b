//! One law alone: the impulse that solves `u = D p + c` under the law, where `D` is the law's own block of `W`.
//!
//! For Coulomb's law in space the cases open, stick and slip are tried in turn. A slipping impulse is
//! `p_t(λ) = −(A + λ I)⁻¹ a` with the normal impulse eliminated, for the `λ ≥ 0` with `‖p_t‖ = μ p_n`. Multiplied by the
//! determinant `d(λ)` this is a quartic in `λ` (Bonnefon and Daviet 2011), of which the root is wanted where both sides
//! are positive; between zero and infinity there always is one.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `D`, `c` | the law's block, the velocity that the other impulses leave |
//! | `A`, `a` | `D_tt − D_tn D_nt / D_nn`, `c_t − D_tn c_n / D_nn` |
//! | `λ` | slip speed over the size of friction, in units of `D` |
//! | `d(λ)` | `det(A + λ I) = λ² + λ tr A + det A` |

use stiction_linalg::Block;

/// The `λ`, over the trace of `A`, that is as good as zero.
const SINGULAR: f64 = 1e-9;
/// A step of Newton's method towards `λ`, as a share of it, after which nothing is left but rounding.
const LAST_STEP: f64 = 1e-7;

/// What of a contact in space stays the same from sweep to sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contact {
    pub friction: f64,
    nn: f64,
    /// `1 / D_nn`.
    pub inverse: f64,
    /// Column n of the tangents, row n of the tangents.
    nt: [f64; 2],
    tn: [f64; 2],
    pub a11: f64,
    pub a12: f64,
    a21: f64,
    pub a22: f64,
    trace: f64,
    determinant: f64,
    regular: bool,
}

impl Contact {
    /// A contact by its own block of `W`.
    #[inline]
    pub fn new(block: &Block, friction: f64) -> Self {
        let nn = block[0][0];
        let inverse = 1.0 / nn;
        let (nt, tn) = ([block[1][0], block[2][0]], [block[0][1], block[0][2]]);
        let a11 = block[1][1] - tn[0] * nt[0] * inverse;
        let a12 = block[2][1] - tn[0] * nt[1] * inverse;
        let a21 = block[1][2] - tn[1] * nt[0] * inverse;
        let a22 = block[2][2] - tn[1] * nt[1] * inverse;
        let (trace, determinant) = (a11 + a22, a11 * a22 - a12 * a21);
        let regular = determinant > 1e-14 * trace * trace;
        Self { friction, nn, inverse, nt, tn, a11, a12, a21, a22, trace, determinant, regular }
    }

    /// Whether one impulse alone makes it stick.
    pub fn is_regular(&self) -> bool {
        self.regular && self.nn > 0.0
    }

    /// The impulse with the `λ` of its slip; `guess` is the `λ` of the last time.
    #[inline(always)]
    pub fn solve(&self, c: [f64; 3], guess: f64) -> ([f64; 3], f64) {
        let Self { friction, nn, inverse, nt, tn, a11, a12, a21, a22, trace, determinant, regular } = *self;
        if c[0] >= 0.0 || nn <= 0.0 {
            return ([0.0; 3], guess);
        }
        if friction == 0.0 {
            return ([-c[0] * inverse, 0.0, 0.0], guess);
        }
        let (b1, b2) = (c[1] - tn[0] * c[0] * inverse, c[2] - tn[1] * c[0] * inverse);
        // −d(λ) p_t = λ a + adj(A) a.
        let (e1, e2) = (a22 * b1 - a12 * b2, a11 * b2 - a21 * b1);
        // d(λ) p_n D_nn = −c_n d(λ) + D_nt (λ a + adj(A) a).
        let (slope, constant) = (nt[0] * b1 + nt[1] * b2, nt[0] * e1 + nt[1] * e2);
        let scale = friction * inverse;
        // The difference of the two sides of ‖p_t‖ = μ p_n, times d(λ), and its derivative.
        let difference = |l: f64| {
            let (t1, t2) = (l * b1 + e1, l * b2 + e2);
            let size = (t1 * t1 + t2 * t2).sqrt();
            let normal = -c[0] * (l * (l + trace) + determinant) + l * slope + constant;
            let rate = if size > 0.0 { (t1 * b1 + t2 * b2) / size } else { (b1 * b1 + b2 * b2).sqrt() };
            (size - scale * normal, rate - scale * (-c[0] * (2.0 * l + trace) + slope))
        };
        let at_zero = (e1 * e1 + e2 * e2).sqrt() - scale * (constant - c[0] * determinant);
        // Where A is singular, a λ next to zero stands for the sticking impulse of least size.
        let least = SINGULAR * trace;
        let lambda = if at_zero <= 0.0 && regular {
            0.0
        } else if !regular && trace > 0.0 && difference(least).0 <= 0.0 {
            least
        } else {
            root(difference, if guess > 0.0 { guess } else { 0.1 * trace.max(f64::MIN_POSITIVE) })
        };
        let d = lambda * (lambda + trace) + determinant;
        if d <= 0.0 || !d.is_finite() {
            return ([-c[0] * inverse, 0.0, 0.0], guess);
        }
        let over = 1.0 / d;
        let (t1, t2) = (-(lambda * b1 + e1) * over, -(lambda * b2 + e2) * over);
        let normal = -(c[0] + nt[0] * t1 + nt[1] * t2) * inverse;
        if normal <= 0.0 {
            return ([0.0; 3], guess);
        }
        // What rounding leaves outside of the cone is taken back.
        let (size, radius) = ((t1 * t1 + t2 * t2).sqrt(), friction * normal);
        let share = if size > radius { radius / size } else { 1.0 };
        ([normal, t1 * share, t2 * share], lambda)
    }
}

/// The root of a function that is positive at zero and negative far out: Newton's method inside a bracket.
#[inline(always)]
fn root(f: impl Fn(f64) -> (f64, f64), guess: f64) -> f64 {
    let (mut low, mut high) = (0.0, guess);
    let mut at = guess;
    let (mut value, mut rate) = f(at);
    let mut doublings = 0;
    while value > 0.0 {
        low = at;
        // A Newton step where it leads further out, else twice as far.
        let newton = at - value / rate;
        at = if newton > at && newton < 16.0 * at { newton * 1.001 } else { 2.0 * at };
        (value, rate) = f(at);
        doublings += 1;
        if doublings > 200 || value.is_nan() {
            return at;
        }
        high = at;
    }
    for _ in 0..100 {
        let newton = at - value / rate;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        // The error after a Newton step is of the order of the step's square.
        if (next - at).abs() <= LAST_STEP * at || next == low || next == high {
            return next;
        }
        at = next;
        (value, rate) = f(at);
        if value > 0.0 {
            low = at
        } else {
            high = at
        }
        if value == 0.0 {
            return at;
        }
    }
    at
}

/// The impulse of a contact in the plane.
#[inline]
pub(crate) fn planar_coulomb(block: &Block, c: [f64; 2], friction: f64) -> [f64; 2] {
    let (nn, tt, nt, tn) = (block[0][0], block[1][1], block[1][0], block[0][1]);
    if c[0] >= 0.0 || nn <= 0.0 {
        return [0.0; 2];
    }
    let determinant = nn * tt - nt * tn;
    if determinant > 1e-14 * nn * tt {
        let normal = (nt * c[1] - tt * c[0]) / determinant;
        let tangent = (tn * c[0] - nn * c[1]) / determinant;
        if normal >= 0.0 && tangent.abs() <= friction * normal {
            return [normal, tangent];
        }
    }
    // Slip either way: p_t = ∓μ p_n against u_t.
    for sign in [1.0, -1.0] {
        let effective = nn - sign * friction * nt;
        if effective > 0.0 {
            let normal = -c[0] / effective;
            let tangent = -sign * friction * normal;
            if sign * (tn * normal + tt * tangent + c[1]) >= 0.0 {
                return [normal, tangent];
            }
        }
    }
    let normal = -c[0] / nn;
    [normal, (-(c[1] + tn * normal) / tt.max(f64::MIN_POSITIVE)).max(-friction * normal).min(friction * normal)]
}

/// The impulse on a disc of given radius with the block `[[d11, d12], [d21, d22]]` and velocity `c`.
#[inline]
pub(crate) fn disc(block: [[f64; 2]; 2], c: [f64; 2], radius: f64) -> [f64; 2] {
    if radius <= 0.0 {
        return [0.0; 2];
    }
    let [[a11, a21], [a12, a22]] = block;
    let (trace, determinant) = (a11 + a22, a11 * a22 - a12 * a21);
    let (e1, e2) = (a22 * c[0] - a12 * c[1], a11 * c[1] - a21 * c[0]);
    let impulse = |l: f64| {
        let d = l * (l + trace) + determinant;
        [-(l * c[0] + e1) / d, -(l * c[1] + e2) / d]
    };
    if determinant > 1e-14 * trace * trace {
        let p = impulse(0.0);
        if (p[0] * p[0] + p[1] * p[1]).sqrt() <= radius {
            return p;
        }
    }
    let difference = |l: f64| {
        let (t1, t2) = (l * c[0] + e1, l * c[1] + e2);
        let size = (t1 * t1 + t2 * t2).sqrt();
        let rate = if size > 0.0 { (t1 * c[0] + t2 * c[1]) / size } else { 0.0 };
        (size - radius * (l * (l + trace) + determinant), rate - radius * (2.0 * l + trace))
    };
    let lambda = root(difference, 0.1 * trace.max(f64::MIN_POSITIVE));
    let p = impulse(lambda);
    if p.iter().all(|value| value.is_finite()) { p } else { [0.0; 2] }
}
