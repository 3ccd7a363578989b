//! Which basic variable blocks first, with ties broken as if `q` were perturbed.
//!
//! The perturbation moves the variable of row `k` that was basic at the start inward by `εᵏ`, so the
//! start is not degenerate, and each later distance to a bound is a polynomial in `ε`. Comparing the
//! coefficients, one power at a time, ends on degenerate problems: no basis comes back (Cottle, Pang,
//! Stone 4.9). Only the powers that are needed to break a tie are computed.

use super::tracer::{NONE, Tracer, Variable};
use crate::Position;

/// A variable that reaches a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub variable: Variable,
    /// Its place among the basic columns; unused for a `w` and for the driving variable itself.
    pub place: usize,
    /// Whether the bound is the upper one of a `z`.
    pub to_upper: bool,
    /// Whether this is the driving variable, running to its other bound.
    pub is_own: bool,
    pub distance: f64,
    /// How fast it nears the bound; positive.
    pub rate: f64,
    coefficient: f64,
}

impl Candidate {
    pub fn new(variable: Variable, place: usize, to_upper: bool, distance: f64, rate: f64) -> Self {
        Self { variable, place, to_upper, is_own: false, distance, rate, coefficient: 0.0 }
    }

    /// How far the driving variable can go.
    pub fn length(&self) -> f64 {
        (self.distance / self.rate).max(0.0)
    }
}

impl Tracer {
    /// Rates below this multiple of the fastest one do not block: pivoting on them would be noise.
    const SMALLEST_RATE: f64 = 1e-11;

    /// The blocking variable, or `None` on a ray.
    pub(super) fn ratio_test(&mut self, driving: Variable, sign: f64) -> Option<Candidate> {
        let smallest = Self::SMALLEST_RATE * self.fastest_rate();
        let slack = Self::TIE * self.size;
        // First how far it can go, then who blocks there: few do.
        let mut reach = f64::INFINITY;
        self.visit_blocking(driving, sign, smallest, |_, distance, rate| {
            reach = f64::min(reach, (distance + slack) / rate);
        });
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.visit_blocking(driving, sign, smallest, |candidate, distance, rate| {
            if distance <= reach * rate {
                candidates.push(Candidate { distance, rate, ..candidate() });
            }
        });
        self.candidates = candidates;
        // Where the artificial can reach its end, the path ends.
        if let Some(end) = self.candidates.iter().find(|c| c.variable == Variable::Artificial) {
            return Some(*end);
        }
        self.break_ties();
        self.candidates.iter().copied().max_by(|a, b| a.rate.total_cmp(&b.rate))
    }

    fn fastest_rate(&self) -> f64 {
        let largest = |values: &[f64]| values.iter().fold(0.0_f64, |l, v| if v.abs() > l { v.abs() } else { l });
        largest(&self.basic_step[..self.columns.len()]).max(largest(&self.w_step))
    }

    /// Calls `visit` with every variable that moves towards a bound: who it is, how far it is from the
    /// bound, and how fast it comes near.
    #[inline]
    fn visit_blocking(
        &self,
        driving: Variable,
        sign: f64,
        smallest: f64,
        mut visit: impl FnMut(&dyn Fn() -> Candidate, f64, f64),
    ) {
        for (place, (&j, &rate)) in self.columns.iter().zip(&self.basic_step).enumerate() {
            if rate.abs() <= smallest {
                continue;
            }
            let (lower, upper) = if j == self.n { (self.stop, self.ceiling) } else { (self.lower[j], self.upper[j]) };
            let distance = if rate < 0.0 { self.z[j] - lower } else { upper - self.z[j] };
            if distance < f64::INFINITY {
                let variable = if j == self.n { Variable::Artificial } else { Variable::Z(j) };
                visit(&|| Candidate::new(variable, place, rate > 0.0, 0.0, 0.0), distance, rate.abs());
            }
        }
        for i in 0..self.n {
            let inward = if self.position[i] == Position::Upper { -1.0 } else { 1.0 };
            let rate = -inward * self.w_step[i];
            if rate > smallest && self.row_place[i] == NONE && !self.is_fixed(i) {
                visit(&|| Candidate::new(Variable::W(i), NONE, false, 0.0, 0.0), inward * self.w[i], rate);
            }
        }
        let own = match driving {
            Variable::Z(j) => self.upper[j] - self.lower[j],
            Variable::Artificial if sign < 0.0 => self.z[self.n] - self.stop,
            _ => f64::INFINITY,
        };
        if own < f64::INFINITY {
            let to_upper = sign > 0.0;
            visit(&|| Candidate { is_own: true, ..Candidate::new(driving, NONE, to_upper, 0.0, 0.0) }, own, 1.0);
        }
    }

    /// Leaves only the candidates whose perturbed ratio is smallest.
    fn break_ties(&mut self) {
        for k in 0..self.n {
            if self.candidates.len() <= 1 {
                return;
            }
            let mut candidates = std::mem::take(&mut self.candidates);
            let effect = self.perturb(k);
            let mut largest = 0.0_f64;
            for candidate in &mut candidates {
                candidate.coefficient = self.perturbed(candidate, k, effect) / candidate.rate;
                largest = largest.max(candidate.coefficient.abs());
            }
            let smallest = candidates.iter().map(|c| c.coefficient).fold(f64::INFINITY, f64::min);
            candidates.retain(|c| c.coefficient <= smallest + 1e-9 * largest);
            self.candidates = candidates;
        }
    }

    /// Prepares the effect of the perturbation's power `k`: that of moving the variable of row `k` which
    /// was basic at the start away from its bound, with all other variables of that basis at rest.
    fn perturb(&mut self, k: usize) -> Effect {
        let (sign, m) = (self.tie_sign[k], self.columns.len());
        match (self.basic_at_start[k], self.row_place[k]) {
            (true, _) if self.position[k] == Position::Basic => Effect::Alone(Variable::Z(k)),
            (true, _) => {
                // The constant changes by −sign · M_k, the basic columns answer with sign · A⁻¹ M_k.
                for place in 0..m {
                    self.gathered[place] = sign * self.matrix[(self.rows[place], k)];
                }
                self.inverse.multiply(&self.gathered, &mut self.response);
                Effect::Spread { column: Some(k) }
            }
            (false, NONE) => Effect::Alone(Variable::W(k)),
            (false, place) => {
                for (response, value) in self.response.iter_mut().zip(self.inverse.column(place)) {
                    *response = -sign * value;
                }
                Effect::Spread { column: None }
            }
        }
    }

    /// How much power `k` of the perturbation adds to the candidate's distance from its bound.
    fn perturbed(&self, candidate: &Candidate, k: usize, effect: Effect) -> f64 {
        let sign = self.tie_sign[k];
        let change = match effect {
            _ if candidate.is_own => 0.0,
            Effect::Alone(variable) if variable == candidate.variable => sign,
            Effect::Alone(_) => 0.0,
            Effect::Spread { column } => match candidate.variable {
                Variable::W(i) => {
                    let own = column.map_or(0.0, |column| -sign * self.matrix[(i, column)]);
                    let answers = self.columns.iter().zip(&self.response);
                    own + answers.map(|(&j, response)| self.entry(i, j) * response).sum::<f64>()
                }
                _ => self.response[candidate.place],
            },
        };
        let outward = match candidate.variable {
            Variable::W(i) => self.position[i] == Position::Upper,
            _ => candidate.to_upper,
        };
        if outward { -change } else { change }
    }
}

/// What one power of the perturbation moves.
#[derive(Clone, Copy)]
enum Effect {
    /// One variable alone, by the row's sign.
    Alone(Variable),
    /// The basic columns by `response`, and each `w` with them; `column` moves the constants too.
    Spread { column: Option<usize> },
}
