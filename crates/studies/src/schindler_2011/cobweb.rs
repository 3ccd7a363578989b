//! A scalar fixed-point iteration `λ ← prox(λ − r(Gλ + b))`, drawn as a cobweb.

use stiction_figures::{Axis, Mark, Panel, Place, Symbol, dashed, line};

/// The iteration, on the half line or on an interval around zero.
#[derive(Clone, Copy)]
pub struct Iteration {
    pub slope: f64,
    pub offset: f64,
    pub scaling: f64,
    /// The largest force to either side; none for the half line.
    pub limit: Option<f64>,
}

/// How it goes on from a start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// At this point, after so many iterations.
    Converged(f64, usize),
    Diverged,
    Cycles,
}

impl Iteration {
    pub fn next(&self, force: f64) -> f64 {
        let free = force - self.scaling * (self.slope * force + self.offset);
        match self.limit {
            Some(limit) => free.clamp(-limit, limit),
            None => free.max(0.0),
        }
    }

    pub fn ending(&self, start: f64) -> Ending {
        let mut force = start;
        for count in 0..20_000 {
            let next = self.next(force);
            if (next - force).abs() <= 1e-10 * (1.0 + next.abs()) {
                return Ending::Converged(next, count);
            }
            if next.abs() > 1e9 {
                return Ending::Diverged;
            }
            force = next;
        }
        Ending::Cycles
    }

    /// Function, diagonal and the way of the iterates.
    pub fn panel(&self, title: String, label: &str, range: (f64, f64), start: f64, fixed: &[f64]) -> Panel {
        let (low, high) = range;
        let function =
            (0..=200).map(|k| low + (high - low) * f64::from(k) / 200.0).map(|x| (x, self.next(x))).collect();
        let mut way = vec![(start, start)];
        let mut force = start;
        for _ in 0..60 {
            let next = self.next(force);
            way.extend([(force, next), (next, next)]);
            force = next;
            if next.abs() > 1e3 * (high - low) {
                break;
            }
        }
        Panel::new(Axis::linear(format!("{label}, N"), low, high), Axis::linear(format!("next {label}, N"), low, high))
            .titled(title)
            .legend(Place::Hidden)
            .with(Mark::line(vec![(low, low), (high, high)], line(0)).named("identity"))
            .with(Mark::line(function, line(2)).named("prox function"))
            .with(Mark::line(way, dashed(1)).named("iterates"))
            .with(Mark::points_of(vec![(start, start)], Symbol::Ring, "#d55e00", 4.5).named("start"))
            .with(
                Mark::points(fixed.iter().map(|force| (*force, *force)).collect(), Symbol::Disc, "#009e73")
                    .named("solution"),
            )
    }
}
