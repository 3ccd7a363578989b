//! Sample contact problems, each with what is known of its solutions.
//!
//! They come from a few rigid bodies each ([`Assembly`]), so that `W = G M⁻¹ Gᵀ` is as a simulation would write it.
//!
//! ```
//! use stiction_contact::standard;
//!
//! let sample = standard::sample("box-sliding").ok_or("no such sample")?;
//! for impulses in &sample.known.solutions {
//!     assert!(sample.problem.residual(impulses).within(1e-12));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arches;
mod assembly;
mod boxes;
mod chains;
mod known;
mod mixed;
mod piles;
mod single;
mod wedges;

pub use assembly::{Assembly, Body, Touch};
pub use known::{Known, Sample, Velocities};
pub use piles::pile;

fn builders() -> [fn() -> Vec<Option<Sample>>; 7] {
    [single::samples, boxes::samples, wedges::samples, arches::samples, chains::samples, mixed::samples, piles::samples]
}

/// Every sample, in a fixed order.
pub fn all() -> Vec<Sample> {
    builders().into_iter().flat_map(|samples| samples()).flatten().collect()
}

/// The sample of that name.
pub fn sample(name: &str) -> Option<Sample> {
    all().into_iter().find(|sample| sample.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn every_sample_is_well_formed_and_has_its_own_name() {
        let count: usize = builders().into_iter().map(|samples| samples().len()).sum();
        assert_eq!(all().len(), count);
        let (mut names, mut titles) = (BTreeSet::new(), BTreeMap::new());
        for sample in all() {
            assert!(names.insert(sample.name.clone()), "{} is listed twice", sample.name);
            assert!(sample.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            // Only samples that differ by numbers alone, which the name has, share their words.
            let family = sample.name.replace(|c: char| c.is_ascii_digit(), "");
            let known = titles.entry(sample.title).or_insert_with(|| family.clone());
            assert_eq!(*known, family, "{}: {}", sample.name, sample.title);
            assert!(!sample.title.is_empty());
        }
    }

    #[test]
    fn known_solutions_solve() {
        for Sample { name, problem, known, .. } in all() {
            for impulses in &known.solutions {
                let residual = problem.residual(impulses);
                assert!(residual.within(1e-9), "{name}: {residual:?}");
            }
        }
    }

    #[test]
    fn several_velocities_are_so() {
        for Sample { name, problem, known, .. } in all() {
            if known.uniqueness != Velocities::Several {
                continue;
            }
            let velocities: Vec<_> = known.solutions.iter().map(|impulses| problem.velocity(impulses)).collect();
            let differs = |a: &[f64], b: &[f64]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
            assert!(velocities.windows(2).all(|pair| differs(&pair[0], &pair[1])), "{name}");
        }
    }

    #[test]
    fn the_primal_form_is_the_same_problem() {
        for Sample { name, assembly, problem, .. } in all() {
            let primal = assembly.primal_problem().unwrap();
            let (a, b) = (problem.dense(), primal.dense());
            let largest = a.as_slice().iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            for (a, b) in a.as_slice().iter().zip(b.as_slice()) {
                assert!((a - b).abs() <= 1e-12 * largest, "{name}: {a} and {b}");
            }
        }
    }
}
