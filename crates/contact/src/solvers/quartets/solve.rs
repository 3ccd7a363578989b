//! Four contacts, each alone, as [`Contact::solve`] solves one.

use super::Contact;
use super::quartet::{Four, NOBODY, Quartet, load};
use stiction_linalg::NODE;
use stiction_linalg::lanes::Lanes;

/// Newton steps towards a slip's `λ`, and the step, as a share of it, after which the error is of the order of its square.
const SLIP_STEPS: usize = 12;
const LAST_SLIP_STEP: f64 = 1e-5;
/// How far out a step of `λ` may lead, as a multiple of what it is and of the trace of `A`.
const FARTHER: f64 = 2.0;
const OUT_OF_ZERO: f64 = 1e-2;

/// `a · b + c · d`.
#[inline(always)]
fn pair<L: Lanes>(lanes: L, a: L::Four, b: L::Four, c: L::Four, d: L::Four) -> L::Four {
    lanes.add(lanes.multiply(a, b), lanes.multiply(c, d))
}

/// The impulses of four contacts, each alone, at velocities `c` without them: see [`Contact::solve`].
#[inline(always)]
pub(super) fn solve<L: Lanes>(
    lanes: L,
    quartet: &mut Quartet,
    contacts: &[Contact],
    c: [L::Four; NODE],
) -> [L::Four; NODE] {
    let (zero, one) = (lanes.all(0.0), lanes.all(1.0));
    let (friction, inverse) = (lanes.load(&quartet.friction), lanes.load(&quartet.inverse));
    let (n1, n2) = (lanes.load(&quartet.own[1]), lanes.load(&quartet.own[2]));
    let [a11, a12, a22] = [0, 1, 2].map(|k| lanes.load(&quartet.tangential[k]));
    let trace = lanes.add(a11, a22);
    let determinant = lanes.subtract(lanes.multiply(a11, a22), lanes.multiply(a12, a12));
    let approach = lanes.subtract(zero, c[0]);
    let reach = lanes.multiply(approach, inverse);
    let (b1, b2) = (lanes.add(c[1], lanes.multiply(n1, reach)), lanes.add(c[2], lanes.multiply(n2, reach)));
    let e1 = lanes.subtract(lanes.multiply(a22, b1), lanes.multiply(a12, b2));
    let e2 = lanes.subtract(lanes.multiply(a11, b2), lanes.multiply(a12, b1));
    let (slope, constant) = (pair(lanes, n1, b1, n2, b2), pair(lanes, n1, e1, n2, e2));
    let scale = lanes.multiply(friction, inverse);
    let size = lanes.root(pair(lanes, e1, e1, e2, e2));
    let at_zero =
        lanes.subtract(size, lanes.multiply(scale, lanes.add(constant, lanes.multiply(approach, determinant))));
    // Positive where the contact slips.
    let slips = lanes.choose(approach, at_zero, zero);
    let mut lambda = zero;
    if lanes.any_positive(slips) {
        lambda = lanes.load(&quartet.slip);
        let mut off = slips;
        for _ in 0..SLIP_STEPS {
            let (t1, t2) = (lanes.add(lanes.multiply(lambda, b1), e1), lanes.add(lanes.multiply(lambda, b2), e2));
            let size = lanes.root(pair(lanes, t1, t1, t2, t2));
            let d = lanes.add(lanes.multiply(lambda, lanes.add(lambda, trace)), determinant);
            let normal = lanes.add(lanes.add(lanes.multiply(lambda, slope), constant), lanes.multiply(approach, d));
            let value = lanes.subtract(size, lanes.multiply(scale, normal));
            let d_rate = lanes.add(lanes.add(lambda, lambda), trace);
            let normal_rate = lanes.add(slope, lanes.multiply(approach, d_rate));
            let size_rate = lanes.divide(pair(lanes, t1, b1, t2, b2), size);
            let rate = lanes.subtract(size_rate, lanes.multiply(scale, normal_rate));
            // Newton's step where the sides come together, else twice as far out or half as far.
            let farther =
                lanes.add(lanes.multiply(lambda, lanes.all(FARTHER)), lanes.multiply(trace, lanes.all(OUT_OF_ZERO)));
            let newton = lanes.larger(lanes.subtract(lambda, lanes.divide(value, rate)), zero);
            let newton = lanes.smaller(newton, lanes.multiply(farther, lanes.all(FARTHER)));
            let other = lanes.choose(value, farther, lanes.multiply(lambda, lanes.all(1.0 / FARTHER)));
            let next = lanes.choose(lanes.subtract(zero, rate), newton, other);
            let step = lanes.subtract(next, lambda);
            let step = lanes.larger(step, lanes.subtract(zero, step));
            lambda = next;
            off = lanes.subtract(step, lanes.multiply(lambda, lanes.all(LAST_SLIP_STEP)));
            off = lanes.choose(slips, off, zero);
            if !lanes.any_positive(off) {
                break;
            }
        }
        if lanes.any_positive(off) {
            let mut velocities = [[0.0; 4]; NODE];
            (0..NODE).for_each(|k| lanes.store(c[k], &mut velocities[k]));
            return load(lanes, &one_by_one(quartet, contacts, velocities));
        }
        lambda = lanes.choose(slips, lambda, zero);
    }
    lanes.store(lambda, &mut quartet.slip);
    let d = lanes.add(lanes.multiply(lambda, lanes.add(lambda, trace)), determinant);
    let over = lanes.divide(one, d);
    let t1 = lanes.multiply(lanes.add(lanes.multiply(lambda, b1), e1), over);
    let t2 = lanes.multiply(lanes.add(lanes.multiply(lambda, b2), e2), over);
    let normal = lanes.multiply(lanes.add(approach, pair(lanes, n1, t1, n2, t2)), inverse);
    let normal = lanes.larger(lanes.choose(approach, normal, zero), zero);
    // What is left outside of the cone is taken back; friction is against (t1, t2).
    let (size, radius) = (lanes.root(pair(lanes, t1, t1, t2, t2)), lanes.multiply(friction, normal));
    let share = lanes.choose(lanes.subtract(size, radius), lanes.divide(radius, size), one);
    let share = lanes.choose(normal, lanes.subtract(zero, share), zero);
    [normal, lanes.multiply(t1, share), lanes.multiply(t2, share)]
}

/// The same, contact after contact, for slips that Newton's method did not find.
#[cold]
fn one_by_one(quartet: &mut Quartet, contacts: &[Contact], c: [Four; NODE]) -> [Four; NODE] {
    let mut impulses = [[0.0; 4]; NODE];
    for (lane, &law) in quartet.laws.iter().enumerate().filter(|(_, law)| **law != NOBODY) {
        let (p, slip) = contacts[law].solve(c.map(|row| row[lane]), quartet.slip[lane]);
        quartet.slip[lane] = slip;
        (0..NODE).for_each(|k| impulses[k][lane] = p[k]);
    }
    impulses
}
