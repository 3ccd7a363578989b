use crate::mechanism::Model;
use crate::words::count;
use crate::{choices, errors, guard};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};
use std::sync::Arc;
use stiction_formats::words::seconds;
use stiction_formats::{
    BUILT_IN_SCENES, KeptFiles, LoadedScene, RobotScene, SceneBundle, find_scene, pack_scene, unpack_scene,
};

/// Description of a simulation: bodies, joints, shapes, materials, forces and the settings of the time stepper.
///
/// Create one with `load` or `from_string`. Scenes can be pickled.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> scene = stiction.Scene.load("sphere-on-plane", settings={"stepper.time_step": 1e-3})
/// >>> scene.name, scene.time_step, scene.bodies
/// ('sphere-on-plane', 0.001, ['world', 'plane', 'ball'])
#[pyclass(frozen, module = "stiction")]
pub struct Scene {
    bundle: SceneBundle,
    loaded: Arc<LoadedScene>,
}

impl Scene {
    pub fn loaded(&self) -> &LoadedScene {
        &self.loaded
    }

    /// What it was made of.
    pub fn bundle(&self) -> &SceneBundle {
        &self.bundle
    }

    fn of_bundle(bundle: SceneBundle) -> PyResult<Self> {
        let loaded = guard::guarded(|| bundle.load())?.map_err(errors::input)?;
        Ok(Self { bundle, loaded: Arc::new(loaded) })
    }
}

/// Settings as a dictionary of keys and values, or as a list of `key.path=value`.
fn settings(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let Ok(pairs) = given.cast::<PyDict>() else { return given.extract() };
    pairs.iter().map(|(key, value)| Ok(format!("{}={}", key.extract::<String>()?, written(&value)?))).collect()
}

/// A value as scene files write it.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(answer) = value.cast::<pyo3::types::PyBool>() {
        return Ok(if answer.is_true() { "true".to_owned() } else { "false".to_owned() });
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    if let Ok(whole) = value.extract::<i64>() {
        return Ok(whole.to_string());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(format!("{number:?}"));
    }
    if let Ok(table) = value.cast::<PyDict>() {
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(format!("{} = {}", key.extract::<String>()?, written_inside(&value)?))
        };
        return Ok(format!("{{ {} }}", table.iter().map(pair).collect::<PyResult<Vec<_>>>()?.join(", ")));
    }
    let parts = value.try_iter()?.map(|part| written_inside(&part?)).collect::<PyResult<Vec<_>>>()?;
    Ok(format!("[{}]", parts.join(", ")))
}

/// A value in a list or a table, where strings have quotes.
fn written_inside(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.extract::<String>() {
        Ok(text) => Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))),
        Err(_) => written(value),
    }
}

#[pymethods]
impl Scene {
    /// Loads a built-in scene by its name, a scene file, or a robot file (URDF or MJCF).
    ///
    /// Parameters
    /// ----------
    /// name : str or path
    ///     Name of a built-in scene (see `stiction.scenes`) or path of a file.
    /// settings : dict or list of str, optional
    ///     Values of the scene file to change: `{"body.ball.mass": 2}` or `["body.ball.mass=2"]`.
    /// on_ground : bool
    ///     Robot files only: place the robot on a floor at z = 0.
    /// pose : str, optional
    ///     Robot files only: initial pose, by its name or from a file.
    /// hold : bool
    ///     Robot files only: motors hold the pose.
    /// root : str, optional
    ///     URDF files only: joint between root link and world, `fixed` or `free`. The default is `free` on the ground, otherwise
    ///     `fixed`.
    ///
    /// Returns
    /// -------
    /// Scene
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If the scene is not found or invalid; the message names the file and line.
    #[classmethod]
    #[pyo3(signature = (name, *, settings=None, on_ground=false, pose=None, hold=false, root=None))]
    fn load(
        _class: &Bound<'_, PyType>,
        name: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyAny>>,
        on_ground: bool,
        pose: Option<String>,
        hold: bool,
        root: Option<&str>,
    ) -> PyResult<Self> {
        // Paths are names, too.
        let name: String = name.str()?.extract()?;
        let changes = self::settings(settings)?;
        let robot = RobotScene { root: choices::root(root)?, on_ground, pose, hold, ..RobotScene::default() };
        let found = guard::guarded(|| find_scene(&name, &changes, robot, |field| field.replace('-', "_")))?;
        let (bundle, loaded) = found.map_err(errors::input)?;
        Ok(Self { bundle, loaded: Arc::new(loaded) })
    }

    /// Creates a scene from the text of a scene file that refers to no other files.
    ///
    /// `settings` are as in `load`. Raises `InputError` if the text is invalid.
    #[classmethod]
    #[pyo3(signature = (text, *, settings=None))]
    fn from_string(_class: &Bound<'_, PyType>, text: String, settings: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let settings = self::settings(settings)?;
        let (name, stem, files) = ("scene.toml".to_owned(), "scene".to_owned(), KeptFiles::default());
        Self::of_bundle(SceneBundle { name, stem, text: text.into_bytes(), settings, files })
    }

    /// Returns a copy of the scene with further settings, given as in `load`.
    fn with_settings(&self, settings: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut bundle = self.bundle.clone();
        bundle.settings.extend(self::settings(Some(settings))?);
        Self::of_bundle(bundle)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        Self::of_bundle(unpack_scene(bytes).map_err(errors::input)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("_from_bytes")?;
        Ok((make, (PyBytes::new(py, &pack_scene(&self.bundle)),).into_pyobject(py)?))
    }

    /// Name of the scene.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.scene.name
    }

    /// One-line description.
    #[getter]
    fn description(&self) -> &str {
        &self.loaded.description
    }

    /// Text of the scene file.
    #[getter]
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bundle.text).into_owned()
    }

    /// Time step, s.
    #[getter]
    fn time_step(&self) -> f64 {
        self.loaded.scene.settings.time_step
    }

    /// Default duration of a run, s.
    #[getter]
    fn duration(&self) -> f64 {
        self.loaded.scene.duration
    }

    /// Mechanism of the scene: all bodies, joints and loops.
    #[getter]
    fn model(&self) -> Model {
        let scene = &self.loaded.scene;
        Model::of_mechanism(&scene.model, &scene.initial.configuration)
    }

    /// Names of the bodies; the first is the world.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.loaded.scene.model.bodies().iter().map(|body| body.name.as_str()).collect()
    }

    /// Names of the shapes; contacts refer to shapes by their index in this list.
    #[getter]
    fn shapes(&self) -> Vec<&str> {
        self.loaded.scene.colliders.iter().map(|collider| collider.name.as_str()).collect()
    }

    /// Motors, as dictionaries: `joint` (name), `configuration` and `velocity` (indices of its coordinate and degree of freedom),
    /// `stiffness` (N/m or N·m/rad), `damping` (N·s/m or N·m·s/rad), `limits` (smallest and largest force, N or N·m) and `target`
    /// (target position at time zero, m or rad).
    #[getter]
    fn motors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let model = &self.loaded.scene.model;
        let list = PyList::empty(py);
        for motor in &self.loaded.scene.motors {
            let joint = model.joints().iter().find(|joint| joint.velocity.contains(&motor.freedom));
            let entry = PyDict::new(py);
            entry.set_item("joint", joint.map_or("", |joint| joint.name.as_str()))?;
            entry.set_item("configuration", motor.coordinate)?;
            entry.set_item("velocity", motor.freedom)?;
            entry.set_item("stiffness", motor.stiffness)?;
            entry.set_item("damping", motor.damping)?;
            entry.set_item("limits", motor.limits)?;
            entry.set_item("target", motor.position.at(0.0))?;
            list.append(entry)?;
        }
        Ok(list)
    }

    /// Warnings: parts of the files that are ignored or changed.
    #[getter]
    fn notices(&self) -> Vec<String> {
        self.loaded.notices.iter().map(ToString::to_string).collect()
    }

    fn __repr__(&self) -> String {
        let scene = &self.loaded.scene;
        let (bodies, shapes) = (scene.model.bodies().len() - 1, scene.colliders.len());
        let (bodies, shapes) = (count(bodies, "body"), count(shapes, "shape"));
        let freedoms = count(scene.model.velocity_size(), "degree of freedom");
        let some = |number: usize, noun| if number > 0 { format!(", {}", count(number, noun)) } else { String::new() };
        let (motors, warnings) = (some(scene.motors.len(), "motor"), some(self.loaded.notices.len(), "warning"));
        let (step, duration) = (seconds(scene.settings.time_step), seconds(scene.duration));
        format!(
            "Scene({}: {bodies}, {shapes}, {freedoms}{motors}; time step {step}, duration {duration}{warnings})",
            scene.name
        )
    }
}

/// Returns the names of the built-in scenes.
#[pyfunction]
pub fn scenes() -> Vec<&'static str> {
    BUILT_IN_SCENES.iter().map(|scene| scene.name).collect()
}
