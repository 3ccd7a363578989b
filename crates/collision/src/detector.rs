use crate::bounds::Bounds;
use crate::narrow::{self, Point, Workspace};
use crate::pairs::Pairs;
use crate::part::Part;
use crate::primitive::Primitive;
use crate::sweep::Sweep;
use crate::{Collider, CollisionError, ContactPoint, Filter};
use stiction_linalg::space::{Pose, Vector3};

/// Finds the contact points of colliders, for given poses of their bodies.
pub struct Detector {
    colliders: Vec<Collider>,
    filter: Filter,
    remarks: Vec<String>,
    parts: Vec<Part>,
    /// Parts without bounds.
    half_spaces: Vec<u32>,
    /// Pairs of parts, if the filter lists those that may touch.
    listed: Option<Vec<(u32, u32)>>,
    compound: bool,
    poses: Vec<Pose>,
    bounds: Vec<Bounds>,
    sweep: Sweep,
    pairs: Pairs,
    work: Workspace,
    points: Vec<Point>,
    contacts: Vec<ContactPoint>,
}

impl Detector {
    /// Checks the colliders and the filter.
    pub fn new(colliders: Vec<Collider>, filter: Filter) -> Result<Self, CollisionError> {
        if let Some(pair) = filter.only.iter().flatten().find(|pair| pair.0.max(pair.1) >= colliders.len()) {
            let message = format!("expected indices below {}, found {pair:?}", colliders.len());
            return Err(CollisionError::new("filter.only", message));
        }
        let filter = filter.sorted();
        let (mut parts, mut remarks) = (Vec::new(), Vec::new());
        for (index, collider) in colliders.iter().enumerate() {
            let mut flat = Vec::new();
            Primitive::flatten(&collider.shape, collider.placement, &mut flat)
                .map_err(|error| error.of(&collider.name))?;
            for (number, (placement, shape)) in flat.into_iter().enumerate() {
                if let Primitive::Mesh(mesh) = &shape {
                    let own =
                        mesh.remarks().into_iter().map(|remark| format!("collider {:?}: {remark}", collider.name));
                    remarks.extend(own);
                }
                let fixed = filter.is_static(collider.body);
                let (body, groups) = (collider.body, collider.groups);
                parts.push(Part { collider: index, number: number as u32, body, groups, fixed, placement, shape });
            }
        }
        let is_half_space = |part: &u32| matches!(parts[*part as usize].shape, Primitive::HalfSpace);
        let (half_spaces, bounded) = (0..parts.len() as u32).partition(is_half_space);
        let listed = filter.only.as_ref().map(|only| {
            let mut pairs = Vec::new();
            for (a, first) in parts.iter().enumerate() {
                for (b, second) in parts.iter().enumerate().skip(a + 1) {
                    if only.binary_search(&(first.collider, second.collider)).is_ok() {
                        pairs.push((a as u32, b as u32));
                    }
                }
            }
            pairs
        });
        Ok(Self {
            poses: vec![Pose::IDENTITY; parts.len()],
            bounds: vec![Bounds::NOTHING; parts.len()],
            compound: parts.len() != colliders.len(),
            sweep: Sweep::new(bounded),
            pairs: Pairs::default(),
            work: Workspace::new(),
            points: Vec::new(),
            contacts: Vec::new(),
            colliders,
            filter,
            remarks,
            parts,
            half_spaces,
            listed,
        })
    }

    /// All points with a gap below the margin, m, in the order of their colliders and features.
    ///
    /// `body_poses[body]` is the pose of a body in the world. A body whose pose is missing or not finite touches nothing;
    /// neither does anything where the margin is NaN.
    pub fn detect(&mut self, body_poses: &[Pose], margin: f64) -> &[ContactPoint] {
        self.contacts.clear();
        self.place(body_poses, margin);
        self.find_pairs(margin);
        let count = self.parts.len();
        for &(a, b) in self.pairs.ordered(count) {
            let (a, b) = (a as usize, b as usize);
            let (first, second) = (&self.parts[a], &self.parts[b]);
            self.points.clear();
            let (pose_a, pose_b) = (&self.poses[a], &self.poses[b]);
            narrow::touch((&first.shape, pose_a), (&second.shape, pose_b), margin, &mut self.work, &mut self.points);
            for point in &mut self.points {
                point.feature = Part::feature(first, second, point.feature);
            }
            self.points.sort_unstable_by_key(|point| point.feature);
            self.contacts.extend(self.points.iter().map(|point| ContactPoint {
                first: first.collider,
                second: second.collider,
                feature: point.feature,
                position: point.position,
                normal: point.normal,
                gap: point.gap,
            }));
        }
        if self.compound {
            self.contacts.sort_unstable_by_key(|point| (point.first, point.second, point.feature));
        }
        // Numbers of features are cut off where shapes have very many: equal ones move up.
        for k in 1..self.contacts.len() {
            let before = self.contacts[k - 1];
            let point = &mut self.contacts[k];
            if (point.first, point.second) == (before.first, before.second) && point.feature <= before.feature {
                point.feature = before.feature.saturating_add(1);
            }
        }
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

    /// What is odd about the shapes but no error, as holes in a mesh.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The pose of a collider in the world, for given poses of the bodies; none if there is no such collider or body.
    pub fn collider_pose(&self, collider: usize, body_poses: &[Pose]) -> Option<Pose> {
        let collider = self.colliders.get(collider)?;
        Some(*body_poses.get(collider.body)? * collider.placement)
    }

    /// Poses and bounds of all parts, each enlarged by half the margin.
    fn place(&mut self, body_poses: &[Pose], margin: f64) {
        for (k, part) in self.parts.iter().enumerate() {
            let pose = body_poses.get(part.body).map(|pose| *pose * part.placement).filter(Pose::is_finite);
            self.bounds[k] = match pose {
                Some(pose) => {
                    self.poses[k] = pose;
                    part.shape.bounds(&pose).enlarged(0.5 * margin)
                }
                None => Bounds::around(Vector3::new(f64::NAN, f64::NAN, f64::NAN), Vector3::ZERO),
            };
        }
    }

    fn find_pairs(&mut self, margin: f64) {
        let Self { parts, bounds, poses, pairs, filter, sweep, half_spaces, listed, .. } = self;
        pairs.clear();
        let mut consider = |a: usize, b: usize| {
            let (first, second) = (&parts[a], &parts[b]);
            if first.may_touch(second) && !filter.excludes(first.body, second.body) {
                pairs.push(a, b);
            }
        };
        if let Some(listed) = listed {
            for &(a, b) in listed.iter() {
                if bounds[a as usize].meets(&bounds[b as usize]) {
                    consider(a as usize, b as usize);
                }
            }
            return;
        }
        sweep.pairs(bounds, &mut consider);
        for &plane in half_spaces.iter() {
            let plane = plane as usize;
            if !bounds[plane].low.x.is_nan() {
                let up = poses[plane];
                for other in (0..parts.len()).filter(|&other| bounds[other].dips_below(&up, margin)) {
                    consider(plane.min(other), plane.max(other));
                }
            }
        }
    }
}
