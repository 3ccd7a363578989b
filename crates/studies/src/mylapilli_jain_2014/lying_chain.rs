//! A chain of any length that lies on the floor, and one step of it.

use super::operational_space::{BallContact, SerialChain};
use super::success_test::settings;
use crate::scenes::world_of;
use crate::{Host, StudyError};
use std::fmt::Write;
use stiction_contact::formulation::{Implicit, Pyramid};
use stiction_contact::{Law, ProxScaling};
use stiction_simulation::Stage;

/// m, kg, kg m²: a ball of the paper's chain.
const RADIUS: f64 = 0.25;
pub const MASS: f64 = 1.0;
pub const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;
/// Of each step that is timed, the shortest of so many repetitions counts.
const REPETITIONS: usize = 5;

/// A chain that lies straight on the floor, with a ball on some of its links.
#[derive(Clone, Copy)]
pub struct Lying {
    pub links: usize,
    pub contacts: usize,
}

impl Lying {
    /// The links with a ball, evenly from the first to the last.
    fn touching(self) -> impl Iterator<Item = usize> {
        (0..self.contacts).map(move |k| k * (self.links - 1) / (self.contacts - 1))
    }

    fn scene(self, redundant: bool) -> String {
        let mut text = format!(
            "version = 1\nname = \"lying-chain\"\nredundant = {redundant}\n[material.default]\nfriction = 0.5\n\
             [[fixed]]\nname = \"floor\"\nshape = {{ kind = \"plane\" }}\n"
        );
        for link in 0..self.links {
            let (parent, height) = match link {
                0 => (String::new(), RADIUS),
                _ => (format!("parent = \"link-{}\"\n", link - 1), 0.0),
            };
            let shape = if self.touching().any(|own| own == link) {
                format!("shape = {{ kind = \"sphere\", radius = {RADIUS} }}\n")
            } else {
                String::new()
            };
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "[[body]]\nname = \"link-{link}\"\n{parent}position = [1, 0, {height}]\nmass = {MASS}\n\
                 inertia = [{INERTIA}, {INERTIA}, {INERTIA}]\n{shape}\
                 joint = {{ name = \"hinge-{link}\", kind = \"revolute\", axis = [0, 1, 0], anchor = [-1, 0, 0] }}\n"
            );
        }
        text
    }

    pub fn operations(self) -> usize {
        let balls = (1..=self.links).map(|k| [k as f64, RADIUS]).collect();
        let chain = SerialChain { anchor: [0.0, RADIUS], balls, mass: MASS, inertia: INERTIA };
        let contacts: Vec<_> =
            self.touching().map(|link| BallContact { link, point: [link as f64 + 1.0, 0.0] }).collect();
        chain.delassus(&contacts).operations
    }

    pub fn measured(self, redundant: bool, host: &mut dyn Host) -> Result<Measured, StudyError> {
        let mut world = world_of("lying-chain", &self.scene(redundant), &[])?;
        let snapshot = world.snapshot().ok_or_else(|| crate::error::missing("the start of the chain"))?;
        let mut measured = Measured { set_up: f64::INFINITY, solve: f64::INFINITY, ..Measured::default() };
        for _ in 0..REPETITIONS {
            world.go_to(&snapshot).map_err(StudyError::broken)?;
            let (mut set_up, mut solve, mut last) = (0.0, 0.0, host.seconds());
            let report = world.step_watched(&mut |stage| {
                let now = host.seconds();
                *if stage == Stage::Solve { &mut solve } else { &mut set_up } += now - last;
                last = now;
            });
            report.map_err(StudyError::broken)?;
            measured.set_up = measured.set_up.min(set_up);
            measured.solve = measured.solve.min(solve);
        }
        let problem = world.contact_problem();
        measured.contacts = world.contacts().len();
        measured.velocities = world.scene().model.velocity_size();
        measured.blocks = problem.blocks().stored();
        measured.pyramid = Pyramid::new(problem, &settings()).map_err(StudyError::broken)?.dimension();
        measured.cone = Implicit::new(problem, ProxScaling::Fixed(1.0)).dimension();
        measured.bilateral = problem.laws().iter().filter(|law| !law.has_normal()).map(Law::rows).sum();
        Ok(measured)
    }
}

/// A step of a lying chain.
#[derive(Clone, Copy, Default)]
pub struct Measured {
    pub contacts: usize,
    /// Unknown velocities, and blocks of 3 × 3 that the matrix of the contact problem stores.
    pub velocities: usize,
    pub blocks: usize,
    /// Unknowns with a pyramid of four directions and with the cone, and bilateral rows, `n_b`.
    pub pyramid: usize,
    pub cone: usize,
    pub bilateral: usize,
    /// By the clock, s.
    pub set_up: f64,
    pub solve: f64,
}
