use stiction_collision::Detector;
use stiction_linalg::space::Pose;
use stiction_multibody::BodyId;
use stiction_multibody::constraint::Bilateral;
use stiction_multibody::dynamics::{Kinematics, Motions};
use stiction_simulation::{Scene, SimulationError, World};

/// Overlaps below this, m, are rounding.
const ROUNDING: f64 = 1e-9;

/// How a scene starts.
pub struct Inspection {
    /// How many contact points touch.
    pub contacts: usize,
    /// Pairs of shapes that overlap, with how far, m; the deepest first.
    pub overlaps: Vec<(String, String, f64)>,
    /// How far the worst loop or coupling is open, m or rad.
    pub drift: f64,
}

impl Inspection {
    /// Makes the world that a run would start from, and looks at it.
    pub fn new(scene: &Scene) -> Result<Self, SimulationError> {
        let world = World::new(scene.clone())?;
        let (model, state) = (&scene.model, world.state());
        let mut filter = scene.filter.clone();
        filter.static_bodies = model.body_ids().filter(|body| !model.is_mobile(*body)).map(BodyId::index).collect();
        let mut detector = Detector::new(scene.colliders.clone(), filter)?;
        let mut kinematics = Kinematics::new(model);
        kinematics.update(model, &state.configuration);
        let poses: Vec<Pose> = model.body_ids().map(|body| kinematics.body_pose(model, body)).collect();
        detector.detect(&poses, ROUNDING);
        let name = |collider: usize| scene.colliders[collider].name.clone();
        let deep = detector.contacts().iter().filter(|point| point.gap < -ROUNDING);
        let mut overlaps: Vec<(usize, usize, f64)> = Vec::new();
        for point in deep {
            match overlaps.iter_mut().find(|(first, second, _)| (*first, *second) == (point.first, point.second)) {
                Some((.., depth)) => *depth = depth.max(-point.gap),
                None => overlaps.push((point.first, point.second, -point.gap)),
            }
        }
        overlaps.sort_by(|a, b| b.2.total_cmp(&a.2));
        let mut motions = Motions::new(model);
        motions.update(model, &kinematics, &state.velocity, None);
        let mut equations = Bilateral::new();
        equations.update(model, &kinematics, &motions, &state.configuration, &state.velocity);
        Ok(Self {
            contacts: detector.contacts().len(),
            overlaps: overlaps.into_iter().map(|(first, second, depth)| (name(first), name(second), depth)).collect(),
            drift: equations.errors.iter().fold(0.0, |worst: f64, error| worst.max(error.abs())),
        })
    }
}
