use crate::model::{BodyId, LinkKind, Model};
use stiction_linalg::space::{Matrix3, Pose, Quaternion, Vector3};

/// Where everything is at one configuration: the ground of every other algorithm.
///
/// Everything is kept along the world's axes, and about each link's own origin: shifting a quantity from
/// one link to the next then takes one vector product and no rotation, and the dynamics lose no digit to
/// the distance from the world's origin.
#[derive(Clone, Debug)]
pub struct Kinematics {
    /// Of each link.
    pub(crate) poses: Vec<Pose>,
    /// From the parent link's origin to each link's.
    pub(crate) offsets: Vec<Vector3>,
    /// Of each degree of freedom.
    pub(crate) axes: Vec<Vector3>,
}

impl Kinematics {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        Self {
            poses: vec![Pose::IDENTITY; model.links.len()],
            offsets: vec![Vector3::ZERO; model.links.len()],
            axes: vec![Vector3::ZERO; model.freedoms.len()],
        }
    }

    /// Places everything at a configuration.
    pub fn update(&mut self, model: &Model, configuration: &[f64]) {
        model.expect_configuration(configuration);
        let links = &model.links[..];
        let poses = &mut self.poses[..links.len()];
        let offsets = &mut self.offsets[..links.len()];
        let axes = &mut self.axes[..];
        for (i, link) in links.iter().enumerate().skip(1) {
            let q = &configuration[link.configuration..];
            let parent = &poses[link.parent];
            let base = if link.turned { parent.rotation * link.placement.rotation } else { parent.rotation };
            let mut offset = parent.rotation * link.placement.position;
            let mut rotation = base;
            let first = link.freedoms.start;
            match link.kind {
                LinkKind::Revolute(axis) => {
                    axes[first] = axis.seen_from(&base);
                    rotation = axis.turn(&base, q[0]);
                }
                LinkKind::Prismatic(axis) => {
                    axes[first] = axis.seen_from(&base);
                    offset += axes[first] * q[0];
                }
                LinkKind::Screw(axis, pitch) => {
                    axes[first] = axis.seen_from(&base);
                    offset += axes[first] * (pitch * q[0]);
                    rotation = axis.turn(&base, q[0]);
                }
                LinkKind::Spherical => {
                    rotation = base * quaternion(&q[..4]);
                    axes[first..first + 3].copy_from_slice(&[rotation.x, rotation.y, rotation.z]);
                }
                LinkKind::Free => {
                    offset += base * Vector3::new(q[0], q[1], q[2]);
                    rotation = base * quaternion(&q[3..7]);
                    let Matrix3 { x, y, z } = rotation;
                    axes[first..first + 6].copy_from_slice(&[x, y, z, x, y, z]);
                }
            }
            let position = parent.position + offset;
            poses[i] = Pose::new(rotation, position);
            offsets[i] = offset;
        }
    }

    /// The pose of a body's frame in the world.
    pub fn body_pose(&self, model: &Model, body: BodyId) -> Pose {
        let body = &model.bodies[body.0];
        self.poses[body.link] * body.placement
    }

    /// The point of a body's last joint that moves (its own, or the one of the body that it is part of), in
    /// the world.
    pub fn joint_point(&self, model: &Model, body: BodyId) -> Vector3 {
        self.poses[model.bodies[body.0].link].position
    }
}

fn quaternion(q: &[f64]) -> Matrix3 {
    Quaternion::new(q[0], q[1], q[2], q[3]).to_matrix()
}
