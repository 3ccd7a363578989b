//! The directions of a friction pyramid at one disc: unit vectors at equal angles.

use std::f64::consts::PI;

/// The angle up to which a vector is taken to be along a direction, rad.
const SNAP: f64 = 1e-12;

/// Where the directions of one disc point, and how the disc's rows follow from facet impulses.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    /// One vector per facet; the second entry is zero in the plane.
    vectors: Vec<[f64; 2]>,
    /// The angle of the first.
    angle: f64,
    planar: bool,
}

impl Directions {
    /// `±t`, of which the first opposes the slip.
    pub fn in_plane(slip: f64) -> Self {
        let first = if slip > 0.0 { -1.0 } else { 1.0 };
        Self { vectors: vec![[first, 0.0], [-first, 0.0]], angle: 0.0, planar: true }
    }

    /// `facets` directions, of which the first opposes the slip; along the first tangent where nothing slips.
    pub fn in_space(facets: usize, slip: [f64; 2]) -> Self {
        let slips = slip[0] != 0.0 || slip[1] != 0.0;
        let angle = if slips { (-slip[1]).atan2(-slip[0]) } else { 0.0 };
        let vectors = (0..facets)
            .map(|facet| {
                let (sine, cosine) = (angle + 2.0 * PI * facet as f64 / facets as f64).sin_cos();
                [cosine, sine]
            })
            .collect();
        Self { vectors, angle, planar: false }
    }

    /// The number of directions.
    pub fn count(&self) -> usize {
        self.vectors.len()
    }

    /// The rows that a direction has an entry in: 1 or 2.
    pub fn rows(&self) -> usize {
        if self.planar { 1 } else { 2 }
    }

    /// The vector of a facet.
    pub fn vector(&self, facet: usize) -> &[f64] {
        &self.vectors[facet][..self.rows()]
    }

    /// Facet impulses `β ≥ 0` with `D β = p` and the least sum: on the two directions next to `p`.
    pub fn decompose(&self, p: &[f64], facets: &mut [f64]) {
        facets.fill(0.0);
        if self.planar {
            let along = p[0] * self.vectors[0][0];
            facets[usize::from(along < 0.0)] = along.abs();
            return;
        }
        let (sector, angle, size) = self.sector(p);
        if size > 0.0 {
            // The sine rule in the triangle of the two directions.
            let width = 2.0 * PI / self.count() as f64;
            // Rounding must not make a second facet out of nothing.
            let angle = if angle < SNAP { 0.0 } else { angle };
            let angle = if width - angle < SNAP { width } else { angle };
            facets[sector] = size * (width - angle).sin() / width.sin();
            facets[(sector + 1) % self.count()] += size * angle.sin() / width.sin();
        }
    }

    /// The point nearest to `y` of the polygon with the corners `radius · d_j`.
    pub fn project(&self, y: &[f64], radius: f64, p: &mut [f64]) {
        if self.planar {
            p[0] = y[0].max(-radius).min(radius);
            return;
        }
        let (sector, angle, size) = self.sector(y);
        let half = PI / self.count() as f64;
        // Along the outward normal of the sector's edge, and along the edge from its middle. By symmetry the nearest
        // point of the polygon is in the sector of `y`.
        let (outward, along) = (size * (angle - half).cos(), size * (angle - half).sin());
        if outward <= radius * half.cos() {
            p[..2].copy_from_slice(&y[..2]);
            return;
        }
        let (outward, along) = (radius * half.cos(), along.clamp(-radius * half.sin(), radius * half.sin()));
        let (sine, cosine) = (self.angle + (2 * sector + 1) as f64 * half).sin_cos();
        p[0] = outward * cosine - along * sine;
        p[1] = outward * sine + along * cosine;
    }

    /// The direction before a vector, the angle from there to it, and the vector's length.
    fn sector(&self, vector: &[f64]) -> (usize, f64, f64) {
        let size = vector[0].hypot(vector[1]);
        let width = 2.0 * PI / self.count() as f64;
        let turn = (vector[1].atan2(vector[0]) - self.angle).rem_euclid(2.0 * PI);
        let sector = ((turn / width) as usize).min(self.count() - 1);
        (sector, (turn - sector as f64 * width).clamp(0.0, width), size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facet_impulses_add_up_to_the_impulse() {
        for facets in [3, 4, 5, 8] {
            let directions = Directions::in_space(facets, [0.3, -0.8]);
            for p in [[1.0, 0.2], [-0.4, 0.9], [-0.3, 0.8], [0.0, -2.0], [0.0, 0.0]] {
                let mut beta = vec![0.0; facets];
                directions.decompose(&p, &mut beta);
                assert!(beta.iter().all(|value| *value >= 0.0), "{facets} {p:?} {beta:?}");
                for row in 0..2 {
                    let sum: f64 = (0..facets).map(|j| beta[j] * directions.vector(j)[row]).sum();
                    assert!((sum - p[row]).abs() < 1e-11, "{facets} {p:?}: {sum}");
                }
            }
        }
    }

    #[test]
    fn the_projection_is_the_nearest_of_a_dense_sample_of_the_polygon() {
        for facets in [3, 4, 7] {
            let directions = Directions::in_space(facets, [0.7, 0.1]);
            for y in [[0.1, 0.05], [2.0, 0.3], [-1.5, 1.4], [0.0, -3.0], [-0.8, -0.5]] {
                let mut p = [0.0; 2];
                directions.project(&y, 1.5, &mut p);
                let mut nearest = f64::INFINITY;
                let steps = 1000;
                for j in 0..facets {
                    let (a, b) = (directions.vector(j), directions.vector((j + 1) % facets));
                    for k in 0..=steps {
                        let share = k as f64 / steps as f64;
                        let corner = |row: usize| 1.5 * (a[row] * (1.0 - share) + b[row] * share);
                        nearest = nearest.min((y[0] - corner(0)).hypot(y[1] - corner(1)));
                    }
                }
                let distance = (y[0] - p[0]).hypot(y[1] - p[1]);
                assert!(distance == 0.0 || (distance - nearest).abs() < 1e-5, "{facets} {y:?} {distance} {nearest}");
            }
        }
    }
}
