//! Standard test problems, each with its source and its known solutions.
//!
//! Named examples for `stiction solve --example NAME` and for the tests: [`linear_examples`] and
//! [`nonlinear_examples`]. Random families of any size, reproducible from a seed: [`random`]. Friction
//! pyramids of stacks of boxes: [`pyramids`].
//!
//! ```
//! use stiction_complementarity::standard::{Known, linear_example};
//!
//! let example = linear_example("segment").ok_or("no such example")?;
//! assert!(matches!(example.known, Known::Continuum(_)));
//! for solution in example.known.points() {
//!     assert!(example.problem.as_linear().residual(&solution).within(1e-12));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod degenerate;
mod example;
mod known;
pub mod linear;
pub mod mixed;
pub mod nonlinear;
pub mod painleve;
pub mod pyramids;
pub mod random;

pub use example::{LinearExample, LinearKind, NonlinearExample};
pub use known::{Known, Polyhedron};
pub use random::{Family, Generator};

type LinearBuilder = fn() -> Option<LinearExample>;

fn linear_builders() -> impl Iterator<Item = &'static LinearBuilder> {
    [linear::EXAMPLES, degenerate::EXAMPLES, painleve::EXAMPLES, mixed::EXAMPLES].into_iter().flatten()
}

/// Every linear example, in a fixed order.
pub fn linear_examples() -> Vec<LinearExample> {
    linear_builders().filter_map(|build| build()).collect()
}

/// The linear example of that name.
pub fn linear_example(name: &str) -> Option<LinearExample> {
    linear_examples().into_iter().find(|example| example.name == name)
}

/// Every nonlinear example, in a fixed order.
pub fn nonlinear_examples() -> Vec<NonlinearExample> {
    nonlinear::EXAMPLES.iter().filter_map(|build| build()).collect()
}

/// The nonlinear example of that name.
pub fn nonlinear_example(name: &str) -> Option<NonlinearExample> {
    nonlinear_examples().into_iter().find(|example| example.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_example_is_well_formed_and_has_its_own_name() {
        assert_eq!(linear_examples().len(), linear_builders().count());
        assert_eq!(nonlinear_examples().len(), nonlinear::EXAMPLES.len());
        let mut names = BTreeSet::new();
        let linear = linear_examples().into_iter().map(|example| (example.name, example.source));
        let nonlinear = nonlinear_examples().into_iter().map(|example| (example.name, example.source));
        for (name, source) in linear.chain(nonlinear) {
            assert!(names.insert(name), "{name} is listed twice");
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
            assert!(!source.is_empty(), "{name}");
        }
    }
}
