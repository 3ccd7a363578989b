//! Figures 1 to 3: force laws as sets, and the nearest point of a convex set.

use crate::StudyError;
use crate::findings::Findings;
use stiction_contact::Law;
use stiction_figures::{Anchor, Axis, Figure, INK, Mark, Panel, Place, Symbol, dashed, line, thin};

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let gap = |name: &str| Axis::linear(name, -1.0, 1.0);
    let force = |name: &str| Axis::linear(name, -1.2, 1.2);
    let bilateral = Panel::new(gap("distance g_B, m"), force("force λ_B, N"))
        .titled("Fig. 1(a), bilateral: g_B = 0, any force")
        .legend(Place::Hidden)
        .with(Mark::line(vec![(0.0, -2.0), (0.0, 2.0)], line(2)));
    let unilateral = Panel::new(gap("distance g_U, m"), force("force λ_U, N"))
        .titled("Fig. 1(b), unilateral: 0 ≤ g_U ⊥ λ_U ≥ 0")
        .legend(Place::Hidden)
        .with(Mark::line(vec![(0.0, 2.0), (0.0, 0.0), (2.0, 0.0)], line(2)));
    let limit = 0.7;
    let coulomb = Panel::new(Axis::linear("slip ġ_T, m/s", -1.0, 1.0), force("friction λ_T, N"))
        .titled("Fig. 2, planar Coulomb, μ|λ_N| = 0.7 N")
        .legend(Place::Hidden)
        .with(Mark::line(vec![(-2.0, limit), (0.0, limit), (0.0, -limit), (2.0, -limit)], line(2)))
        .with(Mark::words((0.08, limit - 0.03), "+μ|λ_N|", Anchor::Start, INK))
        .with(Mark::words((-0.08, -limit + 0.1), "−μ|λ_N|", Anchor::End, INK));
    let parts = vec![bilateral.into(), unilateral.into(), coulomb.into()];
    findings.figure(
        &Figure::new("force-laws", "Contact laws are sets, not functions", parts).columns(3).part_size(400.0, 350.0),
    )?;
    findings.figure(&nearest_points())
}

/// Some points and their projections on the disc `C_T`.
fn nearest_points() -> Figure {
    // The disc of radius 1 is Coulomb's for μ = 1 and λ_N = 1.
    let law = Law::Coulomb { friction: 1.0 };
    let nearest = |(x, y): (f64, f64)| {
        let mut p = [0.0; 3];
        law.project(&[1.0, x, y], &mut p);
        (p[1], p[2])
    };
    let circle: Vec<_> =
        (0..=120).map(|k| f64::from(k) * std::f64::consts::TAU / 120.0).map(|a| (a.cos(), a.sin())).collect();
    let points = [(0.1, 0.35), (1.9, -0.6), (-1.5, 1.2), (-2.0, -0.5), (0.9, -1.45), (-0.4, -0.5)];
    let mut panel =
        Panel::new(Axis::linear("first component, N", -2.4, 2.4), Axis::linear("second component, N", -1.735, 1.735))
            .titled("Fig. 3: prox maps a point to the nearest point")
            .with(Mark::area(circle.clone(), "#56b4e9", 0.3).named("convex set C"))
            .with(Mark::line(circle, thin(2)));
    for point in points {
        let end = nearest(point);
        if (point.0 - end.0).hypot(point.1 - end.1) > 1e-9 {
            panel = panel.with(Mark::arrow(point, end, thin(1)));
        }
    }
    panel = panel
        .with(Mark::points(points.to_vec(), Symbol::Ring, "#000000").named("x"))
        .with(Mark::points_of(points.map(nearest).to_vec(), Symbol::Disc, "#d55e00", 3.2).named("prox(x)"))
        .with(Mark::words((0.2, 0.4), "x₁", Anchor::Start, INK))
        .with(Mark::words((2.0, -0.52), "x₂", Anchor::Start, INK));
    // One line of the law: where the force is and where the iteration wants it.
    let clip = |value: f64| value.clamp(-0.7, 0.7);
    let ramp = (0..=60).map(|k| -1.5 + 0.05 * f64::from(k)).map(|x| (x, clip(x))).collect();
    let half = vec![(-1.5, 0.0), (0.0, 0.0), (1.5, 1.5)];
    let functions = Panel::new(Axis::linear("x, N", -1.5, 1.5), Axis::linear("prox(x), N", -1.5, 1.5))
        .titled("The three contact sets on a line")
        .legend(Place::UpperLeft)
        .with(Mark::line(half, line(2)).named("C_U = {x ≥ 0}: max(0, x)"))
        .with(Mark::line(ramp, line(1)).named("C_T = [−0.7, 0.7]: clipped"))
        .with(Mark::line(vec![(-1.5, -1.5), (1.5, 1.5)], dashed(0)).named("C_B = ℝ: x itself"));
    Figure::new("nearest-points", "The prox function", vec![panel.into(), functions.into()])
}
