//! Aligned pyramids where the slip turns: a sphere on a slope, started across it or up it.

use super::slope::{CASES, Case, FRICTION, GRAVITY, SPEED, Slope};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_contact::{Alignment, Method, Settings};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Stroke, dashed, line, thin};

/// s.
const STEP: f64 = 1e-3;
const UNTIL: f64 = 0.6;
const FACETS: [usize; 3] = [4, 8, 16];

/// A run's slip after every step, m/s, and the pyramid's errors in each step where there are pyramids to compare.
struct Run {
    slips: Vec<[f64; 2]>,
    /// Of each step: how far the friction of an aligned pyramid of 4, 8 and 16 directions is from the cone's, over its limit.
    errors: Vec<[f64; 3]>,
    pivots: usize,
}

impl Run {
    fn new(case: &Case, method: Method, facets: usize, alignment: &str, step: f64) -> Result<Self, StudyError> {
        let (sine, cosine) = case.degrees.to_radians().sin_cos();
        let tilt = 3.5 * FRICTION;
        let settings = [
            format!("gravity.0={:?}", GRAVITY * tilt / tilt.hypot(1.0)),
            format!("gravity.2={:?}", -GRAVITY / tilt.hypot(1.0)),
            format!("body.ball.velocity=[{:?},{:?},0]", SPEED * cosine, SPEED * sine),
            format!("stepper.method={method}"),
            format!("stepper.facets={facets}"),
            format!("stepper.alignment={alignment}"),
            format!("stepper.time_step={step:?}"),
        ];
        let mut world = world("sphere-on-plane", &settings.each_ref().map(String::as_str))?;
        let mut run = Self { slips: Vec::new(), errors: Vec::new(), pivots: 0 };
        for _ in 0..(UNTIL / step).round() as usize {
            let before = slip(&world)?;
            run.pivots += world.step().map_err(StudyError::broken)?.effort.pivots;
            run.slips.push(slip(&world)?);
            if !method.is_pyramid() {
                run.errors.push(errors(&world, before)?);
            }
        }
        Ok(run)
    }

    /// The largest distance from other slips, m/s.
    fn distance(&self, other: &[[f64; 2]]) -> f64 {
        self.slips.iter().zip(other).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).fold(0.0, f64::max)
    }
}

/// The velocity of the lowest point, m/s.
fn slip(world: &stiction_simulation::World) -> Result<[f64; 2], StudyError> {
    let bodies = world.bodies();
    let ball = bodies.last().ok_or_else(|| crate::error::missing("the ball"))?;
    let (v, w) = (ball.linear_velocity, ball.angular_velocity);
    Ok([v.x - w.y, v.y + w.x])
}

/// The step's own contact problem once more, by pyramids aligned with the slip before it.
fn errors(world: &stiction_simulation::World, before: [f64; 2]) -> Result<[f64; 3], StudyError> {
    let contact = world.contacts().first().ok_or_else(|| crate::error::missing("the contact"))?;
    let problem = world.contact_problem();
    let along = |k: usize| contact.frame[k].x * before[0] + contact.frame[k].y * before[1];
    let (matrix, free) = (problem.dense().into_owned(), problem.free_velocity().to_vec());
    let posed = stiction_contact::ContactProblem::new(matrix, free, problem.laws().to_vec());
    let posed = posed.and_then(|posed| posed.with_slips(vec![[along(1), along(2)]])).map_err(StudyError::broken)?;
    let exact = world.impulse(contact);
    let mut errors = [0.0; 3];
    for (error, facets) in errors.iter_mut().zip(FACETS) {
        let settings = Settings { facets, alignment: Alignment::Slip, ..Settings::default() };
        let own = Method::MlcpLemke.solve(&posed, &settings, None, &mut ()).impulses;
        *error = (own[1] - exact.y).hypot(own[2] - exact.z) / (FRICTION * exact.x);
    }
    Ok(errors)
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "start",
        "cone or pyramid",
        "largest error of the friction in one step, of its limit",
        "mean of all steps",
        "largest distance from the cone's run, m/s",
        "largest error of the slip (closed form), m/s",
        "unknowns",
        "pivots of a step",
    ]);
    let mut csv =
        Csv::new(&["degrees", "time_s", "slip_x_m_per_s", "slip_y_m_per_s", "exact_x_m_per_s", "exact_y_m_per_s"]);
    let mut parts = Vec::new();
    for (place, case) in CASES.iter().enumerate() {
        let (cone, exact) = (Run::new(case, Method::MncpPlm, 4, "slip", STEP)?, closed_form(case, STEP));
        for (number, (own, known)) in cone.slips.iter().zip(&exact).enumerate() {
            csv.numbers(&[case.degrees, STEP * (number as f64 + 1.0), own[0], own[1], known[0], known[1]]);
        }
        let off = cone.distance(&exact);
        table.row([case.name, "cone", "0", "0", "0", &short(off), "3", "–"].map(str::to_owned));
        let mut aligned = Vec::new();
        // Lines on each other stay visible: each is narrower than the one before.
        let wide = |place: usize| Stroke { width: 6.0 - 1.5 * place as f64, ..line(place) };
        let mut curves = vec![("cone".to_owned(), cone.slips.clone(), wide(0))];
        for (alignment, words) in [("slip", "aligned"), ("fixed", "fixed")] {
            for (k, facets) in FACETS.into_iter().enumerate() {
                let own = Run::new(case, Method::MlcpLemke, facets, alignment, STEP)?;
                let errors = cone.errors.iter().map(|errors| errors[k]);
                let (most, mean) = (errors.clone().fold(0.0, f64::max), errors.sum::<f64>() / cone.errors.len() as f64);
                let in_step =
                    if alignment == "slip" { [short(most), short(mean)] } else { ["–", "–"].map(str::to_owned) };
                let (apart, from_exact) = (own.distance(&cone.slips), own.distance(&exact));
                let pivots = own.pivots as f64 / own.slips.len() as f64;
                let [most_words, mean_words] = in_step;
                table.row([
                    case.name.to_owned(),
                    format!("{facets} directions, {words}"),
                    most_words,
                    mean_words,
                    short(apart),
                    short(from_exact),
                    (facets + 2).to_string(),
                    fixed(pivots, 1),
                ]);
                let stroke = if alignment == "slip" { wide(k + 1) } else { dashed(k + 1) };
                curves.push((format!("{facets}, {words}"), own.slips.clone(), stroke));
                if alignment == "slip" {
                    aligned.push((most, apart, from_exact));
                } else if facets == 4 {
                    checks(place, case, off, &aligned, from_exact, findings);
                }
            }
        }
        parts.push(path(case, &exact).into());
        parts.push(errors_panel(&curves, &exact).into());
    }
    findings.table("turning", table);
    findings.data("turning", csv);
    order(findings)?;
    let title = "A sphere on a slope: its slip turns";
    findings.figure(&Figure::new("turning", title, parts).columns(2).part_size(620.0, 330.0))
}

fn closed_form(case: &Case, step: f64) -> Vec<[f64; 2]> {
    let slope = Slope::new(case);
    (1..=(UNTIL / step).round() as usize).map(|k| slope.slip(step * k as f64)).collect()
}

/// What holds in every case, and what an aligned pyramid costs against a fixed one where the slip turns slowly.
fn checks(place: usize, case: &Case, cone: f64, aligned: &[(f64, f64, f64)], fixed: f64, findings: &mut Findings) {
    let name = case.name;
    // What the slip changes by in one step, at the most.
    let limit = 2.0 * Slope::pull() * STEP;
    findings.check(Check::at_most(
        format!("sphere {name}: error of the slip by the cone, closed form, m/s"),
        limit,
        cone,
    ));
    let most = aligned.iter().map(|own| own.2).fold(0.0, f64::max);
    findings.check(Check::at_most(format!("sphere {name}: error of the slip by aligned pyramids, m/s"), limit, most));
    if place == 0 {
        findings.value("fixed ratio", short((fixed / aligned[0].2).round()));
        let words = format!("sphere {name}: error of four fixed directions over that of four aligned ones");
        findings.check(Check::at_least(words, 20.0, fixed / aligned[0].2));
        let words = format!("sphere {name}: 16 and 4 aligned directions, largest difference of the errors, m/s");
        findings.check(Check::at_most(words, 1e-9, (aligned[0].1 - aligned[2].1).abs()));
    }
}

/// The distance of the aligned pyramid from the cone falls with the step.
fn order(findings: &mut Findings) -> Result<(), StudyError> {
    let mut apart = [0.0; 2];
    for (own, step) in apart.iter_mut().zip([STEP, 0.5 * STEP]) {
        let cone = Run::new(&CASES[0], Method::MncpPlm, 4, "slip", step)?;
        *own = Run::new(&CASES[0], Method::MlcpLemke, 4, "slip", step)?.distance(&cone.slips);
    }
    let fixed = [STEP, 0.5 * STEP].map(|step| {
        let own = Run::new(&CASES[0], Method::MlcpLemke, 4, "fixed", step)?;
        Ok::<f64, StudyError>(own.distance(&closed_form(&CASES[0], step)))
    });
    let [whole, half] = fixed;
    let words = "sphere across the slope: error of four fixed directions, step of 1 ms over 0.5 ms";
    findings.check(Check::near(words, 1.0, whole? / half?, 0.05));
    let words = "sphere across the slope: distance of four aligned directions from the cone, step of 1 ms over 0.5 ms";
    findings.check(Check::near(words, 2.0, apart[0] / apart[1], 0.1));
    Ok(())
}

fn path(case: &Case, exact: &[[f64; 2]]) -> Panel {
    let points: Vec<_> = exact.iter().map(|slip| (slip[0], slip[1])).collect();
    let (low, high) =
        points.iter().fold((0.0_f64, 0.0_f64), |(low, high), point| (low.min(point.0), high.max(point.0)));
    let top = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let arrow = Mark::arrow((0.0, 0.0), points[0], thin(0)).named("at the start");
    Panel::new(
        Axis::linear("slip down the slope, m/s", low - 0.15, high + 0.15),
        Axis::linear("across, m/s", -0.08 * top, 1.15 * top),
    )
    .titled(format!("Slip, {}", case.name))
    .legend(Place::Right)
    .with(Mark::line(points, line(2)).named("exact"))
    .with(arrow)
}

fn errors_panel(curves: &[(String, Vec<[f64; 2]>, Stroke)], exact: &[[f64; 2]]) -> Panel {
    let mut panel =
        Panel::new(Axis::linear("time, s", 0.0, UNTIL), Axis::logarithmic("error of the slip, m/s", 1e-7, 2.0))
            .titled("Distance from the closed form")
            .legend(Place::Right);
    for (name, slips, stroke) in curves {
        let points = slips
            .iter()
            .zip(exact)
            .enumerate()
            .step_by(2)
            .map(|(k, (a, b))| (STEP * (k as f64 + 1.0), (a[0] - b[0]).hypot(a[1] - b[1]).max(1e-12)));
        panel = panel.with(Mark::line(points.collect(), *stroke).named(name.clone()));
    }
    panel
}
