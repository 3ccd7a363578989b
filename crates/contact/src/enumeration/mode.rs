use crate::Law;

/// What a law does at a solution. Each solution of a problem is in one mode: an impulse of zero counts as open, a slip of
/// zero as sticking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bilateral: always held.
    Held,
    /// No impulse, no approach.
    Open,
    /// Unilateral, with an impulse.
    Closed,
    /// Coulomb: an impulse and no slip.
    Stick,
    /// Coulomb in space: an impulse and a slip, in whatever direction.
    Slip,
    /// Coulomb in the plane: an impulse and a slip along the tangent.
    SlipForward,
    /// Coulomb in the plane: an impulse and a slip against the tangent.
    SlipBackward,
    /// Rolling: an impulse, with or without a slip, with or without rolling.
    Touching {
        /// Whether it slips.
        slips: bool,
        /// Whether it rolls.
        rolls: bool,
    },
    /// Bounded: at its lower bound.
    AtLower,
    /// Bounded: at its upper bound.
    AtUpper,
    /// Bounded: between its bounds, and held.
    Between,
}

impl Mode {
    /// The mode's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Stick | Self::Touching { slips: false, rolls: false } => "stick",
            Self::Slip | Self::Touching { slips: true, rolls: false } => "slip",
            Self::SlipForward => "slip forward",
            Self::SlipBackward => "slip backward",
            Self::Touching { slips: false, rolls: true } => "roll",
            Self::Touching { slips: true, rolls: true } => "slip, roll",
            Self::AtLower => "at lower",
            Self::AtUpper => "at upper",
            Self::Between => "between",
        }
    }

    /// The modes of a law, in the order in which they are tried.
    pub fn of(law: &Law) -> Vec<Self> {
        match *law {
            Law::Bilateral { .. } => vec![Self::Held],
            Law::Unilateral => vec![Self::Open, Self::Closed],
            Law::PlanarCoulomb { .. } => vec![Self::Open, Self::Stick, Self::SlipForward, Self::SlipBackward],
            Law::Coulomb { .. } => vec![Self::Open, Self::Stick, Self::Slip],
            Law::Rolling { .. } => {
                let mut modes = vec![Self::Open];
                for (slips, rolls) in [(false, false), (false, true), (true, false), (true, true)] {
                    modes.push(Self::Touching { slips, rolls });
                }
                modes
            }
            Law::Bounded { lower, upper } => {
                let mut modes = vec![Self::Between];
                if lower.is_finite() {
                    modes.push(Self::AtLower);
                }
                if upper.is_finite() && upper > lower {
                    modes.push(Self::AtUpper);
                }
                modes
            }
        }
    }

    /// Whether the discs of the law slide in this mode, in directions that are to be found: tangent, rolling.
    pub(super) fn slides(self) -> [bool; 2] {
        match self {
            Self::Slip => [true, false],
            Self::Touching { slips, rolls } => [slips, rolls],
            _ => [false, false],
        }
    }

    /// Whether impulse and velocity obey the law in this mode, up to `slack`: negative asks for more than obedience
    /// where the mode is strict (an impulse, a slip, a place between bounds). In units in which all are of order one.
    pub(super) fn holds(self, law: &Law, x: &[f64], u: &[f64], tolerance: f64, slack: f64) -> bool {
        let zero = |value: f64| value.abs() <= tolerance;
        // Where a mode is strict, and where it may be at its limit.
        let (positive, allowed) = (|value: f64| value >= -slack, |value: f64| value >= -tolerance);
        match self {
            Self::Held => u.iter().all(|&value| zero(value)),
            Self::Open => x.iter().all(|&value| zero(value)) && allowed(u[0]),
            Self::Closed => zero(u[0]) && positive(x[0]),
            Self::SlipForward | Self::SlipBackward => {
                let sign = if self == Self::SlipForward { 1.0 } else { -1.0 };
                let friction = law.discs().next().map_or(0.0, |(_, _, friction)| friction);
                zero(u[0]) && positive(x[0]) && positive(sign * u[1]) && zero(x[1] + sign * friction * x[0])
            }
            Self::Stick | Self::Slip | Self::Touching { .. } => {
                let slides = self.slides();
                let on_disc = |(k, (first, count, friction)): (usize, (usize, usize, f64))| {
                    let (x_t, u_t) = (&x[first..first + count], &u[first..first + count]);
                    let size = |v: &[f64]| v.iter().map(|value| value * value).sum::<f64>().sqrt();
                    let radius = friction * x[0];
                    if !slides[k] {
                        return u_t.iter().all(|&value| zero(value)) && allowed(radius - size(x_t));
                    }
                    let speed = size(u_t);
                    positive(speed) && (speed == 0.0 || x_t.iter().zip(u_t).all(|(x, u)| zero(x + radius * u / speed)))
                };
                zero(u[0]) && positive(x[0]) && law.discs().enumerate().all(on_disc)
            }
            Self::AtLower | Self::AtUpper | Self::Between => {
                let Law::Bounded { lower, upper } = *law else { return false };
                match self {
                    Self::AtLower => zero(x[0] - lower) && allowed(u[0]),
                    Self::AtUpper => zero(x[0] - upper) && allowed(-u[0]),
                    _ => zero(u[0]) && positive(x[0] - lower) && positive(upper - x[0]),
                }
            }
        }
    }
}
