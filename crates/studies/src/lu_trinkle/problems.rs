//! The problems of the extension: standard ones, recorded ones, and steps of robots.

use super::frozen::Frozen;
use crate::StudyError;
use crate::error::missing;
use crate::recorded::recorded;
use stiction_contact::{ContactProblem, standard};

/// Where a problem is from.
#[derive(Clone, Copy)]
pub enum Origin {
    /// A built-in problem.
    Standard(&'static str),
    /// A file of `data/contact`.
    Recorded(&'static str),
    /// A step of a built-in scene.
    Step(Frozen),
}

/// A problem and its name in tables.
#[derive(Clone, Copy)]
pub struct Named {
    pub words: &'static str,
    pub origin: Origin,
}

const fn standard(words: &'static str, name: &'static str) -> Named {
    Named { words, origin: Origin::Standard(name) }
}

const fn file(words: &'static str, name: &'static str) -> Named {
    Named { words, origin: Origin::Recorded(name) }
}

const fn step(words: &'static str, scene: &'static str, step: usize, thrown: &'static [(usize, f64)]) -> Named {
    Named { words, origin: Origin::Step(Frozen { scene, step, thrown }) }
}

/// Bodies in contact.
pub const CONTACTS: [Named; 12] = [
    standard("box at rest", "box-at-rest"),
    standard("box sliding", "box-sliding"),
    standard("table, 16 legs", "table-16"),
    standard("stack of 5", "stack-5"),
    standard("stack of 10", "stack-10"),
    standard("pile, 50 contacts", "pile-50-3"),
    standard("pile, unequal masses", "pile-50-4"),
    standard("10⁶ kg on two of 1 kg", "heavy-on-light-pushed"),
    file("FCLIB two cubes", "fc3d/2cubes_t0.hdf5"),
    file("FCLIB box stack", "fc3d/BoxesStack1-i100000-32.hdf5"),
    file("FCLIB capsules", "fc3d/Capsules-i101-404.hdf5"),
    file("FCLIB rover", "fc3d/Rover1041.hdf5"),
];

/// Robots: locomotion, then manipulation. Degrees of freedom 0 and 2 of a robot are its root's forward and upward velocity.
pub const ROBOTS: [Named; 9] = [
    step("quadruped stands", "quadruped-standing", 3, &[]),
    step("quadruped slides at 1 m/s", "quadruped-standing", 1, &[(0, 1.0)]),
    step("quadruped lands at 1 m/s", "quadruped-standing", 10, &[(2, -1.0)]),
    step("humanoid stands", "humanoid-standing", 30, &[]),
    step("humanoid is pushed", "humanoid-standing", 30, &[(0, 1.0)]),
    step("walker on one foot", "planar-walker", 30, &[]),
    step("gripper shakes a box", "gripper-holding-object", 130, &[]),
    step("gripper upside down", "gripper-holding-object", 5000, &[]),
    step("Delta robot", "parallel-robot", 100, &[]),
];

impl Named {
    /// The problem.
    pub fn problem(&self) -> Result<ContactProblem, StudyError> {
        match self.origin {
            Origin::Standard(name) => Ok(standard::sample(name).ok_or_else(|| missing(name))?.problem),
            Origin::Recorded(name) => recorded(name),
            Origin::Step(frozen) => frozen.problem(),
        }
    }

    /// Its name in data files.
    pub fn name(&self) -> String {
        match self.origin {
            Origin::Standard(name) | Origin::Recorded(name) => name.to_owned(),
            Origin::Step(Frozen { scene, step, thrown }) => {
                let thrown = if thrown.is_empty() { "" } else { ", thrown" };
                format!("{scene}, step {step}{thrown}")
            }
        }
    }
}

/// The largest eigenvalue of `W`, by power iteration.
pub fn largest_eigenvalue(problem: &ContactProblem) -> f64 {
    let b = problem.free_velocity();
    // Any start that is not special.
    let mut x: Vec<f64> = (0..problem.order()).map(|k| 1.0 + 0.37 * (k as f64).sin()).collect();
    let mut value = 0.0;
    for _ in 0..300 {
        let length = x.iter().map(|value| value * value).sum::<f64>().sqrt();
        x.iter_mut().for_each(|value| *value /= length);
        let image: Vec<f64> = problem.velocity(&x).iter().zip(b).map(|(u, b)| u - b).collect();
        value = image.iter().zip(&x).map(|(a, b)| a * b).sum();
        x = image;
    }
    value
}
