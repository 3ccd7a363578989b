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
struct Best {
    face: Axis,
    other: Axis,
}

impl Best {
    fn chosen(&self, size: f64) -> Axis {
        if self.face.separation >= self.other.separation - EQUAL * size { self.face } else { self.other }
    }
}

impl Pair<'_> {
    pub(super) fn separation(&self, n: Vector3) -> f64 {
        n.dot(self.pose.position) - self.a.extent(n) - self.b.extent(-self.pose.rotation.transpose_mul(n))
    }

    fn try_axis(&self, n: Vector3, face: bool, best: &mut Best) {
        let separation = self.separation(n);
        let place = if face { &mut best.face } else { &mut best.other };
        if separation > place.separation {
            *place = Axis { normal: n, separation };
        }
    }

    /// The best of all axes of two cores with few faces and edges.
    pub(super) fn of_all(&self) -> Axis {
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
        best.chosen(self.size)
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

    fn of_boxes(&self, a: Vector3, b: Vector3) -> Axis {
        let (r, p) = (self.pose.rotation, self.pose.position);
        let mut best = Axis { normal: Vector3::Z, separation: f64::NEG_INFINITY };
        let columns = [r.x, r.y, r.z];
        let rows = r.to_rows().map(Vector3::from);
        let absolute = |v: Vector3| Vector3::new(v.x.abs(), v.y.abs(), v.z.abs());
        let (tall, wide) = (rows.map(absolute), columns.map(absolute));
        let signed = |n: Vector3, offset: f64| if offset < 0.0 { -n } else { n };
        let seen = Vector3::new(r.x.dot(p), r.y.dot(p), r.z.dot(p));
        for (k, axis) in [Vector3::X, Vector3::Y, Vector3::Z].into_iter().enumerate() {
            let separation = p[k].abs() - a[k] - tall[k].dot(b);
            if separation > best.separation {
                best = Axis { normal: signed(axis, p[k]), separation };
            }
        }
        for k in 0..3 {
            let separation = seen[k].abs() - b[k] - wide[k].dot(a);
            if separation > best.separation {
                best = Axis { normal: signed(columns[k], seen[k]), separation };
            }
        }
        let least = best.separation + EQUAL * self.size;
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
                if room <= 0.0 && room * room >= least * least * sine2 && least <= 0.0 {
                    continue;
                }
                let axis = [Vector3::X, Vector3::Y, Vector3::Z][i].cross(columns[j]);
                let length = axis.norm();
                let separation = room / length;
                if separation > best.separation && separation > least {
                    best = Axis { normal: signed(axis * (1.0 / length), axis.dot(p)), separation };
                }
            }
        }
        best
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

    /// Axes of round sides and rims.
    fn curved(&self, guess: Vector3, best: &mut Best) {
        let r = self.pose.rotation;
        let mut edges = [Vector3::ZERO; 16];
        let mut count = 0;
        let mut keep = |edge: Vector3| {
            if let Some(edge) = edge.unit()
                && edge.dot(guess).abs() < 0.05
                && count < edges.len()
            {
                edges[count] = edge;
                count += 1;
            }
        };
        self.a.edges(guess, &mut keep);
        self.b.edges(-r.transpose_mul(guess), &mut |edge| keep(r * edge));
        for edge in &edges[..count] {
            // Square to the edge, turning about it.
            if let Some(start) = (guess - *edge * edge.dot(guess)).unit() {
                let side = edge.cross(start);
                self.along(&|t| (start * (1.0 - t * t) + side * (2.0 * t)) * (1.0 / (1.0 + t * t)), best);
            }
        }
        for (solid, axis, sign) in [(self.a, Vector3::Z, 1.0), (self.b, r.z, -1.0)] {
            if let Core::Cone { radius, half } = solid.core {
                // The normals of a cone's side lie on a circle.
                let slope = Vector3::new(2.0 * half, radius, 0.0).unit().unwrap_or(Vector3::X);
                let Some(out) = (guess - axis * axis.dot(guess)).unit() else { continue };
                let side = axis.cross(out);
                self.along(
                    &|t| {
                        let turned = (out * (1.0 - t * t) + side * (2.0 * t)) * (1.0 / (1.0 + t * t));
                        turned * slope.x + axis * (sign * slope.y)
                    },
                    best,
                );
            }
        }
        self.smooth(guess, best);
        self.smooth(best.other.normal, best);
    }

    /// Second minus first support point: the separation's gradient.
    fn difference(&self, n: Vector3) -> Vector3 {
        self.pose.point(self.b.support(-self.pose.rotation.transpose_mul(n))) - self.a.support(n)
    }

    /// The best axis on a curve of unit vectors about its parameter zero, by the root of the slope (Illinois).
    fn along(&self, curve: &dyn Fn(f64) -> Vector3, best: &mut Best) {
        let slope = |t: f64| (curve(t + 1e-3) - curve(t - 1e-3)).dot(self.difference(curve(t)));
        let (mut low, mut high) = (-0.05, 0.05);
        let (mut rising, mut falling) = (slope(low), slope(high));
        if !(rising > 0.0 && falling < 0.0) {
            return;
        }
        let mut middle = 0.0;
        let mut jumps = false;
        for _ in 0..80 {
            // By the chord where the slope is smooth, by halves where it jumps.
            let chord = low + (high - low) * (rising / (rising - falling));
            middle = if jumps { 0.5 * (low + high) } else { chord };
            if high - low < 2e-16 || middle <= low || middle >= high {
                break;
            }
            let here = slope(middle);
            if here.abs() <= 1e-18 * self.size {
                break;
            }
            jumps |= here.abs() > 0.5 * rising.min(-falling);
            if here > 0.0 {
                (low, rising) = (middle, here);
                falling *= 0.5;
            } else {
                (high, falling) = (middle, here);
                rising *= 0.5;
            }
        }
        self.try_axis(curve(middle), false, best);
    }

    /// Newton's method on the gradient, where both supports move smoothly or not at all.
    fn smooth(&self, start: Vector3, best: &mut Best) {
        let mut n = start;
        let residual = |n: Vector3, t: Vector3, s: Vector3| {
            let d = self.difference(n);
            (d.dot(t), d.dot(s))
        };
        for _ in 0..8 {
            let (t, s) = n.tangents();
            let (f, g) = residual(n, t, s);
            const STEP: f64 = 1e-5;
            let moved = |d: Vector3, h: f64| {
                let m = (n + d * h).unit().unwrap_or(n);
                let delta = self.difference(m);
                let flat = delta - m * m.dot(delta);
                (flat.dot(t), flat.dot(s))
            };
            let central = |d: Vector3| {
                let (p, m) = (moved(d, STEP), moved(d, -STEP));
                ((p.0 - m.0) / (2.0 * STEP), (p.1 - m.1) / (2.0 * STEP))
            };
            let (ft, gt) = central(t);
            let (fs, gs) = central(s);
            let determinant = ft * gs - fs * gt;
            let (x, y) = (-(f * gs - fs * g) / determinant, -(ft * g - gt * f) / determinant);
            if !(x.abs() + y.abs() < 0.1) {
                return;
            }
            n = (n + t * x + s * y).unit().unwrap_or(n);
            if x.abs() + y.abs() < 1e-15 {
                break;
            }
        }
        let (t, s) = n.tangents();
        let size = |(f, g): (f64, f64)| f.hypot(g);
        let before = {
            let (t, s) = best.other.normal.tangents();
            size(residual(best.other.normal, t, s))
        };
        let separation = self.separation(n);
        let better = separation > best.other.separation + 1e-13 * self.size;
        if (better || size(residual(n, t, s)) < before) && separation >= best.other.separation - 1e-13 * self.size {
            best.other = Axis { normal: n, separation };
        }
    }
}
