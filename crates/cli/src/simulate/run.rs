use super::Timing;
use super::checkpoints::Checkpoints;
use super::progress::Progress;
use super::recorder::Recorder;
use super::request::RunRequest;
use super::step_budget::StepBudget;
use crate::arguments::RunArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use stiction_contact::ContactProblem;
use stiction_formats::{ContactFile, RunPlan, write_contact};
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
    /// One line on what the scene shows.
    pub description: String,
    pub summary: RunSummary,
    pub timing: Timing,
    pub wall: f64,
    pub initial: Energy,
    pub end: End,
    /// How it was asked for, and the files of problems that were not solved.
    pub plan: RunPlan,
    pub recorded: Option<PathBuf>,
    pub page: Option<PathBuf>,
    pub checkpoint: Option<PathBuf>,
}

/// `stiction run`.
pub fn run(arguments: &RunArguments) -> Result<ExitCode, Failure> {
    interrupt::install();
    let request = RunRequest::resolve(arguments)?;
    if arguments.every.is_some() && arguments.record.is_none() && arguments.html.is_none() {
        output::error("warning: --every has no effect here: it is for --record and --html\n");
    }
    execute(request)
}

/// Carries out a run and answers.
pub fn execute(request: RunRequest) -> Result<ExitCode, Failure> {
    let (json, details) = (request.json, request.details);
    let finished = carry_out(request)?;
    output::answer(&if json { report::run::json(&finished)? } else { report::run::text(&finished, details) })?;
    Ok(match finished.end {
        End::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
        End::Done if finished.summary.is_sound() => ExitCode::SUCCESS,
        End::Done | End::Stopped(_) => ExitCode::from(1),
    })
}

fn carry_out(request: RunRequest) -> Result<Finished, Failure> {
    let RunRequest {
        mut world, scene, mut summary, initial, steps, mut plan, record, header, html, checkpoint, ..
    } = request;
    let listening = Listening::start();
    let time_step = world.scene().settings.time_step;
    let mut recorder = Recorder::open(record, html, &header, &world)?;
    let mut checkpoints = checkpoint.map(|path| Checkpoints::new(&path, scene, &plan, time_step, initial));
    match &mut checkpoints {
        // One before the first step: from then on, there always is one.
        Some(checkpoints) => checkpoints.write(&world, &summary, &plan, recorder.mark()?)?,
        // Nothing can go on from the middle of a step, so that a run with checkpoints ends its steps.
        None => world.end_when(interrupt::requested),
    }
    if let Some(most) = plan.budget {
        world.set_budget(Box::new(StepBudget::micros(most)));
    }
    let (mut timing, mut progress) = (Timing::default(), Progress::new());
    let (began, mut end) = (Instant::now(), End::Done);
    let duration = steps as f64 * time_step;
    while world.steps() < steps {
        let report = match timing.step(|watch| world.step_watched(watch)) {
            Ok(report) => report,
            Err(SimulationError::Interrupted { .. }) => {
                end = End::Interrupted;
                break;
            }
            Err(error) => {
                if let SimulationError::Unsolved(unsolved) = &error {
                    summary.add_unsolved(unsolved);
                    plan.saved.extend(save(&plan.failures, &world, unsolved.step, &unsolved.problem));
                }
                end = End::Stopped(error.to_string());
                break;
            }
        };
        summary.add(&world, &report);
        if let Some((problem, _)) = world.unsolved().filter(|_| plan.saved.len() < SAVED) {
            plan.saved.extend(save(&plan.failures, &world, report.step, problem));
        }
        recorder.step(&world, &report)?;
        if report.step == steps {
            // No checkpoint: the last one leads here again, should the program end before its answer.
            recorder.last(&world, &report)?;
            break;
        }
        let interrupted = interrupt::requested();
        if let Some(checkpoints) = checkpoints.as_mut().filter(|own| interrupted || own.is_due(report.step)) {
            checkpoints.try_write(&world, &summary, &plan, recorder.mark()?);
        }
        if progress.is_due() {
            progress.show(world.state().time, duration, report.contacts);
        }
        if interrupted {
            end = End::Interrupted;
            break;
        }
    }
    drop(listening);
    progress.end();
    let finished = Finished {
        world,
        description: header.description,
        summary,
        timing: timing.sorted(),
        wall: began.elapsed().as_secs_f64(),
        initial,
        end,
        plan,
        recorded: recorder.path(),
        page: recorder.page_path(),
        checkpoint: checkpoints.map(|checkpoints| checkpoints.path),
    };
    recorder.finish(&report::run::json(&finished)?)?;
    Ok(finished)
}

/// Saves a problem that was not solved; where that fails, says so and goes on.
fn save(folder: &str, world: &World, step: usize, problem: &ContactProblem) -> Option<String> {
    let path = Path::new(folder).join(format!("unsolved-{}-step-{step}.json", world.scene().name));
    match write_contact(&path, &ContactFile::from(problem)) {
        Ok(()) => Some(path.display().to_string()),
        Err(error) => {
            output::error(&format!("warning: the unsolved problem of step {step} is not saved: {error}\n"));
            None
        }
    }
}
