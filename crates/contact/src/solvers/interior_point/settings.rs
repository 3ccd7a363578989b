/// What the interior point method can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InteriorSettings {
    /// `ε / min(1, κ)`, or `ε / √κ` where [`InteriorSettings::slow_smoothing`] is set.
    pub smoothing: f64,
    /// Whether the smoothing falls with the root of `κ`, and is taken off `h` again.
    pub slow_smoothing: bool,
    /// Whether the corrector has a second-order term.
    pub second_order: bool,
    /// The share of the way to the boundary that a step takes.
    pub fraction: f64,
    /// The share of the slip speed's slope that the equations of a step know. The rest of it is put right by the next steps: the
    /// slope is what makes the equations non-monotone, and a path through very many contacts has folds.
    pub slope: f64,
    /// The least mean of the products over the largest gap. Where products fall much faster than gaps, walls block the way.
    pub balance: f64,
    /// Whether pairs that block a step go back to the middle.
    pub recentring: bool,
    /// Iterations without a gain of a tenth after which it counts as stalled.
    pub patience: usize,
    /// Where pairs have both nearly vanished, residuals stand still for long: below this it ends as soon as they do.
    pub floor: f64,
    /// The largest number of iterations.
    pub iteration_limit: usize,
}

impl Default for InteriorSettings {
    fn default() -> Self {
        Self::VARIANTS[0]
    }
}

impl InteriorSettings {
    const WHOLE: Self = Self {
        smoothing: 1.0,
        slow_smoothing: false,
        second_order: true,
        fraction: 0.9,
        slope: 1.0,
        balance: 0.0,
        recentring: false,
        patience: 15,
        floor: 0.0,
        iteration_limit: 100,
    };

    /// No variant dominates, and they fail on different problems.
    pub const VARIANTS: [Self; 4] = [
        Self::WHOLE,
        Self { second_order: false, ..Self::WHOLE },
        Self { smoothing: 0.1, fraction: 0.7, ..Self::WHOLE },
        Self { smoothing: 0.1, slow_smoothing: true, ..Self::WHOLE },
    ];

    /// For very many contacts: steps that know this share of the slip speed's slope, with this balance.
    pub const fn damped(slope: f64, balance: f64) -> Self {
        Self { slope, balance, recentring: true, patience: 20, ..Self::WHOLE }
    }

    /// The slip speed at this mean of the products.
    pub(super) fn slip_speed(&self, complementarity: f64) -> SlipSpeed {
        let small = complementarity.min(1.0);
        let epsilon = self.smoothing * if self.slow_smoothing { small.sqrt() } else { small };
        SlipSpeed::Smoothed { epsilon, taken_off: if self.slow_smoothing { epsilon } else { 0.0 } }
    }
}

/// How `‖y_t‖` is made smooth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SlipSpeed {
    /// `√(‖y_t‖² + ε²)` less a constant.
    Smoothed { epsilon: f64, taken_off: f64 },
    /// `√((1 − c²) ‖y_t‖² + c² y_n²)` with this `c`. On the boundary of the cone it is `‖y_t‖`, at its tip zero, and inside, where
    /// nothing is pushed, `y_n − h` is as positive as `y` is deep inside: the law stays exact, and nothing need vanish.
    Blended { share: f64 },
}

impl SlipSpeed {
    /// The speed and its gradient.
    pub fn evaluate(self, y: &[f64; 4]) -> (f64, [f64; 3]) {
        let square = y[1] * y[1] + y[2] * y[2];
        let (root, normal, tangent, taken_off) = match self {
            Self::Smoothed { epsilon, taken_off } => ((square + epsilon * epsilon).sqrt(), 0.0, 1.0, taken_off),
            Self::Blended { share } => {
                let share = share * share;
                (((1.0 - share) * square + share * y[0] * y[0]).sqrt(), share, 1.0 - share, 0.0)
            }
        };
        let gradient = [normal * y[0], tangent * y[1], tangent * y[2]];
        (root - taken_off, gradient.map(|value| if root > 0.0 { value / root } else { 0.0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blended_slip_speed_is_exact_on_the_boundary_and_less_than_the_normal_inside() {
        for share in [0.1, 0.5, 0.9] {
            let speed = SlipSpeed::Blended { share };
            assert!((speed.evaluate(&[5.0, 3.0, -4.0, 0.0]).0 - 5.0).abs() < 1e-15);
            assert_eq!(speed.evaluate(&[0.0; 4]), (0.0, [0.0; 3]));
            for y in [[5.0, 3.0, 3.9, 0.0], [1.0, 0.0, 0.0, 0.0], [1e-8, 9e-9, 0.0, 0.0]] {
                assert!(speed.evaluate(&y).0 < y[0]);
            }
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_slip_speed() {
        let smoothed = SlipSpeed::Smoothed { epsilon: 0.3, taken_off: 0.1 };
        for speed in [smoothed, SlipSpeed::Blended { share: 0.6 }] {
            let y = [2.0, 0.7, -1.1, 0.0];
            let (_, gradient) = speed.evaluate(&y);
            for k in 0..3 {
                let moved = |by: f64| {
                    let mut y = y;
                    y[k] += by;
                    speed.evaluate(&y).0
                };
                assert!(((moved(1e-6) - moved(-1e-6)) / 2e-6 - gradient[k]).abs() < 1e-9);
            }
        }
    }
}
