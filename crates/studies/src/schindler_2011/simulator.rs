//! What our simulator does with the four cases: forces where there are some, an impulse where there are none.

use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, stroke};
use stiction_simulation::{Event, ImpulseReason};

/// What the first step did.
struct First {
    force: f64,
    words: String,
}

/// Scene settings of the cases, in the order of Figs. 9 to 12.
const CASES: [(&str, &str, &str, f64); 4] = [
    ("Fig. 9", "0.5", "[0,0,-9.81]", 8.91428),
    ("Fig. 10", "0.5", "[0,0,9.81]", 0.0),
    ("Fig. 11", "2.0", "[0,0,-9.81]", f64::NAN),
    ("Fig. 12", "2.0", "[0,0,9.81]", 0.0),
];

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&["case", "stepper", "normal force of the first step, N", "result"]);
    let mut lines = Vec::new();
    let mut csv = Csv::new(&["case", "time_s", "tip_velocity_along_m_per_s", "tip_velocity_up_m_per_s", "angle_rad"]);
    for (case, friction, gravity, expected) in CASES {
        let settings = [format!("material.default.friction={friction}"), format!("gravity={gravity}")];
        for scheme in ["acceleration", "stewart-trinkle"] {
            let scheme_setting = format!("stepper.scheme={scheme}");
            let settings = [&*settings[0], &*settings[1], &*scheme_setting];
            let mut world = world("painleve-rod", &settings)?;
            let step = world.scene().settings.time_step;
            let mut first = None;
            // The tip slides at 1 m/s at first.
            let mut points = vec![(0.0, (1.0, 0.0))];
            for _ in 0..60 {
                // The law is about the place where the step begins.
                let (sine, cosine) = world.state().configuration[2].sin_cos();
                let report = world.step().map_err(StudyError::broken)?;
                if first.is_none() {
                    let impulse: f64 = world.contacts().iter().map(|contact| world.impulse(contact).x).sum();
                    let reasons = report.events.iter().filter_map(|event| match event {
                        Event::ImpulseStep { reason } => Some(format!("impulse step: {}", reason.name())),
                        _ => None,
                    });
                    let words: Vec<_> = reasons.collect();
                    let words = if words.is_empty() { "solved directly".to_owned() } else { words.join("; ") };
                    first = Some(First { force: impulse / step, words });
                }
                // Joints: along, up, turn. The tip is a metre from the centre.
                let velocity = &world.state().velocity;
                let angle = world.state().configuration[2];
                let tip = (velocity[0] - velocity[2] * sine, velocity[1] - velocity[2] * cosine);
                csv.cells(&[
                    format!("{case} {scheme}"),
                    format!("{:?}", world.state().time),
                    format!("{:?}", tip.0),
                    format!("{:?}", tip.1),
                    format!("{angle:?}"),
                ]);
                points.push((world.state().time, tip));
            }
            let first = first.unwrap_or(First { force: f64::NAN, words: String::new() });
            if scheme == "acceleration" {
                if expected.is_nan() {
                    let found = if first.words.contains(ImpulseReason::NoSolution.name()) {
                        "impulse, no solution"
                    } else {
                        &first.words
                    };
                    findings.check(Check::is(
                        format!("simulator, {case}: an impulse step, because no force satisfies the law"),
                        "impulse, no solution",
                        found,
                    ));
                    let stopped = points[1].1.0.abs();
                    findings.check(Check::at_most(
                        format!("simulator, {case}: slip of the tip after that step, m/s"),
                        1e-6,
                        stopped,
                    ));
                } else {
                    findings.check(Check::near(
                        format!("simulator, {case}: normal force of the first step, N"),
                        expected,
                        first.force,
                        5e-3,
                    ));
                }
                lines.push((case, points));
            }
            table.row([case.to_owned(), scheme.to_owned(), short(first.force), first.words]);
        }
    }
    findings.table("simulator", table);
    findings.data("simulator", csv);
    let mut along = Panel::new(
        Axis::linear("time, s", 0.0, 0.06),
        Axis::linear("velocity of the tip along the ground, m/s", -0.1, 1.2),
    )
    .titled("Along the ground")
    .legend(Place::Hidden);
    let mut up =
        Panel::new(Axis::linear("time, s", 0.0, 0.06), Axis::linear("velocity of the tip upwards, m/s", -0.1, 0.7))
            .titled("Away from the ground")
            .legend(Place::UpperLeft);
    for (place, (case, points)) in lines.into_iter().enumerate() {
        along = along.with(Mark::line(points.iter().map(|(time, tip)| (*time, tip.0)).collect(), stroke(place)));
        up = up.with(Mark::line(points.iter().map(|(time, tip)| (*time, tip.1)).collect(), stroke(place)).named(case));
    }
    findings.figure(&Figure::new(
        "simulator",
        "The rod's tip with the acceleration stepper, first 60 steps of 1 ms",
        vec![along.into(), up.into()],
    ))
}
