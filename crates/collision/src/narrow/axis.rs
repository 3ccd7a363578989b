//! The direction in which two convex cores are farthest apart.
//!
//! The separation along any unit vector is a lower bound of the distance, so that candidates may be tried freely: the
//! largest is the distance, or minus the depth.

use super::solid::{Core, Solid};
use stiction_linalg::space::{Pose, Vector3};

/// Separations closer than this part of the shapes' size are equal, and a face's normal is preferred.
const EQUAL: f64 = 1e-10;

/// Two cores, the second's pose in the first's frame.
pub(super) struct Pair<'a> {
    pub a: &'a Solid<'a>,
    pub b: &'a Solid<'a>,
    pub pose: &'a Pose,
    pub size: f64,
}

/// A unit vector from the first to the second, and the separation along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub normal: Vector3,
    pub separation: f64,
}

/// The best axes found so far.
pub(super) struct Best {
    pub face: Axis,
    pub other: Axis,
}

impl Best {
    pub(super) fn chosen(&self, size: f64) -> Axis {
        if self.face.separation >= self.other.separation - EQUAL * size { self.face } else { self.other }
    }
}

impl Pair<'_> {
    pub(super) fn separation(&self, n: Vector3) -> f64 {
        n.dot(self.pose.position) - self.a.extent(n) - self.b.extent(-self.pose.rotation.transpose_mul(n))
    }

    pub(super) fn try_axis(&self, n: Vector3, face: bool, best: &mut Best) {
        let separation = self.separation(n);
        let place = if face { &mut best.face } else { &mut best.other };
        if separation > place.separation {
            *place = Axis { normal: n, separation };
        }
    }

    /// The best of all axes of two cores with few faces and edges.
    pub(super) fn of_all(&self) -> Best {
        if let (Core::Box(a), Core::Box(b)) = (self.a.core, self.b.core) {
            return self.of_boxes(a, b);
        }
        let none = Axis { normal: Vector3::Z, separation: f64::NEG_INFINITY };
        let mut best = Best { face: none, other: none };
        self.a.faces(Vector3::Z, &mut |n| self.try_axis(n, true, &mut best));
        self.b.faces(Vector3::Z, &mut |n| self.try_axis(-(self.pose.rotation * n), true, &mut best));
        self.crossings(Vector3::Z, None, &mut best);
        if best.face.separation == f64::NEG_INFINITY && best.other.separation == f64::NEG_INFINITY {
            self.try_axis(self.pose.position.unit().unwrap_or(Vector3::Z), false, &mut best);
        }
        best
    }

    /// The best of the faces' normals; of a hull, those that the shapes' centres or a face of the other lead to.
    pub(super) fn of_faces(&self) -> Axis {
        let none = Axis { normal: self.pose.position.unit().unwrap_or(Vector3::Z), separation: f64::NEG_INFINITY };
        let mut best = Best { face: none, other: none };
        for _ in 0..3 {
            let last = best.face.separation;
            let towards = best.face.normal;
            self.a.faces(towards, &mut |n| self.try_axis(n, true, &mut best));
            let back = -self.pose.rotation.transpose_mul(best.face.normal);
            self.b.faces(back, &mut |n| self.try_axis(-(self.pose.rotation * n), true, &mut best));
            let hulls = matches!(self.a.core, Core::Hull(_)) || matches!(self.b.core, Core::Hull(_));
            if !hulls || !(best.face.separation > last) {
                break;
            }
        }
        best.face
    }

    /// Products of edges; near a direction, if one is given.
    fn crossings(&self, towards: Vector3, near: Option<f64>, best: &mut Best) {
        let back = -self.pose.rotation.transpose_mul(towards);
        self.a.edges(towards, &mut |first| {
            if near.is_some() && first.dot(towards).abs() > 0.05 * first.norm() {
                return;
            }
            self.b.edges(back, &mut |second| {
                let second = self.pose.rotation * second;
                let cross = first.cross(second);
                let square = cross.norm_squared();
                // Parallel edges have no axis of their own.
                if square <= 1e-12 * first.norm_squared() * second.norm_squared() {
                    return;
                }
                let n = cross * (1.0 / square.sqrt());
                match near {
                    Some(least) if n.dot(towards).abs() < least => {}
                    Some(_) => self.try_axis(if n.dot(towards) < 0.0 { -n } else { n }, false, best),
                    None => {
                        self.try_axis(n, false, best);
                        self.try_axis(-n, false, best);
                    }
                }
            });
        });
    }

    fn of_boxes(&self, a: Vector3, b: Vector3) -> Best {
        let (r, p) = (self.pose.rotation, self.pose.position);
        let none = Axis { normal: Vector3::Z, separation: f64::NEG_INFINITY };
        let (mut face, mut other) = (none, none);
        let columns = [r.x, r.y, r.z];
        let rows = r.to_rows().map(Vector3::from);
        let absolute = |v: Vector3| Vector3::new(v.x.abs(), v.y.abs(), v.z.abs());
        let (tall, wide) = (rows.map(absolute), columns.map(absolute));
        let signed = |n: Vector3, offset: f64| if offset < 0.0 { -n } else { n };
        let seen = Vector3::new(r.x.dot(p), r.y.dot(p), r.z.dot(p));
        for (k, axis) in [Vector3::X, Vector3::Y, Vector3::Z].into_iter().enumerate() {
            let separation = p[k].abs() - a[k] - tall[k].dot(b);
            if separation > face.separation {
                face = Axis { normal: signed(axis, p[k]), separation };
            }
        }
        for k in 0..3 {
            let separation = seen[k].abs() - b[k] - wide[k].dot(a);
            if separation > face.separation {
                face = Axis { normal: signed(columns[k], seen[k]), separation };
            }
        }
        let least = face.separation + EQUAL * self.size;
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                // Along axis i of the first times axis j of the second.
                let sine2 = 1.0 - rows[i][j] * rows[i][j];
                if sine2 < 1e-12 {
                    continue;
                }
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let offset = p[i2] * rows[i1][j] - p[i1] * rows[i2][j];
                let reach = a[i1] * tall[i2][j] + a[i2] * tall[i1][j] + b[j1] * tall[i][j2] + b[j2] * tall[i][j1];
                let room = offset.abs() - reach;
                // Most axes are far from the best: no root for those.
                if room <= 0.0 && (least > 0.0 || room * room >= least * least * sine2) {
                    continue;
                }
                let axis = [Vector3::X, Vector3::Y, Vector3::Z][i].cross(columns[j]);
                let length = axis.norm();
                let separation = room / length;
                if separation > other.separation && separation > least {
                    other = Axis { normal: signed(axis * (1.0 / length), axis.dot(p)), separation };
                }
            }
        }
        Best { face, other }
    }

    /// The best axis near one that is known to rounding's root only: exact ones first.
    pub(super) fn near(&self, guess: Vector3) -> Axis {
        let first = Axis { normal: guess, separation: self.separation(guess) };
        let none = Axis { normal: guess, separation: f64::NEG_INFINITY };
        let mut best = Best { face: none, other: first };
        let r = self.pose.rotation;
        let back = -r.transpose_mul(guess);
        self.a.faces(guess, &mut |n| {
            if n.dot(guess) > 0.9 {
                self.try_axis(n, true, &mut best);
            }
        });
        self.b.faces(back, &mut |n| {
            if n.dot(back) > 0.9 {
                self.try_axis(-(r * n), true, &mut best);
            }
        });
        self.crossings(guess, Some(0.99), &mut best);
        if !(self.a.is_polytope() && self.b.is_polytope()) {
            self.curved(guess, &mut best);
        }
        best.chosen(self.size)
    }
}
