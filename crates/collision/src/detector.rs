use crate::narrow::{self, Point};
use crate::primitive::Primitive;
use crate::{Collider, CollisionError, ContactPoint, Filter};
use stiction_linalg::space::Pose;

/// A primitive of a collider; a compound has several.
struct Part {
    collider: usize,
    /// In the body's frame.
    placement: Pose,
    shape: Primitive,
}

/// Finds the contact points of colliders, for given poses of their bodies.
pub struct Detector {
    colliders: Vec<Collider>,
    filter: Filter,
    parts: Vec<Part>,
    poses: Vec<Pose>,
    points: Vec<Point>,
    contacts: Vec<ContactPoint>,
}

impl Detector {
    /// Checks the colliders and the filter.
    pub fn new(colliders: Vec<Collider>, filter: Filter) -> Result<Self, CollisionError> {
        let mut parts = Vec::new();
        for (index, collider) in colliders.iter().enumerate() {
            let mut flat = Vec::new();
            Primitive::flatten(&collider.shape, collider.placement, &mut flat)
                .map_err(|error| error.of(&collider.name))?;
            parts.extend(flat.into_iter().map(|(placement, shape)| Part { collider: index, placement, shape }));
        }
        if let Some(pair) = filter.only.iter().flatten().find(|pair| pair.0.max(pair.1) >= colliders.len()) {
            let message = format!("expected indices below {}, found {pair:?}", colliders.len());
            return Err(CollisionError::new("filter.only", message));
        }
        let poses = vec![Pose::IDENTITY; parts.len()];
        Ok(Self { colliders, filter: filter.sorted(), parts, poses, points: Vec::new(), contacts: Vec::new() })
    }

    /// All points with a gap below the margin, m, in the order of their colliders and features.
    ///
    /// `body_poses[body]` is the pose of a body in the world. A body whose pose is missing or not finite touches nothing.
    pub fn detect(&mut self, body_poses: &[Pose], margin: f64) -> &[ContactPoint] {
        self.contacts.clear();
        for (pose, part) in self.poses.iter_mut().zip(&self.parts) {
            let nowhere = Pose::from_position(stiction_linalg::space::Vector3::new(f64::NAN, f64::NAN, f64::NAN));
            *pose = body_poses.get(self.colliders[part.collider].body).copied().unwrap_or(nowhere) * part.placement;
        }
        for a in 0..self.parts.len() {
            for b in a + 1..self.parts.len() {
                self.pair(a, b, margin);
            }
        }
        self.contacts.sort_unstable_by_key(|point| (point.first, point.second, point.feature));
        &self.contacts
    }

    /// The points of the last detection.
    pub fn contacts(&self) -> &[ContactPoint] {
        &self.contacts
    }

    /// The colliders, as given.
    pub fn colliders(&self) -> &[Collider] {
        &self.colliders
    }

    /// The pose of a collider in the world, for given poses of the bodies; none if there is no such collider or body.
    pub fn collider_pose(&self, collider: usize, body_poses: &[Pose]) -> Option<Pose> {
        let collider = self.colliders.get(collider)?;
        Some(*body_poses.get(collider.body)? * collider.placement)
    }

    /// Whether two colliders may ever touch.
    pub fn may_touch(&self, first: usize, second: usize) -> bool {
        let (a, b) = (&self.colliders[first], &self.colliders[second]);
        let moving = !(self.filter.is_static(a.body) && self.filter.is_static(b.body));
        let pair = (first.min(second), first.max(second));
        let listed = self.filter.only.as_ref().is_none_or(|only| only.binary_search(&pair).is_ok());
        a.body != b.body && moving && listed && a.groups.collide(b.groups) && !self.filter.excludes(a.body, b.body)
    }

    fn pair(&mut self, a: usize, b: usize, margin: f64) {
        let (first, second) = (self.parts[a].collider, self.parts[b].collider);
        let (pose_a, pose_b) = (self.poses[a], self.poses[b]);
        if !self.may_touch(first, second) || !pose_a.is_finite() || !pose_b.is_finite() {
            return;
        }
        self.points.clear();
        narrow::touch(&self.parts[a].shape, &pose_a, &self.parts[b].shape, &pose_b, margin, &mut self.points);
        for point in &self.points {
            self.contacts.push(ContactPoint {
                first,
                second,
                feature: point.feature,
                position: point.position,
                normal: point.normal,
                gap: point.gap,
            });
        }
    }
}
