use super::dynamics::Workspace;
use crate::words::count;
use crate::{arrays, choices, errors, guard, threads};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use stiction_formats::words::short;
use stiction_formats::{FormatError, Robot, RootJoint, parse_mjcf, parse_urdf, read_mjcf, read_robot, read_urdf};
use stiction_multibody::Model as Mechanism;

/// The most degrees of freedom for which a full mass matrix is formed: 200 MB.
const LARGEST_MODEL: usize = 5000;

/// A text has no folder to find other files in.
fn alone(file: &str) -> FormatError {
    let message = "expected a text without references to other files, found the name of a file".to_owned();
    FormatError { file: file.to_owned(), position: None, field: String::new(), message }
}

/// Where a model came from, so that another process can make it again.
enum Source {
    File { path: PathBuf, root: Option<RootJoint> },
    Text { text: String, root: Option<RootJoint> },
    Nowhere,
}

/// A tree of bodies connected by joints, with its dynamics in minimal coordinates.
///
/// Configurations and velocities are vectors in the order of the joints; `places` gives the slices of a joint. Below, nq is
/// `configuration_size` and nv is `velocity_size`. Methods that take a body or frame take its name. They raise `InputError` if
/// an array has the wrong length, a number is not finite or a name is unknown.
///
/// Examples
/// --------
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

    /// Works in the reused storage; a panic becomes an error.
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
    /// Reads a URDF file.
    ///
    /// `root` is the joint between the root link and the world: `fixed` or `free`. Raises `InputError` if the file is invalid.
    #[classmethod]
    #[pyo3(signature = (path, *, root="fixed"))]
    fn from_urdf(_class: &Bound<'_, PyType>, path: PathBuf, root: &str) -> PyResult<Self> {
        let root = choices::root(Some(root))?;
        let robot = guard::guarded(|| read_urdf(&path, root.unwrap_or_default()))?.map_err(errors::input)?;
        Ok(Self::new(robot, Source::File { path, root }))
    }

    /// Reads an MJCF file (MuJoCo's format). Raises `InputError` if the file is invalid.
    #[classmethod]
    fn from_mjcf(_class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        let robot = guard::guarded(|| read_mjcf(&path))?.map_err(errors::input)?;
        Ok(Self::new(robot, Source::File { path, root: None }))
    }

    /// Reads a robot from a string in URDF or MJCF that needs no other files, such as meshes.
    ///
    /// `root` is the joint between the root link of a URDF robot and the world: `fixed` (default) or `free`; MJCF defines it
    /// itself. Raises `InputError` if the text is invalid.
    #[classmethod]
    #[pyo3(signature = (text, *, root=None))]
    fn from_string(_class: &Bound<'_, PyType>, text: String, root: Option<&str>) -> PyResult<Self> {
        let root = choices::root(root)?;
        let is_mjcf = text.contains("<mujoco");
        if is_mjcf && root.is_some() {
            let words = "root: expected None, because MJCF defines every joint itself; found a root joint";
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
            Source::Nowhere => {
                Err(errors::input("a model that belongs to a scene cannot be pickled; pickle the scene instead"))
            }
        }
    }

    /// Name of the robot.
    #[getter]
    fn name(&self) -> &str {
        self.mechanism().name()
    }

    /// Length of a configuration, nq.
    #[getter]
    fn configuration_size(&self) -> usize {
        self.mechanism().configuration_size()
    }

    /// Length of a velocity, nv: the number of degrees of freedom.
    #[getter]
    fn velocity_size(&self) -> usize {
        self.mechanism().velocity_size()
    }

    /// Names of the bodies; the first is the world.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.mechanism().bodies().iter().map(|body| body.name.as_str()).collect()
    }

    /// Names of the movable joints, in the order of their coordinates.
    #[getter]
    fn joints(&self) -> Vec<&str> {
        let joints = self.mechanism().joints().iter().filter(|joint| !joint.velocity.is_empty());
        joints.map(|joint| joint.name.as_str()).collect()
    }

    /// Returns the slices of a configuration and of a velocity that belong to a joint.
    fn places<'py>(&self, py: Python<'py>, joint: &str) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let model = self.mechanism();
        let unknown = || errors::input(format!("expected the name of a joint, found '{joint}'"));
        let joint = model.joint(model.find_joint(joint).ok_or_else(unknown)?);
        let slice = |range: &std::ops::Range<usize>| {
            Ok::<_, PyErr>(pyo3::types::PySlice::new(py, range.start as isize, range.end as isize, 1).into_any())
        };
        Ok((slice(&joint.configuration)?, slice(&joint.velocity)?))
    }

    /// Total mass of the bodies that can move, kg.
    #[getter]
    fn mass(&self) -> f64 {
        self.mechanism().mass()
    }

    /// Gravitational acceleration along the world's axes, shape (3,), m/s².
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.mechanism().gravity().to_array())
    }

    /// Configuration that the file defines as initial, shape (nq,).
    #[getter]
    fn initial_configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.initial())
    }

    /// Configuration with all coordinates zero and all quaternions (1, 0, 0, 0), shape (nq,).
    #[getter]
    fn neutral_configuration<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.mechanism().neutral_configuration())
    }

    /// Named configurations (keyframes) of the file, as a dictionary of arrays of shape (nq,).
    #[getter]
    fn keyframes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let poses = PyDict::new(py);
        for frame in &self.robot.keyframes {
            poses.set_item(&frame.name, PyArray1::from_slice(py, &frame.configuration))?;
        }
        Ok(poses)
    }

    /// Warnings: parts of the file that are ignored or changed.
    #[getter]
    fn notices(&self) -> Vec<String> {
        self.robot.notices.iter().map(ToString::to_string).collect()
    }

    /// Returns the joint-space mass matrix `M(q)`, including armature, shape (nv, nv).
    ///
    /// Raises `InputError` for more than 5000 degrees of freedom.
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

    /// Returns the joint accelerations `a` with `M(q) a + bias(q, v) = force`, shape (nv,), by the articulated-body algorithm.
    ///
    /// `force` are the joint forces, N or N·m (default zero). Springs and dampers of joints are not included; add
    /// `passive_force`.
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

    /// Returns the joint forces `M(q) a + bias(q, v)`, shape (nv,), N or N·m, by the recursive Newton-Euler algorithm.
    ///
    /// `acceleration` defaults to zero.
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

    /// Returns the gravitational, centrifugal, Coriolis and gyroscopic forces `bias(q, v)`, shape (nv,), N or N·m: the inverse
    /// dynamics at zero acceleration.
    fn bias_force<'py>(
        &self,
        py: Python<'py>,
        configuration: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.inverse_dynamics(py, configuration, velocity, None)
    }

    /// Returns the forces of springs and dampers of joints, shape (nv,), N or N·m.
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

    /// Returns the Jacobian of the origin of a body or frame, shape (6, nv): three angular, then three linear rows, along the
    /// world's axes.
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

    /// Returns the pose of a body or frame as `(position, rotation)`: the position of its origin, shape (3,), m, and the matrix
    /// that rotates from its axes to the world's, shape (3, 3).
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

    /// Returns the Delassus matrix `W = J M⁻¹ Jᵀ` of the origins of k bodies or frames, shape (3k, 3k), m/s per N·s.
    ///
    /// Each origin has three rows: along its normal and two tangents if `normals` (k directions) are given, otherwise along the
    /// world's axes.
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

    /// Returns the configuration that a constant velocity reaches after a time, s; shape (nq,).
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

    /// Returns the constant velocity that leads from `start` to `end` in one second; shape (nv,).
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

    /// Returns the energies `(kinetic, gravitational, springs)`, J; the last is that of joint springs.
    fn energy(&self, configuration: &Bound<'_, PyAny>, velocity: &Bound<'_, PyAny>) -> PyResult<(f64, f64, f64)> {
        let (q, v) = (self.configuration_of(configuration)?, self.velocity_of(velocity, "velocity")?);
        self.with(|model, own| own.energy(model, &q, &v))
    }

    fn __repr__(&self) -> String {
        let model = self.mechanism();
        let (freedoms, bodies) = (count(model.velocity_size(), "degree of freedom"), model.bodies().len() - 1);
        let (name, bodies, mass) = (model.name(), count(bodies, "body"), short(model.mass()));
        format!("Model({name}: {freedoms}, {bodies}, movable mass {mass} kg)")
    }
}
