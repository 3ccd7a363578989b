//! The Euclidean projection on the cones of friction.

use crate::Law;
use stiction_linalg::kernels::norm;

impl Law {
    /// Moves an impulse to the nearest one of the law's cone or interval, in the Euclidean sense: [`Law::project`] keeps the
    /// normal impulse instead.
    pub fn project_on_cone(&self, p: &mut [f64]) {
        match *self {
            Self::Bilateral { .. } => {}
            Self::Unilateral => p[0] = p[0].max(0.0),
            Self::Bounded { lower, upper } => p[0] = p[0].max(lower).min(upper),
            Self::Coulomb { friction } | Self::PlanarCoulomb { friction } => {
                let size = norm(&p[1..]);
                if size <= friction * p[0] {
                    return;
                }
                let (normal, share) = if friction * size <= -p[0] {
                    (0.0, 0.0)
                } else {
                    let normal = (p[0] + friction * size) / (1.0 + friction * friction);
                    (normal, friction * normal / size)
                };
                p[0] = normal;
                p[1..].iter_mut().for_each(|value| *value *= share);
            }
            Self::Rolling { friction, rolling_friction } => {
                // The nearest point has the normal that balances what both discs take away; its excess is piecewise
                // linear in the normal.
                let (slide, roll) = (norm(&p[1..3]), norm(&p[3..5]));
                let discs = [(slide, friction), (roll, rolling_friction)];
                let normal = nearest_normal(p[0], discs);
                for (range, (size, coefficient)) in [(1..3, discs[0]), (3..5, discs[1])] {
                    let radius = coefficient * normal;
                    if size > radius {
                        p[range].iter_mut().for_each(|value| *value *= radius / size);
                    }
                }
                p[0] = normal;
            }
        }
    }
}

/// The `n ≥ 0` that minimises `(n − y)² + Σ max(0, size − μ n)²`.
fn nearest_normal(y: f64, discs: [(f64, f64); 2]) -> f64 {
    let mut best = (f64::INFINITY, 0.0);
    // Each disc is active or not; the candidates are the minimisers of the four quadratics.
    for active in 0..4 {
        let (mut top, mut bottom) = (y, 1.0);
        for (k, (size, friction)) in discs.iter().enumerate() {
            if active >> k & 1 == 1 {
                top += friction * size;
                bottom += friction * friction;
            }
        }
        let normal = (top / bottom).max(0.0);
        let excess: f64 = discs.iter().map(|(size, friction)| (size - friction * normal).max(0.0).powi(2)).sum();
        let value = (normal - y).powi(2) + excess;
        if value < best.0 {
            best = (value, normal);
        }
    }
    best.1
}
