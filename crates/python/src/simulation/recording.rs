use super::Scene;
use super::contacts::Packed;
use crate::{arrays, errors, guard};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};
use std::path::{Path, PathBuf};
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

/// A run, step by step: states, energies, contacts with their impulses, events.
///
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
    /// Reads a recording, also one of a run that was killed: what it left is valid up to there.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let recorded = py.detach(|| guard::guarded(|| read_recording(&path)))?.map_err(errors::input)?;
        let (configuration, velocity) = (recorded.header.configuration_size, recorded.header.velocity_size);
        let fits = |frame: &Frame| frame.configuration.len() == configuration && frame.velocity.len() == velocity;
        if !recorded.frames.iter().all(fits) {
            return Err(errors::input(format!("{}: expected frames of the header's sizes", path.display())));
        }
        Ok(Self::new(recorded, Some(path)))
    }

    /// Writes the recording as `stiction run --record` would.
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

    /// The file that it is in, if it is in one.
    #[getter]
    fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The scene's name.
    #[getter]
    fn scene(&self) -> &str {
        &self.recorded.header.scene
    }

    /// The method's name.
    #[getter]
    fn method(&self) -> &str {
        &self.recorded.header.method
    }

    /// The length of a step, s.
    #[getter]
    fn time_step(&self) -> f64 {
        self.recorded.header.time_step
    }

    /// Every how many steps there is a frame.
    #[getter]
    fn every(&self) -> usize {
        self.recorded.header.every
    }

    /// The bodies' names; the first is the world.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.recorded.header.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    /// The shapes' names, as contacts number them.
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

    /// All columns by their names, each with one row per frame.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.columns(py)?.copy()
    }

    #[getter]
    fn step<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "step")
    }

    /// s.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "time")
    }

    /// Frames × numbers of a configuration.
    #[getter]
    fn configuration<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "configuration")
    }

    /// Frames × numbers of a velocity.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "velocity")
    }

    /// Frames × (kinetic, gravitational, in springs), J.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "energy")
    }

    /// What contact impulses did to the energy, J.
    #[getter]
    fn contact_energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "contact_energy")
    }

    /// The relative natural residual.
    #[getter]
    fn residual<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "residual")
    }

    /// Whether each step was solved.
    #[getter]
    fn solved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "solved")
    }

    /// All contacts of all frames, one structured array as `World.contacts`, with the number of the `frame`.
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

    /// Where every body is in every frame: frames × bodies × (position, orientation w x y z).
    fn poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Recorded { header, frames, .. } = &self.recorded;
        let model = header.model().map_err(errors::input)?;
        if model.configuration_size() != header.configuration_size {
            return Err(errors::input("expected a header whose joints take as many numbers as it says"));
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

    /// What steps did besides: dictionaries with `step`, `time_s`, `kind`, `detail`.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let load = py.import("json")?.getattr("loads")?;
        let events = self.recorded.events.iter().map(|event| load.call1((event,))).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, events)
    }

    /// What the run came to; `None` if it did not end in good order.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let load = py.import("json")?.getattr("loads")?;
        self.recorded.summary.as_ref().map(|text| load.call1((text,))).transpose()
    }

    /// One row per frame, as a `pandas.DataFrame`; vectors become columns `configuration.0`, `configuration.1`, ….
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.tables")?.call_method1("frames", (slf,))
    }

    /// One row per contact, as a `pandas.DataFrame`, with the time and the shapes' names.
    fn contacts_to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.tables")?.call_method1("contacts", (slf,))
    }

    /// Opens the recording in a browser.
    fn show<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("stiction.display")?.call_method1("show", (slf,))
    }

    /// The recording as one page that needs no network; a long one is thinned out.
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
        let (scene, frames) = (&self.recorded.header.scene, self.recorded.frames.len());
        let end = self.recorded.frames.last().map_or(0.0, |frame| frame.time);
        format!("Recording({scene}: {frames} frames to {end:.6} s)")
    }
}
