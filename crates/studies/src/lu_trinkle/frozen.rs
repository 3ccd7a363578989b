//! Contact problems of single steps of built-in scenes, as the simulator poses them: robots that walk and grasp.

use crate::StudyError;
use crate::scenes::{frozen_problem, world};
use stiction_contact::{ContactProblem, Law};
use stiction_simulation::{Rest, World};

/// A step of a scene.
#[derive(Clone, Copy)]
pub struct Frozen {
    pub scene: &'static str,
    /// The step whose problem is taken, from 1.
    pub step: usize,
    /// Changes to the scene's velocities before the first step: degree of freedom and velocity, m/s or rad/s.
    pub thrown: &'static [(usize, f64)],
}

impl Frozen {
    /// The step's problem. The world is run up to the step, and then takes it without impulses to start from, so that it has
    /// to be solved.
    pub fn problem(&self) -> Result<ContactProblem, StudyError> {
        let mut scene = world(self.scene, &[])?.scene().clone();
        for &(freedom, velocity) in self.thrown {
            let own = scene.initial.velocity.get_mut(freedom).ok_or_else(|| crate::error::missing(self.scene))?;
            *own = velocity;
        }
        let mut running = World::new(scene.clone()).map_err(StudyError::broken)?;
        for _ in 1..self.step {
            running.step().map_err(StudyError::broken)?;
        }
        let mut snapshot = running.snapshot().ok_or_else(|| crate::error::missing(self.scene))?;
        snapshot.impulses.clear();
        snapshot.rest = Rest::default();
        let mut last = World::restore(scene, &snapshot).map_err(StudyError::broken)?;
        match last.step().map_err(StudyError::broken)?.solves {
            0 => Err(StudyError::Broken(format!("step {} of {} has no contact problem", self.step, self.scene))),
            _ => frozen_problem(&last),
        }
    }
}

/// How many laws of a problem are contacts, equations (loops, couplings, prescribed motions), and bounds (motors, joint limits).
pub fn laws(problem: &ContactProblem) -> [usize; 3] {
    let count = |is: fn(&Law) -> bool| problem.laws().iter().filter(|law| is(law)).count();
    [
        count(|law| matches!(law, Law::Coulomb { .. } | Law::PlanarCoulomb { .. } | Law::Rolling { .. })),
        count(|law| matches!(law, Law::Bilateral { .. })),
        count(|law| matches!(law, Law::Bounded { .. } | Law::Unilateral)),
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_posed_as_the_simulator_poses_it() {
        let frozen = Frozen { scene: "particle-on-plane", step: 1, thrown: &[] };
        let problem = frozen.problem().unwrap();
        assert_eq!(laws(&problem), [1, 0, 0]);
        // `b` of eq. 14 for g = −10, and the unit matrix.
        assert!((problem.free_velocity()[0] + 0.5).abs() < 1e-12);
        assert!(problem.diagonal().iter().all(|entry| (entry - 1.0).abs() < 1e-12));
        let beyond = Frozen { thrown: &[(99, 1.0)], ..frozen };
        assert!(beyond.problem().is_err());
    }
}
