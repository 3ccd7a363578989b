use crate::constraint::{Coupling, LoopClosure};
use crate::model::{Body, BodyId, Frame, Freedom, Joint, JointId, JointKind, Link, ModelBuilder, ModelError};
use stiction_linalg::space::{Pose, Vector3};

/// A tree of bodies joined by joints, with the loops that close it: constant, made by a builder.
///
/// ```
/// use stiction_linalg::space::{Pose, Vector3};
/// use stiction_multibody::{Inertia, JointDescription, Model};
///
/// let mut builder = Model::builder("pendulum");
/// let hinge = JointDescription::revolute("hinge", Vector3::Y);
/// builder.add_body("bob", builder.world(), vec![hinge], Inertia::point(1.0, Vector3::new(0.0, 0.0, -1.0)))?;
/// let model = builder.build()?;
/// assert_eq!(model.velocity_size(), 1);
/// # Ok::<(), stiction_multibody::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) name: String,
    pub(crate) gravity: Vector3,
    pub(crate) bodies: Vec<Body>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) closures: Vec<LoopClosure>,
    pub(crate) couplings: Vec<Coupling>,
    pub(crate) links: Vec<Link>,
    pub(crate) freedoms: Vec<Freedom>,
    pub(crate) configuration_size: usize,
    pub(crate) remarks: Vec<ModelError>,
}

impl Model {
    /// Starts an empty model: nothing but the world.
    pub fn builder(name: impl Into<String>) -> ModelBuilder {
        ModelBuilder::new(name)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The acceleration of free fall, m/s².
    pub fn gravity(&self) -> Vector3 {
        self.gravity
    }

    /// How many numbers a configuration has.
    pub fn configuration_size(&self) -> usize {
        self.configuration_size
    }

    /// How many numbers a velocity has: the degrees of freedom.
    pub fn velocity_size(&self) -> usize {
        self.freedoms.len()
    }

    /// The bodies; the first is the world, and each stands after its parent.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The joints, in the order in which configurations and velocities are laid out.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The named frames.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The degrees of freedom, one for each number of a velocity.
    pub fn freedoms(&self) -> &[Freedom] {
        &self.freedoms
    }

    /// The loop closures.
    pub fn closures(&self) -> &[LoopClosure] {
        &self.closures
    }

    /// The couplings between coordinates.
    pub fn couplings(&self) -> &[Coupling] {
        &self.couplings
    }

    /// All bodies' ids, the world's first.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len()).map(BodyId)
    }

    /// All joints' ids.
    pub fn joint_ids(&self) -> impl Iterator<Item = JointId> + use<> {
        (0..self.joints.len()).map(JointId)
    }

    /// A body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.0]
    }

    /// A joint.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.0]
    }

    /// The body of that name.
    pub fn find_body(&self, name: &str) -> Option<BodyId> {
        self.bodies.iter().position(|body| body.name == name).map(BodyId)
    }

    /// The joint of that name.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|joint| joint.name == name).map(JointId)
    }

    /// The frame of that name, or else the body: on which body, and where in the body's frame.
    pub fn find_frame(&self, name: &str) -> Option<(BodyId, Pose)> {
        match self.frames.iter().find(|frame| frame.name == name) {
            Some(frame) => Some((frame.body, frame.placement)),
            None => self.find_body(name).map(|body| (body, Pose::IDENTITY)),
        }
    }

    /// What is odd about the model without being wrong.
    pub fn remarks(&self) -> &[ModelError] {
        &self.remarks
    }

    /// The same model with more inertia behind each degree of freedom, kg·m² or kg. With `h d + h² k` of dampers and
    /// springs it is the mass matrix of a step that takes them implicitly.
    #[must_use]
    pub fn with_added_armature(&self, added: &[f64]) -> Self {
        self.expect_velocity(added);
        let mut model = self.clone();
        for (freedom, added) in model.freedoms.iter_mut().zip(added) {
            freedom.properties.armature += added;
        }
        model
    }

    /// The mass of all bodies that can move, kg.
    pub fn mass(&self) -> f64 {
        self.links[1..].iter().map(|link| link.inertia.mass).sum()
    }

    /// Panics, as an index out of range does, unless a slice is a configuration of this model.
    #[track_caller]
    #[inline]
    pub(crate) fn expect_configuration(&self, configuration: &[f64]) {
        assert_eq!(configuration.len(), self.configuration_size, "numbers of a configuration");
    }

    /// Panics, as an index out of range does, unless a slice is a velocity (or a force) of this model.
    #[track_caller]
    #[inline]
    pub(crate) fn expect_velocity(&self, velocity: &[f64]) {
        assert_eq!(velocity.len(), self.freedoms.len(), "numbers of a velocity or a joint force");
    }

    /// Whether joints can move the body.
    pub fn is_mobile(&self, body: BodyId) -> bool {
        self.bodies[body.0].link != 0
    }

    /// Whether the body moves freely against its parent.
    pub fn is_free(&self, body: BodyId) -> bool {
        let joints = &self.joints[self.bodies[body.0].joints.clone()];
        matches!(joints, [joint] if joint.kind == JointKind::Free)
    }
}
