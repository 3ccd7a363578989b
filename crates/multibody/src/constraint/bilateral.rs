use crate::constraint::closure_rows::ClosureRows;
use crate::delassus::Rows;
use crate::dynamics::{Kinematics, Motions};
use crate::model::Model;
use crate::spatial::Wrench;
use stiction_linalg::kernels::reserve_total;
use stiction_linalg::space::Vector3;

/// The equations of a model at one state: all loop closures, then all couplings.
#[derive(Clone, Debug, Default)]
pub struct Bilateral {
    /// G: what the equations' forces push, and what they measure of a velocity.
    pub rows: Rows,
    /// e: how far each equation is from being fulfilled, m or rad: the drift.
    pub errors: Vec<f64>,
    /// `Ġ v`: what each row would accelerate by at zero generalized acceleration.
    pub bias: Vec<f64>,
    wrenches: Vec<(Wrench, Vector3)>,
}

impl Bilateral {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for a model's equations without further allocation.
    pub fn reserve(&mut self, model: &Model) {
        let count = model.closures.iter().map(|closure| closure.kind.rows()).sum::<usize>() + model.couplings.len();
        self.rows.reserve(count);
        reserve_total(&mut self.errors, count);
        reserve_total(&mut self.bias, count);
        reserve_total(&mut self.wrenches, count);
    }

    /// Evaluates all equations; `motions` hold velocities and the accelerations that they bring about
    /// ([`Motions::update`] without an acceleration).
    pub fn update(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        motions: &Motions,
        configuration: &[f64],
        velocity: &[f64],
    ) {
        self.rows.clear();
        self.errors.clear();
        self.bias.clear();
        self.wrenches.clear();
        for closure in &model.closures {
            let evaluated = ClosureRows::new(model, kinematics, motions, closure);
            for row in evaluated.as_slice() {
                let (first, second) = (closure.first.0, closure.second.0);
                self.rows.push_wrench(model, kinematics, first, second, evaluated.point, row.wrench);
                self.errors.push(row.error);
                self.bias.push(row.bias);
                self.wrenches.push((row.wrench, evaluated.point));
            }
        }
        for coupling in &model.couplings {
            let place = |joint: crate::model::JointId| {
                let joint = &model.joints[joint.0];
                (joint.configuration.start, joint.velocity.start)
            };
            let (y, follower) = place(coupling.follower);
            match coupling.leader.map(place) {
                Some((x, leader)) => {
                    let (value, slope, curvature) = coupling.polynomial(configuration[x]);
                    self.rows.push_coordinates(&[(follower, 1.0), (leader, -slope)]);
                    self.errors.push(configuration[y] - value);
                    self.bias.push(-curvature * velocity[leader] * velocity[leader]);
                }
                None => {
                    self.rows.push_coordinates(&[(follower, 1.0)]);
                    self.errors.push(configuration[y] - coupling.coefficients[0]);
                    self.bias.push(0.0);
                }
            }
        }
    }

    /// What the closure of that place among the model's exerts on its second body, given the force on every
    /// row: world axes, about a point of the world.
    pub fn closure_wrench(&self, model: &Model, closure: usize, forces: &[f64], point: Vector3) -> Wrench {
        let first: usize = model.closures[..closure].iter().map(|closure| closure.kind.rows()).sum();
        let mut sum = Wrench::ZERO;
        for row in first..first + model.closures[closure].kind.rows() {
            let (wrench, about) = self.wrenches[row];
            sum += wrench.about(about - point) * forces[row];
        }
        sum
    }
}
