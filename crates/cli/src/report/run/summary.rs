use crate::report::number::{columns, mode_words, name, plain_power, residual, scaled, seconds, short};
use crate::simulate::{End, Finished};
use std::collections::BTreeMap;
use stiction_contact::Outcome;
use stiction_formats::words::{LEAST, length, length_or_angle, rounded};
use stiction_simulation::{BodyState, ContactMode, RunSummary, World};

/// One line per question.
pub fn answer(run: &Finished) -> String {
    let Finished { world, summary, .. } = run;
    let mut lines = vec![("solved", solved(run))];
    lines.extend(otherwise(summary).map(|steps| ("", steps)));
    lines.extend([("accuracy", accuracy(run)), ("penetration", penetration(summary)), ("energy", energy(run))]);
    let remains = ["left-open", "projection-cut"].iter().any(|kind| summary.event_counts.contains_key(*kind));
    lines.extend(
        remains.then(|| ("position", format!("a constraint violation of {} remains", length_or_angle(summary.offset)))),
    );
    lines.extend((summary.steps > 0).then(|| ("speed", speed(run))));
    // A step that stopped early leaves no contacts to look at.
    lines.extend(matches!(run.end, End::Done).then(|| ("at the end", at_the_end(world))));
    let cells: Vec<_> = lines.into_iter().map(|(what, value)| vec![format!("  {what}"), value]).collect();
    format!("{}\n\n{}", title(run), columns(&cells, &[true, true]))
}

fn title(run: &Finished) -> String {
    let scene = name(&run.world.scene().name);
    if run.description.is_empty() { scene } else { format!("{scene}: {}", name(&run.description)) }
}

fn solved(run: &Finished) -> String {
    let outcomes = &run.summary.outcomes;
    let all: usize = outcomes.values().sum();
    let solved = outcomes.get(Outcome::Solved.name()).copied().unwrap_or(0);
    let time_step = run.world.scene().settings.time_step;
    let simulated = short(run.summary.steps as f64 * time_step);
    format!("{solved} of {all} time steps of {}, {simulated} s of motion", seconds(time_step))
}

/// The steps that ended in another way than solved.
fn otherwise(summary: &RunSummary) -> impl Iterator<Item = String> {
    let others = summary.outcomes.iter().filter(|(outcome, _)| *outcome != Outcome::Solved.name());
    others.map(|(outcome, count)| {
        meaning(outcome).map_or_else(
            || format!("{count} not solved ({outcome})"),
            |meaning| format!("{count} {outcome}: {meaning}"),
        )
    })
}

/// What an outcome means that is neither solved nor a failure.
fn meaning(outcome: &str) -> Option<&'static str> {
    match outcome {
        "model-solved" => Some("the approximate friction law of the method holds, Coulomb's law does not"),
        "best-in-budget" => Some("the time budget ended the solve, the run used the best impulses found"),
        _ => None,
    }
}

/// How well the laws hold in the worst step.
fn accuracy(run: &Finished) -> String {
    let (worst, tolerance) = (run.summary.natural.value, run.world.scene().settings.contact.tolerance);
    let verb = if worst <= tolerance { "hold to" } else { "are violated by" };
    let (worst, tolerance) = (residual(worst), plain_power(tolerance));
    format!("contact and friction laws {verb} {worst}, relative to the fastest velocity (tolerance {tolerance})")
}

fn penetration(summary: &RunSummary) -> String {
    let worst = &summary.penetration;
    let after = if summary.event_counts.contains_key("projected") { ", after position projection" } else { "" };
    match worst.value {
        0.0 => format!("none{after}"),
        depth if depth < LEAST => format!("less than {}{after}", length(LEAST)),
        depth => format!("at most {} ({}, step {}){after}", length(depth), name(&worst.label), worst.step),
    }
}

fn energy(run: &Finished) -> String {
    let [first, last] = [run.initial.total(), run.world.energy().total()].map(|energy| rounded(energy, "J"));
    let added = match run.summary.gained {
        0.0 => "none".to_owned(),
        added => rounded(added, "J"),
    };
    format!("{first} at the start, {last} at the end; contact impulses added {added}")
}

fn speed(run: &Finished) -> String {
    let RunSummary { steps, .. } = run.summary;
    let [median, most] = [0.5, 1.0].map(|share| seconds(1e-6 * run.timing.quantile(share)));
    let simulated = steps as f64 * run.world.scene().settings.time_step;
    let factor = rough(simulated / run.wall.max(1e-9));
    format!("{factor} times real time; a time step takes {median} (median), at most {most}")
}

/// Two significant digits, or a whole number, without an exponent.
fn rough(value: f64) -> String {
    let decimals = (1.0 - value.max(1e-9).log10().floor()).max(0.0) as usize;
    format!("{value:.decimals$}")
}

fn at_the_end(world: &World) -> String {
    let mut counts = BTreeMap::new();
    for (contact, mode) in world.contacts().iter().zip(world.contact_modes()) {
        let words = match mode {
            ContactMode::Open => continue,
            // Without friction nothing tells sticking from sliding.
            _ if contact.friction == 0.0 => "frictionless",
            _ => mode_words(mode.name()),
        };
        *counts.entry(words).or_insert(0_usize) += 1;
    }
    let counts: Vec<_> = counts.into_iter().rev().map(|(mode, count)| format!("{count} {mode}")).collect();
    let contacts = match counts.is_empty() {
        true => "no contact".to_owned(),
        false => format!("contact points: {}", counts.join(", ")),
    };
    format!("{contacts}; {}", motion(world))
}

/// Slower bodies are at rest for people, m/s and rad/s.
const AT_REST: f64 = 1e-6;

/// What moves fastest: a body's origin, or else a rotation.
fn motion(world: &World) -> String {
    let bodies = world.bodies();
    let names = || world.scene().model.bodies().iter().map(|body| name(&body.name));
    let fastest = |speed: fn(&BodyState) -> f64| {
        names()
            .zip(bodies.iter().map(speed))
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .filter(|most| most.1 > AT_REST)
    };
    let moving = fastest(|body| body.linear_velocity.norm());
    let turning = fastest(|body| body.angular_velocity.norm());
    match (moving, turning) {
        (Some((body, speed)), _) => format!("the fastest body, {body}, moves at {}", scaled(speed, "m/s")),
        (None, Some((body, speed))) => format!("the fastest body, {body}, turns at {} rad/s", short(speed)),
        (None, None) => format!("all bodies are at rest (slower than {})", scaled(AT_REST, "m/s")),
    }
}
