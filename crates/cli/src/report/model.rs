//! A robot file for people.

use super::number::{count, name, seconds, short};
use super::tree::tree;
use std::fmt::Write;
use stiction_formats::{Actuator, ActuatorKind, GeometryRole, Robot};
use stiction_multibody::{Coupling, Model};

/// The whole answer.
pub fn answer(file: &str, robot: &Robot) -> String {
    let model = &robot.model;
    let all: f64 = model.bodies().iter().map(|body| body.inertia.mass).sum();
    let moving = model.mass();
    let mass = match (all - moving).abs() > 1e-12 * all {
        true => format!("{} kg ({} kg of it on moving bodies)", short(all), short(moving)),
        false => format!("{} kg", short(all)),
    };
    let degrees = match model.velocity_size() {
        1 => "1 degree of freedom".to_owned(),
        many => format!("{many} degrees of freedom"),
    };
    let bodies = match model.bodies().len() - 1 {
        1 => "1 body".to_owned(),
        many => format!("{many} bodies"),
    };
    let mut text = format!(
        "{file}: {}, {degrees}, {bodies}, {}, {mass}\n",
        name(model.name()),
        count(model.joints().len(), "joint")
    );
    let gravity = model.gravity().to_array().map(short).join(", ");
    let step = robot.time_step.map_or(String::new(), |step| format!(", time step {}", seconds(step)));
    text.push_str(&format!(
        "gravity ({gravity}) m/s²{step}\n\n{}q, v: indices of a joint in the configuration and the velocity vector\n",
        tree(model)
    ));
    section(
        &mut text,
        "loop closures",
        model.closures().iter().map(|closure| {
            let [first, second] = [closure.first.0, closure.second.0].map(|body| name(&model.body(body).name));
            format!(
                "{}: {}, {first} to {second}, {}",
                name(&closure.name),
                closure.kind.name(),
                count(closure.kind.rows(), "equation")
            )
        }),
    );
    section(&mut text, "couplings", model.couplings().iter().map(|coupling| equation(model, coupling)));
    section(&mut text, "actuators", robot.actuators.iter().map(|actuator| drive(model, actuator)));
    section(
        &mut text,
        "keyframes",
        robot.keyframes.iter().map(|keyframe| {
            let label = if keyframe.name.is_empty() { "(unnamed)".to_owned() } else { name(&keyframe.name) };
            format!("{label}, at {} s", short(keyframe.time))
        }),
    );
    section(
        &mut text,
        "frames",
        model.frames().iter().map(|frame| format!("{} on {}", name(&frame.name), name(&model.body(frame.body).name))),
    );
    section(&mut text, "shapes", shapes(robot).into_iter());
    section(
        &mut text,
        "warnings: ignored or read differently",
        robot.notices.iter().map(|notice| {
            let shown = notice.to_string();
            match shown.strip_prefix(&format!("{file}:{}:{}: ", notice.position.line, notice.position.column)) {
                Some(message) if notice.file == file => format!("line {}: {message}", notice.position.line),
                _ => shown,
            }
        }),
    );
    text
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{title}");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

/// The coupling as a polynomial: `follower = 0.5 - 2 leader`.
fn equation(model: &Model, coupling: &Coupling) -> String {
    let follower = name(&model.joint(coupling.follower).name);
    let leader = coupling.leader.map_or("x".to_owned(), |joint| name(&model.joint(joint).name));
    let mut sum = String::new();
    for (power, &coefficient) in coupling.coefficients.iter().enumerate() {
        if coefficient == 0.0 || (power > 0 && coupling.leader.is_none()) {
            continue;
        }
        sum.push_str(match (sum.is_empty(), coefficient < 0.0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = coefficient.abs();
        let factor = if size == 1.0 && power > 0 { String::new() } else { short(size) };
        let unknown = match power {
            0 => String::new(),
            1 => leader.clone(),
            _ => format!("{leader}^{power}"),
        };
        let between = if factor.is_empty() || unknown.is_empty() { "" } else { " " };
        sum.push_str(&format!("{factor}{between}{unknown}"));
    }
    format!("{follower} = {}", if sum.is_empty() { "0" } else { &sum })
}

fn drive(model: &Model, actuator: &Actuator) -> String {
    let kind = match actuator.kind {
        ActuatorKind::Motor => "motor".to_owned(),
        ActuatorKind::Position { stiffness, damping } => {
            format!("position, stiffness {}, damping {}", short(stiffness), short(damping))
        }
        ActuatorKind::Velocity { damping } => format!("velocity, damping {}", short(damping)),
    };
    let mut text = format!("{} drives {}: {kind}", name(&actuator.name), name(&model.joint(actuator.joint).name));
    if actuator.gear != 1.0 {
        text.push_str(&format!(", gear {}", short(actuator.gear)));
    }
    for (what, range) in [("control", actuator.control_range), ("force", actuator.force_range)] {
        if let Some((lower, upper)) = range {
            text.push_str(&format!(", {what} {} to {}", short(lower), short(upper)));
        }
    }
    text
}

fn shapes(robot: &Robot) -> Option<String> {
    let roles = [
        (GeometryRole::Visual, "visual"),
        (GeometryRole::Collision, "collision"),
        (GeometryRole::Both, "visual and collision"),
    ];
    let parts = roles.iter().filter_map(|(role, purpose)| {
        let number = robot.geometries.iter().filter(|geometry| geometry.role == *role).count();
        (number > 0).then(|| format!("{number} {purpose}"))
    });
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
