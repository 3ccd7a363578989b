use crate::dynamics::Kinematics;
use crate::model::{BodyId, Model};
use crate::spatial::{Motion, Wrench};
use stiction_linalg::space::Vector3;

/// The recursive Newton-Euler algorithm (Luh, Walker, Paul 1980): the joint forces that bring about an
/// acceleration, in world axes and about each link's own origin.
#[derive(Clone, Debug)]
pub struct InverseDynamics {
    turning: Vec<Vector3>,
    accelerations: Vec<Motion>,
    /// What each link's parent exerts on it; before the backward pass, what the link's own motion needs.
    pub(crate) wrenches: Vec<Wrench>,
}

impl InverseDynamics {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        let links = model.links.len();
        Self {
            turning: vec![Vector3::ZERO; links],
            accelerations: vec![Motion::ZERO; links],
            wrenches: vec![Wrench::ZERO; links],
        }
    }

    /// The joint forces of an acceleration: `M(q) a + b(q, v)`, gravity included, armature included,
    /// springs, damping and friction left out.
    pub fn compute(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        velocity: &[f64],
        acceleration: &[f64],
        force: &mut [f64],
    ) {
        model.expect_velocity(acceleration);
        self.link_wrenches::<true>(model, kinematics, velocity, acceleration);
        self.project(model, kinematics, force);
        for ((force, freedom), acceleration) in force.iter_mut().zip(&model.freedoms).zip(acceleration) {
            *force += freedom.properties.armature * acceleration;
        }
    }

    /// The joint forces at zero acceleration: centrifugal, Coriolis and gyroscopic forces and gravity.
    pub fn bias_force(&mut self, model: &Model, kinematics: &Kinematics, velocity: &[f64], force: &mut [f64]) {
        self.link_wrenches::<false>(model, kinematics, velocity, &[]);
        self.project(model, kinematics, force);
    }

    /// After [`compute`](Self::compute): the wrench that a body's last joint passes to it (what its parent
    /// exerts on it and all it carries), about the joint's point. None for a body that is part of its parent.
    pub fn joint_wrench(&self, model: &Model, body: BodyId) -> Option<Wrench> {
        let body = &model.bodies[body.0];
        let joints = &model.joints[body.joints.clone()];
        joints.iter().any(|joint| !joint.links.is_empty()).then(|| self.wrenches[body.link])
    }

    /// What each link's motion needs, without what hangs on it. Classical accelerations: linear
    /// velocities drop out but for those of free joints, whose coordinates are along turning axes.
    pub(crate) fn link_wrenches<const ACCELERATED: bool>(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        velocity: &[f64],
        acceleration: &[f64],
    ) {
        model.expect_velocity(velocity);
        let links = &model.links[..];
        let count = links.len();
        let turning = &mut self.turning[..count];
        let accelerations = &mut self.accelerations[..count];
        let wrenches = &mut self.wrenches[..count];
        let poses = &kinematics.poses[..count];
        let offsets = &kinematics.offsets[..count];
        // The world falls upwards: that is how gravity acts on everything.
        accelerations[0] = Motion::new(Vector3::ZERO, -model.gravity);
        for (i, link) in links.iter().enumerate().skip(1) {
            let above = turning[link.parent];
            let mut own = Motion::ZERO;
            let mut rates = Motion::ZERO;
            for k in link.freedoms.clone() {
                let (kind, axis) = (model.freedoms[k].kind, kinematics.axes[k]);
                kind.add(axis, velocity[k], &mut rates);
                if ACCELERATED {
                    kind.add(axis, acceleration[k], &mut own);
                }
            }
            let offset = offsets[i];
            let now = above + rates.angular;
            let Motion { angular: alpha, linear } = accelerations[link.parent];
            let alpha_here = alpha + own.angular + above.cross(rates.angular);
            let linear_here = linear
                + own.linear
                + alpha.cross(offset)
                + above.cross(above.cross(offset))
                + (above + now).cross(rates.linear);
            turning[i] = now;
            accelerations[i] = Motion::new(alpha_here, linear_here);
            if link.massless {
                wrenches[i] = Wrench::ZERO;
                continue;
            }
            // Newton and Euler in the link's own axes, where its inertia is constant.
            let rotation = &poses[i].rotation;
            let inertia = &link.inertia;
            let w = rotation.transpose_mul(now);
            let dw = rotation.transpose_mul(alpha_here);
            let a = rotation.transpose_mul(linear_here);
            let force = a * inertia.mass + dw.cross(inertia.first) + w.cross(w.cross(inertia.first));
            let moment = inertia.second * dw + w.cross(inertia.second * w) + inertia.first.cross(a);
            wrenches[i] = Wrench::new(*rotation * moment, *rotation * force);
        }
    }

    /// Sums the wrenches towards the root and takes from each what its joint's motion feels.
    fn project(&mut self, model: &Model, kinematics: &Kinematics, force: &mut [f64]) {
        model.expect_velocity(force);
        let wrenches = &mut self.wrenches[..];
        for (i, link) in model.links.iter().enumerate().skip(1).rev() {
            let wrench = wrenches[i];
            for k in link.freedoms.clone() {
                force[k] = model.freedoms[k].kind.project(kinematics.axes[k], &wrench);
            }
            wrenches[link.parent] += wrench.about(kinematics.offsets[i]);
        }
        wrenches[0] = Wrench::ZERO;
    }
}
