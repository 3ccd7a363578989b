//! From what was read to a model and what comes with it.

use crate::FormatError;
use crate::robot::mjcf::Node;
use crate::robot::mjcf::compiler::{Compiler, Options};
use crate::robot::mjcf::defaults::Defaults;
use crate::robot::mjcf::documents::Documents;
use crate::robot::mjcf::keyframe::KeyframeReader;
use crate::robot::mjcf::names::Names;
use crate::robot::mjcf::tree::Tree;
use crate::robot::{Actuator, Geometry, Robot};
use stiction_linalg::space::{Pose, Quaternion};
use stiction_multibody::{BodyId, JointId, JointKind, Model, ModelBuilder, ModelElement, ModelError};

pub(super) struct Assembly<'f, 'x> {
    pub documents: &'f Documents<'f>,
    pub compiler: &'x Compiler<'f>,
    pub defaults: &'x Defaults<'f>,
    pub tree: Tree<'f>,
    pub builder: ModelBuilder,
    /// Of each body of the tree.
    pub bodies: Vec<BodyId>,
    pub body_names: Vec<String>,
    pub joint_names: Vec<String>,
    pub actuators: Vec<Actuator>,
    /// For each drive of the file, whether it is one of ours.
    pub controls: Vec<bool>,
    pub excluded: Vec<(BodyId, BodyId)>,
}

impl<'f, 'x> Assembly<'f, 'x> {
    pub fn new(
        name: &str,
        documents: &'f Documents<'f>,
        compiler: &'x Compiler<'f>,
        defaults: &'x Defaults<'f>,
        tree: Tree<'f>,
    ) -> Self {
        Self {
            documents,
            compiler,
            defaults,
            builder: Model::builder(name),
            bodies: vec![BodyId::WORLD],
            body_names: Names::complete("body", tree.bodies.iter().map(|body| body.name)),
            joint_names: Names::complete("joint", tree.joints.iter().map(|joint| joint.name)),
            tree,
            actuators: Vec::new(),
            controls: Vec::new(),
            excluded: Vec::new(),
        }
    }

    /// Adds the bodies and the frames on them. A joint's frame has the axes of its body as the file draws it, and
    /// its origin at the joint's point.
    pub fn bodies(&mut self) -> Result<(), FormatError> {
        for (index, body) in self.tree.bodies.iter().enumerate().skip(1) {
            let mut joints = Vec::new();
            let mut before = body.pose;
            for joint in body.joints.clone() {
                let draft = &self.tree.joints[joint];
                // A free body's coordinates are those of its frame in the world.
                let at = if draft.is_free() { Pose::IDENTITY } else { before * Pose::from_position(draft.position) };
                joints.push(draft.describe(self.joint_names[joint].clone(), &at));
                before = Pose::from_position(-draft.position);
            }
            // Behind no joint, the body stands in its parent's frame itself.
            let name = self.body_names[index].clone();
            let added = self.builder.add_body_at(name, self.bodies[body.parent], joints, before, body.inertia);
            let id = added.map_err(|error| self.place(error))?;
            self.bodies.push(id);
        }
        let names = Names::complete("site", self.tree.sites.iter().map(|site| site.name));
        for (site, name) in self.tree.sites.iter().zip(names) {
            let added = self.builder.add_frame(name, self.bodies[site.body], site.pose);
            added.map_err(|error| site.element.error("", error.message))?;
        }
        Ok(())
    }

    /// Pairs of bodies that never touch.
    pub fn exclusions(&mut self, sections: &[Node<'f>]) -> Result<(), FormatError> {
        for exclude in sections.iter().flat_map(|section| self.documents.tagged(*section, "exclude")) {
            exclude.attribute("name");
            let first = self.tree.body_names.find(exclude, "body1", "body")?;
            let second = self.tree.body_names.find(exclude, "body2", "body")?;
            self.excluded.push((self.bodies[first], self.bodies[second]));
        }
        Ok(())
    }

    pub fn finish(mut self, options: &Options, keyframes: &[Node<'f>]) -> Result<Robot, FormatError> {
        let gravity = self.builder.set_gravity(options.gravity);
        gravity.map_err(|error| self.place(error))?;
        let builder = std::mem::replace(&mut self.builder, Model::builder(""));
        let model = builder.build().map_err(|error| self.place(error))?;
        for remark in model.remarks() {
            self.element(&remark.element).remark(remark.to_string());
        }
        let initial = self.initial(&model);
        let reader = KeyframeReader { model: &model, initial: &initial, controls: &self.controls };
        let keyframes = reader.read(self.documents, keyframes)?;
        let geometries = self.geometries();
        Ok(Robot {
            model,
            geometries,
            actuators: self.actuators,
            excluded_pairs: self.excluded,
            initial,
            keyframes,
            time_step: options.time_step,
            notices: self.documents.notices(),
        })
    }

    /// The configuration in which the file draws the mechanism.
    fn initial(&self, model: &Model) -> Vec<f64> {
        let mut initial = model.neutral_configuration();
        for (joint, draft) in model.joints().iter().zip(&self.tree.joints) {
            let numbers = &mut initial[joint.configuration.clone()];
            match joint.kind {
                JointKind::Free => {
                    let pose = self.tree.bodies[joint.body.index()].in_world;
                    numbers[..3].copy_from_slice(&pose.position.to_array());
                    numbers[3..].copy_from_slice(&Quaternion::from_matrix(&pose.rotation).to_array());
                }
                JointKind::Spherical => {}
                _ => numbers.fill(draft.reference),
            }
        }
        initial
    }

    fn geometries(&mut self) -> Vec<Geometry> {
        let geoms = std::mem::take(&mut self.tree.geoms);
        let geometry = |geom: crate::robot::mjcf::geom::GeomDraft<'f>| Geometry {
            name: geom.name.map(str::to_owned),
            body: self.bodies[geom.body],
            pose: geom.pose * geom.in_geom,
            shape: geom.shape,
            role: geom.role,
            friction: Some(geom.friction),
            colour: geom.colour,
            masks: geom.masks,
        };
        geoms.into_iter().map(geometry).collect()
    }

    /// A joint of the tree, in the model.
    pub fn joint_id(&self, element: Node<'f>, joint: usize) -> Result<JointId, FormatError> {
        let found = self.builder.find_joint(&self.joint_names[joint]);
        found.ok_or_else(|| element.error("", "expected a joint of the model, found none"))
    }

    /// The element that a part of the model comes from.
    fn element(&self, part: &ModelElement) -> Node<'f> {
        let named = |names: &[String], name: &String| names.iter().position(|other| other == name);
        let element = match part {
            ModelElement::Body(name) => named(&self.body_names, name).map(|index| self.tree.bodies[index].element),
            ModelElement::Joint(name) => named(&self.joint_names, name).map(|index| self.tree.joints[index].element),
            _ => None,
        };
        element.unwrap_or_else(|| self.documents.root())
    }

    /// An error of the model, at the element that it is about.
    fn place(&self, error: ModelError) -> FormatError {
        self.element(&error.element).error("", error.message)
    }
}
