use super::progress::Progress;
use super::{RunRequest, Timing};
use crate::arguments::RunArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use stiction_contact::ContactProblem;
use stiction_formats::{ContactFile, Frame, RecordingHeader, RecordingWriter, write_contact};
use stiction_simulation::{Energy, RunSummary, SimulationError, World};

/// The most unsolved problems that a run saves.
const SAVED: usize = 3;

/// Why a run ended.
pub enum End {
    /// At its end.
    Done,
    /// By Ctrl-C.
    Interrupted,
    /// By an error, in words.
    Stopped(String),
}

/// A run that has ended.
pub struct Finished {
    pub world: World,
    pub summary: RunSummary,
    pub timing: Timing,
    pub wall: f64,
    pub initial: Energy,
    pub end: End,
    /// Problems that were not solved, as files.
    pub saved: Vec<PathBuf>,
    pub recorded: Option<PathBuf>,
}

/// `stiction run`.
pub fn run(arguments: &RunArguments) -> Result<ExitCode, Failure> {
    interrupt::install();
    let request = RunRequest::resolve(arguments)?;
    let json = request.json;
    let finished = carry_out(request)?;
    output::answer(&if json { report::run::json(&finished)? } else { report::run::text(&finished) })?;
    Ok(match finished.end {
        End::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
        End::Done if finished.summary.is_sound() => ExitCode::SUCCESS,
        End::Done | End::Stopped(_) => ExitCode::from(1),
    })
}

fn carry_out(request: RunRequest) -> Result<Finished, Failure> {
    let RunRequest { mut world, steps, record, every, failures, .. } = request;
    let listening = Listening::start();
    world.end_when(interrupt::requested);
    let mut writer = match &record {
        Some(path) => Some(RecordingWriter::create(path, &RecordingHeader::new(&world, every))?),
        None => None,
    };
    if let Some(writer) = &mut writer {
        writer.frame(&Frame::start(&world))?;
    }
    let (mut summary, mut timing, mut progress) = (RunSummary::default(), Timing::default(), Progress::new());
    let (initial, began, mut end, mut saved) = (world.energy(), Instant::now(), End::Done, Vec::new());
    let duration = steps as f64 * world.scene().settings.time_step;
    for step in 1..=steps {
        let report = match timing.step(|watch| world.step_watched(watch)) {
            Ok(report) => report,
            Err(SimulationError::Interrupted { .. }) => {
                end = End::Interrupted;
                break;
            }
            Err(error) => {
                if let SimulationError::Unsolved(unsolved) = &error {
                    summary.add_unsolved(unsolved);
                    saved.extend(save(&failures, &world, unsolved.step, &unsolved.problem));
                }
                end = End::Stopped(error.to_string());
                break;
            }
        };
        summary.add(&world, &report);
        if let Some((problem, _)) = world.unsolved().filter(|_| saved.len() < SAVED) {
            saved.extend(save(&failures, &world, report.step, problem));
        }
        if let Some(writer) = &mut writer {
            for event in &report.events {
                writer.event(&report::run::event_json(report.step, report.time, event))?;
            }
            if step % every == 0 || step == steps {
                writer.frame(&Frame::of_step(&world, &report))?;
            }
        }
        if progress.is_due() {
            progress.show(world.state().time, duration, report.contacts);
        }
        if interrupt::requested() {
            end = End::Interrupted;
            break;
        }
    }
    drop(listening);
    progress.end();
    let wall = began.elapsed().as_secs_f64();
    let finished = Finished { world, summary, timing: timing.sorted(), wall, initial, end, saved, recorded: record };
    if let Some(writer) = writer {
        writer.finish(&report::run::json(&finished)?)?;
    }
    Ok(finished)
}

/// Saves a problem that was not solved; where that fails, says so and goes on.
fn save(folder: &std::path::Path, world: &World, step: usize, problem: &ContactProblem) -> Option<PathBuf> {
    let path = folder.join(format!("unsolved-{}-step-{step}.json", world.scene().name));
    match write_contact(&path, &ContactFile::from(problem)) {
        Ok(()) => Some(path),
        Err(error) => {
            output::error(&format!("warning: the unsolved problem of step {step} is not saved: {error}\n"));
            None
        }
    }
}
