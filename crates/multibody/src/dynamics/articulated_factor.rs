use crate::dynamics::Kinematics;
use crate::model::Model;
use crate::spatial::{ArticulatedInertia, CompositeInertia, Motion, Wrench};

/// The mass matrix factored by articulated bodies (Featherstone 1983), link by link and never formed:
/// every product with its inverse then takes time in proportion to the number of links.
///
/// A joint with several degrees of freedom is freed one after the other, which is the factorisation of its
/// block by columns; no small matrix is ever inverted.
#[derive(Clone, Debug)]
pub struct ArticulatedFactor {
    inertias: Vec<ArticulatedInertia>,
    /// Of each degree of freedom: the wrench of its motion, and the inverse of what resists it.
    pub(crate) directions: Vec<Wrench>,
    pub(crate) inverses: Vec<f64>,
    wrenches: Vec<Wrench>,
    motions: Vec<Motion>,
}

impl ArticulatedFactor {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        let (links, freedoms) = (model.links.len(), model.freedoms.len());
        Self {
            inertias: vec![ArticulatedInertia::default(); links],
            directions: vec![Wrench::ZERO; freedoms],
            inverses: vec![0.0; freedoms],
            wrenches: vec![Wrench::ZERO; links],
            motions: vec![Motion::ZERO; links],
        }
    }

    /// Factors the mass matrix at a place.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics) {
        let links = &model.links[..];
        let inertias = &mut self.inertias[..links.len()];
        for ((inertia, link), pose) in inertias.iter_mut().zip(links).zip(&kinematics.poses) {
            *inertia = match link.massless {
                true => ArticulatedInertia::default(),
                false => ArticulatedInertia::rigid(&link.inertia.rotated(pose)),
            };
        }
        for (i, link) in links.iter().enumerate().skip(1).rev() {
            let mut inertia = inertias[i];
            for k in link.freedoms.clone().rev() {
                let freedom = &model.freedoms[k];
                let axis = kinematics.axes[k];
                let direction = inertia.moving(freedom.kind, axis);
                let resistance = freedom.kind.project(axis, &direction) + freedom.properties.armature;
                let inverse = 1.0 / resistance;
                self.directions[k] = direction;
                self.inverses[k] = inverse;
                inertia.release(direction, inverse);
            }
            if link.parent != 0 {
                inertias[link.parent].add_shifted(&inertia, kinematics.offsets[i]);
            }
        }
    }

    /// Solves `M x = force`, in place.
    pub fn solve(&mut self, model: &Model, kinematics: &Kinematics, force: &mut [f64]) {
        self.wrenches.fill(Wrench::ZERO);
        self.sweep(model, kinematics, force);
    }

    /// Solves `M x = force − Σ Jᵀ wrench` for wrenches on the links (about their origins), which it takes
    /// from `self.wrenches`; x replaces the force.
    fn sweep(&mut self, model: &Model, kinematics: &Kinematics, force: &mut [f64]) {
        model.expect_velocity(force);
        let links = &model.links[..];
        let wrenches = &mut self.wrenches[..links.len()];
        let offsets = &kinematics.offsets[..links.len()];
        for (i, link) in links.iter().enumerate().skip(1).rev() {
            let mut wrench = wrenches[i];
            for k in link.freedoms.clone().rev() {
                force[k] = (force[k] - model.freedoms[k].kind.project(kinematics.axes[k], &wrench)) * self.inverses[k];
                wrench += self.directions[k] * force[k];
            }
            wrenches[link.parent] += wrench.about(offsets[i]);
        }
        let motions = &mut self.motions[..links.len()];
        for (i, link) in links.iter().enumerate().skip(1) {
            let mut motion = motions[link.parent].at(offsets[i]);
            for k in link.freedoms.clone() {
                force[k] -= self.directions[k].power(motion) * self.inverses[k];
                model.freedoms[k].kind.add(kinematics.axes[k], force[k], &mut motion);
            }
            motions[i] = motion;
        }
    }

    /// Forward dynamics from the wrenches that the links' motion needs at zero acceleration.
    pub(crate) fn accelerate(&mut self, model: &Model, kinematics: &Kinematics, needs: &[Wrench], force: &mut [f64]) {
        self.wrenches.copy_from_slice(needs);
        self.sweep(model, kinematics, force);
    }

    /// The first degree of freedom whose resistance is less than a part of what it would be if all beyond
    /// it were rigid.
    pub(crate) fn immobile(&self, model: &Model, kinematics: &Kinematics, part: f64) -> Option<usize> {
        let mut composites: Vec<CompositeInertia> =
            model.links.iter().zip(&kinematics.poses).map(|(link, pose)| link.inertia.rotated(pose)).collect();
        let mut stuck = None;
        for (i, link) in model.links.iter().enumerate().skip(1).rev() {
            let composite = composites[i];
            for k in link.freedoms.clone() {
                let (kind, axis) = (model.freedoms[k].kind, kinematics.axes[k]);
                let momentum = composite.moving(kind, axis);
                let rigid = kind.project(axis, &momentum) + model.freedoms[k].properties.armature;
                if !(self.inverses[k] > 0.0 && self.inverses[k] * part * rigid < 1.0) {
                    stuck = stuck.or(Some(k));
                }
            }
            composites[link.parent].add_shifted(&composite, kinematics.offsets[i]);
        }
        stuck
    }
}
