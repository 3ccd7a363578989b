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

/// How many of a law's rows are in one of its nodes.
pub(crate) fn rows_of_node(rows: usize, node: usize) -> usize {
    (rows - NODE * node).min(NODE)
}
