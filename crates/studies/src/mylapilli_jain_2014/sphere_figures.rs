//! Figs. 2 and 3, with the analytic solution.

use super::sphere::{FRICTION, Moment, ROLLING_FROM, analytic, roll};
use crate::StudyError;
use crate::findings::Findings;
use stiction_contact::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Stroke, dashed, line, thin};

/// What a curve shows of a moment.
type Of = fn(&Moment) -> f64;

const VELOCITIES: [(&str, Of); 4] = [
    ("v_x", |own| own.along),
    ("ω_y", |own| own.spin_across),
    ("v_y", |own| own.across),
    ("ω_x", |own| own.spin_along),
];

fn curve(moments: &[Moment], of: Of) -> Vec<(f64, f64)> {
    moments.iter().step_by(4).map(|moment| (moment.time, of(moment))).collect()
}

fn time() -> Axis {
    Axis::linear("time, s", 0.0, 0.6)
}

/// The analytic solution over the curves: thin and broken.
fn exact() -> [Mark; 2] {
    let times = || [0.0, ROLLING_FROM, 0.6].into_iter();
    let known = Stroke { colour: "#56b4e9", width: 1.8, dashes: "3 5" };
    let (along, spin) = (times().map(|t| (t, analytic(t).0)).collect(), times().map(|t| (t, analytic(t).1)).collect());
    [Mark::line(along, known).named("analytic"), Mark::line(spin, known)]
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    aligned(findings)?;
    oblique(findings)
}

fn velocities(title: &str, moments: &[Moment]) -> Panel {
    let curves = VELOCITIES.into_iter().enumerate().map(|(place, (name, of))| {
        // The two that should vanish lie on each other; one is broken so that both are seen.
        let stroke = if place == 3 { dashed(3) } else { line(place) };
        Mark::line(curve(moments, of), Stroke { width: 2.6, ..stroke }).named(name)
    });
    Panel::new(time(), Axis::linear("velocity, m/s; spin, rad/s", -0.35, 2.2))
        .titled(title)
        .legend(Place::Right)
        .with_all(curves)
        .with_all(exact())
}

/// Fig. 2.
fn aligned(findings: &mut Findings) -> Result<(), StudyError> {
    let moments = roll(Method::MncpPlm, 0.0, 4)?.moments;
    let change =
        |low: f64, high: f64| Mark::line(vec![(ROLLING_FROM, low), (ROLLING_FROM, high)], thin(0)).named("0.29125 s");
    let friction = Panel::new(time(), Axis::linear("force, N", -2.4, 2.4))
        .titled("(b) friction: sliding, then rolling")
        .legend(Place::Right)
        .with(Mark::line(curve(&moments, |own| FRICTION * own.normal), Stroke { width: 4.0, ..line(6) }).named("μ F_n"))
        .with(Mark::line(curve(&moments, |own| own.size()), line(1)).named("‖F_f, F_o‖"))
        .with(Mark::line(curve(&moments, |own| own.friction), line(2)).named("F_f"))
        .with(Mark::line(curve(&moments, |own| own.aside), dashed(3)).named("F_o"))
        .with(change(-3.0, 3.0));
    let normal = Panel::new(time(), Axis::linear("force, N", 0.0, 12.0))
        .titled("(b) continued: normal force")
        .legend(Place::Right)
        .with(Mark::line(curve(&moments, |own| own.normal), line(0)).named("F_n"))
        .with(change(-1.0, 13.0));
    let parts = vec![velocities("(a) velocities", &moments).into(), friction.into(), normal.into()];
    let title = "Example 1 (Fig. 2): directions along the motion";
    findings.figure(&Figure::new("sphere-aligned", title, parts).columns(3).part_size(470.0, 370.0))
}

/// Fig. 3.
fn oblique(findings: &mut Findings) -> Result<(), StudyError> {
    let mut parts = Vec::new();
    for (method, degrees, title) in [
        (Method::MlcpFbPlm, 45.0, "MLCP: directions at 45°"),
        (Method::MlcpFbPlm, 30.0, "MLCP: directions at 30°"),
        (Method::MncpPlm, 45.0, "MNCP: the exact cone, any direction"),
    ] {
        parts.push(velocities(title, &roll(method, degrees, 4)?.moments).into());
    }
    let title = "Example 2 (Fig. 3): directions of the pyramid at an angle to the motion, which is along x";
    findings.figure(&Figure::new("sphere-oblique", title, parts).columns(3).part_size(470.0, 370.0))
}
