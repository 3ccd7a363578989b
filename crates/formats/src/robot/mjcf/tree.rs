//! The bodies of a file, with what stands on them.

use crate::FormatError;
use crate::robot::mjcf::asset::Assets;
use crate::robot::mjcf::compiler::{Compiler, InertiaSource};
use crate::robot::mjcf::defaults::Defaults;
use crate::robot::mjcf::documents::Documents;
use crate::robot::mjcf::geom::GeomDraft;
use crate::robot::mjcf::joint::JointDraft;
use crate::robot::mjcf::layered::{TRUTH, keyword};
use crate::robot::mjcf::names::Names;
use crate::robot::mjcf::{FileSource, Layered, Node, inertial, placement, vocabulary};
use stiction_linalg::space::Pose;
use stiction_multibody::Inertia;

/// A body as it is read; the first is the world.
pub(super) struct BodyDraft<'f> {
    pub element: Node<'f>,
    pub name: Option<&'f str>,
    pub parent: usize,
    /// In its parent's frame, as the file draws it.
    pub pose: Pose,
    /// In the world, as the file draws it.
    pub in_world: Pose,
    /// The joints of the tree that are its own.
    pub joints: std::ops::Range<usize>,
    /// What its own element says.
    explicit: Option<Inertia>,
    pub inertia: Inertia,
    /// The nearest body towards the world that has joints, this one included: bodies that share it move as one.
    pub link: usize,
}

pub(super) struct SiteDraft<'f> {
    pub element: Node<'f>,
    pub name: Option<&'f str>,
    pub body: usize,
    pub pose: Pose,
}

#[derive(Default)]
pub(super) struct Tree<'f> {
    pub bodies: Vec<BodyDraft<'f>>,
    pub joints: Vec<JointDraft<'f>>,
    pub geoms: Vec<GeomDraft<'f>>,
    pub sites: Vec<SiteDraft<'f>>,
    pub body_names: Names,
    pub joint_names: Names,
    pub site_names: Names,
    geom_names: Names,
}

/// Something inside a body, in the frame of `frame` elements around it.
struct Item<'f> {
    element: Node<'f>,
    frame: Pose,
    class: Option<&'f str>,
}

/// A body that is still to be read.
struct Waiting<'f> {
    item: Item<'f>,
    parent: usize,
}

pub(super) struct TreeReader<'f, 'd, 'x> {
    pub documents: &'f Documents<'d>,
    pub compiler: &'x Compiler<'f>,
    pub defaults: &'x Defaults<'f>,
    pub assets: &'x mut Assets<'f>,
    pub files: &'x mut FileSource<'x>,
}

impl<'f> TreeReader<'f, '_, '_> {
    /// Bodies in the order of the file, each after its parent; without recursion, however deep they are nested.
    pub fn read(&mut self, root: Node<'f>, worlds: &[Node<'f>]) -> Result<Tree<'f>, FormatError> {
        let mut tree = Tree::default();
        tree.body_names.claim(root, Some("world"), 0)?;
        tree.bodies.push(BodyDraft {
            element: worlds.first().copied().unwrap_or(root),
            name: Some("world"),
            parent: 0,
            pose: Pose::IDENTITY,
            in_world: Pose::IDENTITY,
            joints: 0..0,
            explicit: None,
            inertia: Inertia::ZERO,
            link: 0,
        });
        for world in worlds {
            let class = self.defaults.named(*world, "childclass")?;
            let mut waiting = Vec::new();
            self.contents(&mut tree, 0, *world, class, &mut waiting)?;
            while let Some(next) = waiting.pop() {
                self.body(&mut tree, next, &mut waiting)?;
            }
        }
        self.weigh(&mut tree)?;
        Ok(tree)
    }

    fn body(
        &mut self,
        tree: &mut Tree<'f>,
        body: Waiting<'f>,
        waiting: &mut Vec<Waiting<'f>>,
    ) -> Result<(), FormatError> {
        let Waiting { item: Item { element, frame, class }, parent } = body;
        let index = tree.bodies.len();
        let name = element.attribute("name");
        tree.body_names.claim(element, name, index)?;
        let class = self.defaults.named(element, "childclass")?.or(class);
        if keyword(element, "mocap", &TRUTH)? == Some(true) {
            element.remark("attribute 'mocap' of <body> is ignored: the body does not move");
        }
        let pose = frame * placement::pose(&Layered::alone(element), self.compiler)?;
        let joint = tree.joints.len();
        tree.bodies.push(BodyDraft {
            element,
            name,
            parent,
            pose,
            in_world: tree.bodies[parent].in_world * pose,
            joints: joint..joint,
            explicit: None,
            inertia: Inertia::ZERO,
            link: index,
        });
        self.contents(tree, index, element, class, waiting)?;
        let joints = joint..tree.joints.len();
        if joints.is_empty() {
            tree.bodies[index].link = tree.bodies[parent].link;
        }
        if let Some(free) = tree.joints[joints.clone()].iter().find(|joint| joint.is_free()) {
            if parent != 0 {
                return Err(free
                    .element
                    .error("", "expected a free joint on a child of the world only, found a nested body"));
            }
            if joints.len() > 1 {
                return Err(free
                    .element
                    .error("", "expected a free joint as the only joint of its body, found more joints"));
            }
        }
        tree.bodies[index].joints = joints;
        Ok(())
    }

    /// What stands on a body; its children wait, the first on top.
    fn contents(
        &mut self,
        tree: &mut Tree<'f>,
        body: usize,
        element: Node<'f>,
        class: Option<&'f str>,
        waiting: &mut Vec<Waiting<'f>>,
    ) -> Result<(), FormatError> {
        let mut inner = self.items(element, Pose::IDENTITY, class);
        let mut bodies = Vec::new();
        while let Some(Item { element, frame, class }) = inner.pop() {
            match element.tag() {
                "frame" => {
                    element.accept();
                    vocabulary::know(element, &["name"]);
                    let pose = frame * placement::pose(&Layered::alone(element), self.compiler)?;
                    let class = self.defaults.named(element, "childclass")?.or(class);
                    inner.extend(self.items(element, pose, class));
                }
                "body" => {
                    element.accept();
                    bodies.push(Waiting { item: Item { element, frame, class }, parent: body });
                }
                "joint" | "freejoint" if body == 0 => {
                    return Err(element.error("", "expected no joint on the world, found one"));
                }
                "joint" => {
                    let joint = self.defaults.apply(element, class)?;
                    self.joint(tree, JointDraft::read(&joint, &frame, self.compiler)?)?;
                }
                "freejoint" => {
                    element.accept();
                    if keyword(element, "align", &[("true", true), ("false", false), ("auto", false)])? == Some(true) {
                        let message = "attribute 'align' of <freejoint> is ignored: the body's frame stays as in the \
                                       file";
                        element.remark(message);
                    }
                    self.joint(tree, JointDraft::free(element))?;
                }
                "inertial" if tree.bodies[body].explicit.is_some() || body == 0 => {
                    let place = if body == 0 { "no <inertial> in the world" } else { "one <inertial> in a body" };
                    return Err(element.error("", format!("expected {place}, found another")));
                }
                "inertial" => {
                    element.accept();
                    tree.bodies[body].explicit = Some(inertial::read(element, &frame, self.compiler)?);
                }
                "geom" => {
                    let geom = self.defaults.apply(element, class)?;
                    let name = element.attribute("name");
                    tree.geom_names.claim(element, name, tree.geoms.len())?;
                    let draft = GeomDraft::read(geom, &frame, body, self.assets, self.compiler)?;
                    if let Some(mesh) = draft.as_ref().and_then(|draft| draft.mesh) {
                        self.assets.look_for(mesh, self.files);
                    }
                    tree.geoms.extend(draft);
                }
                "site" => self.site(tree, element, &frame, body, class)?,
                tag @ ("replicate" | "composite" | "flexcomp" | "attach") => {
                    element.set_aside(format!(
                        "<{tag}> is not supported: the bodies and geoms that it generates are ignored"
                    ));
                }
                _ => {}
            }
        }
        waiting.extend(bodies.into_iter().rev());
        Ok(())
    }

    /// The children of an element, the first on top.
    fn items(&self, element: Node<'f>, frame: Pose, class: Option<&'f str>) -> Vec<Item<'f>> {
        self.documents.children(element).into_iter().rev().map(|element| Item { element, frame, class }).collect()
    }

    fn joint(&self, tree: &mut Tree<'f>, joint: JointDraft<'f>) -> Result<(), FormatError> {
        tree.joint_names.claim(joint.element, joint.name, tree.joints.len())?;
        tree.joints.push(joint);
        Ok(())
    }

    fn site(
        &self,
        tree: &mut Tree<'f>,
        element: Node<'f>,
        frame: &Pose,
        body: usize,
        class: Option<&'f str>,
    ) -> Result<(), FormatError> {
        let site = self.defaults.apply(element, class)?;
        let pose = match placement::between(&site)? {
            Some((pose, _)) => pose,
            None => placement::pose(&site, self.compiler)?,
        };
        let name = element.attribute("name");
        tree.site_names.claim(element, name, tree.sites.len())?;
        tree.sites.push(SiteDraft { element, name, body, pose: *frame * pose });
        Ok(())
    }

    /// Gives each body the inertia that the file means.
    fn weigh(&mut self, tree: &mut Tree<'f>) -> Result<(), FormatError> {
        let mut from_geoms: Vec<Option<Inertia>> = vec![None; tree.bodies.len()];
        let compiler = self.compiler;
        let (lowest, highest) = compiler.inertia_groups;
        for geom in &tree.geoms {
            let asked = match compiler.inertia_source {
                InertiaSource::Element => false,
                InertiaSource::Geoms => true,
                InertiaSource::Auto => tree.bodies[geom.body].explicit.is_none(),
            };
            if geom.body == 0 || !asked || !(lowest..=highest).contains(&geom.group) {
                continue;
            }
            let inertia = geom.inertia(self.assets, self.files)?;
            if inertia.mass > 0.0 {
                let sum = &mut from_geoms[geom.body];
                *sum = Some(sum.map_or(inertia, |sum| sum.with(&inertia)));
            }
        }
        for (body, from_geoms) in tree.bodies.iter_mut().zip(from_geoms) {
            body.inertia = from_geoms.or(body.explicit).unwrap_or(Inertia::ZERO);
        }
        for body in tree.bodies.iter_mut().skip(1) {
            body.inertia = inertial::bounded(&body.inertia, compiler);
        }
        let total: f64 = tree.bodies.iter().skip(1).map(|body| body.inertia.mass).sum();
        if let Some(wanted) = compiler.total_mass.filter(|_| total > 0.0) {
            for body in tree.bodies.iter_mut().skip(1) {
                body.inertia = inertial::scaled(&body.inertia, wanted / total);
            }
        }
        Ok(())
    }
}
