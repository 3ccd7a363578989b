use stiction_linalg::DenseMatrix;
use stiction_linalg::space::Vector3;
use stiction_multibody::dynamics::{Kinematics, frame_jacobian};
use stiction_multibody::{BodyId, JointId, JointKind, Model};

/// How a motor with gains of its own pulls: as an oscillator of so many Hz, with a share of its critical damping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Hz.
    pub frequency: f64,
    /// One: as fast as it gets without overshooting.
    pub damping_ratio: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { frequency: 5.0, damping_ratio: 1.0 }
    }
}

impl Tuning {
    /// Stiffness and damping for what a joint moves, `k = J ω²` and `d = 2 ζ J ω`.
    pub fn gains(&self, inertia: f64) -> (f64, f64) {
        let pace = std::f64::consts::TAU * self.frequency;
        (inertia * pace * pace, 2.0 * self.damping_ratio * inertia * pace)
    }
}

/// What the motor of a degree of freedom moves, kg·m² or kg, all other joints being stiff: what hangs on the joint or, where
/// the mechanism is free in the world and that is more, what carries it: the ankle of a standing robot moves the robot.
pub fn moved_inertia(model: &Model, kinematics: &Kinematics, joint: JointId, freedom: usize) -> f64 {
    let joint = model.joint(joint);
    let point = kinematics.body_pose(model, joint.body).position;
    let mut jacobian = DenseMatrix::zeros(6, model.velocity_size());
    frame_jacobian(model, kinematics, joint.body, point, &mut jacobian);
    let column = jacobian.column(freedom);
    let turn = Vector3::new(column[0], column[1], column[2]);
    let shift = Vector3::new(column[3], column[4], column[5]);
    let root = root_of(model, joint.body);
    let (mut carried, mut carrying) = (0.0, 0.0);
    for id in model.body_ids().filter(|id| *id != BodyId::WORLD && root_of(model, *id) == root) {
        let (inertia, pose) = (model.body(id).inertia, kinematics.body_pose(model, id));
        let own_turn = pose.rotation.transpose_mul(turn);
        let velocity = shift + turn.cross(pose.point(inertia.centre) - point);
        let moved = own_turn.dot(inertia.moments * own_turn) + inertia.mass * velocity.dot(velocity);
        *(if is_carried(model, id, joint.body) { &mut carried } else { &mut carrying }) += moved;
    }
    let free = model.joints()[model.body(root).joints.clone()].iter().any(|joint| joint.kind == JointKind::Free);
    model.freedoms()[freedom].properties.armature + if free { carried.max(carrying) } else { carried }
}

/// The body of a mechanism that stands on the world.
fn root_of(model: &Model, mut body: BodyId) -> BodyId {
    while model.body(body).parent != BodyId::WORLD {
        body = model.body(body).parent;
    }
    body
}

fn is_carried(model: &Model, mut body: BodyId, by: BodyId) -> bool {
    while body != by && body != BodyId::WORLD {
        body = model.body(body).parent;
    }
    body == by
}
