use serde_json::{Map, Value, json};
use stiction_collision::Shape;
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::{BodyId, JointKind};
use stiction_simulation::{Scene, Signal};

/// A scene as the rivals need it: every number as we ourselves start from it. What a rival could not be given is an error, so
/// that none gets another scene in silence.
pub fn describe(scene: &Scene) -> Result<Value, String> {
    let model = &scene.model;
    let refuse = |what: &str| Err(format!("the other simulators do not support {what}"));
    if !(model.closures().is_empty() && model.couplings().is_empty()) {
        return refuse("loops or couplings");
    }
    if !(scene.loads.is_empty() && scene.drives.is_empty()) {
        return refuse("loads or prescribed motions");
    }
    let surface = scene.materials.pair(scene.collider_materials[0], scene.collider_materials[0]);
    for &first in &scene.collider_materials {
        if scene.collider_materials.iter().any(|&second| scene.materials.pair(first, second) != surface) {
            return refuse("several materials");
        }
    }
    let bodies: Vec<Value> = model.body_ids().skip(1).map(|id| body(scene, id)).collect::<Result<_, String>>()?;
    let mut shapes = Vec::new();
    for collider in &scene.colliders {
        add_shapes(name_of(scene, collider.body), &collider.placement, &collider.shape, &mut shapes)?;
    }
    let apart = scene.filter.never.iter().map(|&(first, second)| [name_of(scene, first), name_of(scene, second)]);
    Ok(json!({
        "time_step": scene.settings.time_step,
        "gravity": triple(model.gravity()),
        "friction": surface.friction,
        "restitution": surface.restitution,
        "bodies": bodies,
        "shapes": shapes,
        "apart": apart.collect::<Vec<_>>(),
    }))
}

fn name_of(scene: &Scene, body: usize) -> Value {
    if body == 0 { Value::Null } else { json!(scene.model.bodies()[body].name) }
}

/// A body with its joint, its start, and the motor that holds it.
fn body(scene: &Scene, id: BodyId) -> Result<Value, String> {
    let (model, body) = (&scene.model, scene.model.body(id));
    let refuse = |what: String| Err(format!("{}: the other simulators do not support {what}", body.name));
    let moving = model.joints()[body.joints.clone()].iter().filter(|joint| !matches!(joint.kind, JointKind::Fixed));
    if moving.count() > 1 {
        return refuse("stacked joints".to_owned());
    }
    // The body's frame in its parent's where all coordinates are zero, and the joint in the body's frame.
    let mut placement = Pose::IDENTITY;
    let mut joint_value = Value::Null;
    for joint in &model.joints()[body.joints.clone()] {
        placement = placement * joint.placement;
        let (position, velocity) = (
            &scene.initial.configuration[joint.configuration.clone()],
            &scene.initial.velocity[joint.velocity.clone()],
        );
        match &joint.kind {
            JointKind::Fixed => {}
            JointKind::Free => {
                joint_value = json!({ "kind": "free", "position": position, "velocity": velocity });
            }
            JointKind::Revolute { axis } => {
                let in_joint = body.in_joint();
                let freedom = joint.velocity.start;
                let properties = &model.freedoms()[freedom].properties;
                if properties.stiffness != 0.0 || properties.friction != 0.0 {
                    return refuse("springs or dry friction of joints".to_owned());
                }
                let motor = scene.motors.iter().find(|motor| motor.freedom == freedom);
                let motor = motor.map(|motor| match (&motor.position, &motor.velocity, &motor.force) {
                    (Signal::Constant(target), Signal::Constant(0.0), Signal::Constant(0.0)) => Ok(json!({
                        "target": target, "stiffness": motor.stiffness, "damping": motor.damping,
                        "limit": motor.limits.1.min(-motor.limits.0),
                    })),
                    _ => refuse("motors without a constant position target".to_owned()),
                });
                joint_value = json!({
                    "kind": "revolute",
                    "axis": triple(in_joint.rotation.transpose_mul(*axis)),
                    "anchor": triple(in_joint.inverse_point(Vector3::ZERO)),
                    "position": position[0],
                    "velocity": velocity[0],
                    "damping": properties.damping,
                    "armature": properties.armature,
                    "limits": properties.limits.map(|(lower, upper)| [lower, upper]),
                    "motor": motor.transpose()?,
                });
            }
            other => return refuse(format!("a {} joint", other.name())),
        }
    }
    placement = placement * body.in_joint();
    let moments = &body.inertia.moments;
    Ok(json!({
        "name": body.name,
        "parent": name_of(scene, body.parent.index()),
        "position": triple(placement.position),
        "orientation": quaternion(&placement),
        "joint": joint_value,
        "mass": body.inertia.mass,
        "centre": triple(body.inertia.centre),
        "moments": [moments.xx, moments.yy, moments.zz, moments.xy, moments.xz, moments.yz],
    }))
}

/// The primitives of a shape.
fn add_shapes(body: Value, placement: &Pose, shape: &Shape, shapes: &mut Vec<Value>) -> Result<(), String> {
    let (kind, numbers): (&str, Vec<f64>) = match shape {
        Shape::Sphere { radius } => ("sphere", vec![*radius]),
        Shape::Box { half } => ("box", triple(*half).to_vec()),
        Shape::Capsule { radius, half_length } => ("capsule", vec![*radius, *half_length]),
        Shape::Cylinder { radius, half_length } => ("cylinder", vec![*radius, *half_length]),
        Shape::HalfSpace => ("plane", Vec::new()),
        Shape::Hull(hull) => ("hull", hull.vertices().iter().flat_map(|point| triple(*point)).collect()),
        Shape::Compound(parts) => {
            for (inside, part) in parts {
                add_shapes(body.clone(), &(*placement * *inside), part, shapes)?;
            }
            return Ok(());
        }
        _ => return Err("the other simulators do not support this shape".to_owned()),
    };
    let mut value = Map::new();
    value.insert("body".to_owned(), body);
    value.insert("kind".to_owned(), json!(kind));
    value.insert("numbers".to_owned(), json!(numbers));
    value.insert("position".to_owned(), json!(triple(placement.position)));
    value.insert("orientation".to_owned(), json!(quaternion(placement)));
    shapes.push(Value::Object(value));
    Ok(())
}

fn triple(v: Vector3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// w, x, y, z.
fn quaternion(pose: &Pose) -> [f64; 4] {
    let q = Quaternion::from_matrix(&pose.rotation);
    [q.w, q.v.x, q.v.y, q.v.z]
}
