use super::{OUTCOMES, RecordedShape};
use crate::{Camera, SceneBundle};
use serde::{Deserialize, Serialize};
use stiction_contact::Method;
use stiction_linalg::space::{Matrix3, Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, JointKind, Model, ModelError};
use stiction_simulation::{World, shape_name};

/// What a recording is of: enough to place every shape at every frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordingHeader {
    /// The program's version.
    pub program: String,
    /// The scene's name.
    pub scene: String,
    /// The stepper's name.
    pub stepper: String,
    /// The method's name.
    pub method: String,
    /// s.
    pub time_step: f64,
    /// Every how many steps there is a frame.
    pub every: usize,
    /// m/s².
    pub gravity: [f64; 3],
    /// The tree of bodies; the first is the world.
    pub bodies: Vec<RecordedBody>,
    /// The shapes on them.
    pub shapes: Vec<RecordedShape>,
    /// Numbers of a configuration.
    pub configuration_size: usize,
    /// Numbers of a velocity.
    pub velocity_size: usize,
    /// How a step's contact problem may end: frames have places in this list. The first two are good ends.
    #[serde(default)]
    pub outcomes: Vec<String>,
    /// The methods: frames have places in this list.
    #[serde(default)]
    pub methods: Vec<String>,
    /// The relative residual that a step is solved with.
    #[serde(default)]
    pub tolerance: f64,
    /// How long the run was to be, s; zero if that is not known.
    #[serde(default)]
    pub duration: f64,
    /// One line on what the scene shows.
    #[serde(default)]
    pub description: String,
    /// Where to look from.
    #[serde(default)]
    pub camera: Option<RecordedCamera>,
    /// The scene file.
    #[serde(default)]
    pub source: String,
    /// Settings `key.path=value` that changed it.
    #[serde(default)]
    pub settings: Vec<String>,
    /// Of a recording that was thinned: one in so many of its frames is left, and so many there were.
    #[serde(default)]
    pub thinned: Option<[usize; 2]>,
}

/// Where a viewer stands and what it looks at, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedCamera {
    /// Where it stands.
    pub position: [f64; 3],
    /// What it looks at.
    pub target: [f64; 3],
}

/// A body of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedBody {
    /// Its name.
    pub name: String,
    /// The body that carries it.
    pub parent: usize,
    /// The joints between the two, in order.
    pub joints: Vec<RecordedJoint>,
    /// Its frame in that of its last joint: position, then the rotation row by row.
    pub placement: [f64; 12],
    /// kg; zero of the world and where it is not known.
    #[serde(default)]
    pub mass: f64,
}

/// A joint of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedJoint {
    /// Its name.
    pub name: String,
    /// Its kind's name.
    pub kind: String,
    /// The axes that the kind has; of a planar joint the normal, then those of the plane.
    pub axes: Vec<[f64; 3]>,
    /// m/rad; zero but for a screw.
    pub pitch: f64,
    /// Position, then the rotation row by row.
    pub placement: [f64; 12],
    /// Its first number in a configuration.
    pub configuration: usize,
    /// Its first number in a velocity.
    pub velocity: usize,
}

pub(super) fn numbers(pose: &Pose) -> [f64; 12] {
    let [a, b, c] = pose.rotation.to_rows();
    let [x, y, z] = pose.position.to_array();
    [x, y, z, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
}

fn pose(n: &[f64; 12]) -> Pose {
    let rotation = Matrix3::from_rows([[n[3], n[4], n[5]], [n[6], n[7], n[8]], [n[9], n[10], n[11]]]);
    Pose::new(rotation, Vector3::new(n[0], n[1], n[2]))
}

impl RecordingHeader {
    /// Of a world that is about to run.
    pub fn new(world: &World, every: usize) -> Self {
        let scene = world.scene();
        let model = &scene.model;
        let joint = |index: usize| {
            let joint = &model.joints()[index];
            let (axes, pitch) = match &joint.kind {
                JointKind::Fixed | JointKind::Spherical | JointKind::Free => (vec![], 0.0),
                JointKind::Revolute { axis } | JointKind::Prismatic { axis } | JointKind::Cylindrical { axis } => {
                    (vec![*axis], 0.0)
                }
                JointKind::Screw { axis, pitch } => (vec![*axis], *pitch),
                JointKind::Universal { first, second } => (vec![*first, *second], 0.0),
                JointKind::Planar { normal } => {
                    let (first, second) = normal.tangents();
                    (vec![*normal, first, second], 0.0)
                }
            };
            RecordedJoint {
                name: joint.name.clone(),
                kind: joint.kind.name().to_owned(),
                axes: axes.into_iter().map(Vector3::to_array).collect(),
                pitch,
                placement: numbers(&joint.placement),
                configuration: joint.configuration.start,
                velocity: joint.velocity.start,
            }
        };
        let body = |id| {
            let body = model.body(id);
            RecordedBody {
                name: body.name.clone(),
                parent: body.parent.index(),
                joints: body.joints.clone().map(joint).collect(),
                placement: numbers(&body.in_joint()),
                mass: body.inertia.mass,
            }
        };
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scene: scene.name.clone(),
            stepper: scene.settings.scheme.name().to_owned(),
            method: scene.settings.method.name().to_owned(),
            time_step: scene.settings.time_step,
            every,
            gravity: model.gravity().to_array(),
            bodies: model.body_ids().map(body).collect(),
            shapes: RecordedShape::all(&scene.colliders),
            configuration_size: model.configuration_size(),
            velocity_size: model.velocity_size(),
            outcomes: OUTCOMES.iter().map(|&name| name.to_owned()).collect(),
            methods: Method::ALL.iter().map(|method| method.name().to_owned()).collect(),
            tolerance: scene.settings.contact.tolerance,
            duration: scene.duration,
            description: String::new(),
            camera: None,
            source: String::new(),
            settings: Vec::new(),
            thinned: None,
        }
    }

    /// The same with what a scene's file says besides.
    #[must_use]
    pub fn with_view(mut self, description: &str, camera: Option<Camera>) -> Self {
        description.clone_into(&mut self.description);
        self.camera = camera
            .map(|camera| RecordedCamera { position: camera.position.to_array(), target: camera.target.to_array() });
        self
    }

    /// The same with the scene's file.
    #[must_use]
    pub fn with_source(mut self, bundle: &SceneBundle) -> Self {
        self.source = String::from_utf8_lossy(&bundle.text).into_owned();
        self.settings.clone_from(&bundle.settings);
        self
    }

    /// The name of how a frame's contact problem ended.
    pub fn outcome_name(&self, outcome: u8) -> &str {
        self.outcomes.get(usize::from(outcome)).map_or("unknown", String::as_str)
    }

    /// The name of a frame's method; empty if that was not recorded.
    pub fn method_name(&self, method: u8) -> &str {
        self.methods.get(usize::from(method)).map_or("", String::as_str)
    }

    /// The name of a collider.
    pub fn collider_name(&self, collider: u32) -> &str {
        let own = self.shapes.iter().find(|shape| shape.collider == collider as usize);
        own.map_or("unknown", |shape| shape.name.as_str())
    }

    /// What a contact between two colliders is called: `box on slope`, what moves first; unnamed shapes by their body.
    pub fn pair_name(&self, first: u32, second: u32) -> String {
        let shape = |collider: u32| self.shapes.iter().find(|shape| shape.collider == collider as usize);
        let moves = |collider: u32| {
            let mut body = shape(collider).map_or(0, |shape| shape.body);
            // Up the tree, where parents come first.
            while let Some(own) =
                self.bodies.get(body).filter(|own| own.joints.iter().all(|joint| joint.kind == "fixed"))
            {
                if body == 0 || own.parent >= body {
                    return false;
                }
                body = own.parent;
            }
            body > 0
        };
        let name = |collider: u32| {
            let body = shape(collider).and_then(|shape| self.bodies.get(shape.body));
            shape_name(self.collider_name(collider), body.map_or("", |body| body.name.as_str()))
        };
        let [upper, lower] = if moves(first) && !moves(second) { [first, second] } else { [second, first] };
        format!("{} on {}", name(upper), name(lower))
    }

    /// A model that places the bodies as the recorded one did; its masses are not those.
    pub fn model(&self) -> Result<Model, ModelError> {
        let mut builder = Model::builder(self.scene.as_str());
        let mut ids = vec![builder.world()];
        for body in self.bodies.iter().skip(1) {
            let parent = ids.get(body.parent).copied().unwrap_or(builder.world());
            let joints = body.joints.iter().map(RecordedJoint::description).collect();
            let inertia = Inertia::ball(1.0, 1.0);
            ids.push(builder.add_body_at(body.name.as_str(), parent, joints, pose(&body.placement), inertia)?);
        }
        builder.build()
    }
}

impl RecordedJoint {
    /// How many numbers of a configuration and of a velocity are its own.
    pub fn sizes(&self) -> [usize; 2] {
        let kind = self.description().kind;
        [kind.configuration_size(), kind.velocity_size()]
    }

    fn description(&self) -> JointDescription {
        let axis = |k: usize| self.axes.get(k).map_or(Vector3::Z, |a| Vector3::new(a[0], a[1], a[2]));
        let kind = match self.kind.as_str() {
            "revolute" => JointKind::Revolute { axis: axis(0) },
            "prismatic" => JointKind::Prismatic { axis: axis(0) },
            "screw" => JointKind::Screw { axis: axis(0), pitch: self.pitch },
            "cylindrical" => JointKind::Cylindrical { axis: axis(0) },
            "universal" => JointKind::Universal { first: axis(0), second: axis(1) },
            "planar" => JointKind::Planar { normal: axis(0) },
            "spherical" => JointKind::Spherical,
            "free" => JointKind::Free,
            _ => JointKind::Fixed,
        };
        JointDescription::new(self.name.as_str(), kind).at(pose(&self.placement))
    }
}
