//! Equalities between bodies and between joints. They are soft in MuJoCo and rigid here.

use crate::FormatError;
use crate::robot::mjcf::assembly::Assembly;
use crate::robot::mjcf::layered::TRUTH;
use crate::robot::mjcf::names::Names;
use crate::robot::mjcf::{Layered, Node, vocabulary};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{ClosureKind, Coupling, LoopClosure};

/// A body of the tree and a pose on it.
type Place = (usize, Pose);

impl<'f> Assembly<'f, '_> {
    pub fn equalities(&mut self, sections: &[Node<'f>]) -> Result<(), FormatError> {
        let mut found = Vec::new();
        for child in sections.iter().flat_map(|section| self.documents.children(*section)) {
            if matches!(child.tag(), "connect" | "weld" | "joint") {
                found.push(self.defaults.apply_as("equality", vocabulary::EQUALITY, child, None)?);
            }
        }
        let mut names = Names::default();
        for (place, equality) in found.iter().enumerate() {
            names.claim(equality.own, equality.own.attribute("name"), place)?;
        }
        let names = Names::complete("equality", found.iter().map(|equality| equality.own.attribute("name")));
        for (equality, name) in found.into_iter().zip(names) {
            self.equality(&equality, name)?;
        }
        Ok(())
    }

    fn equality(&mut self, equality: &Layered<'f>, name: String) -> Result<(), FormatError> {
        let element = equality.own;
        let tag = element.tag();
        if equality.keyword("active", &TRUTH)? == Some(false) {
            element.set_aside(format!("a <{tag}> with active=\"false\" is ignored"));
            return Ok(());
        }
        for softness in ["solref", "solimp", "torquescale"] {
            if equality.attribute(softness).is_some() {
                let holder = equality.holder(softness);
                holder.remark(format!("attribute '{softness}' of <{tag}> is ignored: equality constraints are rigid"));
            }
        }
        if tag == "joint" {
            return self.coupling(element, name);
        }
        let (kind, places) = match tag {
            "connect" => (ClosureKind::Point, self.connect(element)?),
            _ => (ClosureKind::Weld, self.weld(element)?),
        };
        let [(first, first_pose), (second, second_pose)] = places;
        if first == second {
            return Err(element.error("", "expected two different bodies, found the same twice"));
        }
        if self.tree.bodies[first].link == self.tree.bodies[second].link {
            element.set_aside(format!("a <{tag}> between bodies that cannot move relative to each other is ignored"));
            return Ok(());
        }
        let (first, second) = ((self.bodies[first], first_pose), (self.bodies[second], second_pose));
        let closure = LoopClosure { name, kind, first, second };
        self.builder.add_closure(closure).map_err(|error| element.error("", error.message))
    }

    /// The bodies of an equality; the second is the world if it is not given.
    fn pair(&self, element: Node<'f>) -> Result<[usize; 2], FormatError> {
        let names = &self.tree.body_names;
        let first = names.find(element, "body1", "body")?;
        let second = match element.attribute("body2") {
            Some(_) => names.find(element, "body2", "body")?,
            None => 0,
        };
        Ok([first, second])
    }

    /// The sites of an equality, where it is given by sites.
    fn sites(&self, element: Node<'f>) -> Result<Option<[Place; 2]>, FormatError> {
        if element.attribute("site1").is_none() && element.attribute("site2").is_none() {
            return Ok(None);
        }
        let site = |attribute: &str| -> Result<Place, FormatError> {
            let site = &self.tree.sites[self.tree.site_names.find(element, attribute, "site")?];
            Ok((site.body, site.pose))
        };
        Ok(Some([site("site1")?, site("site2")?]))
    }

    /// The pose of one body in another's frame, as the file draws them.
    fn relative(&self, first: usize, second: usize) -> Pose {
        self.tree.bodies[first].in_world.inverse() * self.tree.bodies[second].in_world
    }

    fn connect(&self, element: Node<'f>) -> Result<[Place; 2], FormatError> {
        if let Some(sites) = self.sites(element)? {
            return Ok(sites);
        }
        let [first, second] = self.pair(element)?;
        element.required("anchor")?;
        let anchor = element.vector("anchor")?.unwrap_or_default();
        let there = self.relative(first, second).inverse_point(anchor);
        Ok([(first, Pose::from_position(anchor)), (second, Pose::from_position(there))])
    }

    fn weld(&self, element: Node<'f>) -> Result<[Place; 2], FormatError> {
        if let Some(sites) = self.sites(element)? {
            return Ok(sites);
        }
        let [first, second] = self.pair(element)?;
        let anchor = Pose::from_position(element.vector("anchor")?.unwrap_or_default());
        let [x, y, z, w, a, b, c] = element.array("relpose")?.unwrap_or_default();
        let here = match Quaternion::new(w, a, b, c).unit() {
            Some(turn) => Pose::from_quaternion(turn, Vector3::new(x, y, z)),
            // A quaternion of zeros asks for the pose that the file draws.
            None => self.relative(first, second) * anchor,
        };
        Ok([(first, here), (second, anchor)])
    }

    /// `y − y₀ = Σ a_k (x − x₀)^k` about the references becomes a polynomial in the coordinate itself.
    fn coupling(&mut self, element: Node<'f>, name: String) -> Result<(), FormatError> {
        let names = &self.tree.joint_names;
        let follower = names.find(element, "joint1", "joint")?;
        let leader = match element.attribute("joint2") {
            Some(_) => Some(names.find(element, "joint2", "joint")?),
            None => None,
        };
        for (attribute, joint) in [("joint1", Some(follower)), ("joint2", leader)] {
            if joint.is_some_and(|joint| !self.tree.joints[joint].is_scalar()) {
                return Err(element.error(attribute, "expected a hinge or slide joint, found another"));
            }
        }
        let mut given = [None; 5];
        crate::robot::mjcf::layered::overlay(element, "polycoef", &mut given)?;
        let given = match element.attribute("polycoef") {
            Some(_) => given.map(|number| number.unwrap_or(0.0)),
            None => [0.0, 1.0, 0.0, 0.0, 0.0],
        };
        let origin = leader.map_or(0.0, |joint| self.tree.joints[joint].reference);
        let mut coefficients = match leader {
            Some(_) => shifted(given, origin),
            None => [given[0], 0.0, 0.0, 0.0, 0.0],
        };
        coefficients[0] += self.tree.joints[follower].reference;
        let follower = self.joint_id(element, follower)?;
        let leader = leader.map(|joint| self.joint_id(element, joint)).transpose()?;
        let coupling = Coupling { name, follower, leader, coefficients };
        self.builder.add_coupling(coupling).map_err(|error| element.error("", error.message))
    }
}

/// The coefficients of `p(x − origin)` as a polynomial in x, by Horner's scheme.
fn shifted(p: [f64; 5], origin: f64) -> [f64; 5] {
    let mut shifted = [0.0; 5];
    for coefficient in p.into_iter().rev() {
        for k in (0..5).rev() {
            let below = if k == 0 { coefficient } else { shifted[k - 1] };
            shifted[k] = below - origin * shifted[k];
        }
    }
    shifted
}
