use super::Scene;
use super::contacts::Packed;
use crate::words;
use crate::{arrays, errors, guard};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};
use std::path::{Path, PathBuf};
use stiction_formats::words::seconds;
use stiction_formats::{
    Frame, RecordedEvent, Recording as Recorded, RecordingHeader, RecordingWriter, ThinnedRecording, read_recording,
};
use stiction_linalg::space::Quaternion;
use stiction_multibody::dynamics::Kinematics;
use stiction_simulation::{RunSummary as Summary, StepReport, World};

/// Keeps a run, and writes it as it goes on.
pub struct Recorder {
    recorded: Recorded,
    writer: Option<(PathBuf, RecordingWriter)>,
    every: usize,
    summary: Summary,
}

impl Recorder {
    pub fn start(scene: &Scene, world: &World, every: usize, path: Option<PathBuf>) -> PyResult<Self> {
        let loaded = scene.loaded();
        let header = RecordingHeader::new(world, every).with_view(&loaded.description, loaded.camera);
        let (header, first) = (header.with_source(scene.bundle()), Frame::start(world));
        let writer = match path {
            None => None,
            Some(path) => {
                let mut writer = RecordingWriter::create(&path, &header).map_err(errors::input)?;
                writer.frame(&first).map_err(errors::input)?;
                Some((path, writer))
            }
        };
        let recorded = Recorded { header, frames: vec![first], events: Vec::new(), summary: None, torn: 0 };
        Ok(Self { recorded, writer, every, summary: Summary::default() })
    }

    pub fn step(&mut self, world: &World, report: &StepReport, last: bool) -> PyResult<()> {
        self.summary.add(world, report);
        for event in &report.events {
            let event = RecordedEvent::new(report.step, report.time, event).to_json();
            if let Some((_, writer)) = &mut self.writer {
                writer.event(&event).map_err(errors::input)?;
            }
            self.recorded.events.push(event);
        }
        if last || report.step.is_multiple_of(self.every) {
            let frame = Frame::of_step(world, report);
            if let Some((_, writer)) = &mut self.writer {
                writer.frame(&frame).map_err(errors::input)?;
            }
            self.recorded.frames.push(frame);
        }
        Ok(())
    }

    /// What the run came to, and the recording, which still has to be ended.
    pub fn finish(self) -> (Summary, Ending) {
        (self.summary, Ending { recorded: self.recorded, writer: self.writer })
    }
}

/// A recording without its summary.
pub struct Ending {
    recorded: Recorded,
    writer: Option<(PathBuf, RecordingWriter)>,
}

impl Ending {
    pub fn ended(mut self, summary: String) -> PyResult<Recording> {
        let mut path = None;
        if let Some((own, writer)) = self.writer {
            writer.finish(&summary).map_err(errors::input)?;
            path = Some(own);
        }
        self.recorded.summary = Some(summary);
        Ok(Recording::new(self.recorded, path))
    }
}

/// Recording of a run: states, energies, contacts with their impulses, and events.
///
/// It consists of frames: the initial state and every recorded step. `World.record` returns one, `load` reads one from a file.
/// In a notebook it is shown as an interactive view.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> recording = stiction.World("bouncing-ball").record(1.0)
/// >>> recording.time.shape == recording.energy[:, 0].shape
/// True
/// >>> bool(recording.contacts["impulse"][:, 2].max() > 0)
/// True
#[pyclass(frozen, module = "stiction")]
pub struct Recording {
    recorded: Recorded,
    path: Option<PathBuf>,
    columns: PyOnceLock<Py<PyDict>>,
    contacts: PyOnceLock<Py<PyAny>>,
}

impl Recording {
    fn new(recorded: Recorded, path: Option<PathBuf>) -> Self {
        Self { recorded, path, columns: PyOnceLock::new(), contacts: PyOnceLock::new() }
    }

    fn columns<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        Ok(self.columns.get_or_try_init(py, || self.make_columns(py).map(Bound::unbind))?.bind(py))
    }

    fn make_columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let frames = &self.recorded.frames;
        let RecordingHeader { configuration_size, velocity_size, .. } = self.recorded.header;
        let numbers = |of: &dyn Fn(&Frame) -> f64| PyArray1::from_vec(py, frames.iter().map(of).collect());
        let table = |width: usize, of: &dyn Fn(&Frame, usize) -> f64| {
            arrays::rows_of(py, frames.len(), width, |frame, column| of(&frames[frame], column))
        };
        let all = PyDict::new(py);
        all.set_item("step", PyArray1::from_vec(py, frames.iter().map(|frame| frame.step as i64).collect()))?;
        all.set_item("time", numbers(&|frame| frame.time))?;
        all.set_item("configuration", table(configuration_size, &|frame, column| frame.configuration[column])?)?;
        all.set_item("velocity", table(velocity_size, &|frame, column| frame.velocity[column])?)?;
        all.set_item("energy", table(3, &|frame, column| frame.energy[column])?)?;
        all.set_item("contact_energy", numbers(&|frame| frame.contact_energy))?;
        all.set_item("residual", numbers(&|frame| frame.residual))?;
        all.set_item("iterations", PyArray1::from_vec(py, frames.iter().map(|f| i64::from(f.iterations)).collect()))?;
        all.set_item("solved", PyArray1::from_vec(py, frames.iter().map(Frame::is_solved).collect()))?;
        all.set_item("contacts", PyArray1::from_vec(py, frames.iter().map(|f| f.contacts.len() as i64).collect()))?;
        Ok(all)
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.columns(py)?.as_any().get_item(name)
    }
}

#[pymethods]
impl Recording {
    /// Reads a recording from a file. A truncated file, such as that of a killed run, is read up to its last whole record.
    ///
    /// Raises `InputError` if the file is not a recording.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let recorded = py.detach(|| guard::guarded(|| read_recording(&path)))?.map_err(errors::input)?;
        let (configuration, velocity) = (recorded.header.configuration_size, recorded.header.velocity_size);
        let fits = |frame: &Frame| frame.configuration.len() == configuration && frame.velocity.len() == velocity;
        if !recorded.frames.iter().all(fits) {
            return Err(errors::input(format!(
                "{}: expected every frame to have the sizes of the header",
                path.display()
            )));
        }
        Ok(Self::new(recorded, Some(path)))
    }

    /// Writes the recording to a file, in the format of `stiction run --record`.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let Recorded { header, frames, events, summary, .. } = &self.recorded;
        let mut writer = RecordingWriter::create(&path, header).map_err(errors::input)?;
        frames.iter().try_for_each(|frame| writer.frame(frame)).map_err(errors::input)?;
        events.iter().try_for_each(|event| writer.event(event)).map_err(errors::input)?;
        match summary {
            Some(summary) => writer.finish(summary).map_err(errors::input),
            None => writer.mark().map(|_| ()).map_err(errors::input),
        }
    }

    /// File of the recording; `None` if it is only in memory.
    #[getter]
    fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Name of the scene.
    #[getter]
    fn scene(&self) -> &str {
        &self.recorded.header.scene
    }

    /// Requested solver method.
    #[getter]
    fn method(&self) -> &str {
        &self.recorded.header.method
    }

    /// Time step, s.
    #[getter]
    fn time_step(&self) -> f64 {
        self.recorded.header.time_step
    }

    /// Number of steps from frame to frame.
    #[getter]
    fn every(&self) -> usize {
        self.recorded.header.every
    }

    /// Names of the bodies; the first is the world.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.recorded.header.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    /// Names of the shapes; contacts refer to shapes by their index in this list.
    #[getter]
    fn shapes(&self) -> Vec<&str> {
        let shapes = &self.recorded.header.shapes;
        let count = shapes.iter().map(|shape| shape.collider + 1).max().unwrap_or(0);
        let mut names = vec![""; count];
        shapes.iter().for_each(|shape| names[shape.collider] = shape.name.as_str());
        names
    }

    fn __len__(&self) -> usize {
        self.recorded.frames.len()
    }

    /// Returns the columns as a dictionary of arrays with one row per frame: `step`, `time`, `configuration`, `velocity`,
    /// `energy`, `contact_energy`, `residual`, `iterations`, `solved` and `contacts` (their number).
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.columns(py)?.copy()
    }

    /// Number of the step of each frame, shape (frames,); zero is the initial state.
    #[getter]
    fn step<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "step")
    }

    /// Simulated time of each frame, shape (frames,), s.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "time")
    }

    /// Configurations, shape (frames, nq).
    #[getter]
    fn configuration<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "configuration")
    }

    /// Velocities, shape (frames, nv).
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "velocity")
    }

    /// Energies (kinetic, gravitational, springs), shape (frames, 3), J.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "energy")
    }

    /// Energy added by contact impulses in each recorded step, shape (frames,), J.
    #[getter]
    fn contact_energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "contact_energy")
    }

    /// Relative residual of each recorded step, shape (frames,), dimensionless.
    #[getter]
    fn residual<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "residual")
    }

    /// Whether each recorded step is solved (or model-solved), shape (frames,).
    #[getter]
    fn solved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "solved")
    }

    /// Contacts of all frames, as one structured array: the fields of `World.contacts` and the index of the `frame`.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = || {
            let mut packed = Packed::default();
            for (place, frame) in self.recorded.frames.iter().enumerate() {
                frame.contacts.iter().for_each(|contact| packed.recorded(place, contact));
            }
            packed.array(py, "recorded_contacts").map(Bound::unbind)
        };
        Ok(self.contacts.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// Returns the poses of all bodies in all frames, shape (frames, bodies, 7): position, m, and orientation as a quaternion
    /// (w, x, y, z).
    fn poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Recorded { header, frames, .. } = &self.recorded;
        let model = header.model().map_err(errors::input)?;
        if model.configuration_size() != header.configuration_size {
            let (expected, found) = (header.configuration_size, model.configuration_size());
            return Err(errors::input(format!("header: expected joints with {expected} coordinates, found {found}")));
        }
        let bodies = header.bodies.len();
        let flat = guard::guarded(|| {
            let mut kinematics = Kinematics::new(&model);
            let mut flat = Vec::with_capacity(frames.len() * bodies * 7);
            for frame in frames {
                kinematics.update(&model, &frame.configuration);
                for body in model.body_ids() {
                    let pose = kinematics.body_pose(&model, body);
                    flat.extend(pose.position.to_array());
                    flat.extend(Quaternion::from_matrix(&pose.rotation).to_array());
                }
            }
            flat
        })?;
        Ok(PyArray1::from_vec(py, flat).reshape([frames.len(), bodies, 7])?.into_any())
    }

    /// Events of all steps (fallbacks, substeps, position projection, ...), as dictionaries with `step`, `time_s`, `kind` and
    /// `detail`.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let load = py.import("json")?.getattr("loads")?;
        let events = self.recorded.events.iter().map(|event| load.call1((event,))).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, events)
    }

    /// Summary of the run, as `RunSummary.to_dict` or `stiction run --json` returns it; `None` if the run stopped early.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let load = py.import("json")?.getattr("loads")?;
        self.recorded.summary.as_ref().map(|text| load.call1((text,))).transpose()
    }

    /// Returns a `pandas.DataFrame` with one row per frame; vectors become columns `configuration.0`, `configuration.1`, ….
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.tables")?.call_method1("frames", (slf,))
    }

    /// Returns a `pandas.DataFrame` with one row per contact of a frame, with the time and the names of the shapes.
    fn contacts_to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.tables")?.call_method1("contacts", (slf,))
    }

    /// Writes the recording to a temporary HTML file, opens it in a browser and returns its path.
    fn show<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.display")?.call_method1("show", (slf,))
    }

    /// Returns the recording as one HTML page that works offline. Frames are left out of a recording of more than 32 MB.
    fn to_html(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            guard::guarded(|| {
                let Recorded { header, frames, events, summary, .. } = &self.recorded;
                let mut page = ThinnedRecording::new(header.clone(), stiction_viewer::MOST_ON_A_PAGE);
                frames.iter().for_each(|frame| page.frame(frame.clone()));
                events.iter().for_each(|event| page.event(event.clone()));
                stiction_viewer::page(&[(header.scene.clone(), page.finish(summary.as_deref()))])
            })
        })
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.display")?.call_method1("inline", (slf,))
    }

    fn __repr__(&self) -> String {
        let Recorded { header, frames, summary, .. } = &self.recorded;
        let (scene, count) = (&header.scene, words::count(frames.len(), "frame"));
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else {
            return format!("Recording({scene}: {count})");
        };
        let (start, end, step) = (words::instant(first.time), words::instant(last.time), seconds(header.time_step));
        let pace = if header.every == 1 { "every step".to_owned() } else { format!("every {} steps", header.every) };
        let solved = match frames.iter().filter(|frame| !frame.is_solved()).count() {
            0 => "all solved".to_owned(),
            unsolved => format!("{unsolved} not solved"),
        };
        // NaN is the worst.
        let worse = |worst: f64, one: f64| if one > worst || one.is_nan() { one } else { worst };
        let residual = words::residual(frames.iter().map(|frame| frame.residual).fold(0.0, worse));
        let gaps = frames.iter().flat_map(|frame| &frame.contacts).map(|contact| -f64::from(contact.gap));
        let depth = words::penetration(gaps.fold(0.0, f64::max), "at most ");
        let most = match frames.iter().map(|frame| frame.contacts.len()).max() {
            None | Some(0) => "no contacts".to_owned(),
            Some(most) => format!("at most {}", words::count(most, "contact")),
        };
        let ended = if summary.is_some() { "" } else { "; stopped early" };
        format!(
            "Recording({scene}: {count} from {start} to {end}, {pace} of {step}, {solved}; \
             relative residual at most {residual}, {depth}, {most}{ended})"
        )
    }
}
