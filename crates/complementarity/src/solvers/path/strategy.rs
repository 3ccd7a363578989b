use crate::Bounds;

/// What one attempt does differently from the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy {
    pub crash: bool,
    /// The proximal term to begin with, relative to the matrix.
    pub proximal: f64,
    /// Whether linearisations are solved from a ray, as Lemke's method does.
    pub from_ray: bool,
}

impl Strategy {
    /// The strategy of a round, and its start: first the given start with several settings, then other
    /// starts, near and far.
    pub fn of_round(round: usize, first: &[f64], bounds: &Bounds, start: &mut [f64]) -> Self {
        let plain = Self { crash: true, proximal: 0.0, from_ray: false };
        let strategy = match round {
            1 => Self { crash: false, from_ray: true, ..plain },
            2 => Self { crash: false, proximal: 1e-2, ..plain },
            _ => Self { crash: round.is_multiple_of(2), ..plain },
        };
        // Distances from the first start, in multiples of one plus its size, alternating in direction.
        const DISTANCES: [f64; 10] = [0.1, 1.0, -0.1, 10.0, -1.0, 0.5, 100.0, 0.02, -10.0, 3.0];
        start.copy_from_slice(first);
        if round > 2 {
            let distance = DISTANCES[(round - 3) % DISTANCES.len()];
            for (i, value) in start.iter_mut().enumerate() {
                // Rows move by unlike amounts, so that symmetric points are left too.
                let share = 1.0 - 0.1 * ((i * 7 + round * 3) % 5) as f64;
                *value += distance * share * (1.0 + value.abs());
            }
            bounds.project(start);
        }
        strategy
    }
}
