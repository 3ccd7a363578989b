use crate::delassus::Rows;
use crate::dynamics::{InertiaFactor, Kinematics, Motions};
use crate::model::Model;
use crate::spatial::Wrench;

/// Products with G, M⁻¹ and W = G M⁻¹ Gᵀ that form none of them: O(links) + O(rows) each by articulated bodies.
#[derive(Clone, Debug)]
pub struct DelassusOperator {
    motions: Motions,
    wrenches: Vec<Wrench>,
    vector: Vec<f64>,
}

impl DelassusOperator {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        Self {
            motions: Motions::new(model),
            wrenches: Vec::with_capacity(model.links.len()),
            vector: vec![0.0; model.freedoms.len()],
        }
    }

    /// `G M⁻¹ f`: what joint forces do to the rows.
    pub fn rows_of_force(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        factor: &mut InertiaFactor,
        rows: &Rows,
        force: &[f64],
        result: &mut [f64],
    ) {
        self.vector.copy_from_slice(force);
        factor.solve(model, kinematics, &mut self.vector);
        self.measure(model, kinematics, rows, result);
    }

    /// `M⁻¹ Gᵀ p`: what forces (or impulses) on the rows do to the accelerations (or velocities).
    pub fn motion_of_rows(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        factor: &mut InertiaFactor,
        rows: &Rows,
        forces: &[f64],
        result: &mut [f64],
    ) {
        rows.joint_forces(model, kinematics, forces, &mut self.wrenches, result);
        factor.solve(model, kinematics, result);
    }

    /// `W p`; what the forces do to the velocities is left in [`DelassusOperator::motion`].
    pub fn apply(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        factor: &mut InertiaFactor,
        rows: &Rows,
        forces: &[f64],
        result: &mut [f64],
    ) {
        rows.joint_forces(model, kinematics, forces, &mut self.wrenches, &mut self.vector);
        factor.solve(model, kinematics, &mut self.vector);
        self.measure(model, kinematics, rows, result);
    }

    /// `M⁻¹ Gᵀ p` of the last [`DelassusOperator::apply`].
    pub fn motion(&self) -> &[f64] {
        &self.vector
    }

    fn measure(&mut self, model: &Model, kinematics: &Kinematics, rows: &Rows, result: &mut [f64]) {
        self.motions.update_velocities(model, kinematics, &self.vector);
        rows.velocities(&self.motions, &self.vector, result);
    }
}
