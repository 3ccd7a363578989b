use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{Model, State};

/// Where a joint begins and how fast, in its own layout; not given: neutral, at rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub position: Option<Vec<f64>>,
    pub velocity: Option<Vec<f64>>,
}

impl Start {
    /// A free body at a pose, with velocities along the parent's axes.
    pub fn free(pose: &Pose, velocity: Vector3, angular: Vector3) -> Self {
        let mut position = pose.position.to_array().to_vec();
        position.extend(Quaternion::from_matrix(&pose.rotation).to_array());
        let mut along = pose.rotation.transpose_mul(angular).to_array().to_vec();
        along.extend(pose.rotation.transpose_mul(velocity).to_array());
        Self { position: Some(position), velocity: Some(along) }
    }
}

/// The state in which every joint is at its start; there are as many starts as joints.
pub(crate) fn state(model: &Model, starts: &[Start]) -> State {
    let mut state = State::neutral(model);
    for (joint, start) in model.joints().iter().zip(starts) {
        let put = |numbers: &mut [f64], given: &Option<Vec<f64>>| {
            if let Some(given) = given {
                numbers.iter_mut().zip(given).for_each(|(number, given)| *number = *given);
            }
        };
        put(&mut state.configuration[joint.configuration.clone()], &start.position);
        put(&mut state.velocity[joint.velocity.clone()], &start.velocity);
    }
    model.normalize(&mut state.configuration);
    state
}
