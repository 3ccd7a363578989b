//! How wrong a pyramid is over the angle of its directions to the motion, and over their number; and what directions cost.

use super::sphere::{ROLLING_FROM, Roll, roll};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, StudyError};
use stiction_contact::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};

pub fn run(host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    angles(findings)?;
    facets(host, findings)
}

fn across(run: &Roll) -> f64 {
    run.moments.iter().map(|moment| moment.across.abs()).fold(0.0, f64::max)
}

/// How many facets a pyramid needs, in its worst direction: between two of them.
fn facets(host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "facets",
        "rolling from, s",
        "too late by, %",
        "unknowns of the contact",
        "pivots of mlcp-lemke, all steps",
        "iterations of mlcp-fb-rlm, all steps",
        "iterations of mlcp-fb-plm, all steps",
    ]);
    let mut times = Table::new(&["facets", "mlcp-lemke, ms", "mlcp-fb-rlm, ms", "mlcp-fb-plm, ms"]);
    let mut csv = Csv::new(&["facets", "mlcp_lemke_s", "mlcp_fb_rlm_s", "mlcp_fb_plm_s"]);
    let mut efforts = Vec::new();
    for facets in [4, 8, 16, 32] {
        let mut seconds = Vec::new();
        let mut runs = Vec::new();
        for method in [Method::MlcpLemke, Method::MlcpFbRlm, Method::MlcpFbPlm] {
            let begun = host.seconds();
            runs.push(roll(method, 180.0 / facets as f64, facets)?);
            seconds.push(host.seconds() - begun);
        }
        // Between two directions both share the load, so that friction is weaker by the cosine of half the angle between them.
        let expected = ROLLING_FROM / (std::f64::consts::PI / facets as f64).cos();
        for (place, run) in runs.iter().enumerate() {
            let name = ["mlcp-lemke", "mlcp-fb-rlm", "mlcp-fb-plm"][place];
            let words = format!("sphere between two of {facets} directions, {name}: rolling from, s");
            findings.check(Check::near(words, expected, run.rolling_from, 1.001e-3));
        }
        efforts.push([runs[0].effort.pivots, runs[1].effort.iterations, runs[2].effort.iterations]);
        let late = 100.0 * (runs[0].rolling_from / ROLLING_FROM - 1.0);
        table.row([
            facets.to_string(),
            fixed(runs[0].rolling_from, 3),
            fixed(late, 1),
            (facets + 2).to_string(),
            runs[0].effort.pivots.to_string(),
            runs[1].effort.iterations.to_string(),
            runs[2].effort.iterations.to_string(),
        ]);
        times.row(std::iter::once(facets.to_string()).chain(seconds.iter().map(|time| short(1e3 * time))));
        csv.numbers(&[facets as f64, seconds[0], seconds[1], seconds[2]]);
    }
    let grown = |k: usize| efforts[efforts.len() - 1][k] as f64 / efforts[0][k] as f64;
    let words = "sphere: pivots or iterations with 32 directions over those with 4, least of three pyramid methods";
    findings.check(Check::at_least(words, 1.5, grown(0).min(grown(1)).min(grown(2))));
    findings.table("facets", table);
    findings.table("timings facets", times);
    findings.data("timings-facets", csv);
    Ok(())
}

/// What a pyramid of four directions does to the sphere, over the angle between them and the motion.
fn angles(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["angle_deg", "rolling_from_s", "largest_speed_across_m_per_s"]);
    let (mut aside, mut rolling) = (Vec::new(), Vec::new());
    let angles = (0..=22).map(|k| 2.0 * f64::from(k)).chain([44.5, 44.9, 45.0]);
    for degrees in angles {
        let run = roll(Method::MlcpPath, degrees, 4)?;
        csv.numbers(&[degrees, run.rolling_from, across(&run)]);
        aside.push((degrees, across(&run)));
        rolling.push((degrees, run.rolling_from));
    }
    findings.data("sphere-angles", csv);
    let at = |degrees: f64| aside.iter().find(|point| point.0 == degrees).map_or(f64::NAN, |point| point.1);
    for (degrees, expected) in [(44.9, 0.001), (44.0, 0.010), (30.0, 0.104)] {
        let words = format!("sphere at {degrees}°, pyramid: largest speed across the motion, m/s");
        findings.check(Check::near(words, expected, at(degrees), 5e-4));
    }
    let words = "sphere at exactly 45°, pyramid: largest speed across the motion, m/s";
    findings.check(Check::at_most(words, 1e-6, at(45.0)));
    let angle = || Axis::linear("angle between motion and direction, °", 0.0, 46.0);
    let sideways = Panel::new(angle(), Axis::linear("largest speed across, m/s", -0.005, 0.15))
        .titled("(a) motion across the initial direction")
        .with(Mark::line(aside, line(1)));
    let late = Panel::new(angle(), Axis::linear("rolling from, s", 0.25, 0.43))
        .titled("(b) end of sliding")
        .legend(Place::LowerRight)
        .with(Mark::line(rolling, line(0)).named("pyramid of four directions"))
        .with(Mark::line(vec![(0.0, ROLLING_FROM), (46.0, ROLLING_FROM)], dashed(6)).named("exact: 0.29125 s"));
    let title = "A pyramid's error over the angle of its directions to the motion";
    findings.figure(&Figure::new("sphere-angles", title, vec![sideways.into(), late.into()]).part_size(520.0, 370.0))
}
