//! Readers and algorithms against Pinocchio and MuJoCo, on the recorded data of `data/multibody`.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::PathBuf;
use stiction_formats::{RootJoint, read_robot};
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::{Matrix3, Pose, Quaternion, Symmetric3, Vector3};
use stiction_multibody::delassus::{Delassus, Rows};
use stiction_multibody::dynamics::{
    ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, MassFactor, Motions, Route, centre_of_mass,
    frame_jacobian, gravitational_energy, kinetic_energy, momentum,
};
use stiction_multibody::{FreedomProperties, Inertia, JointDescription, JointKind, Model};

/// What the comparison holds to, relative to the largest number of its kind.
const TOLERANCE: f64 = 1e-10;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/multibody"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn vector(value: &Value) -> Vector3 {
    let numbers: [f64; 3] = numbers(value).try_into().unwrap();
    numbers.into()
}

fn matrix(value: &Value) -> DenseMatrix {
    let rows: Vec<Vec<f64>> = value.as_array().unwrap().iter().map(numbers).collect();
    DenseMatrix::from_rows(&rows).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// A model that the data describe in full.
fn described(name: &str, description: &Value) -> Model {
    let mut builder = Model::builder(name);
    builder.set_gravity(vector(&description["gravity"])).unwrap();
    for body in description["bodies"].as_array().unwrap() {
        let joint = &body["joint"];
        let axis = |key: &str| vector(&joint[key]);
        let kind = match text(joint, "kind") {
            "fixed" => JointKind::Fixed,
            "revolute" | "continuous" => JointKind::Revolute { axis: axis("axis") },
            "prismatic" => JointKind::Prismatic { axis: axis("axis") },
            "screw" => JointKind::Screw { axis: axis("axis"), pitch: joint["pitch"].as_f64().unwrap() },
            "cylindrical" => JointKind::Cylindrical { axis: axis("axis") },
            "universal" => JointKind::Universal { first: axis("axis"), second: axis("axis2") },
            "spherical" => JointKind::Spherical,
            "planar" => JointKind::Planar { normal: Vector3::Z },
            "free" => JointKind::Free,
            other => panic!("unknown joint kind {other}"),
        };
        let [w, x, y, z] = numbers(&body["placement"]["quaternion"]).try_into().unwrap();
        let placement = Pose::from_quaternion(Quaternion::new(w, x, y, z), vector(&body["placement"]["position"]));
        let armature = if body["armature"].is_null() { vec![] } else { numbers(&body["armature"]) };
        let mut joint = JointDescription::new(text(joint, "name"), kind).at(placement);
        joint.properties =
            armature.into_iter().map(|armature| FreedomProperties { armature, ..Default::default() }).collect();
        let rows = matrix(&body["inertia"]);
        let moments = Matrix3::from_rows(std::array::from_fn(|i| std::array::from_fn(|j| rows[(i, j)])));
        let inertia =
            Inertia::new(body["mass"].as_f64().unwrap(), vector(&body["centre"]), Symmetric3::from_matrix(moments));
        let parent = builder.find_body(text(body, "parent")).unwrap();
        builder.add_body(text(body, "name"), parent, vec![joint], inertia).unwrap();
    }
    for frame in description["frames"].as_array().unwrap() {
        let body = builder.find_body(text(frame, "body")).unwrap();
        builder.add_frame(text(frame, "name"), body, Pose::from_position(vector(&frame["position"]))).unwrap();
    }
    builder.build().unwrap()
}

/// Where the numbers of the data's layout stand in the model's.
struct Layout {
    configuration: Vec<usize>,
    velocity: Vec<usize>,
}

impl Layout {
    fn new(model: &Model, joints: &Value) -> Self {
        let mut layout = Self { configuration: Vec::new(), velocity: Vec::new() };
        for joint in joints.as_array().unwrap() {
            let name = text(joint, "name");
            // A free joint that a reader adds above the root has a name of the reader's own.
            let found = model.joints().iter().find(|joint| joint.name == name);
            let found = found
                .or_else(|| model.joints().iter().find(|joint| name == "root_joint" && joint.kind == JointKind::Free));
            let found = found.unwrap_or_else(|| panic!("{}: no joint {name}", model.name()));
            assert_eq!(found.configuration.len() as u64, joint["configuration"].as_u64().unwrap(), "{name}");
            layout.configuration.extend(found.configuration.clone());
            layout.velocity.extend(found.velocity.clone());
        }
        assert_eq!(layout.velocity.len(), model.velocity_size(), "{}: joints are missing", model.name());
        layout
    }

    fn into(places: &[usize], theirs: &Value) -> Vec<f64> {
        let theirs = numbers(theirs);
        let mut ours = vec![0.0; theirs.len()];
        for (value, &place) in theirs.iter().zip(places) {
            ours[place] = *value;
        }
        ours
    }

    fn columns(&self, theirs: &Value) -> DenseMatrix {
        let theirs = matrix(theirs);
        let mut ours = DenseMatrix::zeros(theirs.rows(), theirs.columns());
        for (j, &place) in self.velocity.iter().enumerate() {
            ours.column_mut(place).copy_from_slice(theirs.column(j));
        }
        ours
    }
}

fn close(what: &str, found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let error = found.iter().zip(expected).fold(0.0_f64, |e, (a, b)| e.max((a - b).abs()));
    assert!(error <= TOLERANCE * size.max(1e-300), "{what} differs by {error:e} of {size:e}");
    if size > 0.0 { error / size } else { 0.0 }
}

/// Everything in one file of data; gives the largest difference.
fn compare(name: &str) -> f64 {
    let data: Value = serde_json::from_slice(&std::fs::read(folder().join(format!("{name}.json"))).unwrap()).unwrap();
    let model = match data["model"]["file"].as_str() {
        None => described(name, &data["model"]),
        Some(file) => {
            let root = match data["model"]["root"].as_str() {
                Some("free") => Some(RootJoint::Free),
                Some(_) => Some(RootJoint::Fixed),
                None => None,
            };
            read_robot(&folder().join(file), root).unwrap_or_else(|error| panic!("{error}")).model
        }
    };
    let layout = Layout::new(&model, &data["joints"]);
    let mut worst = close(&format!("{name}: mass"), &[model.mass()], &[data["mass"].as_f64().unwrap()]);
    for (index, sample) in data["samples"].as_array().unwrap().iter().enumerate() {
        let mut check = |what: &str, found: &[f64], expected: &[f64]| {
            worst = worst.max(close(&format!("{name}, sample {index}: {what}"), found, expected));
        };
        let n = model.velocity_size();
        let of = |key: &str| Layout::into(&layout.velocity, &sample[key]);
        let configuration = Layout::into(&layout.configuration, &sample["configuration"]);
        let (velocity, force, acceleration) = (of("velocity"), of("force"), of("acceleration"));
        let mut kinematics = Kinematics::new(&model);
        kinematics.update(&model, &configuration);
        let mut motions = Motions::new(&model);
        motions.update(&model, &kinematics, &velocity, None);

        let mut mass = DenseMatrix::zeros(n, n);
        MassFactor::new(&model).mass_matrix(&model, &kinematics, &mut mass);
        // Both rows and columns are in the data's order.
        let expected = layout.columns(&sample["mass_matrix"]);
        let expected = DenseMatrix::from_function(n, n, |i, j| {
            expected[(layout.velocity.iter().position(|&place| place == i).unwrap(), j)]
        });
        check("mass matrix", mass.as_slice(), expected.as_slice());
        let mut found = vec![0.0; n];
        let mut inverse = InverseDynamics::new(&model);
        inverse.bias_force(&model, &kinematics, &velocity, &mut found);
        check("bias force", &found, &of("bias_force"));
        inverse.compute(&model, &kinematics, &velocity, &acceleration, &mut found);
        check("inverse dynamics", &found, &of("inverse_dynamics"));
        found.copy_from_slice(&force);
        ForwardDynamics::new(&model).compute(&model, &kinematics, &velocity, &mut found);
        check("forward dynamics", &found, &of("forward_dynamics"));

        let number = |key: &str| [sample[key].as_f64().unwrap()];
        check("kinetic energy", &[kinetic_energy(&model, &kinematics, &motions, &velocity)], &number("kinetic_energy"));
        check("potential energy", &[gravitational_energy(&model, &kinematics)], &number("potential_energy"));
        let centre = centre_of_mass(&model, &kinematics);
        check("centre of mass", &centre.to_array(), &numbers(&sample["centre_of_mass"]));
        let found = momentum(&model, &kinematics, &motions, centre);
        check("momentum", &found.to_array(), &numbers(&sample["momentum"]));

        let mut jacobian = DenseMatrix::zeros(6, n);
        for frame in sample["frames"].as_array().unwrap() {
            let label = text(frame, "name");
            let (body, placement) = model.find_frame(label).unwrap_or_else(|| panic!("{name}: no frame {label}"));
            let pose = kinematics.body_pose(&model, body) * placement;
            check(&format!("{label}: position"), &pose.position.to_array(), &numbers(&frame["position"]));
            check(
                &format!("{label}: rotation"),
                &pose.rotation.to_rows().concat(),
                &frame["rotation"].as_array().unwrap().iter().flat_map(numbers).collect::<Vec<_>>(),
            );
            frame_jacobian(&model, &kinematics, body, pose.position, &mut jacobian);
            check(&format!("{label}: Jacobian"), jacobian.as_slice(), layout.columns(&frame["jacobian"]).as_slice());
            let motion = motions.velocity(&model, &kinematics, body, pose.position);
            check(&format!("{label}: velocity"), &motion.to_array(), &numbers(&frame["velocity"]));
            let motion = motions.acceleration(&model, &kinematics, body, pose.position);
            check(&format!("{label}: bias acceleration"), &motion.to_array(), &numbers(&frame["bias_acceleration"]));
        }

        let mut rows = Rows::new();
        for point in sample["delassus"]["points"].as_array().unwrap() {
            let (body, placement) = model.find_frame(point.as_str().unwrap()).unwrap();
            let point = (kinematics.body_pose(&model, body) * placement).position;
            let world = model.find_body("world").unwrap();
            rows.push_point(&model, &kinematics, world, body, point, &[Vector3::X, Vector3::Y, Vector3::Z]);
        }
        for route in [Route::MassMatrix, Route::ArticulatedBodies] {
            let mut factor = InertiaFactor::by(&model, route);
            factor.compute(&model, &kinematics);
            let mut delassus = Delassus::new();
            delassus.compute(&model, &kinematics, &factor, &rows);
            let mut found = DenseMatrix::zeros(0, 0);
            delassus.dense(&mut found);
            let expected = matrix(&sample["delassus"]["matrix"]);
            check(&format!("Delassus by {route:?}"), found.as_slice(), expected.as_slice());
        }
    }
    worst
}

macro_rules! reference {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                println!("{}: largest relative difference {:e}", $name, compare($name));
            }
        )*
    };
}

reference! {
    twelve_link_pendulum: "twelve-link-pendulum",
    all_joints_tree: "all-joints-tree",
    quadruped: "quadruped",
    humanoid: "humanoid",
    arm: "arm",
    mjcf_biped: "mjcf-biped",
    mjcf_arm: "mjcf-arm",
}
