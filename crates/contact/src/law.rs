use stiction_linalg::{Block, NODE, ZERO};

/// The most scalar rows of a law whose rows depend on each other: a normal, two tangents, two rolling axes.
pub const LARGEST_CONTACT: usize = 5;

/// What impulse and velocity of a few rows have to do with each other.
///
/// Every law reads `p = P(p − r u)` for any `r > 0`, with the projection `P` of [`Law::project`] (theory: Moreau's
/// prox; for Coulomb's law Alart and Curnier 1991).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// `u = 0`, the impulse is free: a loop closure, a weld.
    Bilateral {
        /// The number of rows.
        rows: usize,
    },
    /// `0 ≤ p ⊥ u ≥ 0`, one row.
    Unilateral,
    /// Coulomb's law in space: a normal and two tangents, `‖p_t‖ ≤ μ p_n`, opposed to the slip.
    Coulomb {
        /// `μ`.
        friction: f64,
    },
    /// Coulomb's law in the plane: a normal and one tangent.
    PlanarCoulomb {
        /// `μ`.
        friction: f64,
    },
    /// Coulomb's law with a rolling resistance: a normal, two tangents, two rolling axes.
    Rolling {
        /// `μ`.
        friction: f64,
        /// `μ_r`, m: the largest rolling moment over the normal force.
        rolling_friction: f64,
    },
    /// `lower ≤ p ≤ upper`, with `u ≥ 0` at the lower bound and `u ≤ 0` at the upper one: dry friction in a joint, a motor.
    Bounded {
        /// The smallest impulse, or −∞.
        lower: f64,
        /// The largest impulse, or ∞.
        upper: f64,
    },
}

impl Law {
    /// The law's name in files and messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bilateral { .. } => "bilateral",
            Self::Unilateral => "unilateral",
            Self::Coulomb { .. } => "coulomb",
            Self::PlanarCoulomb { .. } => "planar-coulomb",
            Self::Rolling { .. } => "rolling",
            Self::Bounded { .. } => "bounded",
        }
    }

    /// The number of scalar rows.
    pub fn rows(&self) -> usize {
        match self {
            Self::Bilateral { rows } => *rows,
            Self::Unilateral | Self::Bounded { .. } => 1,
            Self::PlanarCoulomb { .. } => 2,
            Self::Coulomb { .. } => 3,
            Self::Rolling { .. } => LARGEST_CONTACT,
        }
    }

    /// The number of nodes of three rows that hold the law.
    pub fn nodes(&self) -> usize {
        self.rows().div_ceil(NODE)
    }

    /// Whether the law has a normal row whose impulse pushes only.
    pub fn has_normal(&self) -> bool {
        !matches!(self, Self::Bilateral { .. } | Self::Bounded { .. })
    }

    /// The discs of the law: their first row, number of rows, and radius over the normal impulse.
    pub fn discs(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let (first, second) = match *self {
            Self::Coulomb { friction } => (Some((1, 2, friction)), None),
            Self::PlanarCoulomb { friction } => (Some((1, 1, friction)), None),
            Self::Rolling { friction, rolling_friction } => (Some((1, 2, friction)), Some((NODE, 2, rolling_friction))),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The projection on the admissible impulses: the half line for the normal, then the disc that the projected
    /// normal impulse allows.
    #[inline]
    pub fn project(&self, y: &[f64], p: &mut [f64]) {
        match *self {
            Self::Bilateral { rows } => p[..rows].copy_from_slice(&y[..rows]),
            Self::Bounded { lower, upper } => p[0] = y[0].max(lower).min(upper),
            Self::Unilateral => p[0] = y[0].max(0.0),
            Self::PlanarCoulomb { friction } => {
                p[0] = y[0].max(0.0);
                let radius = friction * p[0];
                p[1] = y[1].max(-radius).min(radius);
            }
            Self::Coulomb { friction } => {
                p[0] = y[0].max(0.0);
                (p[1], p[2]) = on_disc(y[1], y[2], friction * p[0]);
            }
            Self::Rolling { friction, rolling_friction } => {
                p[0] = y[0].max(0.0);
                (p[1], p[2]) = on_disc(y[1], y[2], friction * p[0]);
                (p[3], p[4]) = on_disc(y[3], y[4], rolling_friction * p[0]);
            }
        }
    }

    /// The natural map `(p − P(p − r u)) / r`, m/s, written so that no large impulse hides a velocity: where the law
    /// holds the row, it is `u` itself, and the difference of lengths on the edge of a disc is formed from what is small.
    pub fn natural_map(&self, r: f64, p: &[f64], u: &[f64], map: &mut [f64]) {
        match *self {
            Self::Bilateral { rows } => map[..rows].copy_from_slice(&u[..rows]),
            Self::Bounded { lower, upper } => {
                let y = p[0] - r * u[0];
                map[0] = if y < lower {
                    (p[0] - lower) / r
                } else if y > upper {
                    (p[0] - upper) / r
                } else {
                    u[0]
                };
            }
            _ => {
                map[0] = smaller(p[0] / r, u[0]);
                let pushing = p[0] > r * u[0];
                for (first, count, friction) in self.discs() {
                    let range = first..first + count;
                    let allowed = if pushing { Some((friction, p[0], u[0])) } else { None };
                    disc_map(r, &p[range.clone()], &u[range.clone()], allowed, &mut map[range]);
                }
            }
        }
    }

    /// `p − P(p − r u)`, N·s: what the prox iteration changes and Newton's method drives to zero. Cheaper than
    /// [`Law::natural_map`], of which it is `r` times, and without its care for velocities beside large impulses.
    #[inline]
    pub fn prox_error(&self, r: f64, p: &[f64], u: &[f64], error: &mut [f64]) {
        let rows = self.rows();
        if let Self::Bilateral { .. } = self {
            error[..rows].iter_mut().zip(u).for_each(|(error, u)| *error = r * u);
            return;
        }
        let (mut y, mut projected) = ([0.0; LARGEST_CONTACT], [0.0; LARGEST_CONTACT]);
        for k in 0..rows {
            y[k] = p[k] - r * u[k];
        }
        self.project(&y, &mut projected);
        for k in 0..rows {
            error[k] = p[k] - projected[k];
        }
    }

    /// The generalised derivative of [`Law::project`], node by node: `own[k]` is that of node `k` by itself,
    /// `by_first[k]` that by the first node, which holds the normal. Rows beyond the law's last are zero.
    #[inline]
    pub fn project_derivative(&self, y: &[f64], own: &mut [Block], by_first: &mut [Block]) {
        own[..self.nodes()].fill(ZERO);
        by_first[..self.nodes()].fill(ZERO);
        match *self {
            Self::Bilateral { rows } => {
                for row in 0..rows {
                    own[row / NODE][row % NODE][row % NODE] = 1.0;
                }
            }
            Self::Bounded { lower, upper } => own[0][0][0] = f64::from(y[0] > lower && y[0] < upper),
            Self::Unilateral => own[0][0][0] = f64::from(y[0] > 0.0),
            Self::PlanarCoulomb { friction } => {
                own[0][0][0] = f64::from(y[0] > 0.0);
                let radius = friction * y[0].max(0.0);
                if y[1].abs() < radius {
                    own[0][1][1] = 1.0;
                } else if y[0] > 0.0 {
                    own[0][0][1] = friction * y[1].signum();
                }
            }
            Self::Coulomb { friction } => {
                own[0][0][0] = f64::from(y[0] > 0.0);
                let (derivative, by_normal) = on_disc_derivative(y[1], y[2], y[0], friction);
                for column in 0..2 {
                    for row in 0..2 {
                        own[0][1 + column][1 + row] = derivative[column][row];
                    }
                    own[0][0][1 + column] = by_normal[column];
                }
            }
            Self::Rolling { friction, rolling_friction } => {
                Self::Coulomb { friction }.project_derivative(y, own, by_first);
                let (derivative, by_normal) = on_disc_derivative(y[3], y[4], y[0], rolling_friction);
                own[1] = ZERO;
                for column in 0..2 {
                    own[1][column][..2].copy_from_slice(&derivative[column]);
                }
                by_first[1] = ZERO;
                by_first[1][0][..2].copy_from_slice(&by_normal);
            }
        }
    }
}

/// The smaller number; NaN if either is.
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if a.is_nan() || a < b { a } else { b }
}

/// The natural map of a disc, of radius `μ (p_n − r u_n)` where friction, normal impulse and velocity are given, else zero.
///
/// With `y = p − r u` and the radius `R`, outside of the disc `p − R y/|y| = p (|y| − R)/|y| + (R/|y|) r u`, where
/// `|y|² − R² = (|p| − R)(|p| + R) − 2 r p·u + r² |u|²` and `|p| − R = (|p| − μ p_n) + μ r u_n`.
fn disc_map(r: f64, p: &[f64], u: &[f64], allowed: Option<(f64, f64, f64)>, map: &mut [f64]) {
    let Some((friction, normal, velocity)) = allowed else {
        map.iter_mut().zip(p).for_each(|(map, p)| *map = p / r);
        return;
    };
    // In velocities, so that neither unit can overflow in a square.
    let mut q = [0.0; 2];
    q.iter_mut().zip(p).for_each(|(q, p)| *q = p / r);
    let q = &q[..p.len()];
    let (pushed, slip) = (length(q), length(u));
    let radius = friction * (normal / r - velocity);
    let excess = (pushed - friction * normal / r) + friction * velocity;
    let dot: f64 = q.iter().zip(u).map(|(q, u)| q * u).sum();
    let size = length_of_difference(q, u);
    let outside = excess * (pushed + radius) - 2.0 * dot + slip * slip;
    if outside > 0.0 && size > 0.0 {
        let (shrunk, kept) = (outside / (size + radius) / size, radius / size);
        map.iter_mut().zip(q.iter().zip(u)).for_each(|(map, (q, u))| *map = q * shrunk + kept * u);
    } else {
        map.copy_from_slice(u);
    }
}

#[inline]
fn length(x: &[f64]) -> f64 {
    match *x {
        [a] => a.abs(),
        [a, b] => {
            let square = a * a + b * b;
            // Where squares overflow or vanish, with more care.
            if (1e-280..1e280).contains(&square) { square.sqrt() } else { a.hypot(b) }
        }
        _ => 0.0,
    }
}

#[inline]
fn length_of_difference(a: &[f64], b: &[f64]) -> f64 {
    let mut difference = [0.0; 2];
    difference.iter_mut().zip(a.iter().zip(b)).for_each(|(d, (a, b))| *d = a - b);
    length(&difference[..a.len()])
}

/// The point of the disc nearest to `(a, b)`.
#[inline]
fn on_disc(a: f64, b: f64, radius: f64) -> (f64, f64) {
    let size = (a * a + b * b).sqrt();
    if size <= radius {
        (a, b)
    } else {
        let factor = radius / size;
        (a * factor, b * factor)
    }
}

/// The derivative of [`on_disc`] with the radius `μ max(0, normal)`: columns by `a` and `b`, and that by the normal.
#[inline]
fn on_disc_derivative(a: f64, b: f64, normal: f64, friction: f64) -> ([[f64; 2]; 2], [f64; 2]) {
    let size = (a * a + b * b).sqrt();
    let radius = friction * normal.max(0.0);
    if size < radius {
        return ([[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0]);
    }
    if size == 0.0 || normal <= 0.0 {
        return ([[0.0; 2]; 2], [0.0; 2]);
    }
    let (x, y) = (a / size, b / size);
    let share = radius / size;
    ([[share * y * y, -share * x * y], [-share * x * y, share * x * x]], [friction * x, friction * y])
}

/// The entry of a projection's derivative, from its blocks ([`Law::project_derivative`]) by the law's own rows.
pub(crate) fn derivative_entry(own: &[Block], by_first: &[Block], row: usize, column: usize) -> f64 {
    match (row / NODE, column / NODE) {
        (node, other) if node == other => own[node][column % NODE][row % NODE],
        (node, 0) => by_first[node][column][row % NODE],
        // The first node does not feel the second.
        _ => 0.0,
    }
}

/// How many of a law's rows are in one of its nodes.
pub(crate) fn rows_of_node(rows: usize, node: usize) -> usize {
    (rows - NODE * node).min(NODE)
}
