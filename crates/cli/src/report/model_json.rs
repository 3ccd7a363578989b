//! A robot file for programs. Numbers that are not finite, such as a limit that there is not, are `null`.

use crate::evaluation::{Evaluation, FrameEvaluation};
use crate::failure::Failure;
use serde_json::{Map, Value, json};
use stiction_formats::{ActuatorKind, Geometry, GeometryRole, Robot, Shape};
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::{Pose, Quaternion, Symmetric3, Vector3};
use stiction_multibody::{Body, FreedomProperties, Joint, JointKind, Model};

/// The whole answer: one object.
pub fn answer(file: &str, robot: &Robot, evaluation: Option<&Evaluation>) -> Result<String, Failure> {
    let model = &robot.model;
    let body_name = |id| &model.body(id).name;
    let joint_name = |id| &model.joint(id).name;
    let end = |(body, pose): (_, Pose)| with(placed(&pose), json!({"body": body_name(body)}));
    let mut answer = json!({
        "file": file,
        "name": model.name(),
        "mass": model.bodies().iter().map(|body| body.inertia.mass).sum::<f64>(),
        "mobile_mass": model.mass(),
        "degrees_of_freedom": model.velocity_size(),
        "configuration_size": model.configuration_size(),
        "gravity": model.gravity().to_array(),
        "initial": robot.initial,
        "bodies": model.bodies().iter().enumerate().map(|(index, body)| of_body(model, index, body)).collect::<Vec<_>>(),
        "joints": model.joints().iter().map(|joint| of_joint(model, joint)).collect::<Vec<_>>(),
        "frames": model.frames().iter().map(|frame| with(json!({"name": frame.name}), end((frame.body, frame.placement)))).collect::<Vec<_>>(),
        "closures": model.closures().iter().map(|closure| json!({
            "name": closure.name,
            "kind": closure.kind.name(),
            "rows": closure.kind.rows(),
            "first": end(closure.first),
            "second": end(closure.second),
        })).collect::<Vec<_>>(),
        "couplings": model.couplings().iter().map(|coupling| json!({
            "name": coupling.name,
            "follower": joint_name(coupling.follower),
            "leader": coupling.leader.map(joint_name),
            "coefficients": coupling.coefficients,
        })).collect::<Vec<_>>(),
        "actuators": robot.actuators.iter().map(|actuator| with(drive(&actuator.kind), json!({
            "name": actuator.name,
            "joint": joint_name(actuator.joint),
            "gear": actuator.gear,
            "control_range": actuator.control_range,
            "force_range": actuator.force_range,
        }))).collect::<Vec<_>>(),
        "keyframes": robot.keyframes.iter().map(|keyframe| json!({
            "name": keyframe.name,
            "time": keyframe.time,
            "configuration": keyframe.configuration,
            "velocity": keyframe.velocity,
            "control": keyframe.control,
        })).collect::<Vec<_>>(),
        "geometries": robot.geometries.iter().map(|geometry| of_geometry(model, geometry)).collect::<Vec<_>>(),
        "excluded_pairs": robot.excluded_pairs.iter().map(|&(a, b)| [body_name(a), body_name(b)]).collect::<Vec<_>>(),
        "time_step": robot.time_step,
        "notices": robot.notices.iter().map(|notice| json!({
            "file": notice.file,
            "line": notice.position.line,
            "column": notice.position.column,
            "message": notice.message,
            "count": notice.count,
        })).collect::<Vec<_>>(),
    });
    if let Some(evaluation) = evaluation {
        answer["at"] = of_evaluation(evaluation);
    }
    serde_json::to_string(&answer).map(|text| text + "\n").map_err(|error| Failure::Output(error.into()))
}

/// Both objects in one.
fn with(first: Value, second: Value) -> Value {
    let members = |value| match value {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let mut both = members(first);
    both.extend(members(second));
    Value::Object(both)
}

fn placed(pose: &Pose) -> Value {
    json!({"position": pose.position.to_array(), "quaternion": Quaternion::from_matrix(&pose.rotation).to_array()})
}

fn of_body(model: &Model, index: usize, body: &Body) -> Value {
    let Symmetric3 { xx, xy, xz, yy, yz, zz } = body.inertia.moments;
    json!({
        "name": body.name,
        "parent": (index > 0).then(|| &model.body(body.parent).name),
        "joints": model.joints()[body.joints.clone()].iter().map(|joint| &joint.name).collect::<Vec<_>>(),
        "mass": body.inertia.mass,
        "centre": body.inertia.centre.to_array(),
        "moments": {"xx": xx, "xy": xy, "xz": xz, "yy": yy, "yz": yz, "zz": zz},
    })
}

fn of_joint(model: &Model, joint: &Joint) -> Value {
    let axis = |axis: Vector3| json!({"axis": axis.to_array()});
    let axes = match joint.kind {
        JointKind::Revolute { axis: a } | JointKind::Prismatic { axis: a } | JointKind::Cylindrical { axis: a } => {
            axis(a)
        }
        JointKind::Screw { axis: a, pitch } => with(axis(a), json!({"pitch": pitch})),
        JointKind::Planar { normal } => axis(normal),
        JointKind::Universal { first, second } => json!({"axes": [first.to_array(), second.to_array()]}),
        JointKind::Fixed | JointKind::Spherical | JointKind::Free => Value::Null,
    };
    let freedoms = model.freedoms()[joint.velocity.clone()].iter();
    let body = model.body(joint.body);
    let facts = json!({
        "name": joint.name,
        "kind": joint.kind.name(),
        "body": body.name,
        "parent": model.body(body.parent).name,
        "configuration": [joint.configuration.start, joint.configuration.end],
        "velocity": [joint.velocity.start, joint.velocity.end],
        "angle_limit": joint.angle_limit,
        "freedoms": freedoms.map(|freedom| of_freedom(&freedom.properties)).collect::<Vec<_>>(),
    });
    with(with(facts, axes), placed(&joint.placement))
}

fn of_freedom(properties: &FreedomProperties) -> Value {
    let &FreedomProperties { armature, damping, stiffness, rest, friction, limits, effort_limit, velocity_limit } =
        properties;
    json!({
        "lower": limits.map(|limits| limits.0),
        "upper": limits.map(|limits| limits.1),
        "effort_limit": effort_limit,
        "velocity_limit": velocity_limit,
        "damping": damping,
        "friction": friction,
        "stiffness": stiffness,
        "rest": rest,
        "armature": armature,
    })
}

fn drive(kind: &ActuatorKind) -> Value {
    match kind {
        ActuatorKind::Motor => json!({"kind": "motor"}),
        ActuatorKind::Position { stiffness, damping } => {
            json!({"kind": "position", "stiffness": stiffness, "damping": damping})
        }
        ActuatorKind::Velocity { damping } => json!({"kind": "velocity", "damping": damping}),
    }
}

fn of_geometry(model: &Model, geometry: &Geometry) -> Value {
    let shape = match &geometry.shape {
        Shape::Sphere { radius } => json!({"shape": "sphere", "radius": radius}),
        Shape::Box { half } => json!({"shape": "box", "half": half.to_array()}),
        Shape::Cylinder { radius, half_length } => {
            json!({"shape": "cylinder", "radius": radius, "half_length": half_length})
        }
        Shape::Capsule { radius, half_length } => {
            json!({"shape": "capsule", "radius": radius, "half_length": half_length})
        }
        Shape::Ellipsoid { half } => json!({"shape": "ellipsoid", "half": half.to_array()}),
        Shape::HalfSpace => json!({"shape": "half-space"}),
        Shape::Mesh { file, scale } => {
            json!({"shape": "mesh", "file": file.display().to_string(), "scale": scale.to_array()})
        }
        Shape::Triangles { mesh } => json!({
            "shape": "triangles",
            "vertices": mesh.vertices.iter().map(|vertex| vertex.to_array()).collect::<Vec<_>>(),
            "triangles": mesh.triangles,
        }),
        Shape::Heightfield { file, half, height, base } => json!({
            "shape": "heightfield",
            "file": file.as_ref().map(|file| file.display().to_string()),
            "half": half,
            "height": height,
            "base": base,
        }),
    };
    let role = match geometry.role {
        GeometryRole::Visual => "visual",
        GeometryRole::Collision => "collision",
        GeometryRole::Both => "both",
    };
    let facts = json!({
        "name": geometry.name,
        "body": model.body(geometry.body).name,
        "role": role,
        "friction": geometry.friction,
        "colour": geometry.colour,
        "masks": [geometry.masks.0, geometry.masks.1],
    });
    with(with(facts, shape), placed(&geometry.pose))
}

fn of_evaluation(evaluation: &Evaluation) -> Value {
    json!({
        "note": evaluation.note,
        "configuration": evaluation.state.configuration,
        "velocity": evaluation.state.velocity,
        "force": evaluation.state.force,
        "passive_force": evaluation.passive_force,
        "bias_force": evaluation.bias_force,
        "acceleration": evaluation.acceleration,
        "mass_matrix": rows(&evaluation.mass_matrix),
        "kinetic_energy": evaluation.kinetic_energy,
        "gravitational_energy": evaluation.gravitational_energy,
        "spring_energy": evaluation.spring_energy,
        "centre_of_mass": evaluation.centre_of_mass.to_array(),
        "frames": evaluation.frames.iter().map(of_frame).collect::<Vec<_>>(),
    })
}

fn of_frame(frame: &FrameEvaluation) -> Value {
    let facts = json!({
        "name": frame.name,
        "angular_velocity": frame.velocity.angular.to_array(),
        "linear_velocity": frame.velocity.linear.to_array(),
        "jacobian": rows(&frame.jacobian),
    });
    with(facts, placed(&frame.pose))
}

fn rows(matrix: &DenseMatrix) -> Vec<Vec<f64>> {
    (0..matrix.rows()).map(|i| (0..matrix.columns()).map(|j| matrix[(i, j)]).collect()).collect()
}
