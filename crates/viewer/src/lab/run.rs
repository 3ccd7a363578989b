use super::Job;
use crate::Clock;
use serde::Serialize;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use stiction_formats::{Frame, RecordedEvent, RecordingEncoder, RecordingHeader};
use stiction_simulation::{SimulationError, StepReport, World};

/// A run that goes on, or has ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub id: usize,
    stop: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    status: RunStatus,
    recording: RecordingEncoder,
}

/// How far a run is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunStatus {
    pub id: usize,
    name: String,
    scene: String,
    method: String,
    settings: Vec<String>,
    /// `running`, `done`, `stopped`, `limit` or `failed`.
    pub state: &'static str,
    /// Why it ended, if there is more to say.
    message: String,
    /// s of the scene's time.
    time: f64,
    duration: f64,
    step: usize,
    contacts: usize,
    /// The worst so far.
    residual: f64,
    unsolved: usize,
    /// s of the clock.
    wall: f64,
    bytes: usize,
}

thread_local! {
    /// Whether the run of this thread is to end: solvers ask in the middle of a step.
    static ENDS: RefCell<Option<(Arc<Run>, Clock, f64)>> = const { RefCell::new(None) };
}

fn ends() -> bool {
    ENDS.with_borrow(|own| own.as_ref().is_some_and(|(run, clock, end)| run.asked() || clock() > *end))
}

impl Run {
    /// Starts a thread for it.
    pub fn start(id: usize, job: Job, clock: Clock) -> Result<Arc<Self>, String> {
        let RecordingHeader { scene, method, settings, .. } = &job.header;
        let status = RunStatus {
            id,
            name: format!("{id}: {scene}, {method}"),
            scene: scene.clone(),
            method: method.clone(),
            settings: settings.clone(),
            state: "running",
            message: String::new(),
            time: 0.0,
            duration: job.steps as f64 * job.header.time_step,
            step: 0,
            contacts: 0,
            residual: 0.0,
            unsolved: 0,
            wall: 0.0,
            bytes: 0,
        };
        let mut recording = RecordingEncoder::new(&job.header);
        recording.frame(&job.start);
        let run = Arc::new(Self { id, stop: AtomicBool::new(false), state: Mutex::new(State { status, recording }) });
        let own = Arc::clone(&run);
        let spawned = std::thread::Builder::new().name(format!("run {id}")).spawn(move || {
            // A bug in a method ends this run, not the server.
            if catch_unwind(AssertUnwindSafe(|| own.carry_out(job, clock))).is_err() {
                own.end("failed", "internal error (a bug in Stiction): the run panicked");
            }
        });
        spawned.map(|_| run).map_err(|error| format!("cannot start a thread for the run: {error}"))
    }

    fn carry_out(self: &Arc<Self>, job: Job, clock: Clock) {
        let Job { scene, header, steps, seconds, bytes, .. } = job;
        let mut world = match World::new(scene) {
            Ok(world) => world,
            Err(error) => return self.end("failed", &error.to_string()),
        };
        let began = clock();
        ENDS.set(Some((Arc::clone(self), clock, began + seconds)));
        world.end_when(ends);
        while world.steps() < steps {
            match world.step() {
                Ok(report) => self.add(&world, &report, &header, report.step == steps),
                Err(SimulationError::Interrupted { .. }) => {}
                Err(error) => return self.end("failed", &error.to_string()),
            }
            let length = self.note_clock(clock() - began);
            if self.asked() {
                return self.end("stopped", "");
            }
            if clock() - began > seconds {
                return self.end("limit", &format!("stopped early: limit of {seconds} s computing time"));
            }
            if length > bytes {
                return self.end("limit", &format!("stopped early: limit of {} MiB for the recording", bytes >> 20));
            }
        }
        self.end("done", "");
    }

    fn add(&self, world: &World, report: &StepReport, header: &RecordingHeader, last: bool) {
        let frame = (last || report.step.is_multiple_of(header.every)).then(|| Frame::of_step(world, report));
        let events: Vec<_> =
            report.events.iter().map(|event| RecordedEvent::new(report.step, report.time, event).to_json()).collect();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { status, recording } = &mut *state;
        events.iter().for_each(|event| recording.event(event));
        if let Some(frame) = frame {
            recording.frame(&frame);
        }
        status.step = report.step;
        status.time = report.time;
        status.contacts = report.contacts;
        status.residual = status.residual.max(report.residual.relative);
        status.unsolved += usize::from(!matches!(report.outcome_name(), "solved" | "model-solved"));
        status.bytes = recording.bytes().len();
    }

    /// Notes how long it takes, s; gives the bytes of the recording.
    fn note_clock(&self, wall: f64) -> usize {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.status.wall = wall;
        state.status.bytes
    }

    fn end(&self, how: &'static str, message: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { status, recording } = &mut *state;
        let summary = serde_json::json!({ "ended": how, "message": message, "wall_s": status.wall });
        recording.summary(&summary.to_string());
        status.state = how;
        message.clone_into(&mut status.message);
        status.bytes = recording.bytes().len();
    }

    pub fn is_running(&self) -> bool {
        self.status().state == "running"
    }

    fn asked(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends it, within the step that it is in.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn status(&self) -> RunStatus {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).status.clone()
    }

    /// What its recording has from a byte on, and at most so much.
    pub fn bytes(&self, from: usize, most: usize) -> Vec<u8> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let all = state.recording.bytes();
        let from = from.min(all.len());
        all[from..all.len().min(from.saturating_add(most))].to_vec()
    }
}
