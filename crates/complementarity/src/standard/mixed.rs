//! Small mixed LCPs: equations, boxes, upper bounds, a fixed unknown.

use super::example::{LinearExample, mixed};
use super::known::{Known, Polyhedron};

const FREE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
const POSITIVE: (f64, f64) = (0.0, f64::INFINITY);
const NEGATIVE: (f64, f64) = (f64::NEG_INFINITY, 0.0);
const UNIT: (f64, f64) = (-1.0, 1.0);

/// The examples of this file.
pub(super) const EXAMPLES: &[fn() -> Option<LinearExample>] = &[
    equation,
    quadratic_program,
    relay,
    three_valued_relay,
    upper_bound,
    fixed_unknown,
    every_bound,
    mixed_ray,
    contradictory_equations,
    equation_without_complement,
];

fn equation() -> Option<LinearExample> {
    Some(LinearExample {
        name: "equation",
        title: "One equation and two complementary rows",
        source: "Siconos, numerics test m2n1_mlcp",
        problem: mixed(
            [[1.0, 2.0, 0.0], [0.0, 1.0, 1.3333], [0.0, 0.0, 1.0]],
            [-1.0, 1.0, -3.0],
            [FREE, POSITIVE, POSITIVE],
        )?,
        known: Known::Solutions(vec![vec![1.0, 0.0, 3.0]]),
    })
}

/// Minimise `½(x₁² + x₂²) + 2x₂` where `x₁ + x₂ = 1` and `x ≥ 0`; the multiplier is a free row.
fn quadratic_program() -> Option<LinearExample> {
    Some(LinearExample {
        name: "quadratic-program",
        title: "A quadratic program with an equation: a saddle point matrix",
        source: "J. Nocedal, S. J. Wright, Numerical Optimization, Springer 2006, chapter 16 (form of the problem)",
        problem: mixed(
            [[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [1.0, 1.0, 0.0]],
            [0.0, 2.0, -1.0],
            [POSITIVE, POSITIVE, FREE],
        )?,
        known: Known::Solutions(vec![vec![1.0, 0.0, 1.0]]),
    })
}

fn relay() -> Option<LinearExample> {
    Some(LinearExample {
        name: "relay",
        title: "Four independent relays: one at the upper bound, two between the bounds, one at the lower bound",
        source: "Siconos, numerics test relay_4x4",
        problem: mixed(
            [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
            [-5.0, -0.5, 0.5, 5.0],
            [UNIT; 4],
        )?,
        known: Known::Solutions(vec![vec![1.0, 0.5, -0.5, -1.0]]),
    })
}

fn three_valued_relay() -> Option<LinearExample> {
    Some(LinearExample {
        name: "three-valued-relay",
        title: "A relay with positive feedback: three solutions",
        source: "V. Acary, B. Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, Springer 2008 (form of the \
                 problem)",
        problem: mixed([[-1.0]], [0.0], [UNIT])?,
        known: Known::Solutions(vec![vec![-1.0], vec![0.0], vec![1.0]]),
    })
}

/// An LCP turned upside down: `z ≤ 0`, and `w ≤ 0` where `z = 0`.
fn upper_bound() -> Option<LinearExample> {
    Some(LinearExample {
        name: "upper-bound",
        title: "Unknowns bounded from above only",
        source: "This project: `one-solution` with both signs reversed",
        problem: mixed([[2.0, 1.0], [1.0, 2.0]], [5.0, 6.0], [NEGATIVE; 2])?,
        known: Known::Solutions(vec![vec![-4.0 / 3.0, -7.0 / 3.0]]),
    })
}

fn fixed_unknown() -> Option<LinearExample> {
    Some(LinearExample {
        name: "fixed-unknown",
        title: "Equal bounds fix the first unknown; its row may have any value",
        source: "This project",
        problem: mixed([[2.0, 1.0], [1.0, 2.0]], [0.0, -5.0], [(3.0, 3.0), POSITIVE])?,
        known: Known::Solutions(vec![vec![3.0, 1.0]]),
    })
}

/// A positive definite matrix with a skew part, and one row of every kind: free, bounded below,
/// bounded above, box at its upper bound, fixed.
fn every_bound() -> Option<LinearExample> {
    Some(LinearExample {
        name: "every-bound",
        title: "One row of every kind and an unsymmetric matrix: one solution",
        source: "This project: vector constructed from the solution",
        problem: mixed(
            [
                [4.0, 1.0, 0.0, -1.0, 2.0],
                [-1.0, 3.0, 1.0, 0.0, 0.0],
                [0.0, -1.0, 5.0, 2.0, 1.0],
                [1.0, 0.0, -2.0, 4.0, 0.0],
                [-2.0, 0.0, -1.0, 0.0, 2.0],
            ],
            // z = (−2, 0, −1, 1, 2), w = (0, 2, 0, −3, any)
            [5.0, 1.0, 1.0, -7.0, 4.0],
            [FREE, POSITIVE, NEGATIVE, (-1.0, 1.0), (2.0, 2.0)],
        )?,
        known: Known::Solutions(vec![vec![-2.0, 0.0, -1.0, 1.0, 2.0]]),
    })
}

fn mixed_ray() -> Option<LinearExample> {
    Some(LinearExample {
        name: "mixed-ray",
        title: "An equation and a zero row: a ray of solutions",
        source: "This project",
        problem: mixed([[1.0, -1.0], [0.0, 0.0]], [-1.0, 0.0], [FREE, POSITIVE])?,
        known: Known::Continuum(vec![Polyhedron { vertices: vec![vec![1.0, 0.0]], rays: vec![vec![1.0, 1.0]] }]),
    })
}

fn contradictory_equations() -> Option<LinearExample> {
    Some(LinearExample {
        name: "contradictory-equations",
        title: "Two equations that contradict each other: no solution",
        source: "This project",
        problem: mixed([[1.0, 1.0], [1.0, 1.0]], [-1.0, -2.0], [FREE; 2])?,
        known: Known::NoSolution,
    })
}

/// The equation forces `z₂ = 1`, and then `w₂ = 2 > 0` whatever the rest.
fn equation_without_complement() -> Option<LinearExample> {
    Some(LinearExample {
        name: "equation-without-complement",
        title: "Feasible, but the equation makes both members of a complementary pair positive: no solution",
        source: "This project",
        problem: mixed([[0.0, 1.0], [0.0, 1.0]], [-1.0, 1.0], [FREE, POSITIVE])?,
        known: Known::NoSolution,
    })
}
