use super::final_contacts::mode_words;
use crate::report::number::{columns, name, plain_power, residual, scaled, seconds, short};
use crate::simulate::{End, Finished};
use std::collections::BTreeMap;
use stiction_contact::Outcome;
use stiction_formats::words::{LEAST, length};
use stiction_simulation::{ContactMode, RunSummary, World, Worst};

/// One line per question.
pub fn answer(run: &Finished) -> String {
    let Finished { world, summary, .. } = run;
    let tolerance = plain_power(world.scene().settings.contact.tolerance);
    let worst = residual(summary.natural.value);
    let mut lines = vec![("solved", solved(run))];
    lines.extend(otherwise(summary).map(|steps| ("", steps)));
    lines.extend([
        ("accuracy", format!("contact and friction laws hold to a relative error of {worst} (tolerance {tolerance})")),
        ("penetration", penetration(&summary.penetration)),
        ("energy", energy(run)),
    ]);
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

fn penetration(worst: &Worst) -> String {
    match worst.value {
        0.0 => "none".to_owned(),
        depth if depth < LEAST => format!("less than {}", length(LEAST)),
        depth => format!("at most {} ({}, step {})", length(depth), name(&worst.label), worst.step),
    }
}

fn energy(run: &Finished) -> String {
    let [first, last] = [run.initial.total(), run.world.energy().total()].map(|energy| scaled(energy, "J"));
    let added = match run.summary.gained {
        0.0 => "none".to_owned(),
        added => scaled(added, "J"),
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

/// Two digits, without an exponent.
fn rough(value: f64) -> String {
    if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

fn at_the_end(world: &World) -> String {
    let mut counts = BTreeMap::new();
    for mode in world.contact_modes().iter().filter(|mode| **mode != ContactMode::Open) {
        *counts.entry(mode_words(*mode)).or_insert(0_usize) += 1;
    }
    let counts: Vec<_> = counts.into_iter().rev().map(|(mode, count)| format!("{count} {mode}")).collect();
    let contacts = match counts.is_empty() {
        true => "no contact".to_owned(),
        false => format!("contact points: {}", counts.join(", ")),
    };
    let bodies = world.scene().model.bodies().iter().zip(world.bodies());
    let speeds = bodies.map(|(body, state)| (state.linear_velocity.norm(), &body.name));
    match speeds.max_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((speed, body)) if speed > LEAST => {
            format!("{contacts}; the fastest body, {}, moves at {}", name(body), scaled(speed, "m/s"))
        }
        _ => format!("{contacts}; all bodies are at rest (slower than {})", scaled(LEAST, "m/s")),
    }
}
