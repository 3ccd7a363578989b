use crate::FormatError;
use crate::field::printable;
use crate::nearest;
use crate::robot::urdf::joint_file::{JointFile, MimicFile};
use crate::robot::urdf::link_file::LinkFile;
use crate::robot::urdf::tree::{Branch, Tree};
use crate::robot::xml::Element;
use crate::robot::{Geometry, Robot, RootJoint};
use std::collections::{BTreeMap, BTreeSet};
use stiction_multibody::{
    BodyId, Coupling, Inertia, JointDescription, JointKind, Model, ModelBuilder, ModelElement, ModelError,
};

/// The link of this name is the world.
pub const WORLD: &str = "world";

/// Links and joints on their way to a model, each found by its name when the builder objects.
pub struct Assembly<'l, 'f, 'a> {
    robot: &'l Element<'f, 'a>,
    links: &'l [LinkFile<'f, 'a>],
    joints: &'l [JointFile<'f, 'a>],
    by_link: BTreeMap<&'f str, &'l LinkFile<'f, 'a>>,
    by_joint: BTreeMap<&'f str, &'l JointFile<'f, 'a>>,
}

impl<'l, 'f, 'a> Assembly<'l, 'f, 'a> {
    pub fn new(robot: &'l Element<'f, 'a>, links: &'l [LinkFile<'f, 'a>], joints: &'l [JointFile<'f, 'a>]) -> Self {
        let by_link = links.iter().map(|link| (link.name, link)).collect();
        let by_joint = joints.iter().map(|joint| (joint.name, joint)).collect();
        Self { robot, links, joints, by_link, by_joint }
    }

    /// Everything but the notices, which the file lists in the end.
    pub fn robot(&self, tree: &Tree, root: RootJoint) -> Result<Robot, FormatError> {
        let name = self.robot.attribute("name").filter(|name| !name.is_empty()).unwrap_or_else(|| {
            self.robot.remark("<robot> without a name: it is named 'robot'");
            "robot"
        });
        let mut builder = Model::builder(name);
        let mut bodies = vec![BodyId::WORLD; self.links.len()];
        bodies[tree.root] = self.root(&mut builder, &self.links[tree.root], root)?;
        for &Branch { joint, parent, link } in &tree.branches {
            let (joint, link_file) = (&self.joints[joint], &self.links[link]);
            if link_file.name == WORLD {
                let message =
                    "expected the link 'world' as the root, since it is the world, found it as the child of a joint";
                return Err(link_file.element.error("name", message));
            }
            let added =
                builder.add_body(link_file.name, bodies[parent], vec![joint.description.clone()], link_file.inertia);
            bodies[link] = added.map_err(|error| self.locate(&error))?;
        }
        self.check_mimics()?;
        for joint in self.joints {
            if let Some(mimic) = &joint.mimic {
                self.couple(&mut builder, joint, mimic)?;
            }
        }
        let model = builder.build().map_err(|error| self.locate(&error))?;
        for remark in model.remarks() {
            self.element(&remark.element).remark(remark.to_string());
        }
        Ok(Robot {
            initial: model.neutral_configuration(),
            model,
            geometries: self.geometries(&bodies),
            actuators: Vec::new(),
            excluded_pairs: Vec::new(),
            keyframes: Vec::new(),
            time_step: None,
            notices: Vec::new(),
        })
    }

    fn root(&self, builder: &mut ModelBuilder, link: &LinkFile, root: RootJoint) -> Result<BodyId, FormatError> {
        let joints = match root {
            RootJoint::Fixed if link.name == WORLD => {
                if link.inertia != Inertia::ZERO {
                    link.element.remark("the mass of the world is ignored");
                }
                return Ok(BodyId::WORLD);
            }
            RootJoint::Free if link.name == WORLD => {
                let message = "expected a root link that can move freely, found the world, which allows only the root \
                               'fixed'";
                return Err(link.element.error("name", message));
            }
            RootJoint::Fixed => Vec::new(),
            RootJoint::Free => vec![JointDescription::free(self.free_name())],
        };
        builder.add_body(link.name, BodyId::WORLD, joints, link.inertia).map_err(|error| self.locate(&error))
    }

    /// `root`, or with as many underscores as make it unique.
    fn free_name(&self) -> String {
        let mut name = "root".to_owned();
        while self.by_joint.contains_key(name.as_str()) {
            name.push('_');
        }
        name
    }

    /// Whoever mimics leads, in the end, to a joint that does not.
    fn check_mimics(&self) -> Result<(), FormatError> {
        let mut cleared = BTreeSet::new();
        for joint in self.joints {
            let mut way = BTreeSet::new();
            let mut next = Some(joint);
            while let Some((joint, mimic)) = next.and_then(|joint| joint.mimic.as_ref().map(|mimic| (joint, mimic))) {
                if cleared.contains(joint.name) {
                    break;
                }
                if !way.insert(joint.name) {
                    let message = "expected a joint that does not mimic, found joints that mimic each other in a cycle";
                    return Err(mimic.element.error("joint", message));
                }
                next = self.by_joint.get(mimic.leader).copied();
            }
            cleared.append(&mut way);
        }
        Ok(())
    }

    fn couple(&self, builder: &mut ModelBuilder, joint: &JointFile, mimic: &MimicFile) -> Result<(), FormatError> {
        let (Some(follower), Some(leader)) = (builder.find_joint(joint.name), builder.find_joint(mimic.leader)) else {
            let near = nearest(mimic.leader, self.by_joint.keys().copied());
            let hint = near.map_or(String::new(), |near| format!("; did you mean '{}'?", printable(near)));
            let message = format!("expected the name of a joint, found '{}'{hint}", printable(mimic.leader));
            return Err(mimic.element.error("joint", message));
        };
        let fixed =
            |name: &str| self.by_joint.get(name).is_some_and(|joint| joint.description.kind == JointKind::Fixed);
        if fixed(joint.name) {
            mimic.element.remark("<mimic> of a fixed joint is ignored");
            return Ok(());
        }
        // The coordinate of a joint that does not move is zero.
        let (leader, multiplier) = if fixed(mimic.leader) { (None, 0.0) } else { (Some(leader), mimic.multiplier) };
        let coefficients = [mimic.offset, multiplier, 0.0, 0.0, 0.0];
        let coupling = Coupling { name: joint.name.to_owned(), follower, leader, coefficients };
        builder.add_coupling(coupling).map_err(|error| self.locate(&error))?;
        mimic
            .element
            .remark("<mimic> becomes a coupling: both joints stay degrees of freedom, with an equation between them");
        Ok(())
    }

    fn geometries(&self, bodies: &[BodyId]) -> Vec<Geometry> {
        let mut geometries = Vec::new();
        for (link, &body) in self.links.iter().zip(bodies) {
            geometries.extend(link.geometries.iter().map(|file| Geometry {
                name: file.name.clone(),
                body,
                pose: file.pose,
                shape: file.shape.clone(),
                role: file.role,
                friction: None,
                colour: file.colour,
                masks: (1, 1),
            }));
        }
        geometries
    }

    /// The builder's objection, at the element that it is about.
    fn locate(&self, error: &ModelError) -> FormatError {
        self.element(&error.element).error("", error.message.clone())
    }

    fn element(&self, about: &ModelElement) -> Element<'f, 'a> {
        let found = match about {
            ModelElement::Body(name) => {
                self.by_link.get(name.as_str()).map(|link| link.inertial.unwrap_or(link.element))
            }
            ModelElement::Joint(name) => self.by_joint.get(name.as_str()).map(|joint| joint.element),
            ModelElement::Constraint(name) => self
                .by_joint
                .get(name.as_str())
                .map(|joint| joint.mimic.as_ref().map_or(joint.element, |mimic| mimic.element)),
            ModelElement::Model | ModelElement::Frame(_) => None,
        };
        found.unwrap_or(*self.robot)
    }
}
