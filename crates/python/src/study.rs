//! Studies: papers reproduced, and studies of one's own.

use crate::signals::Watch;
use crate::{errors, guard};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::path::{Path, PathBuf};
use std::time::Instant;
use stiction_complementarity::Observer;
use stiction_formats::{StudyFolder, make_folder, write_bytes};
use stiction_studies::{Host, OwnStudy, Size, Study, StudyError};

/// Hears Ctrl-C, and has a clock.
struct Listener {
    watch: Watch,
    began: Instant,
}

impl Host for Listener {
    fn progress(&mut self, _: f64, _: &str) {}

    fn seconds(&mut self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn stops(&mut self) -> bool {
        self.watch.stops()
    }
}

/// What came out of a study: checks, pages, figures and data.
#[pyclass(frozen, module = "stiction")]
pub struct StudyReport {
    inner: stiction_studies::StudyReport,
}

#[pymethods]
impl StudyReport {
    /// Name of the study.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// What it shows, in one line.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.title
    }

    /// What it reproduces.
    #[getter]
    fn source(&self) -> &str {
        &self.inner.source
    }

    /// Whether every check passes.
    #[getter]
    fn passes(&self) -> bool {
        self.inner.checks.iter().all(|check| check.passes)
    }

    /// All checks: a list of dictionaries with `what`, `expected`, `got`, `tolerance` and `passes`.
    #[getter]
    fn checks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for check in &self.inner.checks {
            let entry = PyDict::new(py);
            entry.set_item("what", &check.what)?;
            entry.set_item("expected", &check.expected)?;
            entry.set_item("got", &check.got)?;
            entry.set_item("tolerance", &check.tolerance)?;
            entry.set_item("passes", check.passes)?;
            list.append(entry)?;
        }
        Ok(list)
    }

    /// Paths of all pages, figures and data.
    #[getter]
    fn documents(&self) -> Vec<&str> {
        self.inner.documents.iter().map(|document| document.path.as_str()).collect()
    }

    /// Returns the bytes of a document: a page, a figure (SVG, PNG) or data (CSV).
    ///
    /// Parameters
    /// ----------
    /// path : str
    ///     One of `documents`; the study's own folder may be left out.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If there is no such document.
    fn read<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyBytes>> {
        let inside = format!("{}/{path}", self.inner.name);
        let found = self.inner.documents.iter().find(|document| document.path == path || document.path == inside);
        let missing = || errors::input(format!("expected one of the documents, found '{path}'"));
        Ok(PyBytes::new(py, &found.ok_or_else(missing)?.bytes))
    }

    /// Writes all documents into a folder, which is created if it does not exist.
    fn write(&self, folder: PathBuf) -> PyResult<()> {
        for document in &self.inner.documents {
            let path = folder.join(&document.path);
            make_folder(path.parent().unwrap_or(&folder)).map_err(errors::input)?;
            write_bytes(&path, &document.bytes).map_err(errors::input)?;
        }
        Ok(())
    }

    /// The page in Markdown, for notebooks.
    fn _repr_markdown_(&self) -> String {
        let pages = self.inner.documents.iter().filter(|document| document.path.ends_with("index.md"));
        pages.map(|page| String::from_utf8_lossy(&page.bytes).into_owned()).collect()
    }

    fn __repr__(&self) -> String {
        let passed = self.inner.checks.iter().filter(|check| check.passes).count();
        let documents = self.inner.documents.len();
        format!(
            "StudyReport({}: {passed} of {} checks pass, {documents} documents)",
            self.inner.name,
            self.inner.checks.len()
        )
    }
}

/// Runs a study: a paper reproduced, or a study of your own from a folder with a `study.toml`.
///
/// Parameters
/// ----------
/// study : str or path
///     A name of `stiction.studies()`, or a folder.
/// small : bool
///     Fewer points and shorter runs; not for a folder.
///
/// Returns
/// -------
/// StudyReport
///     Checks, pages, figures and data.
///
/// Raises
/// ------
/// InputError
///     If there is no such study, or its files are at fault.
///
/// Examples
/// --------
/// >>> import stiction
/// >>> report = stiction.study("pfrommer-2019", small=True)
/// >>> report.passes, "pfrommer-2019/falling.png" in report.documents
/// (True, True)
#[pyfunction]
#[pyo3(signature = (study, *, small=false))]
pub fn study(py: Python<'_>, study: PathBuf, small: bool) -> PyResult<StudyReport> {
    let own = read_own(&study)?;
    let size = if small { Size::Small } else { Size::Full };
    if own.is_some() && small {
        return Err(errors::input("small: only for the studies of stiction.studies(), not for a folder"));
    }
    let mut host = Listener { watch: Watch::new(None), began: Instant::now() };
    let ended = py.detach(|| {
        guard::guarded(|| match own {
            Some(own) => own.run(&mut host).map_err(|error| (own.name().to_owned(), error)),
            None => {
                let name = study.to_string_lossy().into_owned();
                let unknown = |error: stiction_studies::UnknownStudy| StudyError::Broken(error.to_string());
                let known = name.parse::<Study>().map_err(unknown);
                known.and_then(|study| study.run(size, &mut host)).map_err(|error| (name, error))
            }
        })
    })?;
    host.watch.finish()?;
    ended.map(|inner| StudyReport { inner }).map_err(|(name, error)| errors::input(format!("{name}: {error}")))
}

/// The study of a folder; none where the path is a name.
fn read_own(path: &Path) -> PyResult<Option<OwnStudy>> {
    let is_name = path.to_str().is_some_and(|name| name.parse::<Study>().is_ok());
    if is_name || !path.is_dir() {
        return Ok(None);
    }
    StudyFolder::read(path).map(|folder| Some(folder.into())).map_err(errors::input)
}

/// Returns the built-in studies as a list of `(name, title)`.
#[pyfunction]
pub fn studies() -> Vec<(&'static str, &'static str)> {
    Study::ALL.iter().map(|study| (study.name(), study.title())).collect()
}
