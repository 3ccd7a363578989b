use super::Scene;
use crate::guard::caught;
use crate::mechanism::Model;
use crate::{arrays, choices, errors};
use numpy::{PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use stiction_simulation::{Scene as Simulated, Signal, Snapshot, World};

/// Time between two checks for signals.
const TICK: Duration = Duration::from_millis(50);

/// As much as the main thread has.
const STACK: usize = 8 << 20;

/// What the numbers of a control are.
#[derive(Clone, Copy, PartialEq)]
enum Control {
    /// A force on each degree of freedom.
    Forces,
    /// A target for each motor.
    Positions,
}

/// One run: all states, and how good its steps were.
struct Run {
    place: usize,
    configurations: Vec<f64>,
    velocities: Vec<f64>,
    solved: bool,
    residual: f64,
}

struct Batch<'a> {
    scene: &'a Simulated,
    states: &'a [Snapshot],
    controls: &'a [f64],
    steps: usize,
    width: usize,
    control: Control,
}

impl Batch<'_> {
    fn run(&self, place: usize, stopped: &AtomicBool) -> Result<Run, String> {
        let told = |error: stiction_simulation::SimulationError| format!("rollout {place}: {error}");
        let mut world = World::new(self.scene.clone()).map_err(told)?;
        world.go_to(&self.states[place]).map_err(told)?;
        let mut run = Run { place, configurations: Vec::new(), velocities: Vec::new(), solved: true, residual: 0.0 };
        run.keep(&world);
        for step in 0..self.steps {
            if stopped.load(Ordering::Relaxed) {
                return Err(String::new());
            }
            let first = (place * self.steps + step) * self.width;
            self.steer(&mut world, &self.controls[first..first + self.width]).map_err(told)?;
            let report = world.step().map_err(told)?;
            run.solved &= matches!(report.outcome.name(), "solved" | "model-solved");
            run.residual = run.residual.max(report.residual.relative);
            run.keep(&world);
        }
        Ok(run)
    }

    fn steer(&self, world: &mut World, control: &[f64]) -> Result<(), stiction_simulation::SimulationError> {
        match self.control {
            Control::Forces => world.set_joint_forces(control),
            Control::Positions => control
                .iter()
                .enumerate()
                .try_for_each(|(motor, target)| world.set_motor(motor, Some(Signal::Constant(*target)), None, None)),
        }
    }
}

impl Run {
    fn keep(&mut self, world: &World) {
        self.configurations.extend_from_slice(&world.state().configuration);
        self.velocities.extend_from_slice(&world.state().velocity);
    }
}

/// Simulates a batch of worlds in parallel, each from its own state and with its own controls.
///
/// Parameters
/// ----------
/// scene : Scene or Model
///     Scene of all worlds; a `Model` is simulated without contacts.
/// states : list of State, or (runs, nq + nv) array
///     Initial states: each row of an array is a configuration followed by a velocity.
/// controls : (runs, steps, nv or motors) array
///     Forces on the degrees of freedom, N or N·m; with `control="position"` target positions of the motors, m or rad.
/// control : str
///     `force` (default) or `position`.
/// threads : int, optional
///     Number of threads; the default is the number of cores. The results do not depend on it.
/// time_step : float, optional
///     Time step, s, instead of that of the scene.
///
/// Returns
/// -------
/// dict
///     `configuration`, shape (runs, steps + 1, nq), and `velocity`, shape (runs, steps + 1, nv); `solved`, shape (runs,),
///     whether all steps of a run are solved; `residual`, shape (runs,), the largest relative residual of a run.
///
/// Raises
/// ------
/// InputError
///     If a shape does not fit or a number is not finite.
/// StepError
///     If a step fails; the message names the run.
///
/// Examples
/// --------
/// >>> import numpy as np, stiction
/// >>> scene = stiction.Scene.load("point-mass")
/// >>> start = np.concatenate([scene.model.initial_configuration, np.zeros(scene.model.velocity_size)])
/// >>> runs = stiction.rollout(scene, [start, start], np.zeros((2, 10, scene.model.velocity_size)), threads=2)
/// >>> runs["configuration"].shape[:2], bool((runs["velocity"][0] == runs["velocity"][1]).all())
/// ((2, 11), True)
#[pyfunction]
#[pyo3(signature = (scene, states, controls, *, control="force", threads=None, time_step=None))]
pub fn rollout<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyAny>,
    states: &Bound<'py, PyAny>,
    controls: &Bound<'py, PyAny>,
    control: &str,
    threads: Option<usize>,
    time_step: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut scene = match scene.cast::<Scene>() {
        Ok(scene) => scene.get().loaded().scene.clone(),
        Err(_) => {
            let model = scene.cast::<Model>().map_err(|_| errors::input("scene: expected a Scene or a Model"))?;
            let mut scene = Simulated::new(model.get().mechanism().clone());
            scene.initial.configuration = model.get().initial().to_vec();
            scene
        }
    };
    if let Some(time_step) = time_step {
        scene.settings.time_step = time_step;
        scene.check().map_err(errors::input)?;
    }
    let states = snapshots(&scene, states)?;
    let (control, width) = match control {
        "force" => (Control::Forces, scene.model.velocity_size()),
        "position" => (Control::Positions, scene.motors.len()),
        other => return Err(errors::input(format!("control: expected 'force' or 'position', found '{other}'"))),
    };
    let threads = match threads {
        Some(given) => choices::threads(given)?,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let (controls, shape) = block(controls)?;
    if shape[0] != states.len() || shape[2] != width {
        let runs = states.len();
        return Err(errors::input(format!(
            "controls: expected {runs} × steps × {width} numbers, found {} × {} × {}",
            shape[0], shape[1], shape[2]
        )));
    }
    let batch = Batch { scene: &scene, states: &states, controls: &controls, steps: shape[1], width, control };
    let runs = py.detach(|| all(&batch, threads))?;
    gathered(py, &scene, runs, shape[1] + 1)
}

fn snapshots(scene: &Simulated, states: &Bound<'_, PyAny>) -> PyResult<Vec<Snapshot>> {
    let (places, speeds) = (scene.model.configuration_size(), scene.model.velocity_size());
    let mut list = Vec::new();
    for state in states.try_iter()? {
        let state = state?;
        if let Ok(state) = state.cast::<super::State>() {
            list.push(state.get().snapshot.clone());
            continue;
        }
        let numbers = arrays::finite_vector_of(&state, &format!("states[{}]", list.len()), places + speeds)?;
        let (configuration, velocity) = numbers.split_at(places);
        list.push(Snapshot::fresh(scene, configuration.to_vec(), velocity.to_vec(), 0).map_err(errors::input)?);
    }
    Ok(list)
}

fn block(controls: &Bound<'_, PyAny>) -> PyResult<(Vec<f64>, [usize; 3])> {
    let array = controls.py().import("numpy")?.call_method1("asarray", (controls, "float64"))?;
    let array: PyReadonlyArray3<'_, f64> =
        array.extract().map_err(|_| errors::input("controls: expected an array of shape (runs, steps, numbers)"))?;
    let shape = [array.shape()[0], array.shape()[1], array.shape()[2]];
    let numbers: Vec<f64> = array.as_array().iter().copied().collect();
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(errors::input(format!("controls: expected finite numbers, found {number}"))),
        None => Ok((numbers, shape)),
    }
}

/// Every run, in its order; Ctrl-C ends them all.
fn all(batch: &Batch<'_>, threads: usize) -> PyResult<Vec<Run>> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let count = batch.states.len();
    let mut runs: Vec<Option<Run>> = (0..count).map(|_| None).collect();
    let mut end: PyResult<()> = Ok(());
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.min(count) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let work = move || {
                while !stopped.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        break;
                    }
                    let run = caught(|| batch.run(place, stopped))
                        .unwrap_or_else(|fault| Err(format!("stopped early by an internal error: {fault}")));
                    // Nobody listens once a run has failed.
                    let _ = sender.send(run);
                }
            };
            if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                end = Err(errors::step(format!("cannot start a thread: {error}")));
                stopped.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(run)) => {
                    let place = run.place;
                    runs[place] = Some(run);
                    continue;
                }
                Ok(Err(words)) if end.is_ok() => end = Err(errors::step(words)),
                Ok(Err(_)) => {}
                Err(RecvTimeoutError::Timeout) if end.is_ok() => end = Python::attach(|py| py.check_signals()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            stopped.store(end.is_err(), Ordering::Relaxed);
        }
    });
    end?;
    runs.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| errors::internal("a run of the batch is missing"))
}

fn gathered<'py>(py: Python<'py>, scene: &Simulated, runs: Vec<Run>, frames: usize) -> PyResult<Bound<'py, PyDict>> {
    let (places, speeds) = (scene.model.configuration_size(), scene.model.velocity_size());
    let cube = |width: usize, of: &dyn Fn(&Run) -> &[f64]| -> PyResult<Bound<'py, PyArray3<f64>>> {
        let flat: Vec<f64> = runs.iter().flat_map(|run| of(run).iter().copied()).collect();
        PyArray1::from_vec(py, flat).reshape([runs.len(), frames, width])
    };
    let all = PyDict::new(py);
    all.set_item("configuration", cube(places, &|run| &run.configurations)?)?;
    all.set_item("velocity", cube(speeds, &|run| &run.velocities)?)?;
    all.set_item("solved", PyArray1::from_vec(py, runs.iter().map(|run| run.solved).collect()))?;
    all.set_item("residual", PyArray1::from_vec(py, runs.iter().map(|run| run.residual).collect()))?;
    Ok(all)
}
