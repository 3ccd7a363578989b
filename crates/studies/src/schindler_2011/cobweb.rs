//! A scalar fixed-point iteration `λ ← prox(λ − r(Gλ + b))`, drawn as the paper draws it: the prox function dotted, the
//! iterates dashed, and the line with unit slope.

use stiction_figures::{Axis, Mark, Panel, Place, Stroke, Symbol, dashed, line, thin};

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

/// What a cobweb shows besides the functions.
pub struct View<'a> {
    pub title: String,
    /// What the force is called.
    pub force: &'a str,
    pub range: (f64, f64),
    /// Each start has a path.
    pub starts: &'a [f64],
    pub solutions: &'a [f64],
    pub legend: Place,
}

/// Colours of the paths.
const PATHS: [(usize, &str); 2] = [(1, "#d55e00"), (4, "#cc79a7")];

impl Iteration {
    /// The argument of prox.
    pub fn trial(&self, force: f64) -> f64 {
        force - self.scaling * (self.slope * force + self.offset)
    }

    /// The nearest admissible force.
    pub fn nearest(&self, trial: f64) -> f64 {
        match self.limit {
            Some(limit) => trial.clamp(-limit, limit),
            None => trial.max(0.0),
        }
    }

    pub fn next(&self, force: f64) -> f64 {
        self.nearest(self.trial(force))
    }

    pub fn ending(&self, start: f64) -> Ending {
        ending(start, |force| self.next(force))
    }

    /// The functions, and the path of the iterates from each start.
    pub fn panel(&self, view: View<'_>) -> Panel {
        let (low, high) = view.range;
        let function =
            (0..=400).map(|k| low + (high - low) * f64::from(k) / 400.0).map(|x| (x, self.next(x))).collect();
        let dotted = Stroke { width: 2.6, dashes: "2.5 3.5", ..line(2) };
        let x = Axis::linear(format!("{}, N", view.force), low, high);
        let y = Axis::linear(format!("next {}, N", view.force), low, high);
        let mut panel = Panel::new(x, y)
            .titled(view.title)
            .legend(view.legend)
            .with(Mark::line(vec![(low, low), (high, high)], line(0)).named("line with unit slope"))
            .with(Mark::line(function, dotted).named("prox function"));
        for (start, (place, colour)) in view.starts.iter().zip(PATHS) {
            let name = format!("iterates from {} N", crate::number::short(*start));
            panel = panel
                .with(Mark::line(path(*start, 60, |force| self.next(force)), dashed(place)).named(name))
                .with(Mark::points_of(vec![(*start, *start)], Symbol::Ring, colour, 4.5));
        }
        if let Some(limit) = self.limit {
            let level = |force: f64| Mark::line(vec![(low, force), (high, force)], thin(3));
            panel = panel.with(level(limit).named("limits ±μ|h_y|")).with(level(-limit));
        }
        let solutions: Vec<_> = view.solutions.iter().map(|force| (*force, *force)).collect();
        if solutions.is_empty() {
            return panel;
        }
        panel.with(Mark::points(solutions, Symbol::Disc, "#009e73").named("solution"))
    }
}

/// Vertically to the function, horizontally to the line with unit slope, and so on. A cycle is drawn once.
fn path(start: f64, steps: usize, next: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let mut path = vec![(start, start)];
    for pair in iterates(start, steps, next).windows(2) {
        path.extend([(pair[0], pair[1]), (pair[1], pair[1])]);
    }
    path
}

/// The iterates, as long as they are new.
pub fn iterates(start: f64, steps: usize, next: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut all = vec![start];
    let mut force = start;
    for _ in 0..steps {
        force = next(force);
        let known = all.iter().any(|other| (other - force).abs() <= 1e-9 * (1.0 + force.abs()));
        all.push(force);
        if known || force.abs() > 1e5 {
            break;
        }
    }
    all
}

/// Repeats a step until it changes nothing, runs away, or neither.
pub fn ending(start: f64, step: impl Fn(f64) -> f64) -> Ending {
    let (mut force, mut before) = (start, f64::NAN);
    for count in 0..20_000 {
        let next = step(force);
        if (next - force).abs() <= 1e-10 * (1.0 + next.abs()) {
            return Ending::Converged(next, count);
        }
        if !next.is_finite() || next.abs() > 1e9 {
            return Ending::Diverged;
        }
        // The same bits as two steps before come back for ever.
        if next == before {
            return Ending::Cycles;
        }
        (before, force) = (force, next);
    }
    Ending::Cycles
}

/// An ending in words.
pub fn words(ending: Ending) -> String {
    match ending {
        Ending::Converged(force, _) => format!("→ {}", crate::number::short((force * 1e6).round() / 1e6)),
        Ending::Diverged => "diverges".to_owned(),
        Ending::Cycles => "cycles".to_owned(),
    }
}
