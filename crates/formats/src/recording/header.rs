use serde::{Deserialize, Serialize};
use stiction_collision::Shape;
use stiction_linalg::space::{Matrix3, Pose, Vector3};
use stiction_multibody::{Inertia, JointDescription, JointKind, Model, ModelError};
use stiction_simulation::World;

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
}

/// A joint of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedJoint {
    /// Its name.
    pub name: String,
    /// Its kind's name.
    pub kind: String,
    /// The axes that the kind has.
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

/// A shape of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedShape {
    /// Its name.
    pub name: String,
    /// The body that it is fixed to.
    pub body: usize,
    /// Position, then the rotation row by row.
    pub placement: [f64; 12],
    /// `sphere`, `box`, `capsule`, `cylinder`, `cone`, `half-space` or `mesh`.
    pub kind: String,
    /// Radius; half edges; radius and half length.
    pub sizes: Vec<f64>,
    /// Of a mesh: its corners.
    pub vertices: Vec<[f64; 3]>,
    /// Of a mesh: three corners each.
    pub triangles: Vec<[usize; 3]>,
}

fn numbers(pose: &Pose) -> [f64; 12] {
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
                JointKind::Planar { normal } => (vec![*normal], 0.0),
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
            }
        };
        let mut shapes = Vec::new();
        for collider in &scene.colliders {
            add_shape(&mut shapes, &collider.name, collider.body, collider.placement, &collider.shape);
        }
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scene: scene.name.clone(),
            stepper: scene.settings.scheme.name().to_owned(),
            method: scene.settings.method.name().to_owned(),
            time_step: scene.settings.time_step,
            every,
            gravity: model.gravity().to_array(),
            bodies: model.body_ids().map(body).collect(),
            shapes,
            configuration_size: model.configuration_size(),
            velocity_size: model.velocity_size(),
        }
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

/// Adds a shape; of a compound, its parts.
fn add_shape(shapes: &mut Vec<RecordedShape>, name: &str, body: usize, placement: Pose, shape: &Shape) {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    let mut add_mesh = |corners: &[Vector3], indices: Vec<[usize; 3]>| {
        vertices = corners.iter().map(|corner| corner.to_array()).collect();
        triangles = indices;
        ("mesh", vec![])
    };
    let (kind, sizes) = match shape {
        Shape::Sphere { radius } => ("sphere", vec![*radius]),
        Shape::Box { half } => ("box", half.to_array().to_vec()),
        Shape::Ellipsoid { half } => ("ellipsoid", half.to_array().to_vec()),
        Shape::Capsule { radius, half_length } => ("capsule", vec![*radius, *half_length]),
        Shape::Cylinder { radius, half_length } => ("cylinder", vec![*radius, *half_length]),
        Shape::Cone { radius, half_length } => ("cone", vec![*radius, *half_length]),
        Shape::HalfSpace => ("half-space", vec![]),
        Shape::Hull(hull) => add_mesh(hull.vertices(), hull.triangles()),
        Shape::Mesh(mesh) => add_mesh(mesh.vertices(), mesh.triangle_corners()),
        Shape::Heightfield(field) => add_mesh(field.mesh().vertices(), field.mesh().triangle_corners()),
        Shape::Compound(parts) => {
            for (inner, part) in parts {
                add_shape(shapes, name, body, placement * *inner, part);
            }
            return;
        }
    };
    shapes.push(RecordedShape {
        name: name.to_owned(),
        body,
        placement: numbers(&placement),
        kind: kind.to_owned(),
        sizes,
        vertices,
        triangles,
    });
}
