//! Every digit of a run, for programs.

use crate::failure::Failure;
use crate::simulate::{End, Finished};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stiction_formats::RecordedEvent;
use stiction_simulation::BodyState;

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
pub fn answer(run: &Finished) -> Result<String, Failure> {
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
