//! What a run came to.

use crate::failure::Failure;
use crate::report::number::{columns, count, name, number, plain_power, short};
use crate::simulate::{End, Finished};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stiction_formats::{RecordedEvent, event_words};
use stiction_simulation::{BodyState, Worst};

/// How many events are listed for people.
const EVENTS: usize = 10;

/// For people.
pub fn text(run: &Finished) -> String {
    let Finished { world, summary, timing, .. } = run;
    let scene = world.scene();
    let settings = &scene.settings;
    let simulated = summary.steps as f64 * settings.time_step;
    let mut lines: Vec<(&str, String)> = Vec::new();
    let steps = format!("{} of {} s by {}", summary.steps, plain_power(settings.time_step), settings.scheme);
    lines.push(("steps", format!("{steps}, {} s of time", short(simulated))));
    lines.push(("method", format!("{}, tolerance {}", settings.method, plain_power(settings.contact.tolerance))));
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| short(timing.quantile(share)));
    lines.push(("time per step", format!("p50 {p50} µs, p99 {p99} µs, max {max} µs")));
    let factor = simulated / run.wall.max(1e-9);
    lines.push(("real-time factor", format!("{} ({} s of clock)", short(factor), short(run.wall))));
    let mean = summary.contacts as f64 / summary.steps.max(1) as f64;
    lines.push(("contacts", format!("{} on average, {} at most", short(mean), summary.most_contacts)));
    let outcomes: Vec<_> = summary.outcomes.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
    lines.push(("outcomes", if outcomes.is_empty() { "none".to_owned() } else { outcomes.join(", ") }));
    if let Some(budget) = run.plan.budget {
        let (steps, most) = (count(summary.steps_in_budget(), "step"), plain_power(budget));
        let residual = worst(&summary.best_in_budget, "");
        lines.push(("best in budget", format!("{steps} cut short at {most} µs, natural residual {residual}")));
    }
    lines.push(("natural residual", worst(&summary.natural, "")));
    lines.push(("penetration", worst(&summary.penetration, " m")));
    lines.push(("cone violation", format!("{} N·s at most", short(summary.cone_violation))));
    lines.push(("slip angle", format!("{} rad at most", short(summary.slip_angle))));
    lines.push(("bilateral rows", format!("{} m/s at most", short(summary.bilateral_velocity))));
    let (first, last) = (run.initial.total(), world.energy().total());
    lines.push(("energy", format!("{} J at the start, {} J at the end", number(first), number(last))));
    let (work, gained) = (short(summary.contact_work), short(summary.gained));
    lines.push(("by contact impulses", format!("{work} J, of which {gained} J gained")));
    if summary.bilateral_work != 0.0 {
        lines.push(("by loops and drives", format!("{} J", short(summary.bilateral_work))));
    }
    if summary.event_counts.contains_key("projected") {
        let (moved, left) = (short(summary.moved_energy), short(summary.offset));
        lines.push(("by moving bodies", format!("{moved} J; overlaps and loops left open by {left} m or rad at most")));
    }
    // Steps that a budget cut short have a line of their own.
    for (kind, times) in summary.event_counts.iter().filter(|(kind, _)| *kind != "best-in-budget") {
        lines.push((kind_words(kind), count(*times, "step")));
    }
    let cells: Vec<_> = lines.into_iter().map(|(what, value)| vec![what.to_owned(), value]).collect();
    let mut text = format!("{}\n\n{}", name(&scene.name), columns(&cells, &[true, true]));
    if !summary.events.is_empty() {
        text.push('\n');
        for (step, time, event) in summary.events.iter().take(EVENTS) {
            text.push_str(&format!("step {step} at {} s: {}\n", short(*time), event_words(event)));
        }
        if let more @ 1.. = summary.events.len().saturating_sub(EVENTS) {
            text.push_str(&format!("… and {more} more; --json lists them\n"));
        }
    }
    match &run.end {
        End::Done => {}
        End::Interrupted => {
            text.push_str(&format!("\nstopped by Ctrl-C after {}\n", count(summary.steps, "step")));
            if let Some(path) = &run.checkpoint {
                text.push_str(&format!("go on with: stiction resume {}\n", path.display()));
            }
        }
        End::Stopped(reason) => text.push_str(&format!("\nstopped: {reason}\n")),
    }
    for path in &run.plan.saved {
        text.push_str(&format!("saved {path}; solve it again with: stiction solve {path} --method all\n"));
    }
    if let Some(path) = &run.recorded {
        text.push_str(&format!("recorded in {}\n", path.display()));
    }
    if let Some(path) = &run.page {
        text.push_str(&format!("to look at in a browser: {}\n", path.display()));
    }
    text
}

fn worst(worst: &Worst, unit: &str) -> String {
    if worst.step == 0 {
        return format!("{}{unit} at most", short(worst.value));
    }
    let label = if worst.label.is_empty() { String::new() } else { format!(", {}", name(&worst.label)) };
    format!("{}{unit} at most, in step {}{label}", short(worst.value), worst.step)
}

fn kind_words(kind: &str) -> &'static str {
    match kind {
        "next-method" => "by another method",
        "accepted-unsolved" => "taken unsolved",
        "halved" => "taken in pieces",
        "blended-impact" => "impacts held back",
        "poisson-missed" => "Poisson's law missed",
        "impulse-step" => "impulses instead",
        "impact-step" => "steps with an impact",
        "left-open" => "left open",
        "projection-cut" => "drift left by budget",
        _ => "drift brought back",
    }
}

#[derive(Serialize)]
struct RunJson<'a> {
    scene: &'a str,
    method: &'static str,
    stepper: &'static str,
    time_step_s: f64,
    steps: usize,
    simulated_s: f64,
    wall_s: f64,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    step_us: StepTimes,
    contacts: Contacts,
    outcomes: &'a BTreeMap<Cow<'static, str>, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<BudgetJson<'a>>,
    residual: ResidualJson<'a>,
    energy: EnergyJson,
    #[serde(rename = "final")]
    last: Last<'a>,
    events: &'a BTreeMap<Cow<'static, str>, usize>,
    fallbacks: Vec<RecordedEvent>,
    saved: &'a [String],
}

#[derive(Serialize)]
struct StepTimes {
    p50: f64,
    p99: f64,
    max: f64,
}

#[derive(Serialize)]
struct Contacts {
    mean: f64,
    max: usize,
}

/// What a step may take, the steps that it did not suffice for, and the largest residual among those.
#[derive(Serialize)]
struct BudgetJson<'a> {
    us: f64,
    best_in_budget: usize,
    natural_max: f64,
    natural_max_step: usize,
    natural_max_at: &'a str,
}

#[derive(Serialize)]
struct ResidualJson<'a> {
    natural_max: f64,
    natural_max_step: usize,
    natural_max_at: &'a str,
    penetration_max_m: f64,
    penetration_max_step: usize,
    penetration_max_at: &'a str,
    cone_violation_max_ns: f64,
    slip_angle_max_rad: f64,
    bilateral_max_m_s: f64,
    offset_max: f64,
}

#[derive(Serialize)]
struct EnergyJson {
    initial_j: f64,
    final_j: f64,
    gained_by_impulses_j: f64,
    by_contacts_j: f64,
    by_bilateral_j: f64,
    by_moving_bodies_j: f64,
}

#[derive(Serialize)]
struct Last<'a> {
    time_s: f64,
    bodies: BTreeMap<&'a str, BodyJson>,
}

#[derive(Serialize)]
struct BodyJson {
    position: [f64; 3],
    orientation_wxyz: [f64; 4],
    linear_velocity: [f64; 3],
    angular_velocity: [f64; 3],
}

impl From<BodyState> for BodyJson {
    fn from(body: BodyState) -> Self {
        Self {
            position: body.position.to_array(),
            orientation_wxyz: body.orientation.to_array(),
            linear_velocity: body.linear_velocity.to_array(),
            angular_velocity: body.angular_velocity.to_array(),
        }
    }
}

/// Every digit, as one JSON object.
pub fn json(run: &Finished) -> Result<String, Failure> {
    let Finished { world, summary, timing, .. } = run;
    let scene = world.scene();
    let (ended, error) = match &run.end {
        End::Done => ("done", None),
        End::Interrupted => ("interrupted", None),
        End::Stopped(reason) => ("stopped", Some(reason.as_str())),
    };
    let names = scene.model.bodies().iter().map(|body| body.name.as_str());
    let answer = RunJson {
        scene: &scene.name,
        method: scene.settings.method.name(),
        stepper: scene.settings.scheme.name(),
        time_step_s: scene.settings.time_step,
        steps: summary.steps,
        simulated_s: summary.steps as f64 * scene.settings.time_step,
        wall_s: run.wall,
        ended,
        error,
        step_us: StepTimes { p50: timing.quantile(0.5), p99: timing.quantile(0.99), max: timing.quantile(1.0) },
        contacts: Contacts { mean: summary.contacts as f64 / summary.steps.max(1) as f64, max: summary.most_contacts },
        outcomes: &summary.outcomes,
        budget: run.plan.budget.map(|us| BudgetJson {
            us,
            best_in_budget: summary.steps_in_budget(),
            natural_max: summary.best_in_budget.value,
            natural_max_step: summary.best_in_budget.step,
            natural_max_at: &summary.best_in_budget.label,
        }),
        residual: ResidualJson {
            natural_max: summary.natural.value,
            natural_max_step: summary.natural.step,
            natural_max_at: &summary.natural.label,
            penetration_max_m: summary.penetration.value,
            penetration_max_step: summary.penetration.step,
            penetration_max_at: &summary.penetration.label,
            cone_violation_max_ns: summary.cone_violation,
            slip_angle_max_rad: summary.slip_angle,
            bilateral_max_m_s: summary.bilateral_velocity,
            offset_max: summary.offset,
        },
        energy: EnergyJson {
            initial_j: run.initial.total(),
            final_j: world.energy().total(),
            gained_by_impulses_j: summary.gained,
            by_contacts_j: summary.contact_work,
            by_bilateral_j: summary.bilateral_work,
            by_moving_bodies_j: summary.moved_energy,
        },
        last: Last {
            time_s: world.state().time,
            bodies: names.zip(world.bodies()).skip(1).map(|(name, body)| (name, body.into())).collect(),
        },
        events: &summary.event_counts,
        fallbacks: summary.events.iter().map(|(step, time, event)| RecordedEvent::new(*step, *time, event)).collect(),
        saved: &run.plan.saved,
    };
    let text = serde_json::to_string(&answer).map_err(|error| Failure::Output(error.into()))?;
    Ok(text + "\n")
}
