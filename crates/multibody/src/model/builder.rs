use crate::constraint::{Coupling, LoopClosure};
use crate::model::{
    Axis, Body, BodyId, Frame, Freedom, FreedomKind, FreedomProperties, Joint, JointDescription, JointId, JointKind,
    Link, LinkKind, Model, ModelElement, ModelError, check, check::MassFault,
};
use crate::spatial::{CompositeInertia, Inertia};
use std::collections::BTreeSet;
use stiction_linalg::space::{Matrix3, Pose, Vector3};

/// Makes a [`Model`], body by body; each body stands after its parent, so that no cycle can arise.
#[derive(Clone, Debug)]
pub struct ModelBuilder {
    model: Model,
    /// The mass of each link, in its frame, as bodies add to it.
    inertias: Vec<Inertia>,
    names: BTreeSet<ModelName>,
    remarks: Vec<ModelError>,
    /// Masses that are at fault unless the link that they are part of is sound.
    faults: Vec<(usize, ModelError)>,
}

/// Names are unique among bodies, among joints, among frames and among constraints.
type ModelName = (u8, String);

impl ModelBuilder {
    /// Nothing but the world, under the Earth's gravity along −z.
    pub fn new(name: impl Into<String>) -> Self {
        let world = Body {
            name: "world".to_owned(),
            parent: BodyId::WORLD,
            joints: 0..0,
            inertia: Inertia::ZERO,
            link: 0,
            placement: Pose::IDENTITY,
            in_joint: Pose::IDENTITY,
        };
        let ground = Link {
            parent: 0,
            kind: LinkKind::Free,
            placement: Pose::IDENTITY,
            turned: false,
            configuration: 0,
            freedoms: 0..0,
            last_freedom: None,
            root: 0,
            depth: 0,
            inertia: CompositeInertia::default(),
            massless: true,
        };
        let model = Model {
            name: name.into(),
            gravity: Vector3::new(0.0, 0.0, -9.81),
            bodies: vec![world],
            joints: Vec::new(),
            frames: Vec::new(),
            closures: Vec::new(),
            couplings: Vec::new(),
            links: vec![ground],
            freedoms: Vec::new(),
            configuration_size: 0,
            remarks: Vec::new(),
        };
        let names = BTreeSet::from([(0, "world".to_owned())]);
        Self { model, inertias: vec![Inertia::ZERO], names, remarks: Vec::new(), faults: Vec::new() }
    }

    /// The body that never moves.
    pub fn world(&self) -> BodyId {
        BodyId::WORLD
    }

    /// Sets the acceleration of free fall, m/s².
    pub fn set_gravity(&mut self, gravity: Vector3) -> Result<(), ModelError> {
        if !gravity.is_finite() {
            return Err(ModelError::new(
                ModelElement::Model,
                format!("gravity: expected finite numbers, found {gravity:?}"),
            ));
        }
        self.model.gravity = gravity;
        Ok(())
    }

    /// Adds a body behind a joint, or behind several that are stacked; behind none it is part of its parent.
    /// The body's frame is that of its last joint.
    pub fn add_body(
        &mut self,
        name: impl Into<String>,
        parent: BodyId,
        joints: Vec<JointDescription>,
        inertia: Inertia,
    ) -> Result<BodyId, ModelError> {
        self.add_body_at(name, parent, joints, Pose::IDENTITY, inertia)
    }

    /// As [`add_body`](Self::add_body), with the body's frame at a pose in the frame of its last joint.
    pub fn add_body_at(
        &mut self,
        name: impl Into<String>,
        parent: BodyId,
        joints: Vec<JointDescription>,
        in_joint: Pose,
        inertia: Inertia,
    ) -> Result<BodyId, ModelError> {
        let name = name.into();
        let element = || ModelElement::Body(name.clone());
        if parent.0 >= self.model.bodies.len() {
            return Err(ModelError::new(element(), "its parent is not a body of this model"));
        }
        check::pose(&element, "pose", &in_joint)?;
        let odd = check::inertia(&element, &inertia)?;
        // Everything is checked before anything is kept, so that a refused body leaves no trace.
        let kinds = joints.iter().map(check::joint).collect::<Result<Vec<_>, _>>()?;
        self.free_name(0, &name, element())?;
        for (k, joint) in joints.iter().enumerate() {
            let element = ModelElement::Joint(joint.name.clone());
            self.free_name(1, &joint.name, element.clone())?;
            if joints[..k].iter().any(|before| before.name == joint.name) {
                return Err(taken(element));
            }
        }
        self.names.insert((0, name.clone()));
        self.names.extend(joints.iter().map(|joint| (1, joint.name.clone())));

        let body = BodyId(self.model.bodies.len());
        let first_joint = self.model.joints.len();
        let Body { mut link, placement: mut frame, .. } = self.model.bodies[parent.0];
        for (joint, kind) in joints.into_iter().zip(kinds) {
            frame = frame * joint.placement;
            let first_link = self.model.links.len();
            let first_number = self.model.configuration_size;
            let first_freedom = self.model.freedoms.len();
            for element in elements(&kind) {
                link = self.add_link(link, frame, element);
                frame = Pose::IDENTITY;
            }
            let velocity = first_freedom..self.model.freedoms.len();
            for (k, freedom) in velocity.clone().enumerate() {
                let properties = joint.properties.get(k).or(joint.properties.first()).copied();
                self.model.freedoms[freedom].properties = properties.unwrap_or_default();
            }
            self.model.joints.push(Joint {
                name: joint.name,
                kind,
                body,
                placement: joint.placement,
                configuration: first_number..self.model.configuration_size,
                velocity,
                angle_limit: joint.angle_limit,
                links: first_link..self.model.links.len(),
            });
        }
        match odd {
            Some(MassFault::Remark(remark)) => self.remarks.push(remark),
            Some(MassFault::Fault(fault)) => self.faults.push((link, fault)),
            None => {}
        }
        let placement = frame * in_joint;
        self.inertias[link] = self.inertias[link].with(&inertia.placed(&placement));
        let joints = first_joint..self.model.joints.len();
        self.model.bodies.push(Body { name, parent, joints, inertia, link, placement, in_joint });
        Ok(body)
    }

    /// Adds a named frame on a body.
    pub fn add_frame(&mut self, name: impl Into<String>, body: BodyId, placement: Pose) -> Result<(), ModelError> {
        let name = name.into();
        let element = || ModelElement::Frame(name.clone());
        if body.0 >= self.model.bodies.len() {
            return Err(ModelError::new(element(), "its body is not a body of this model"));
        }
        check::pose(&element, "pose", &placement)?;
        self.name(2, &name, element())?;
        self.model.frames.push(Frame { name, body, placement });
        Ok(())
    }

    /// Adds a loop closure.
    pub fn add_closure(&mut self, closure: LoopClosure) -> Result<(), ModelError> {
        let element = || ModelElement::Constraint(closure.name.clone());
        for (body, pose) in [closure.first, closure.second] {
            if body.0 >= self.model.bodies.len() {
                return Err(ModelError::new(element(), "one of its bodies is not a body of this model"));
            }
            check::pose(&element, "pose", &pose)?;
        }
        closure.kind.check().map_err(|message| ModelError::new(element(), message))?;
        if self.model.bodies[closure.first.0.0].link == self.model.bodies[closure.second.0.0].link {
            return Err(ModelError::new(element(), "expected two bodies that can move relative to each other"));
        }
        self.name(3, &closure.name, element())?;
        self.model.closures.push(closure);
        Ok(())
    }

    /// Adds a coupling of two coordinates.
    pub fn add_coupling(&mut self, coupling: Coupling) -> Result<(), ModelError> {
        let element = || ModelElement::Constraint(coupling.name.clone());
        for joint in [Some(coupling.follower), coupling.leader].into_iter().flatten() {
            match self.model.joints.get(joint.0) {
                Some(joint) if joint.velocity.len() == 1 => {}
                Some(joint) => {
                    let message = format!(
                        "joint '{}': expected one degree of freedom, found {}",
                        joint.name,
                        joint.velocity.len()
                    );
                    return Err(ModelError::new(element(), message));
                }
                None => return Err(ModelError::new(element(), "one of its joints is not a joint of this model")),
            }
        }
        if coupling.leader == Some(coupling.follower) {
            return Err(ModelError::new(element(), "expected two different joints"));
        }
        if !coupling.coefficients.iter().all(|value| value.is_finite()) {
            return Err(ModelError::new(element(), "coefficients: expected finite numbers"));
        }
        self.name(3, &coupling.name, element())?;
        self.model.couplings.push(coupling);
        Ok(())
    }

    /// The joint of that name among those added so far.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.model.find_joint(name)
    }

    /// The body of that name among those added so far.
    pub fn find_body(&self, name: &str) -> Option<BodyId> {
        self.model.find_body(name)
    }

    /// The model, once every degree of freedom is known to move some mass.
    pub fn build(self) -> Result<Model, ModelError> {
        let Self { mut model, inertias, mut remarks, faults, .. } = self;
        for (link, fault) in faults {
            if link != 0 && !check::is_sound(&inertias[link]) {
                return Err(fault);
            }
            remarks.push(fault);
        }
        for (link, inertia) in model.links.iter_mut().zip(&inertias) {
            link.inertia = CompositeInertia {
                mass: inertia.mass,
                first: inertia.centre * inertia.mass,
                second: inertia.moments_about_origin(),
            };
            link.massless = inertia.mass == 0.0 && link.inertia.second == Default::default();
        }
        model.links[0].inertia = CompositeInertia::default();
        model.links[0].massless = true;
        model.remarks = remarks;
        check::mobility(&model)?;
        Ok(model)
    }

    pub(super) fn remark(&mut self, remark: ModelError) {
        self.remarks.push(remark);
    }

    fn name(&mut self, space: u8, name: &str, element: ModelElement) -> Result<(), ModelError> {
        self.free_name(space, name, element)?;
        self.names.insert((space, name.to_owned()));
        Ok(())
    }

    fn free_name(&self, space: u8, name: &str, element: ModelElement) -> Result<(), ModelError> {
        if name.is_empty() {
            return Err(ModelError::new(element, "expected a name, found none"));
        }
        if self.names.contains(&(space, name.to_owned())) {
            return Err(taken(element));
        }
        Ok(())
    }

    fn add_link(&mut self, parent: usize, placement: Pose, kind: LinkKind) -> usize {
        let index = self.model.links.len();
        let first = self.model.freedoms.len();
        let configuration = self.model.configuration_size;
        let (numbers, kinds): (usize, &[FreedomKind]) = match kind {
            LinkKind::Revolute(_) => (1, &[FreedomKind::About]),
            LinkKind::Prismatic(_) => (1, &[FreedomKind::Along]),
            LinkKind::Screw(_, pitch) => (1, &[FreedomKind::Screw(pitch)]),
            LinkKind::Spherical => (4, &[FreedomKind::About; 3]),
            LinkKind::Free => {
                use FreedomKind::{About, Along};
                (7, &[About, About, About, Along, Along, Along])
            }
        };
        let mut last = self.model.links[parent].last_freedom;
        for &kind in kinds {
            let depth = last.map_or(0, |above| self.model.freedoms[above].depth + 1);
            let coordinate = (kinds.len() == 1).then_some(configuration);
            let properties = FreedomProperties::default();
            self.model.freedoms.push(Freedom { properties, kind, link: index, parent: last, coordinate, depth });
            last = Some(self.model.freedoms.len() - 1);
        }
        let above = &self.model.links[parent];
        self.model.links.push(Link {
            parent,
            kind,
            placement,
            turned: placement.rotation != Matrix3::IDENTITY,
            configuration,
            freedoms: first..self.model.freedoms.len(),
            last_freedom: last,
            root: if parent == 0 { index } else { above.root },
            depth: above.depth + 1,
            inertia: CompositeInertia::default(),
            massless: true,
        });
        self.model.configuration_size += numbers;
        self.inertias.push(Inertia::ZERO);
        index
    }
}

fn taken(element: ModelElement) -> ModelError {
    ModelError::new(element, "the name is already in use: expected each name once")
}

/// The elementary motions that make up a joint, from the parent to the body.
fn elements(kind: &JointKind) -> Vec<LinkKind> {
    match *kind {
        JointKind::Fixed => vec![],
        JointKind::Revolute { axis } => vec![LinkKind::Revolute(Axis::new(axis))],
        JointKind::Prismatic { axis } => vec![LinkKind::Prismatic(Axis::new(axis))],
        JointKind::Screw { axis, pitch } => vec![LinkKind::Screw(Axis::new(axis), pitch)],
        JointKind::Cylindrical { axis } => {
            vec![LinkKind::Revolute(Axis::new(axis)), LinkKind::Prismatic(Axis::new(axis))]
        }
        JointKind::Universal { first, second } => {
            vec![LinkKind::Revolute(Axis::new(first)), LinkKind::Revolute(Axis::new(second))]
        }
        JointKind::Spherical => vec![LinkKind::Spherical],
        JointKind::Planar { normal } => {
            let (first, second) = normal.tangents();
            vec![
                LinkKind::Prismatic(Axis::new(first)),
                LinkKind::Prismatic(Axis::new(second)),
                LinkKind::Revolute(Axis::new(normal)),
            ]
        }
        JointKind::Free => vec![LinkKind::Free],
    }
}
