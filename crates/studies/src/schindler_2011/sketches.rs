//! Figs. 5 and 8: the two examples.

use crate::StudyError;
use crate::findings::Findings;
use stiction_figures::{Anchor, Axis, Figure, INK, Mark, Panel, Place, Stroke, Symbol, dashed, line};

fn ground() -> Mark {
    Mark::area(vec![(-9.0, 0.0), (9.0, 0.0), (9.0, -9.0), (-9.0, -9.0)], "#009e73", 0.16)
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let words = |at: (f64, f64), text: &str| Mark::words(at, text, Anchor::Start, INK);
    let axes = |width: f64| (Axis::linear("x, m", -width, width), Axis::linear("y, m", -0.6, 0.77 * 2.0 * width - 0.6));
    let (x, y) = axes(1.3);
    let mass = Panel::new(x, y)
        .titled("Point mass on a rough plane (Fig. 5)")
        .legend(Place::Hidden)
        .with(ground())
        .with(Mark::arrow((0.0, 0.95), (0.0, 0.1), line(0)))
        .with(words((0.05, 0.8), "h_y: load onto the plane"))
        .with(Mark::arrow((-0.9, 0.03), (-0.1, 0.03), line(0)))
        .with(words((-0.95, 0.13), "h_x: load along it"))
        .with(Mark::arrow((0.0, -0.45), (0.0, -0.08), line(1)))
        .with(words((0.05, -0.4), "λ_U: normal force of the plane"))
        .with(Mark::arrow((0.75, 0.03), (0.1, 0.03), line(1)))
        .with(words((0.35, 0.13), "λ_T: friction"))
        .with(Mark::points_of(vec![(0.0, 0.03)], Symbol::Disc, "#0072b2", 6.0))
        .with(words((-1.2, 1.2), "position of the point: q_x along x, q_y along y"));
    let (x, y) = axes(1.6);
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    let arc = (0..=20).map(|k| f64::from(k) * std::f64::consts::FRAC_PI_3 / 20.0);
    let arc = arc.map(|angle| (-0.5 + 0.35 * angle.cos(), 0.35 * angle.sin())).collect();
    // The tip is the origin of the paper's contact; the rod leans to the right and slides to the left.
    let rod = Panel::new(x, y)
        .titled("Sliding rod, q_θ = θ = 60°, L = 2 m (Fig. 8)")
        .legend(Place::Hidden)
        .with(ground())
        .with(Mark::line(vec![(-0.5, 0.0), (2.0 * cosine - 0.5, 2.0 * sine)], Stroke { width: 5.0, ..line(2) }))
        .with(Mark::line(arc, line(0)))
        .with(words((-0.1, 0.2), "θ"))
        .with(Mark::points_of(vec![(cosine - 0.5, sine)], Symbol::Disc, "#000000", 5.0))
        .with(words((cosine - 0.4, sine - 0.03), "centre of mass (q_x, q_y)"))
        .with(Mark::words((0.5 * cosine - 0.58, 0.5 * sine), "L/2", Anchor::End, INK))
        .with(Mark::words((1.5 * cosine - 0.58, 1.5 * sine), "L/2", Anchor::End, INK))
        .with(Mark::arrow((cosine - 0.5, sine), (cosine - 0.5, sine - 0.6), line(0)))
        .with(words((cosine - 0.42, sine - 0.55), "m g, may point up"))
        .with(Mark::arrow((-0.5, -0.5), (-0.5, -0.03), line(1)))
        .with(words((-0.42, -0.45), "λ_U"))
        .with(Mark::arrow((-0.5, 0.0), (-0.05, 0.0), line(1)))
        .with(words((0.0, -0.12), "λ_T = μ λ_U"))
        .with(Mark::arrow((-0.65, 0.12), (-1.2, 0.12), dashed(0)))
        .with(words((-1.3, 0.22), "slides"));
    findings.figure(&Figure::new("set-up", "The two examples", vec![mass.into(), rod.into()]))
}
