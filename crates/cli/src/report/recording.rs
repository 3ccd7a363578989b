//! What is in a recording.

use crate::failure::Failure;
use crate::inspect::Inspected;
use crate::report::number::{columns, count, mode_words, name, number, plain_power, residual, seconds, short};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction_formats::words::rounded;
use stiction_formats::{Frame, PlacedBody, RecordingHeader, event_kind_words};

/// How many steps with an event, and how many contacts, are listed for people.
const LISTED: usize = 20;

/// For people: how the run went first, then what is in the file.
pub fn text(inspected: &Inspected) -> String {
    let Inspected { file, .. } = inspected;
    let header = &file.header;
    let mut lines: Vec<(&str, String)> = Vec::new();
    let scene = [name(&header.scene), name(&header.description)];
    lines.push(("scene", scene.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(": ")));
    lines.push((
        "run",
        ended(inspected).unwrap_or_else(|| "ended without a summary: it crashed or still runs".to_owned()),
    ));
    lines.push(("solved", solved(inspected)));
    lines.push(("accuracy", accuracy(inspected)));
    let size = format!("{:.2} MB", file.length as f64 / 1e6);
    if let (Some(first), Some(last)) = (&inspected.first, &inspected.last) {
        lines.push(("energy", energy(inspected, first, last)));
        lines.push(("time", format!("{} to {}", seconds(first.time), seconds(last.time))));
    }
    let mean = short(inspected.contacts as f64 / file.count().max(1) as f64);
    let (most, step) = inspected.most_contacts;
    lines.push(("contact points", format!("{mean} per frame on average, {most} at most, in step {step}")));
    let modes = listed(inspected.modes.iter().map(|(mode, count)| (mode_words(mode), *count)));
    lines.push(("contact modes", format!("{modes}, summed over the frames")));
    let events = inspected.events.iter().map(|(kind, count)| (event_kind_words(kind), *count));
    lines.push(("events", listed(events)));
    let every = if header.every == 1 { "every step".to_owned() } else { format!("one step in {}", header.every) };
    let time_step = seconds(header.time_step);
    lines.push(("time stepping", format!("{}, {time_step}; {every} recorded", header.stepper)));
    lines.push(("method", header.method.clone()));
    if !header.settings.is_empty() {
        lines.push(("settings", header.settings.join(", ")));
    }
    let (bodies, shapes) = (header.bodies.len().saturating_sub(1), header.shapes.len());
    lines.push(("bodies", format!("{bodies}, with {}", count(shapes, "shape"))));
    lines.push(("file", format!("{size}, written by stiction {}", header.program)));
    if file.torn > 0 {
        lines.push(("truncated", format!("the last {} bytes are not a complete record", file.torn)));
    }
    if let Some([every, all]) = header.thinned {
        lines.push(("thinned", format!("one frame in {every}, of {all}")));
    }
    let cells: Vec<_> = lines.into_iter().map(|(what, value)| vec![format!("  {what}"), value]).collect();
    let mut text = format!("{}\n\n{}\n", file.name, columns(&cells, &[true, true]));
    match inspected.notable.len() {
        0 => text.push_str("no step needed another method or stayed unsolved\n"),
        1 => text.push_str("1 step to look at\n"),
        steps => text.push_str(&format!("{steps} steps to look at\n")),
    }
    for own in inspected.notable.iter().take(LISTED) {
        text.push_str(&format!("  step {} at {}: {}\n", own.step, seconds(own.time_s), own.detail));
    }
    if let more @ 1.. = inspected.notable.len().saturating_sub(LISTED) {
        text.push_str(&format!("  … and {more} more steps; --json has them all\n"));
    }
    if let Some((wanted, frame, bodies)) = &inspected.chosen {
        text.push_str(&frame_text(header, *wanted, frame, bodies));
    }
    text
}

fn listed<'w>(counts: impl Iterator<Item = (&'w str, usize)>) -> String {
    let words: Vec<_> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// How many steps were solved: of the whole run, by its summary, or else of the recorded frames.
fn solved(inspected: &Inspected) -> String {
    let of = |outcomes: &BTreeMap<String, usize>, noun: &str| {
        let all: usize = outcomes.values().sum();
        let solved = outcomes.get("solved").copied().unwrap_or(0);
        let others = outcomes.iter().filter(|(outcome, _)| *outcome != "solved");
        let others: String = others.map(|(outcome, count)| format!(", {count} {outcome}")).collect();
        format!("{solved} of {}{others}", count(all, noun))
    };
    let frames = count(inspected.file.count(), "frame");
    let steps = inspected.summary.as_ref().and_then(|summary| serde_json::from_value(summary["outcomes"].clone()).ok());
    match steps {
        Some(steps) => format!("{}; {frames} recorded", of(&steps, "time step")),
        None => format!("{} (the recording has no summary of all steps)", of(&inspected.outcomes, "frame")),
    }
}

/// The largest residual: of the whole run, by its summary, or else of the recorded frames.
fn accuracy(inspected: &Inspected) -> String {
    let known = inspected
        .summary
        .as_ref()
        .map(|summary| &summary["residual"])
        .and_then(|own| Some((own["natural_max"].as_f64()?, own["natural_max_step"].as_u64()?)));
    let (worst, step) = known.unwrap_or(inspected.worst);
    let tolerance = plain_power(inspected.file.header.tolerance);
    format!("relative residual at most {}, in step {step} (tolerance {tolerance})", residual(worst))
}

/// Energy at both ends: of the whole run, by its summary, or else of the recorded frames.
fn energy(inspected: &Inspected, first: &Frame, last: &Frame) -> String {
    let known = inspected.summary.as_ref().map(|summary| &summary["energy"]);
    let known = known.and_then(|own| Some([own["initial_j"].as_f64()?, own["final_j"].as_f64()?]));
    let ends = known.unwrap_or_else(|| [first, last].map(|frame| frame.energy.iter().sum()));
    let [first, last] = ends.map(|energy| rounded(energy, "J"));
    format!("{first} at the start, {last} at the end")
}

/// How the run ended, by its summary.
fn ended(inspected: &Inspected) -> Option<String> {
    let summary = inspected.summary.as_ref()?;
    Some(match summary["ended"].as_str() {
        Some("interrupted") => "stopped by Ctrl-C".to_owned(),
        Some("stopped") => format!("stopped early: {}", summary["error"].as_str().unwrap_or("without a reason")),
        _ => "complete".to_owned(),
    })
}

fn frame_text(header: &RecordingHeader, wanted: u64, frame: &Frame, bodies: &[PlacedBody]) -> String {
    let step = match (frame.step, wanted) {
        (0, 0) => "\ninitial state".to_owned(),
        (0, _) => format!("\nstep {wanted} is not recorded; initial state"),
        (step, _) if step != wanted => {
            format!("\nstep {wanted} is not recorded; the last frame before it is step {step}")
        }
        (step, _) => format!("\nstep {step}"),
    };
    let answer = match frame.step {
        0 => String::new(),
        _ => format!(
            " at {}: {} by {} in {}, relative residual {}",
            seconds(frame.time),
            header.outcome_name(frame.outcome),
            header.method_name(frame.method),
            count(frame.iterations as usize, "iteration"),
            residual(frame.residual)
        ),
    };
    let mut text = format!("{step}{answer}\n\n");
    let mut cells = vec![["body", "x, m", "y, m", "z, m"].map(str::to_owned).to_vec()];
    for (body, placed) in header.bodies.iter().zip(bodies).skip(1).take(LISTED) {
        cells.push([vec![name(&body.name)], placed.position.map(number).to_vec()].concat());
    }
    text.push_str(&columns(&cells, &[true, false, false, false]));
    if let more @ 1.. = header.bodies.len().saturating_sub(1 + LISTED) {
        text.push_str(&format!("… and {more} more bodies; --json has them all\n"));
    }
    if frame.contacts.is_empty() {
        return text + "\nno contact\n";
    }
    let heads = ["contact", "mode", "normal force", "friction force", "gap"];
    let mut cells = vec![heads.map(str::to_owned).to_vec()];
    for (contact, label) in frame.contacts.iter().zip(labels(header, frame)).take(LISTED) {
        let normal = contact.normal_impulse();
        let all = contact.impulse.iter().map(|value| value * value).sum::<f64>();
        let friction = (all - normal * normal).max(0.0).sqrt();
        cells.push(vec![
            name(&label),
            mode_words(contact.mode.name()).to_owned(),
            rounded(normal / header.time_step, "N"),
            rounded(friction / header.time_step, "N"),
            rounded(f64::from(contact.gap), "m"),
        ]);
    }
    text.push('\n');
    text.push_str(&columns(&cells, &[true, true, false, false, false]));
    if let more @ 1.. = frame.contacts.len().saturating_sub(LISTED) {
        text.push_str(&format!("… and {more} more contacts; --json has them all\n"));
    }
    text
}

/// The labels of the contacts of a frame: the points of one pair of shapes are numbered, in the order of the frame.
fn labels(header: &RecordingHeader, frame: &Frame) -> Vec<String> {
    let pairs: Vec<_> = frame.contacts.iter().map(|contact| [contact.source[0], contact.source[1]]).collect();
    let points = |among: &[[u32; 2]], pair| among.iter().filter(|other| **other == pair).count();
    let label = |(index, &pair): (usize, &[u32; 2])| {
        let label = header.pair_name(pair[0], pair[1]);
        match points(&pairs, pair) {
            1 => label,
            all => format!("{label}, point {} of {all}", points(&pairs[..=index], pair)),
        }
    };
    pairs.iter().enumerate().take(LISTED).map(label).collect()
}

/// Every digit, as one JSON object.
pub fn json(inspected: &Inspected) -> Result<String, Failure> {
    let Inspected { file, first, last, .. } = inspected;
    let header = &file.header;
    let energy = |frame: &Option<Frame>| frame.as_ref().map(|frame| frame.energy.iter().sum::<f64>());
    let answer = json!({
        "file": file.name,
        "bytes": file.length,
        "torn_bytes": file.torn,
        "program": header.program,
        "scene": header.scene,
        "description": header.description,
        "stepper": header.stepper,
        "method": header.method,
        "tolerance": header.tolerance,
        "time_step_s": header.time_step,
        "every": header.every,
        "settings": header.settings,
        "thinned": header.thinned,
        "bodies": header.bodies.iter().map(|body| &body.name).collect::<Vec<_>>(),
        "shapes": header.shapes.len(),
        "frames": file.count(),
        "first_s": first.as_ref().map(|frame| frame.time),
        "last_s": last.as_ref().map(|frame| frame.time),
        "energy": { "initial_j": energy(first), "final_j": energy(last) },
        "residual_max": inspected.worst.0,
        "residual_max_step": inspected.worst.1,
        "contacts": {
            "mean": inspected.contacts as f64 / file.count().max(1) as f64,
            "max": inspected.most_contacts.0,
            "max_step": inspected.most_contacts.1,
        },
        "modes": inspected.modes,
        "outcomes": inspected.outcomes,
        "events": inspected.events,
        "steps": inspected.notable,
        "summary": inspected.summary,
        "frame": inspected.chosen.as_ref().map(|(_, frame, bodies)| frame_json(header, frame, bodies)),
    });
    let text = serde_json::to_string(&answer).map_err(|error| Failure::Output(error.into()))?;
    Ok(text + "\n")
}

fn frame_json(header: &RecordingHeader, frame: &Frame, bodies: &[PlacedBody]) -> Value {
    let named = header.bodies.iter().zip(bodies).skip(1);
    let bodies: BTreeMap<_, _> = named
        .map(|(body, PlacedBody { position, orientation })| {
            (body.name.as_str(), json!({ "position": position, "orientation_wxyz": orientation }))
        })
        .collect();
    let contacts = frame.contacts.iter().map(|contact| {
        let [first, second, feature] = contact.source;
        json!({
            "first": header.collider_name(first),
            "second": header.collider_name(second),
            "feature": feature,
            "mode": contact.mode.name(),
            "position": contact.position,
            "normal": contact.normal,
            "gap_m": contact.gap,
            "impulse_ns": contact.impulse,
            "velocity_m_s": contact.velocity,
            "friction": contact.friction,
        })
    });
    json!({
        "step": frame.step,
        "time_s": frame.time,
        "configuration": frame.configuration,
        "velocity": frame.velocity,
        "energy_j": frame.energy,
        "contact_energy_j": frame.contact_energy,
        "residual": frame.residual,
        "outcome": header.outcome_name(frame.outcome),
        "method": header.method_name(frame.method),
        "iterations": frame.iterations,
        "bodies": bodies,
        "contacts": contacts.collect::<Vec<_>>(),
    })
}
