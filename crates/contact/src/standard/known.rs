use super::Assembly;
use crate::ContactProblem;

/// Whether all solutions leave the same velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Velocities {
    /// They do.
    Unique,
    /// They do not.
    Several,
    /// Nobody has shown either.
    Unknown,
}

/// What is known about a sample's solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Impulses that solve it, in closed form. There may be others.
    pub solutions: Vec<Vec<f64>>,
    /// Velocities that solve it, where they are known and the impulses are not.
    pub velocities: Option<Vec<f64>>,
    /// Whether all solutions leave the same velocities.
    pub uniqueness: Velocities,
}

impl Known {
    /// Nothing but that there is a solution.
    pub fn existence() -> Self {
        Self { solutions: Vec::new(), velocities: None, uniqueness: Velocities::Unknown }
    }

    /// Impulses whose velocities are the only ones.
    pub fn unique(impulses: Vec<f64>) -> Self {
        Self { solutions: vec![impulses], velocities: None, uniqueness: Velocities::Unique }
    }

    /// Impulses that solve; whether others do with other velocities is not known.
    pub fn one(impulses: Vec<f64>) -> Self {
        Self { solutions: vec![impulses], velocities: None, uniqueness: Velocities::Unknown }
    }

    /// Impulses that solve and leave different velocities.
    pub fn several(solutions: Vec<Vec<f64>>) -> Self {
        Self { solutions, velocities: None, uniqueness: Velocities::Several }
    }

    /// The same, and these velocities solve it with some impulses.
    pub fn with_velocities(self, velocities: Vec<f64>) -> Self {
        Self { velocities: Some(velocities), ..self }
    }
}

/// A named contact problem with what is known of it.
#[derive(Debug)]
pub struct Sample {
    /// Its name.
    pub name: String,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// The bodies that it came from.
    pub assembly: Assembly,
    /// The problem.
    pub problem: ContactProblem,
    /// Its solutions.
    pub known: Known,
}

impl Sample {
    /// The sample of an assembly; `None` only if its data are ill-formed, which the tests exclude.
    pub(super) fn new(name: impl Into<String>, title: &'static str, assembly: Assembly, known: Known) -> Option<Self> {
        let problem = assembly.problem().ok()?;
        Some(Self { name: name.into(), title, assembly, problem, known })
    }

    /// Whether every contact with friction is in the plane.
    pub fn is_planar(&self) -> bool {
        use crate::Law;
        !self.problem.laws().iter().any(|law| matches!(law, Law::Coulomb { .. } | Law::Rolling { .. }))
    }
}
