use super::dynamics::Workspace;
use crate::{arrays, choices, errors, guard, threads};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use stiction_formats::{FormatError, Robot, RootJoint, parse_mjcf, parse_urdf, read_mjcf, read_robot, read_urdf};
use stiction_multibody::Model as Mechanism;

/// The most degrees of freedom for which a full mass matrix is formed: 200 MB.
const LARGEST_MODEL: usize = 5000;

/// A text has no folder to find other files in.
fn alone(file: &str) -> FormatError {
    let message = "expected a robot in one text, found the name of another file".to_owned();
    FormatError { file: file.to_owned(), position: None, field: String::new(), message }
}

/// Where a model came from, so that another process can make it again.
enum Source {
    File { path: PathBuf, root: Option<RootJoint> },
    Text { text: String, root: Option<RootJoint> },
    Nowhere,
}

/// A tree of bodies joined by joints, with its dynamics in minimal coordinates.
///
/// >>> import numpy as np, stiction
/// >>> arm = stiction.Model.from_string('''<robot name="arm"><link name="base"/><link name="fore"><inertial>
/// ...   <origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
/// ...   <joint name="elbow" type="continuous"><axis xyz="0 1 0"/><parent link="base"/><child link="fore"/></joint></robot>''')
/// >>> arm.joints, arm.mass_matrix([0.0])
/// (['elbow'], array([[3.]]))
/// >>> arm.forward_dynamics([np.pi / 2], [0.0]).round(6)
/// array([-6.54])
#[pyclass(frozen, module = "stiction")]
pub struct Model {
    robot: Arc<Robot>,
    source: Source,
    workspace: Mutex<Workspace>,
}

impl Model {
    fn new(robot: Robot, source: Source) -> Self {
        let workspace = Mutex::new(Workspace::new(&robot.model));
        Self { robot: Arc::new(robot), source, workspace }
    }

    /// The same model in another object.
    pub fn of_mechanism(model: &Mechanism, initial: &[f64]) -> Self {
        let robot = Robot {
            model: model.clone(),
            geometries: Vec::new(),
            actuators: Vec::new(),
            excluded_pairs: Vec::new(),
            initial: initial.to_vec(),
            keyframes: Vec::new(),
            time_step: None,
            notices: Vec::new(),
        };
        Self::new(robot, Source::Nowhere)
    }

    pub fn mechanism(&self) -> &Mechanism {
        &self.robot.model
    }

    pub fn initial(&self) -> &[f64] {
        &self.robot.initial
    }

    fn configuration_of(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        arrays::finite_vector_of(value, "configuration", self.mechanism().configuration_size())
    }

    fn velocity_of(&self, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
        arrays::finite_vector_of(value, name, self.mechanism().velocity_size())
    }

    /// Works in the storage that is kept; what panics is told.
    fn with<T>(&self, work: impl FnOnce(&Mechanism, &mut Workspace) -> T) -> PyResult<T> {
        let mut workspace = threads::take(&self.workspace, "the model")?;
        guard::guarded(|| work(self.mechanism(), &mut workspace))
    }

    /// A frame or body by its name.
    fn check_frame(&self, name: &str) -> PyResult<()> {
        match self.mechanism().find_frame(name) {
            Some(_) => Ok(()),
            None => {
                let names = self.mechanism().frames().iter().map(|frame| frame.name.as_str());
                let names = names.chain(self.mechanism().bodies().iter().map(|body| body.name.as_str()));
                let near = stiction_formats::nearest(name, names);
                let hint = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                Err(errors::input(format!("expected the name of a body or frame, found '{name}'{hint}")))
            }
        }
    }
}

#[pymethods]
impl Model {
    /// Reads a URDF file. `root` says how its root link is joined to the world: `fixed` or `free`.
    #[classmethod]
    #[pyo3(signature = (path, *, root="fixed"))]
    fn from_urdf(_class: &Bound<'_, PyType>, path: PathBuf, root: &str) -> PyResult<Self> {
        let root = choices::root(Some(root))?;
        let robot = guard::guarded(|| read_urdf(&path, root.unwrap_or_default()))?.map_err(errors::input)?;
        Ok(Self::new(robot, Source::File { path, root }))
    }

    /// Reads an MJCF file, MuJoCo's.
    #[classmethod]
    fn from_mjcf(_class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        let robot = guard::guarded(|| read_mjcf(&path))?.map_err(errors::input)?;
        Ok(Self::new(robot, Source::File { path, root: None }))
    }

    /// Reads a robot from a text, URDF or MJCF, without meshes. `root` is for URDF alone.
    #[classmethod]
    #[pyo3(signature = (text, *, root=None))]
    fn from_string(_class: &Bound<'_, PyType>, text: String, root: Option<&str>) -> PyResult<Self> {
        let root = choices::root(root)?;
        let is_mjcf = text.contains("<mujoco");
        if is_mjcf && root.is_some() {
            let words = "root: expected no choice of a root joint, since MJCF gives every joint itself, found one";
            return Err(errors::input(words));
        }
        let read = guard::guarded(|| match is_mjcf {
            true => parse_mjcf("text", text.as_bytes(), &mut |file| Err(alone(file))),
            false => parse_urdf("text", text.as_bytes(), root.unwrap_or_default(), &mut |_: &Path| false),
        })?;
        Ok(Self::new(read.map_err(errors::input)?, Source::Text { text, root }))
    }

    #[staticmethod]
    fn _again(path: PathBuf, root: Option<&str>) -> PyResult<Self> {
        let root = choices::root(root)?;
        let robot = guard::guarded(|| read_robot(&path, root))?.map_err(errors::input)?;
        Ok(Self::new(robot, Source::File { path, root }))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        let name = |root: &Option<RootJoint>| match root {
            Some(RootJoint::Free) => Some("free"),
            Some(RootJoint::Fixed) => Some("fixed"),
            None => None,
        };
        match &self.source {
            Source::File { path, root } => Ok((class.getattr("_again")?, (path, name(root)).into_pyobject(py)?)),
            Source::Text { text, root } => {
                let options = PyDict::new(py);
                options.set_item("root", name(root))?;
                let partial = py.import("functools")?.getattr("partial")?;
                let make = partial.call((class.getattr("from_string")?,), Some(&options))?;
                Ok((make, (text,).into_pyobject(py)?))
            }
            Source::Nowhere => Err(errors::input("this model is part of a scene: send the scene instead")),
        }
    }

    #[getter]
    fn name(&self) -> &str {
        self.mechanism().name()
    }

    /// How many numbers a configuration has.
    #[getter]
    fn configuration_size(&self) -> usize {
        self.mechanism().configuration_size()
    }

    /// How many numbers a velocity has: the degrees of freedom.
    #[getter]
    fn velocity_size(&self) -> usize {
        self.mechanism().velocity_size()
    }

    /// The bodies' names; the first is the world.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.mechanism().bodies().iter().map(|body| body.name.as_str()).collect()
    }

    /// The names of joints that move, in the order of their numbers.
    #[getter]
    fn joints(&self) -> Vec<&str> {
        let joints = self.mechanism().joints().iter().filter(|joint| !joint.velocity.is_empty());
        joints.map(|joint| joint.name.as_str()).collect()
    }

    /// The places of a joint's numbers, as slices of a configuration and of a velocity.
    fn places<'py>(&self, py: Python<'py>, joint: &str) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let model = self.mechanism();
        let unknown = || errors::input(format!("expected the name of a joint, found '{joint}'"));
        let joint = model.joint(model.find_joint(joint).ok_or_else(unknown)?);
        let slice = |range: &std::ops::Range<usize>| {
            Ok::<_, PyErr>(pyo3::types::PySlice::new(py, range.start as isize, range.end as isize, 1).into_any())
        };
        Ok((slice(&joint.configuration)?, slice(&joint.velocity)?))
    }

    /// The mass of all bodies that can move, kg.
    #[getter]
    fn mass(&self) -> f64 {
        self.mechanism().mass()
    }

    /// The acceleration of free fall, m/s².
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.mechanism().gravity().to_array())
    }

    /// The configuration in which the file draws the mechanism.
    #[getter]
    fn initial_configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.initial())
    }

    /// Every coordinate zero, every quaternion one.
    #[getter]
    fn neutral_configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.mechanism().neutral_configuration())
    }

    /// Named configurations of the file.
    #[getter]
    fn keyframes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let poses = PyDict::new(py);
        for frame in &self.robot.keyframes {
            poses.set_item(&frame.name, PyArray1::from_slice(py, &frame.configuration))?;
        }
        Ok(poses)
    }

    /// What of the file is not used as written.
    #[getter]
    fn notices(&self) -> Vec<String> {
        self.robot.notices.iter().map(ToString::to_string).collect()
    }

    /// `M(q)`, armature included.
    fn mass_matrix<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (configuration, freedoms) = (self.configuration_of(configuration)?, self.mechanism().velocity_size());
        if freedoms > LARGEST_MODEL {
            let words = format!("expected a model of at most {LARGEST_MODEL} degrees of freedom, found {freedoms}");
            return Err(errors::input(words));
        }
        self.with(|model, own| arrays::to_array(py, own.mass_matrix(model, &configuration)))?
    }

    /// The acceleration under joint forces, gravity and the velocity's own (articulated bodies): solves
    /// `M(q) a + bias(q, v) = force`. Springs and dampers in joints are not part of it: see `passive_force`.
    #[pyo3(signature = (configuration, velocity, force=None))]
    fn forward_dynamics<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        force: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        let mut force = match force {
            Some(force) => self.velocity_of(force, "force")?,
            None => vec![0.0; v.len()],
        };
        self.with(|model, own| own.forward(model, &q, &v, &mut force))?;
        Ok(PyArray1::from_vec(py, force))
    }

    /// The joint forces of an acceleration (recursive Newton-Euler): `M(q) a + bias(q, v)`.
    #[pyo3(signature = (configuration, velocity, acceleration=None))]
    fn inverse_dynamics<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        acceleration: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        let acceleration = acceleration.map(|a| self.velocity_of(a, "acceleration")).transpose()?;
        let mut force = vec![0.0; v.len()];
        self.with(|model, own| own.inverse(model, &q, &v, acceleration.as_deref(), &mut force))?;
        Ok(PyArray1::from_vec(py, force))
    }

    /// The same at zero acceleration: gravity, centrifugal, Coriolis and gyroscopic forces.
    fn bias_force<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.inverse_dynamics(py, configuration, velocity, None)
    }

    /// The forces of springs and dampers in joints.
    fn passive_force<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        let mut force = vec![0.0; v.len()];
        self.with(|model, _| stiction_multibody::dynamics::passive_force(model, &q, &v, &mut force))?;
        Ok(PyArray1::from_vec(py, force))
    }

    /// The Jacobian of a body's or frame's origin: angular, then linear rows, along the world's axes.
    fn jacobian<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        frame: &str,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.check_frame(frame)?;
        let q = self.configuration_of(configuration)?;
        self.with(|model, own| arrays::to_array(py, own.jacobian(model, &q, frame)))?
    }

    /// Where a body or frame is: `(position, rotation)`, the rotation from its axes to the world's.
    #[allow(clippy::type_complexity)]
    fn pose<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        frame: &str,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>)> {
        self.check_frame(frame)?;
        let q = self.configuration_of(configuration)?;
        let pose = self.with(|model, own| own.pose(model, &q, frame))?;
        let rows = pose.rotation.to_rows();
        let position = PyArray1::from_slice(py, &pose.position.to_array());
        Ok((position, arrays::rows_of(py, 3, 3, |row, column| rows[row][column])?))
    }

    /// The Delassus matrix `W = J M⁻¹ Jᵀ` of the origins of bodies or frames: for each three rows, along its normal and two
    /// tangents where `normals` are given, else along the world's axes.
    #[pyo3(signature = (configuration, frames, normals=None))]
    fn delassus<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        frames: Vec<String>,
        normals: Option<Vec<[f64; 3]>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        frames.iter().try_for_each(|frame| self.check_frame(frame))?;
        let q = self.configuration_of(configuration)?;
        if normals.as_ref().is_some_and(|normals| normals.len() != frames.len()) {
            return Err(errors::input(format!("normals: expected {} directions, one per frame", frames.len())));
        }
        let matrix = self.with(|model, own| own.delassus(model, &q, &frames, normals.as_deref()))?;
        let matrix = matrix.ok_or_else(|| errors::input("normals: expected directions that are not zero"))?;
        arrays::to_array(py, &matrix)
    }

    /// Where a velocity leads in a time, s.
    fn integrate<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        time: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (mut q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        self.with(|model, _| model.integrate(&mut q, &v, time))?;
        Ok(PyArray1::from_vec(py, q))
    }

    /// The velocity that leads from one configuration to another in one second.
    fn difference<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (start, end) = (self.configuration_of(start)?, self.configuration_of(end)?);
        let mut velocity = vec![0.0; self.mechanism().velocity_size()];
        self.with(|model, _| model.difference(&start, &end, &mut velocity))?;
        Ok(PyArray1::from_vec(py, velocity))
    }

    /// `(kinetic, gravitational, in springs)`, J.
    fn energy(&self, configuration: &Bound<'_, PyAny>, velocity: &Bound<'_, PyAny>) -> PyResult<(f64, f64, f64)> {
        let (q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        self.with(|model, own| own.energy(model, &q, &v))
    }

    fn __repr__(&self) -> String {
        let model = self.mechanism();
        let (name, freedoms, bodies) = (model.name(), model.velocity_size(), model.bodies().len());
        format!("Model({name}: {freedoms} degrees of freedom, {bodies} bodies, {} kg)", model.mass())
    }
}
