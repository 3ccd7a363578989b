use super::contacts::Packed;
use super::recording::{Recorder, Recording};
use super::views::Views;
use super::{RunSummary, Scene, State, StepReport};
use crate::words::{count, instant};
use crate::{arrays, choices, errors, guard, signals, threads};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Mutex;
use stiction_formats::words;
use stiction_simulation::{RunSummary as Summary, Signal, SimulationError, StepReport as Report, World as Simulated};

/// The most steps of one run.
const MOST_STEPS: f64 = 1e12;

/// A simulation of a scene, advanced step by step.
///
/// One thread uses a world at a time; another thread's access raises `StepError`.
///
/// Parameters
/// ----------
/// scene : Scene, str or path
///     A scene, or a name or path that `Scene.load` accepts.
/// settings : dict or list of str, optional
///     Values of the scene to change, as in `Scene.load`.
/// threads : int
///     Number of threads that solve independent groups of contacts (islands); default 1. The results do not depend on it.
///
/// Raises
/// ------
/// InputError
///     If the scene is not found or invalid.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> world = stiction.World("sphere-on-plane")
/// >>> report = world.step()
/// >>> report.outcome, report.contacts
/// ('solved', 1)
/// >>> world.run(0.5).sound, round(world.time, 3)
/// (True, 0.501)
#[pyclass(frozen, weakref, module = "stiction")]
pub struct World {
    scene: Py<Scene>,
    inner: Mutex<Inner>,
}

struct Inner {
    world: Simulated,
    views: Views,
    /// The forces on joints from outside.
    forces: Vec<f64>,
}

/// A step's error as an exception: Ctrl-C's own, where that ended it.
pub fn failed(error: SimulationError) -> PyErr {
    match error {
        SimulationError::Interrupted { .. } => signals::take_raised().unwrap_or_else(|| errors::step(error)),
        error => errors::step(error),
    }
}

/// A world of a scene, which Ctrl-C can end.
pub fn simulated(scene: &Scene) -> PyResult<Simulated> {
    let scene = scene.loaded().scene.clone();
    let mut world = guard::guarded(|| Simulated::new(scene))?.map_err(errors::input)?;
    world.end_when(signals::requested);
    Ok(world)
}

impl Inner {
    fn follow(&self, py: Python<'_>) -> PyResult<()> {
        let state = self.world.state();
        self.views.follow(py, &state.configuration, &state.velocity)
    }

    /// Takes steps without Python's lock; the observer sees each of them.
    fn advance(
        &mut self,
        py: Python<'_>,
        steps: usize,
        mut watch: impl FnMut(&Simulated, &Report) -> PyResult<()> + Send,
    ) -> PyResult<()> {
        let world = &mut self.world;
        let done = py.detach(|| {
            guard::guarded(|| {
                for _ in 0..steps {
                    let report = world.step().map_err(failed)?;
                    watch(world, &report)?;
                    if signals::requested_now() {
                        return signals::take_raised().map_or(Ok(()), Err);
                    }
                }
                Ok(())
            })
        });
        // What was reached counts, also where the run was ended.
        self.follow(py)?;
        done?
    }

    /// The number of steps; by default, those to the end of the scene's duration.
    fn count(&self, seconds: Option<f64>, steps: Option<usize>) -> PyResult<usize> {
        let settings = &self.world.scene().settings;
        let seconds = match (seconds, steps) {
            (None, Some(steps)) => return Ok(steps),
            (Some(seconds), None) => seconds,
            (None, None) => {
                let all = settings.steps_in(self.world.scene().duration);
                return Ok((all.clamp(0.0, MOST_STEPS) as usize).saturating_sub(self.world.steps()));
            }
            _ => return Err(errors::input("expected either seconds or steps, found both")),
        };
        let (count, step) = (settings.steps_in(seconds), settings.time_step);
        match count {
            _ if count.is_nan() || count < 1.0 => {
                Err(errors::input(format!("{seconds} s in steps of {step} s: expected at least one step, found none")))
            }
            _ if count <= MOST_STEPS => Ok(count as usize),
            _ => Err(errors::input(format!("{seconds} s in steps of {step} s: expected at most {MOST_STEPS:e} steps"))),
        }
    }
}

impl World {
    fn take(&self) -> PyResult<std::sync::MutexGuard<'_, Inner>> {
        threads::take(&self.inner, "the world")
    }
}

#[pymethods]
impl World {
    /// Creates a world at the start of its scene.
    #[new]
    #[pyo3(signature = (scene, *, settings=None, threads=1))]
    fn new(
        py: Python<'_>,
        scene: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyAny>>,
        threads: usize,
    ) -> PyResult<Self> {
        let scene = match scene.cast::<Scene>() {
            Ok(scene) => match settings {
                Some(settings) => scene.call_method1("with_settings", (settings,))?.cast_into::<Scene>()?,
                None => scene.clone(),
            },
            Err(_) => {
                let options = PyDict::new(py);
                options.set_item("settings", settings)?;
                py.get_type::<Scene>().call_method("load", (scene,), Some(&options))?.cast_into::<Scene>()?
            }
        };
        let mut world = simulated(scene.get())?;
        world.set_threads(choices::threads(threads)?);
        let forces = vec![0.0; world.scene().model.velocity_size()];
        Ok(Self { scene: scene.unbind(), inner: Mutex::new(Inner { world, views: Views::default(), forces }) })
    }

    #[staticmethod]
    fn _again(py: Python<'_>, scene: Bound<'_, Scene>, state: &State, forces: Vec<f64>) -> PyResult<Self> {
        let world = Self::new(py, scene.as_any(), None, 1)?;
        {
            let mut inner = world.take()?;
            inner.world.go_to(&state.snapshot).map_err(errors::input)?;
            inner.world.set_joint_forces(&forces).map_err(errors::input)?;
            inner.forces = forces;
        }
        Ok(world)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("_again")?;
        let forces = self.take()?.forces.clone();
        Ok((make, (self.scene.clone_ref(py), self.state()?, forces).into_pyobject(py)?))
    }

    /// Takes one time step and returns its `StepReport`.
    ///
    /// Raises `StepError` if the state is no longer finite, or if the step is not solved and the scene requires it.
    fn step(&self, py: Python<'_>) -> PyResult<StepReport> {
        let mut inner = self.take()?;
        let world = &mut inner.world;
        let report = py.detach(|| guard::guarded(|| world.step()))?.map_err(failed)?;
        inner.follow(py)?;
        signals::take_raised().map_or_else(|| Ok(StepReport::new(report)), Err)
    }

    /// Runs the world without recording.
    ///
    /// Other Python threads continue during the run. Ctrl-C stops it; the world keeps the steps taken.
    ///
    /// Parameters
    /// ----------
    /// seconds : float, optional
    ///     Simulated time to run, s. Without `seconds` and `steps` the world runs to the end of the scene's duration.
    /// steps : int, optional
    ///     Number of steps, instead of `seconds`.
    ///
    /// Returns
    /// -------
    /// RunSummary
    ///
    /// Raises
    /// ------
    /// StepError
    ///     If a step fails, as in `step`.
    #[pyo3(signature = (seconds=None, *, steps=None))]
    fn run(&self, py: Python<'_>, seconds: Option<f64>, steps: Option<usize>) -> PyResult<RunSummary> {
        let mut inner = self.take()?;
        let steps = inner.count(seconds, steps)?;
        let (mut summary, initial) = (Summary::default(), inner.world.energy());
        inner.advance(py, steps, |world, report| {
            summary.add(world, report);
            Ok(())
        })?;
        let scene = inner.world.scene();
        Ok(RunSummary::new(summary, &scene.name, scene.settings.time_step, initial, inner.world.energy()))
    }

    /// Runs the world and records it.
    ///
    /// Parameters
    /// ----------
    /// seconds, steps : optional
    ///     Length of the run, as in `run`.
    /// every : int, optional
    ///     Record one step in `every`; the default is that of the scene. The initial state and the last step are recorded too.
    /// path : path, optional
    ///     File to which the recording is written during the run. It is valid at any moment.
    ///
    /// Returns
    /// -------
    /// Recording
    ///
    /// Raises
    /// ------
    /// StepError
    ///     If a step fails, as in `step`.
    #[pyo3(signature = (seconds=None, *, steps=None, every=None, path=None))]
    fn record(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        steps: Option<usize>,
        every: Option<usize>,
        path: Option<PathBuf>,
    ) -> PyResult<Recording> {
        let mut inner = self.take()?;
        let steps = inner.count(seconds, steps)?;
        let every = choices::every(every.unwrap_or(self.scene.get().loaded().record_every))?;
        let initial = inner.world.energy();
        let mut recorder = Recorder::start(self.scene.get(), &inner.world, every, path)?;
        let last = inner.world.steps() + steps;
        inner.advance(py, steps, |world, report| recorder.step(world, report, report.step == last))?;
        let (summary, recording) = recorder.finish();
        let scene = inner.world.scene();
        let summary = RunSummary::new(summary, &scene.name, scene.settings.time_step, initial, inner.world.energy());
        let text: String = py.import("json")?.call_method1("dumps", (summary.to_dict(py)?,))?.extract()?;
        recording.ended(text)
    }

    /// Scene of the world.
    #[getter]
    fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Simulated time, s.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.take()?.world.state().time)
    }

    /// Number of steps taken since the start of the scene.
    #[getter]
    fn steps(&self) -> PyResult<usize> {
        Ok(self.take()?.world.steps())
    }

    /// Configuration in the order of the model's joints, shape (nq,). The array is read-only and always shows the current
    /// configuration; copy it to keep a value.
    #[getter]
    fn configuration(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Inner { world, views, .. } = &mut *self.take()?;
        views.configuration(py, &world.state().configuration)
    }

    /// Velocity in the order of the model's joints, shape (nv,). The array is read-only and always shows the current velocity;
    /// copy it to keep a value.
    #[getter]
    fn velocity(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Inner { world, views, .. } = &mut *self.take()?;
        views.velocity(py, &world.state().velocity)
    }

    /// Complete state, including the warm start. Setting it makes the world continue from there, bit for bit.
    ///
    /// Reading it raises `StepError` after a step that failed.
    #[getter]
    fn state(&self) -> PyResult<State> {
        let snapshot = self.take()?.world.snapshot();
        let broken = || errors::step("the last step failed, so the state is incomplete; call reset() or set a state");
        Ok(State { snapshot: snapshot.ok_or_else(broken)? })
    }

    #[setter]
    fn set_state(&self, py: Python<'_>, state: &State) -> PyResult<()> {
        let mut inner = self.take()?;
        guard::guarded(|| inner.world.go_to(&state.snapshot))?.map_err(errors::input)?;
        inner.follow(py)
    }

    /// Resets the world to the initial time, without a warm start.
    ///
    /// `configuration` and `velocity` default to the initial ones of the scene. Motor targets and `joint_forces` stay.
    #[pyo3(signature = (configuration=None, velocity=None))]
    fn reset(
        &self,
        py: Python<'_>,
        configuration: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let scene = &self.scene.get().loaded().scene;
        let configuration = match configuration {
            Some(given) => arrays::vector(given, "configuration")?,
            None => scene.initial.configuration.clone(),
        };
        let velocity = match velocity {
            Some(given) => arrays::vector(given, "velocity")?,
            None => scene.initial.velocity.clone(),
        };
        let snapshot =
            stiction_simulation::Snapshot::fresh(scene, configuration, velocity, 0).map_err(errors::input)?;
        self.set_state(py, &State { snapshot })
    }

    /// Sets the targets of all motors from the next step on, as arrays with one number per motor: `position` (m or rad),
    /// `velocity` (m/s or rad/s) and `force` (N or N·m, added to the motor's spring and damper). `None` leaves a target unchanged.
    #[pyo3(signature = (position=None, velocity=None, force=None))]
    fn set_motors(
        &self,
        position: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
        force: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut inner = self.take()?;
        let motors = inner.world.scene().motors.len();
        let all = |given: Option<&Bound<'_, PyAny>>, name: &str| {
            given.map(|given| arrays::finite_vector_of(given, name, motors)).transpose()
        };
        let (position, velocity, force) =
            (all(position, "position")?, all(velocity, "velocity")?, all(force, "force")?);
        for motor in 0..motors {
            let of = |given: &Option<Vec<f64>>| given.as_ref().map(|given| Signal::Constant(given[motor]));
            inner.world.set_motor(motor, of(&position), of(&velocity), of(&force)).map_err(errors::input)?;
        }
        Ok(())
    }

    /// Mean forces of the motors in the last step, one per motor, N or N·m.
    #[getter]
    fn motor_forces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let inner = self.take()?;
        let forces = (0..inner.world.scene().motors.len()).map(|motor| inner.world.motor_force(motor)).collect();
        Ok(PyArray1::from_vec(py, forces))
    }

    /// External forces on the degrees of freedom from the next step on, shape (nv,), N or N·m. They act in addition to the
    /// scene's own; the sum on a degree of freedom is limited to its effort limit.
    #[getter]
    fn joint_forces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, &self.take()?.forces))
    }

    #[setter]
    fn set_joint_forces(&self, forces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.take()?;
        let forces = arrays::finite_vector_of(forces, "joint_forces", inner.forces.len())?;
        inner.world.set_joint_forces(&forces).map_err(errors::input)?;
        inner.forces = forces;
        Ok(())
    }

    /// Contacts of the last step, as a structured array (`stiction.arrays.CONTACT`) with one row per contact point. Vectors are
    /// along the world's axes.
    ///
    /// - `first`, `second`: indices of the two shapes in `scene.shapes`; `feature`: number of the point on them
    /// - `mode`: index into `stiction.arrays.MODES` (open, stick, slip)
    /// - `position` (m), `normal` (from the first to the second shape), `gap` (m, negative for penetration)
    /// - `impulse`: impulse of the step on the body of the second shape, N·s
    /// - `velocity`: velocity of the second body relative to the first at the end of the step, m/s
    /// - `friction`: friction coefficient
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.take()?;
        let mut packed = Packed::default();
        for (contact, mode) in inner.world.contacts().iter().zip(inner.world.contact_modes()) {
            packed.live(&inner.world, contact, mode);
        }
        packed.array(py, "contacts")
    }

    /// Poses and velocities of the bodies, as a structured array (`stiction.arrays.BODY`) in the order of `scene.bodies`:
    /// `position` (m), `orientation` (quaternion w, x, y, z), `linear_velocity` (m/s) and `angular_velocity` (rad/s), along the
    /// world's axes.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.take()?;
        let mut packed = Packed::default();
        for body in inner.world.bodies() {
            packed.numbers(&body.position.to_array());
            packed.numbers(&body.orientation.to_array());
            packed.numbers(&body.linear_velocity.to_array());
            packed.numbers(&body.angular_velocity.to_array());
        }
        packed.array(py, "bodies")
    }

    /// Current energies `(kinetic, gravitational, springs)`, J; the last is that of joint springs.
    #[getter]
    fn energy(&self) -> PyResult<(f64, f64, f64)> {
        let energy = self.take()?.world.energy();
        Ok((energy.kinetic, energy.gravitational, energy.springs))
    }

    fn __repr__(&self) -> PyResult<String> {
        let inner = self.take()?;
        let (scene, time) = (inner.world.scene(), instant(inner.world.state().time));
        let steps = format!("{} of {}", count(inner.world.steps(), "step"), words::seconds(scene.settings.time_step));
        let (bodies, contacts) = (scene.model.bodies().len() - 1, inner.world.contacts().len());
        let (bodies, contacts) = (count(bodies, "body"), count(contacts, "contact"));
        Ok(format!("World({}: at {time} after {steps}, {bodies}, {contacts})", scene.name))
    }
}
