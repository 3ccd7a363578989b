//! Figs. 5 to 8: height and vertical velocity of the last link, over the whole run, while it moves, and in the last second.

use super::chain_run::ChainRun;
use super::pendulum::Runs;
use super::schemes::{label, of_paper};
use crate::number::short;
use stiction_contact::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Stroke, stroke};

/// When the chain no longer moves visibly, s.
const MOVES: f64 = 10.0;

/// What the figure shows.
pub struct LastLink<'a> {
    pub runs: &'a Runs,
    pub methods: &'a [Method],
    /// The end of the runs, s.
    pub until: f64,
}

struct View {
    title: &'static str,
    velocity: bool,
    span: Span,
}

#[derive(Clone, Copy, PartialEq)]
enum Span {
    Whole,
    Moving,
    LastSecond,
}

const VIEWS: [View; 6] = [
    View { title: "Fig. 5: height", velocity: false, span: Span::Whole },
    View { title: "Fig. 5, while the chain moves", velocity: false, span: Span::Moving },
    View { title: "Fig. 6: height, last second", velocity: false, span: Span::LastSecond },
    View { title: "Fig. 7: v_z", velocity: true, span: Span::Whole },
    View { title: "Fig. 7, while the chain moves", velocity: true, span: Span::Moving },
    View { title: "Fig. 8: v_z, last second", velocity: true, span: Span::LastSecond },
];

impl LastLink<'_> {
    pub fn figure(&self, name: &str, title: &str) -> Figure {
        let parts = VIEWS.iter().map(|view| Part::from(self.panel(view))).collect();
        Figure::new(name, title, parts).columns(3).part_size(480.0, 380.0)
    }

    fn panel(&self, view: &View) -> Panel {
        let (from, to) = match view.span {
            Span::Whole => (0.0, self.until),
            Span::Moving => (0.0, self.until.min(MOVES)),
            Span::LastSecond => ((self.until - 1.0).max(0.0), self.until),
        };
        let values = |run: &ChainRun| -> Vec<(f64, f64)> {
            let inside = run.samples.iter().filter(|sample| sample.time >= from - 1e-9 && sample.time <= to + 1e-9);
            inside.map(|sample| (sample.time, if view.velocity { sample.velocity } else { sample.height })).collect()
        };
        let own: Vec<_> = self.runs.iter().filter(|(method, _)| self.methods.contains(method)).collect();
        let all = own.iter().flat_map(|(_, run)| values(run)).map(|(_, value)| value);
        let (low, high) =
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        // Very small motions are shown in millionths, from a round value on.
        let small = high - low < 1e-3;
        let base = if small { (low * 1e3).floor() / 1e3 } else { 0.0 };
        let factor = if small { 1e6 } else { 1.0 };
        let unit = match (view.velocity, small) {
            (false, false) => "height of the last link, m".to_owned(),
            (false, true) => format!("height above {} m, µm", short(base)),
            (true, false) => "v_z of the last link, m/s".to_owned(),
            (true, true) => format!("v_z above {} mm/s, µm/s", short(1e3 * base)),
        };
        let margin = 0.06 * (high - low) * factor;
        let range = ((low - base) * factor - margin, (high - base) * factor + margin);
        // One legend serves all panels.
        let legend = if !view.velocity && view.span == Span::Whole { Place::UpperRight } else { Place::Hidden };
        let mark = |(number, (method, run)): (usize, &&(Method, ChainRun))| {
            let points = values(run).into_iter().map(|(time, value)| (time, (value - base) * factor)).collect();
            match of_paper(*method) {
                Some(scheme) => Mark::line(points, scheme.stroke()).named(scheme.name),
                None => Mark::line(points, Stroke { width: 1.6, ..stroke(number) }).named(label(*method)),
            }
        };
        Panel::new(Axis::linear("time, s", from, to), Axis::linear(unit, range.0, range.1))
            .titled(view.title)
            .legend(legend)
            .with_all(own.iter().enumerate().map(mark))
    }
}
