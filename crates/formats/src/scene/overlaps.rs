//! Robots whose own shapes overlap where they begin, as those of links two joints apart often do in robots' files.

use crate::field::printable;
use crate::scene::place::{Fault, Place};
use crate::scene::resolve::Assembly;
use std::collections::BTreeMap;
use std::ops::Range;
use stiction_collision::{Collider, Detector};
use stiction_linalg::space::Pose;
use stiction_multibody::dynamics::Kinematics;
use stiction_multibody::{BodyId, Model};
use stiction_simulation::Scene;

/// Overlaps up to this, m, are mended as those of any two bodies are.
const SLIGHT: f64 = 1e-6;

/// How many pairs a notice names.
const NAMED: usize = 5;

/// A robot of which bodies that overlap at the start never touch.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    pub at: Place,
    pub path: String,
    /// Its shapes.
    pub colliders: Range<usize>,
}

impl Assembly<'_> {
    /// Takes the pairs that overlap out of a scene that is at its start, and says so. What is the world's own stays: it may
    /// be the ground.
    pub(super) fn set_apart(&mut self, scene: &mut Scene) -> Result<(), Fault> {
        let robots = std::mem::take(&mut self.apart);
        if robots.is_empty() {
            return Ok(());
        }
        let model = &scene.model;
        let mut kinematics = Kinematics::new(model);
        kinematics.update(model, &scene.initial.configuration);
        let poses: Vec<Pose> = model.body_ids().map(|body| kinematics.body_pose(model, body)).collect();
        let mut filter = scene.filter.clone();
        filter.static_bodies = model.body_ids().filter(|body| !model.is_mobile(*body)).map(BodyId::index).collect();
        for robot in &robots {
            let own = self.colliders[robot.colliders.clone()].iter();
            let own: Vec<Collider> = own.filter(|collider| collider.body != BodyId::WORLD.index()).cloned().collect();
            let bodies: Vec<usize> = own.iter().map(|collider| collider.body).collect();
            let mut detector = Detector::new(own, filter.clone())
                .map_err(|error| Fault::new(robot.at, &robot.path, error.to_string()))?;
            let mut deepest: BTreeMap<(usize, usize), f64> = BTreeMap::new();
            for point in detector.detect(&poses, 0.0).iter().filter(|point| point.gap < -SLIGHT) {
                let (first, second) = (bodies[point.first], bodies[point.second]);
                let depth = deepest.entry((first.min(second), first.max(second))).or_default();
                *depth = depth.max(-point.gap);
            }
            if !deepest.is_empty() {
                self.notice(robot.at, told(&scene.model, &deepest));
            }
            scene.filter.never.extend(deepest.into_keys());
        }
        Ok(())
    }
}

/// The pairs in words, the deepest first.
fn told(model: &Model, deepest: &BTreeMap<(usize, usize), f64>) -> String {
    let mut pairs: Vec<_> = deepest.iter().map(|(pair, depth)| (*pair, *depth)).collect();
    pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
    let name = |body: usize| printable(&model.bodies()[body].name);
    let pair = |((first, second), depth): &((usize, usize), f64)| {
        format!("'{}' and '{}' ({} mm)", name(*first), name(*second), rounded(depth * 1e3))
    };
    let mut named: Vec<String> = pairs.iter().take(NAMED).map(pair).collect();
    if pairs.len() > NAMED {
        named.push(format!("and {} more", pairs.len() - NAMED));
    }
    let named = named.join(", ");
    match pairs.len() {
        1 => {
            format!("contacts between two bodies of the robot are disabled, because they overlap at the start: {named}")
        }
        count => format!(
            "contacts between {count} pairs of bodies of the robot are disabled, because they overlap at the start: \
             {named}"
        ),
    }
}

/// To three digits.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
