use crate::dynamics::{ArticulatedFactor, InverseDynamics, Kinematics};
use crate::model::Model;

/// The articulated-body algorithm: the acceleration that joint forces bring about.
#[derive(Clone, Debug)]
pub struct ForwardDynamics {
    /// The factored mass matrix of the last computation.
    pub factor: ArticulatedFactor,
    needs: InverseDynamics,
}

impl ForwardDynamics {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        Self { factor: ArticulatedFactor::new(model), needs: InverseDynamics::new(model) }
    }

    /// Solves `M(q) a + b(q, v) = force` for the acceleration, which replaces the force.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics, velocity: &[f64], force: &mut [f64]) {
        self.factor.compute(model, kinematics);
        self.needs.link_wrenches::<false>(model, kinematics, velocity, &[]);
        self.factor.accelerate(model, kinematics, &self.needs.wrenches, force);
    }
}
