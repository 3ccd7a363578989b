//! A scene file for people.

use super::number::{LONGEST, count, name, plain_power, seconds, short};
use crate::inspection::Inspection;
use std::collections::BTreeMap;
use stiction_collision::{Collider, Shape};
use stiction_formats::LoadedScene;
use stiction_formats::words::{length, length_or_angle};
use stiction_simulation::{MaterialId, Scene};

/// The whole answer.
pub fn answer(file: &str, loaded: &LoadedScene, inspection: &Inspection) -> String {
    let scene = &loaded.scene;
    let model = &scene.model;
    let degrees = match model.velocity_size() {
        1 => "1 degree of freedom".to_owned(),
        many => format!("{many} degrees of freedom"),
    };
    let bodies = match model.bodies().len() - 1 {
        1 => "1 body".to_owned(),
        many => format!("{many} bodies"),
    };
    let called = if file == scene.name { String::new() } else { format!(" '{}'", name(&scene.name)) };
    let mass = short(model.mass());
    let mut text = format!("{}: valid scene{called}, {bodies}, {degrees}, {mass} kg\n", name(file));
    let mut line = |title: &str, what: &str| text.push_str(&format!("  {title:<11}  {what}\n"));
    if !loaded.description.is_empty() {
        line("description", &name(&loaded.description));
    }
    line("shapes", &shapes(&scene.colliders));
    line("materials", &materials(scene));
    let equations: usize = model.closures().iter().map(|closure| closure.kind.rows()).sum();
    if !model.closures().is_empty() {
        line("loops", &format!("{} with {}", count(model.closures().len(), "closure"), count(equations, "equation")));
    }
    if !model.couplings().is_empty() {
        line("couplings", &model.couplings().len().to_string());
    }
    if !scene.loads.is_empty() {
        line("forces", &scene.loads.len().to_string());
    }
    if !scene.drives.is_empty() {
        line("motions", &scene.drives.len().to_string());
    }
    if !scene.motors.is_empty() {
        line("motors", &scene.motors.len().to_string());
    }
    let settings = &scene.settings;
    let steps = (scene.duration / settings.time_step).round();
    let step = seconds(settings.time_step);
    line(
        "steps",
        &format!(
            "{steps} of {step} by {}, impact law {}, method {}",
            settings.scheme, settings.impact_law, settings.method
        ),
    );
    line("start", &start(inspection, equations));
    for (first, second, depth) in inspection.overlaps.iter().take(LONGEST) {
        line("overlap", &format!("{} and {} by {}", name(first), name(second), length(*depth)));
    }
    if inspection.overlaps.len() > LONGEST {
        line("", &format!("… {} more", inspection.overlaps.len() - LONGEST));
    }
    for notice in &loaded.notices {
        line("warning", &notice.to_string());
    }
    text
}

fn start(inspection: &Inspection, equations: usize) -> String {
    let contacts = match inspection.contacts {
        0 => "no contacts".to_owned(),
        many => count(many, "contact point"),
    };
    let overlaps = match inspection.overlaps.len() {
        0 => "no overlaps".to_owned(),
        many => format!("{} of overlapping shapes", count(many, "pair")),
    };
    match equations {
        0 => format!("{contacts}, {overlaps}"),
        _ => format!("{contacts}, {overlaps}, loop error {}", length_or_angle(inspection.drift)),
    }
}

fn shapes(colliders: &[Collider]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for collider in colliders {
        *kinds.entry(kind(&collider.shape)).or_default() += 1;
    }
    let parts: Vec<String> = kinds.into_iter().map(|(kind, number)| plural(number, kind)).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// `1 box`, `2 boxes`, `3 spheres`.
fn plural(number: usize, kind: &str) -> String {
    match kind {
        "box" | "mesh" if number != 1 => format!("{number} {kind}es"),
        _ => count(number, kind),
    }
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Sphere { .. } => "sphere",
        Shape::Box { .. } => "box",
        Shape::Ellipsoid { .. } => "ellipsoid",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Cone { .. } => "cone",
        Shape::HalfSpace => "plane",
        Shape::Hull(_) => "hull",
        Shape::Mesh(_) => "mesh",
        Shape::Heightfield(_) => "heightfield",
        Shape::Compound(_) => "compound",
    }
}

fn materials(scene: &Scene) -> String {
    let material = |(k, own): (usize, &String)| {
        let numbers = scene.materials.get(MaterialId(k));
        let restitution = if numbers.restitution == 0.0 {
            String::new()
        } else {
            format!(", restitution {}", short(numbers.restitution))
        };
        let stiffness = if numbers.stiffness == f64::INFINITY {
            String::new()
        } else {
            format!(", stiffness {} N/m", plain_power(numbers.stiffness))
        };
        format!("{} (friction {}{restitution}{stiffness})", name(own), short(numbers.friction))
    };
    scene.materials.names().iter().enumerate().map(material).collect::<Vec<_>>().join(", ")
}
