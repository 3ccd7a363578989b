//! `stiction inspect`.

use crate::arguments::InspectArguments;
use crate::failure::Failure;
use crate::{output, report};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::ExitCode;
use stiction_formats::{Frame, PlacedBody, Placing, RecordingFile};

/// Events of ordinary runs: impacts, position projection of the size that steps make, substeps.
const COMMON: [&str; 4] = ["projected", "halved", "blended-impact", "impact-step"];

/// What a recording comes to.
pub struct Inspected {
    pub file: RecordingFile,
    /// The summary at the end of the recording, if the run ended in order.
    pub summary: Option<Value>,
    pub first: Option<Frame>,
    pub last: Option<Frame>,
    /// The largest relative residual, and its step.
    pub worst: (f64, u64),
    pub contacts: usize,
    /// The most at a time, and the step.
    pub most_contacts: (usize, u64),
    /// How many frames ended how.
    pub outcomes: BTreeMap<String, usize>,
    /// How many contacts did what.
    pub modes: BTreeMap<&'static str, usize>,
    /// How many events there are of each kind.
    pub events: BTreeMap<String, usize>,
    /// Steps that fell back or failed.
    pub notable: Vec<Notable>,
    /// The step of `--step`, the last frame up to it, and the bodies of that frame.
    pub chosen: Option<(u64, Frame, Vec<PlacedBody>)>,
}

/// A step that fell back or failed.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Notable {
    pub step: u64,
    pub time_s: f64,
    pub kind: String,
    pub detail: String,
}

pub fn inspect(arguments: &InspectArguments) -> Result<ExitCode, Failure> {
    let inspected = look(RecordingFile::open(&arguments.file)?, arguments.step)?;
    output::answer(&match arguments.json {
        true => report::recording::json(&inspected)?,
        false => report::recording::text(&inspected),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn look(file: RecordingFile, step: Option<u64>) -> Result<Inspected, Failure> {
    let mut inspected = Inspected {
        summary: file.summary.as_ref().and_then(|text| serde_json::from_str(text).ok()),
        first: None,
        last: None,
        worst: (0.0, 0),
        contacts: 0,
        most_contacts: (0, 0),
        outcomes: BTreeMap::new(),
        modes: BTreeMap::new(),
        events: BTreeMap::new(),
        notable: Vec::new(),
        chosen: None,
        file,
    };
    let mut chosen = None;
    let mut unsolved = Vec::new();
    for place in 0..inspected.file.count() {
        let frame = inspected.file.frame(place)?;
        let name = inspected.file.header.outcome_name(frame.outcome).to_owned();
        if !frame.is_solved() {
            let detail = format!("{name}, relative residual {:e}", frame.residual);
            unsolved.push(Notable { step: frame.step, time_s: frame.time, kind: "unsolved".to_owned(), detail });
        }
        *inspected.outcomes.entry(name).or_insert(0) += 1;
        if frame.residual > inspected.worst.0 {
            inspected.worst = (frame.residual, frame.step);
        }
        inspected.contacts += frame.contacts.len();
        if frame.contacts.len() > inspected.most_contacts.0 {
            inspected.most_contacts = (frame.contacts.len(), frame.step);
        }
        for contact in &frame.contacts {
            *inspected.modes.entry(contact.mode.name()).or_insert(0) += 1;
        }
        if step.is_some_and(|step| frame.step <= step) {
            chosen = Some(frame.clone());
        }
        if place == 0 {
            inspected.first = Some(frame.clone());
        }
        inspected.last = Some(frame);
    }
    if let Some(frame) = chosen {
        let bodies = Placing::new(&inspected.file)?.bodies(&frame);
        inspected.chosen = Some((step.unwrap_or(frame.step), frame, bodies));
    }
    for text in &inspected.file.events {
        let event: Value = serde_json::from_str(text).unwrap_or_default();
        let word = |key: &str| event[key].as_str().unwrap_or("").to_owned();
        let kind = word("kind");
        *inspected.events.entry(kind.clone()).or_insert(0) += 1;
        if !COMMON.contains(&kind.as_str()) {
            let (step, time_s) = (event["step"].as_u64().unwrap_or(0), event["time_s"].as_f64().unwrap_or(0.0));
            inspected.notable.push(Notable { step, time_s, kind, detail: word("detail") });
        }
    }
    // Frames that no event speaks of.
    unsolved.retain(|own| !inspected.notable.iter().any(|told| told.step == own.step));
    inspected.notable.extend(unsolved);
    inspected.notable.sort_by_key(|own| own.step);
    Ok(inspected)
}
