//! Abstract, section 3: a nonsmooth Newton method on `f(λ) = λ − prox(λ − r(Gλ + b)) = 0` (eq. 8 there, eq. 9 of the paper).
//!
//! Inside the admissible set `f = r(Gλ + b)` with slope `rG`; outside it `f` is `λ` minus a constant, with slope 1.

use super::cobweb::{Ending, Iteration, ending};

impl Iteration {
    /// `f(λ)`, eq. 9.
    pub fn residual(&self, force: f64) -> f64 {
        force - self.next(force)
    }

    /// An element of the generalised derivative of `f`.
    fn derivative(&self, force: f64) -> f64 {
        let trial = self.trial(force);
        if self.nearest(trial) == trial { self.scaling * self.slope } else { 1.0 }
    }

    /// Newton's step.
    pub fn newton(&self, force: f64) -> f64 {
        force - self.residual(force) / self.derivative(force)
    }

    pub fn newton_ending(&self, start: f64) -> Ending {
        ending(start, |force| self.newton(force))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newton_is_exact_on_each_piece() {
        let pressed = Iteration { slope: 2.0, offset: -6.0, scaling: 0.3, limit: None };
        assert!(matches!(pressed.newton_ending(1.0), Ending::Converged(force, 1) if (force - 3.0).abs() < 1e-12));
        let paradox = Iteration { slope: -1.0, offset: -6.0, scaling: 0.3, limit: None };
        assert_eq!(paradox.newton_ending(1.0), Ending::Cycles);
    }
}
