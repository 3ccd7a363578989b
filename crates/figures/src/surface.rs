//! A surface over a plane, in parallel projection, with the plane of zero height.

use crate::canvas::{Anchor, Canvas, Stroke};
use crate::palette::{FRAME, INK, sequential};

/// A function of two variables as a surface, and the curves on which it is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Above it.
    pub title: String,
    /// What the two variables and the height are.
    pub labels: [String; 3],
    /// Values of the first variable, growing.
    pub x: Vec<f64>,
    /// Values of the second variable, growing.
    pub y: Vec<f64>,
    /// The range of heights.
    pub z: (f64, f64),
    /// `heights[i][j]` at the i-th first and j-th second variable.
    pub heights: Vec<Vec<f64>>,
    /// Curves in the plane of zero.
    pub zeros: Vec<Vec<(f64, f64)>>,
}

/// How far the view is turned about the vertical, and how far it looks from above, rad.
const TURN: f64 = 0.62;
const TILT: f64 = 0.48;
const ZERO: Stroke = Stroke { colour: "#d55e00", width: 3.2, dashes: "" };

impl Surface {
    fn centred(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let part = |value: f64, range: (f64, f64)| (value - range.0) / (range.1 - range.0) - 0.5;
        let ends = |values: &[f64]| (values.first().copied().unwrap_or(0.0), values.last().copied().unwrap_or(1.0));
        [part(x, ends(&self.x)), part(y, ends(&self.y)), part(z.clamp(self.z.0, self.z.1), self.z)]
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, corner: (f64, f64), size: (f64, f64)) {
        let middle = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0 + 12.0);
        let scale = 0.62 * size.0.min(1.18 * size.1);
        let (sine, cosine) = TURN.sin_cos();
        let (rise, depth) = TILT.sin_cos();
        let view = |point: [f64; 3]| {
            let [x, y, z] = self.centred(point);
            let (across, away) = (cosine * x - sine * y, sine * x + cosine * y);
            ((middle.0 + scale * across, middle.1 - scale * (0.72 * depth * z + rise * away)), away)
        };
        // Facets of the surface and of the plane of zero, from far to near.
        let mut facets = Vec::new();
        for i in 1..self.x.len() {
            for j in 1..self.y.len() {
                let corners = [(i - 1, j - 1), (i, j - 1), (i, j), (i - 1, j)];
                let points = corners.map(|(i, j)| [self.x[i], self.y[j], self.heights[i][j]]);
                let height = points.iter().map(|point| point[2]).sum::<f64>() / 4.0;
                let away = points.iter().map(|point| view(*point).1).sum::<f64>() / 4.0;
                let share = (height - self.z.0) / (self.z.1 - self.z.0);
                let flat = points.map(|[x, y, _]| [x, y, 0.0]);
                // Below zero the surface lies under the plane.
                let order = if height < 0.0 { [(0, points), (1, flat)] } else { [(1, flat), (0, points)] };
                facets.push((away, share, order));
            }
        }
        facets.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, share, order) in facets {
            for (plane, points) in order {
                let points = points.map(|point| view(point).0);
                if plane == 1 {
                    canvas.facet(&points, "#dbe4ee", "none", 0.45);
                } else {
                    canvas.facet(&points, &sequential(0.15 + 0.8 * share), "#5f6368", 0.95);
                }
            }
        }
        for zero in &self.zeros {
            let points: Vec<_> = zero.iter().map(|(x, y)| view([*x, *y, 0.0]).0).collect();
            canvas.line(&points, ZERO);
        }
        self.axes(canvas, &|point| view(point).0);
        canvas.text((corner.0 + 30.0, corner.1 + 20.0), 14.5, INK, Anchor::Start, &self.title);
    }

    fn axes(&self, canvas: &mut Canvas, view: &dyn Fn([f64; 3]) -> (f64, f64)) {
        let ends = |values: &[f64]| (values.first().copied().unwrap_or(0.0), values.last().copied().unwrap_or(1.0));
        let ((x0, x1), (y0, y1), (z0, z1)) = (ends(&self.x), ends(&self.y), self.z);
        let base = [view([x0, y1, z0]), view([x0, y0, z0]), view([x1, y0, z0])];
        canvas.line(&base, FRAME);
        canvas.line(&[view([x0, y1, z0]), view([x0, y1, z1])], FRAME);
        let tick = |canvas: &mut Canvas, point: (f64, f64), shift: (f64, f64), anchor, value: f64| {
            canvas.text((point.0 + shift.0, point.1 + shift.1), 11.5, INK, anchor, &crate::tidy(value, 2));
        };
        for value in [x0, (x0 + x1) / 2.0, x1] {
            tick(canvas, view([value, y0, z0]), (4.0, 15.0), Anchor::Start, value);
        }
        for value in [y0, (y0 + y1) / 2.0, y1] {
            tick(canvas, view([x0, value, z0]), (-6.0, 18.0), Anchor::End, value);
        }
        for value in [z0, 0.0, z1] {
            tick(canvas, view([x0, y1, value]), (-6.0, 4.0), Anchor::End, value);
        }
        let [x, y, z] = &self.labels;
        let at = view([(x0 + x1) / 2.0, y0, z0]);
        canvas.text((at.0 + 22.0, at.1 + 36.0), 13.0, INK, Anchor::Middle, x);
        let at = view([x0, (y0 + y1) / 2.0, z0]);
        canvas.text((at.0 - 26.0, at.1 + 34.0), 13.0, INK, Anchor::Middle, y);
        let at = view([x0, y1, z1]);
        canvas.text((at.0, at.1 - 10.0), 13.0, INK, Anchor::Middle, z);
    }
}
