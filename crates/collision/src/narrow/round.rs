//! Axes of round sides and rims, which no list of faces and edges holds.
//!
//! At the best axis the difference of the support points is along it. Where one shape's support jumps, as across an edge or
//! a straight side, the axis lies on a circle, and one number is to be found; elsewhere, two.

use super::axis::{Axis, Best, Pair};
use super::solid::Core;
use stiction_linalg::space::Vector3;

impl Pair<'_> {
    /// Axes of round sides and rims.
    pub(super) fn curved(&self, guess: Vector3, best: &mut Best) {
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
                // Along the axis, what is left across it is rounding, and not across it.
                let across = guess - axis * axis.dot(guess);
                let Some(out) = across.unit().filter(|_| across.norm() > 1e-6) else { continue };
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
