//! What is in a recording.

use crate::failure::Failure;
use crate::inspect::Inspected;
use crate::report::number::{columns, count, name, number, plain_power, short};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction_formats::{Frame, FrameContact, PlacedBody, RecordingHeader};

/// How many steps that fell back or failed, and how many contacts, are listed for people.
const LISTED: usize = 20;

/// For people.
pub fn text(inspected: &Inspected) -> String {
    let Inspected { file, .. } = inspected;
    let header = &file.header;
    let mut lines: Vec<(&str, String)> = Vec::new();
    let scene = [name(&header.scene), header.description.clone()];
    lines.push(("scene", scene.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(": ")));
    lines.push(("written by", format!("stiction {}", header.program)));
    let steps = format!("{} in steps of {} s", header.stepper, plain_power(header.time_step));
    lines.push(("stepper", format!("{steps}, recorded every {}", count(header.every, "step"))));
    lines.push(("method", format!("{}, tolerance {}", header.method, plain_power(header.tolerance))));
    if !header.settings.is_empty() {
        lines.push(("settings", header.settings.join(", ")));
    }
    let (bodies, shapes) = (header.bodies.len().saturating_sub(1), header.shapes.len());
    lines.push(("bodies", format!("{bodies} with {}", count(shapes, "shape"))));
    let frames = count(file.count(), "frame");
    let size = format!("{} MB", short(file.length as f64 / 1e6));
    match (&inspected.first, &inspected.last) {
        (Some(first), Some(last)) => {
            lines.push(("frames", format!("{frames}, {} to {} s, {size}", short(first.time), short(last.time))));
            let energies = [first, last].map(|frame| number(frame.energy.iter().sum()));
            lines.push(("energy", format!("{} J at the start, {} J at the end", energies[0], energies[1])));
        }
        _ => lines.push(("frames", format!("{frames}, {size}"))),
    }
    if file.torn > 0 {
        lines.push(("broken off", format!("the last {} bytes are no whole record", file.torn)));
    }
    if let Some([every, all]) = header.thinned {
        lines.push(("thinned", format!("one in {every} of {all} frames")));
    }
    lines.push(("ended", ended(inspected).unwrap_or_else(|| "not in good order: it has no summary".to_owned())));
    let (worst, step) = inspected.worst;
    lines.push(("natural residual", format!("{} at most, in step {step}", short(worst))));
    let mean = inspected.contacts as f64 / file.count().max(1) as f64;
    let (most, step) = inspected.most_contacts;
    lines.push(("contacts", format!("{} on average, {most} at most, in step {step}", short(mean))));
    lines.push(("modes", listed(&inspected.modes)));
    lines.push(("outcomes", listed(&inspected.outcomes)));
    lines.push(("events", listed(&inspected.events)));
    let cells: Vec<_> = lines.into_iter().map(|(what, value)| vec![what.to_owned(), value]).collect();
    let mut text = format!("{}\n\n{}\n", file.name, columns(&cells, &[true, true]));
    match inspected.notable.len() {
        0 => text.push_str("no step fell back or failed\n"),
        steps => text.push_str(&format!("{} fell back or failed\n", count(steps, "step"))),
    }
    for own in inspected.notable.iter().take(LISTED) {
        text.push_str(&format!("  step {} at {} s: {}: {}\n", own.step, short(own.time_s), own.kind, own.detail));
    }
    if let more @ 1.. = inspected.notable.len().saturating_sub(LISTED) {
        text.push_str(&format!("  … and {more} more; --json lists them\n"));
    }
    if let Some((frame, bodies)) = &inspected.chosen {
        text.push_str(&frame_text(header, frame, bodies));
    }
    text
}

fn listed<N: AsRef<str>>(counts: &BTreeMap<N, usize>) -> String {
    let words: Vec<_> = counts.iter().map(|(name, count)| format!("{count} {}", name.as_ref())).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// How the run ended, by its summary.
fn ended(inspected: &Inspected) -> Option<String> {
    let summary: Value = serde_json::from_str(inspected.file.summary.as_ref()?).ok()?;
    Some(summary["ended"].as_str().unwrap_or("done").to_owned())
}

fn frame_text(header: &RecordingHeader, frame: &Frame, bodies: &[PlacedBody]) -> String {
    let outcome = header.outcome_name(frame.outcome);
    let method = header.method_name(frame.method);
    let mut text = format!(
        "\nstep {} at {} s: {outcome} by {method} in {}, relative residual {}\n\n",
        frame.step,
        number(frame.time),
        count(frame.iterations as usize, "iteration"),
        short(frame.residual)
    );
    let mut cells = vec![["body", "x, m", "y, m", "z, m"].map(str::to_owned).to_vec()];
    for (body, placed) in header.bodies.iter().zip(bodies).skip(1) {
        cells.push([vec![name(&body.name)], placed.position.map(number).to_vec()].concat());
    }
    text.push_str(&columns(&cells, &[true, false, false, false]));
    if frame.contacts.is_empty() {
        return text + "\nno contact\n";
    }
    let heads = ["contact", "mode", "p_n, N·s", "|p|, N·s", "gap, m"];
    let mut cells = vec![heads.map(str::to_owned).to_vec()];
    for contact in frame.contacts.iter().take(LISTED) {
        let size = contact.impulse.iter().map(|value| value * value).sum::<f64>().sqrt();
        cells.push(vec![
            label(header, contact),
            contact.mode.name().to_owned(),
            short(contact.normal_impulse()),
            short(size),
            short(f64::from(contact.gap)),
        ]);
    }
    text.push('\n');
    text.push_str(&columns(&cells, &[true, true, false, false, false]));
    if let more @ 1.. = frame.contacts.len().saturating_sub(LISTED) {
        text.push_str(&format!("… and {more} more; --json lists them\n"));
    }
    text
}

fn label(header: &RecordingHeader, contact: &FrameContact) -> String {
    let [first, second, feature] = contact.source;
    format!("{} on {} #{feature}", header.collider_name(second), header.collider_name(first))
}

/// Every digit, as one JSON object.
pub fn json(inspected: &Inspected) -> Result<String, Failure> {
    let Inspected { file, first, last, .. } = inspected;
    let header = &file.header;
    let energy = |frame: &Option<Frame>| frame.as_ref().map(|frame| frame.energy.iter().sum::<f64>());
    let summary = file.summary.as_ref().and_then(|text| serde_json::from_str::<Value>(text).ok());
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
        "summary": summary,
        "frame": inspected.chosen.as_ref().map(|(frame, bodies)| frame_json(header, frame, bodies)),
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
