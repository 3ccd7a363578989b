//! Random mechanisms of every joint kind, and a small generator of numbers.
#![allow(dead_code, clippy::unwrap_used)]

use stiction_linalg::space::{Matrix3, Pose, Quaternion, Symmetric3, Vector3};
use stiction_multibody::{FreedomProperties, Inertia, JointDescription, JointKind, Model};

/// A linear congruential generator (Knuth's constants): the same numbers everywhere.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        let mut numbers = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0);
        numbers.uniform();
        numbers
    }

    /// In [0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In [-1, 1).
    pub fn signed(&mut self) -> f64 {
        2.0 * self.uniform() - 1.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.uniform() * bound as f64) as usize
    }

    pub fn vector(&mut self) -> Vector3 {
        Vector3::new(self.signed(), self.signed(), self.signed())
    }

    pub fn unit(&mut self) -> Vector3 {
        loop {
            let vector = self.vector();
            if vector.norm() > 0.1 && vector.norm() < 1.0 {
                return vector.unit().unwrap();
            }
        }
    }

    pub fn rotation(&mut self) -> Matrix3 {
        Quaternion::from_rotation_vector(self.unit() * (3.0 * self.uniform())).to_matrix()
    }

    pub fn pose(&mut self) -> Pose {
        Pose::new(self.rotation(), self.vector())
    }

    pub fn vectors(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.signed()).collect()
    }

    pub fn configuration(&mut self, model: &Model) -> Vec<f64> {
        model.random_configuration(|| self.uniform())
    }

    pub fn inertia(&mut self) -> Inertia {
        let half = Vector3::new(0.05 + 0.3 * self.uniform(), 0.05 + 0.3 * self.uniform(), 0.05 + 0.3 * self.uniform());
        let body = Inertia::cuboid(0.3 + 3.0 * self.uniform(), half);
        body.placed(&Pose::new(self.rotation(), self.vector() * 0.3))
    }
}

/// Every kind of joint, with random axes.
pub fn kinds(numbers: &mut Numbers) -> Vec<JointKind> {
    let axis = numbers.unit();
    vec![
        JointKind::Revolute { axis: Vector3::X },
        JointKind::Revolute { axis: Vector3::Y },
        JointKind::Revolute { axis: Vector3::Z },
        JointKind::Revolute { axis },
        JointKind::Prismatic { axis: Vector3::Y },
        JointKind::Prismatic { axis },
        JointKind::Screw { axis, pitch: 0.3 },
        JointKind::Screw { axis, pitch: -0.4 },
        JointKind::Screw { axis: Vector3::X, pitch: 0.0 },
        JointKind::Cylindrical { axis },
        JointKind::Universal { first: axis, second: axis.tangents().0 },
        JointKind::Spherical,
        JointKind::Planar { normal: axis },
        JointKind::Planar { normal: Vector3::Z },
        JointKind::Free,
        JointKind::Fixed,
    ]
}

/// How a random tree grows.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Each body on the one before.
    Chain,
    /// Each body on one of the first few.
    Wide,
    /// Each body on any.
    Any,
}

/// A random tree. Free and fixed joints appear in the midst of it too.
pub fn tree(numbers: &mut Numbers, bodies: usize, shape: Shape) -> Model {
    let mut builder = Model::builder(format!("{shape:?} of {bodies}"));
    builder.set_gravity(numbers.vector() * 10.0).unwrap();
    // Joints about as far apart as bodies are long.
    let spacing = 0.4;
    let mut ids = vec![builder.world()];
    for index in 0..bodies {
        let parent = match shape {
            Shape::Chain => ids[index],
            Shape::Wide => ids[numbers.below(ids.len().min(4))],
            Shape::Any => ids[numbers.below(ids.len())],
        };
        let several = kinds(numbers);
        // A few bodies hang on two stacked joints, of kinds that do not repeat each other's motion.
        let count = if numbers.uniform() < 0.15 { 2 } else { 1 };
        let joints = (0..count)
            .map(|k| {
                let kind = match (count, k) {
                    (1, _) => several[numbers.below(several.len())].clone(),
                    (_, 0) => JointKind::Revolute { axis: numbers.unit() },
                    _ => JointKind::Prismatic { axis: numbers.unit() },
                };
                let armature = if numbers.uniform() < 0.3 { 0.5 * numbers.uniform() } else { 0.0 };
                let turned = numbers.uniform() < 0.5;
                let rotation = if turned { numbers.rotation() } else { Matrix3::IDENTITY };
                let placement = Pose::new(rotation, numbers.vector() * spacing);
                JointDescription::new(format!("joint {index}.{k}"), kind)
                    .at(placement)
                    .with(FreedomProperties { armature, ..Default::default() })
            })
            .collect();
        let moved = numbers.uniform() < 0.3;
        let in_joint = if moved { Pose::new(numbers.rotation(), numbers.vector() * spacing) } else { Pose::IDENTITY };
        let id = builder.add_body_at(format!("body {index}"), parent, joints, in_joint, numbers.inertia()).unwrap();
        ids.push(id);
    }
    builder.build().unwrap()
}

/// Mechanisms from one body to a hundred: chains, wide and mixed trees, and one for each joint kind.
pub fn mechanisms() -> Vec<Model> {
    let mut numbers = Numbers::new(7);
    let mut models: Vec<Model> = kinds(&mut numbers)
        .into_iter()
        .filter(|kind| *kind != JointKind::Fixed)
        .map(|kind| {
            let mut builder = Model::builder(kind.name());
            let joint = JointDescription::new("first", kind.clone()).at(numbers.pose());
            let first = builder.add_body("first", builder.world(), vec![joint], numbers.inertia()).unwrap();
            let joint = JointDescription::new("second", kind).at(numbers.pose());
            builder.add_body("second", first, vec![joint], numbers.inertia()).unwrap();
            builder.build().unwrap()
        })
        .collect();
    for (bodies, shape) in [
        (3, Shape::Chain),
        (12, Shape::Chain),
        (12, Shape::Any),
        (20, Shape::Wide),
        (40, Shape::Any),
        (100, Shape::Chain),
        (100, Shape::Wide),
        (100, Shape::Any),
    ] {
        models.push(tree(&mut numbers, bodies, shape));
    }
    models
}

/// Twelve hinges in a row, as the pendulum of Mylapilli and Jain (2014).
pub fn twelve_link_pendulum() -> Model {
    let mut builder = Model::builder("twelve-link-pendulum");
    let mut parent = builder.world();
    for k in 0..12 {
        let height = if k == 0 { 10.0 } else { -1.0 };
        let joint = JointDescription::revolute(format!("hinge {}", k + 1), Vector3::Y)
            .at(Pose::from_position(Vector3::new(0.0, 0.0, height)));
        let bob = Inertia::new(1.0, Vector3::new(0.0, 0.0, -1.0), Symmetric3::diagonal(0.025, 0.025, 0.025));
        parent = builder.add_body(format!("link {}", k + 1), parent, vec![joint], bob).unwrap();
    }
    builder.build().unwrap()
}

/// The largest difference over the largest value.
pub fn relative(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let error = found.iter().zip(expected).fold(0.0_f64, |largest, (a, b)| {
        assert!(a.is_finite() && b.is_finite());
        largest.max((a - b).abs())
    });
    if error == 0.0 { 0.0 } else { error / size }
}
