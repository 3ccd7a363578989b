//! Examples 1 and 2: a sliding sphere that starts to roll, with the pyramid's directions along the motion and at 45° to it.

use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::{fixed, short};
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, Host, StudyError};
use stiction_contact::Method;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line, stroke, thin};
use stiction_simulation::Event;

/// Sliding ends at 2 v₀/(7 μ g), rolling at 5/7 v₀.
const ROLLING_FROM: f64 = 2.0 * 2.0 / (7.0 * 0.2 * 9.81);
const ROLLING_AT: f64 = 10.0 / 7.0;

/// One run: along the motion, across it, and about the axes.
struct Roll {
    /// Time, velocity along and across, spin along and across the motion, limit of friction, friction and its part across.
    rows: Vec<[f64; 8]>,
    rolling_from: f64,
    helped: usize,
}

fn roll(method: Method, degrees: f64, facets: usize) -> Result<Roll, StudyError> {
    let name = format!("stepper.method={method}");
    // The scene's directions are along x and y; the sphere is sent between them instead of turning them.
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let velocity = format!("body.ball.velocity=[{:?},{:?},0]", 2.0 * cosine, 2.0 * sine);
    let alignment = if degrees == 0.0 { "stepper.alignment=slip" } else { "stepper.alignment=fixed" };
    let facets = format!("stepper.facets={facets}");
    let mut world = world("sphere-on-plane", &[&*name, &*facets, alignment, &*velocity])?;
    let step = world.scene().settings.time_step;
    let (mut rows, mut rolling_from, mut helped) = (Vec::new(), f64::NAN, 0);
    for _ in 0..600 {
        let report = world.step().map_err(StudyError::broken)?;
        helped += usize::from(
            report.events.iter().any(|event| matches!(event, Event::NextMethod { .. } | Event::Accepted { .. })),
        );
        let bodies = world.bodies();
        let ball = bodies.last().ok_or_else(|| crate::error::missing("the ball"))?;
        let (v, w) = (ball.linear_velocity, ball.angular_velocity);
        let turned = |x: f64, y: f64| (cosine * x + sine * y, cosine * y - sine * x);
        let ((along, across), (spin_along, spin_across)) = (turned(v.x, v.y), turned(w.x, w.y));
        let (limit, friction, aside) = world.contacts().first().map_or((0.0, 0.0, 0.0), |contact| {
            let p = world.impulse(contact);
            let [_, first, second] = contact.frame;
            let aside = turned(p.y * first.x + p.z * second.x, p.y * first.y + p.z * second.y).1;
            (0.2 * p.x / step, p.y.hypot(p.z) / step, aside / step)
        });
        // The point below moves with v + ω × (−e_z).
        let slip = (along - spin_across).hypot(across + spin_along);
        if slip < 1e-6 && rolling_from.is_nan() {
            rolling_from = report.time;
        }
        rows.push([report.time, along, across, spin_along, spin_across, limit, friction, aside]);
    }
    Ok(Roll { rows, rolling_from, helped })
}

pub fn run(host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "method",
        "aligned: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "at 45°: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "at 30°: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "fallback or unsolved steps",
    ]);
    let mut csv = Csv::new(&[
        "method",
        "directions",
        "time_s",
        "velocity_along_m_per_s",
        "velocity_across_m_per_s",
        "spin_along_rad_per_s",
        "spin_across_rad_per_s",
        "friction_limit_n",
        "friction_n",
        "friction_across_n",
    ]);
    let (mut worst_time, mut worst_speed, mut worst_across, mut worst_force) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut pyramid_time, mut pyramid_across) = (Vec::new(), [Vec::new(), Vec::new()]);
    for (place, method) in Method::ALL.into_iter().enumerate() {
        advance(host, 0.1 * place as f64 / 15.0, &format!("the sphere, method {method}"))?;
        let runs = [roll(method, 0.0, 4)?, roll(method, 45.0, 4)?, roll(method, 30.0, 4)?];
        let mut row = vec![method.name().to_owned()];
        for (oblique, run) in runs.iter().enumerate() {
            let last = run.rows[run.rows.len() - 1];
            let off = run.rows.iter().map(|row| row[2].abs()).fold(0.0, f64::max);
            let across = if off < 1e-9 { 0.0 } else { off };
            row.extend([fixed(run.rolling_from, 3), fixed(last[1], 6), short(across)]);
            if oblique == 1 && method.is_pyramid() {
                pyramid_time.push(run.rolling_from);
                pyramid_across[0].push(off);
            } else if oblique == 2 && method.is_pyramid() {
                pyramid_across[1].push(off);
            } else {
                worst_time = worst_time.max((run.rolling_from - ROLLING_FROM).abs());
                worst_speed = worst_speed.max((last[1] - ROLLING_AT).abs());
                worst_across = worst_across.max(off);
                worst_force = run.rows.iter().map(|row| row[7].abs()).fold(worst_force, f64::max);
            }
            if [Method::MlcpPath, Method::MncpPlm].contains(&method) {
                for row in &run.rows {
                    let mut cells = vec![
                        method.name().to_owned(),
                        ["aligned", "at 45 degrees", "at 30 degrees"][oblique].to_owned(),
                    ];
                    cells.extend(row.iter().map(|value| format!("{value:?}")));
                    csv.cells(&cells);
                }
            }
        }
        row.push(runs.iter().map(|run| run.helped).sum::<usize>().to_string());
        table.row(row);
    }
    findings.table("sphere", table);
    findings.data("sphere", csv);
    findings.check(Check::at_most(
        "sphere: error of the end of sliding, 2v₀/(7μg) = 0.29125 s (paper: 0.291), in 41 runs, s",
        1.001e-3,
        worst_time,
    ));
    findings.check(Check::at_most(
        "sphere: error of the rolling speed 10/7 (paper: 1.429) in these runs, m/s",
        1e-6,
        worst_speed,
    ));
    findings.check(Check::at_most("sphere: largest speed across the motion in these runs, m/s", 1e-6, worst_across));
    findings.check(Check::at_most(
        "sphere: largest friction across the motion in these runs (paper: F_o ≡ 0), N",
        1e-6,
        worst_force,
    ));
    let [first, last] = [f64::INFINITY, f64::NEG_INFINITY]
        .map(|start| pyramid_time.iter().fold(start, |a: f64, b| if start > 0.0 { a.min(*b) } else { a.max(*b) }));
    findings.check(Check::near(
        "sphere at 45°, pyramids: earliest rolling (√2 later: 0.412 s; paper: about 0.4), s",
        0.412,
        first,
        5e-3,
    ));
    findings.check(Check::near("sphere at 45°, pyramids: latest rolling, s", 0.412, last, 5e-3));
    let most = pyramid_across[0].iter().copied().fold(0.0, f64::max);
    findings.check(Check::at_most(
        "sphere at 45°, pyramids: speed across the motion, zero by symmetry, m/s",
        1e-6,
        most,
    ));
    let least = pyramid_across[1].iter().copied().fold(f64::INFINITY, f64::min);
    findings.check(Check::at_least(
        "sphere at 30°, pyramids: speed across the motion, which should be zero, m/s",
        0.05,
        least,
    ));
    angles(findings)?;
    facets(findings)?;
    figures(findings)
}

/// How many facets a pyramid needs, in its worst direction: between two of them.
fn facets(findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "facets",
        "rolling from, s",
        "too late by, %",
        "unknowns of the contact",
        "pivots of mlcp-lemke per step",
    ]);
    for (facets, expected) in [(4, 0.412), (8, 0.316), (16, 0.297), (32, 0.293)] {
        let run = roll(Method::MlcpLemke, 180.0 / facets as f64, facets)?;
        let words = format!("sphere between two of {facets} directions: rolling from, s");
        findings.check(Check::near(words, expected, run.rolling_from, 1e-3));
        let late = 100.0 * (run.rolling_from / ROLLING_FROM - 1.0);
        table.row([facets.to_string(), fixed(run.rolling_from, 3), fixed(late, 1), (facets + 2).to_string()]);
    }
    findings.table("facets", table);
    Ok(())
}

/// What a pyramid of four directions does to the sphere, over the angle between them and the motion.
fn angles(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["angle_deg", "rolling_from_s", "largest_speed_across_m_per_s"]);
    let (mut across, mut rolling) = (Vec::new(), Vec::new());
    let angles = (0..=22).map(|k| 2.0 * f64::from(k)).chain([44.5, 44.9, 45.0]);
    for degrees in angles {
        let run = roll(Method::MlcpPath, degrees, 4)?;
        let most = run.rows.iter().map(|row| row[2].abs()).fold(0.0, f64::max);
        csv.numbers(&[degrees, run.rolling_from, most]);
        across.push((degrees, most));
        rolling.push((degrees, run.rolling_from));
    }
    findings.data("sphere-angles", csv);
    let at = |degrees: f64| across.iter().find(|point| point.0 == degrees).map_or(f64::NAN, |point| point.1);
    for (degrees, expected) in [(44.9, 0.001), (44.0, 0.010), (30.0, 0.104)] {
        let words = format!("sphere at {degrees}°, pyramid: largest speed across the motion, m/s");
        findings.check(Check::near(words, expected, at(degrees), 5e-4));
    }
    findings.check(Check::at_most(
        "sphere at exactly 45°, pyramid: largest speed across the motion, m/s",
        1e-6,
        at(45.0),
    ));
    let angle = || Axis::linear("angle between motion and direction, °", 0.0, 46.0);
    let aside = Panel::new(angle(), Axis::linear("largest speed across, m/s", -0.005, 0.15))
        .titled("(a) motion across the initial direction")
        .with(Mark::line(across, line(1)));
    let late = Panel::new(angle(), Axis::linear("rolling from, s", 0.25, 0.43))
        .titled("(b) end of sliding")
        .legend(Place::LowerRight)
        .with(Mark::line(rolling, line(0)).named("pyramid of four directions"))
        .with(Mark::line(vec![(0.0, ROLLING_FROM), (46.0, ROLLING_FROM)], dashed(6)).named("exact: 0.29125 s"));
    let title = "A pyramid's error over the angle of its directions to the motion";
    findings.figure(&Figure::new("sphere-angles", title, vec![aside.into(), late.into()]).part_size(520.0, 370.0))
}

fn figures(findings: &mut Findings) -> Result<(), StudyError> {
    let column = |run: &Roll, k: usize| run.rows.iter().step_by(4).map(|row| (row[0], row[k])).collect::<Vec<_>>();
    let exact = roll(Method::MncpPlm, 0.0, 4)?;
    let time = || Axis::linear("time, s", 0.0, 0.6);
    let velocities = |title: &str| {
        Panel::new(time(), Axis::linear("velocity, m/s; spin, rad/s", -0.3, 2.2)).titled(title).legend(Place::Right)
    };
    let mut motion = velocities("(a) velocities, MNCP-PLM and MLCP-PATH");
    let linear = roll(Method::MlcpPath, 0.0, 4)?;
    for (place, (k, name)) in [(1, "v_x"), (4, "ω_y"), (2, "v_y"), (3, "ω_x")].into_iter().enumerate() {
        motion = motion.with(Mark::line(column(&exact, k), line(place)).named(name));
    }
    for (place, k) in [1, 4, 2, 3].into_iter().enumerate() {
        let mark = Mark::line(column(&linear, k), dashed(6));
        motion = motion.with(if place == 0 { mark.named("MLCP-PATH") } else { mark });
    }
    let forces = Panel::new(time(), Axis::linear("force, N", -0.3, 3.0))
        .titled("(b) friction and its limit")
        .legend(Place::Right)
        .with(Mark::line(column(&exact, 5), line(2)).named("μ F_n"))
        .with(Mark::line(column(&exact, 6), dashed(1)).named("‖(F_f, F_o)‖"))
        .with(Mark::line(column(&exact, 7), stroke(3)).named("F_o, across"))
        .with(Mark::line(vec![(ROLLING_FROM, -1.0), (ROLLING_FROM, 9.0)], thin(0)).named("0.29125 s"));
    findings.figure(
        &Figure::new(
            "sphere-aligned",
            "Example 1 (Fig. 2): directions along the motion",
            vec![motion.into(), forces.into()],
        )
        .part_size(520.0, 370.0),
    )?;
    let mut parts = Vec::new();
    for (method, degrees, title) in [
        (Method::MlcpPath, 45.0, "MLCP: directions at 45°"),
        (Method::MlcpPath, 30.0, "MLCP: directions at 30°"),
        (Method::MncpPlm, 30.0, "MNCP: the exact cone, any direction"),
    ] {
        let run = roll(method, degrees, 4)?;
        let mut panel = velocities(title).legend(if method == Method::MncpPlm { Place::Right } else { Place::Hidden });
        for (place, (k, name)) in [(1, "v_x"), (4, "ω_y"), (2, "v_y"), (3, "ω_x")].into_iter().enumerate() {
            panel = panel.with(Mark::line(column(&run, k), stroke(place)).named(name));
        }
        parts.push(panel.into());
    }
    let title = "Example 2 (Fig. 3): directions of the pyramid at an angle to the motion, which is along x";
    findings.figure(&Figure::new("sphere-oblique", title, parts).columns(3).part_size(430.0, 370.0))
}
