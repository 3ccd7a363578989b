use crate::signals::Watch;
use crate::{arrays, errors};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};

/// The longest history, in numbers: 0.8 GB.
const MOST: usize = 100_000_000;

/// Keeps every iterate, where it is to, and hears Ctrl-C.
pub struct History {
    watch: Watch,
    rows: usize,
    points: Option<Vec<f64>>,
}

impl History {
    /// Of points with this number of rows; refused where it could become too long.
    pub fn new(rows: usize, iteration_limit: usize, keeps: bool) -> PyResult<Self> {
        let longest = rows.saturating_mul(iteration_limit.saturating_add(1));
        if keeps && longest > MOST {
            return Err(errors::input(format!(
                "history: expected at most {MOST} numbers, found up to {longest}; lower max_iterations"
            )));
        }
        Ok(Self { watch: Watch::new(None), rows, points: keeps.then(Vec::new) })
    }

    /// An answer, with the points beside it where they were kept.
    pub fn beside<'py>(self, py: Python<'py>, answer: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.watch.finish()?;
        let Some(points) = self.points else { return Ok(answer) };
        let (rows, count) = (self.rows, points.len() / self.rows.max(1));
        let array = arrays::rows_of(py, count, rows, |iterate, row| points[iterate * rows + row])?;
        Ok((answer, array).into_pyobject(py)?.into_any())
    }
}

impl Observer for History {
    fn iteration(&mut self, iteration: &Iteration<'_>) -> ControlFlow<()> {
        if let Some(points) = &mut self.points {
            points.extend_from_slice(iteration.point);
        }
        self.watch.iteration(iteration)
    }

    fn stops(&mut self) -> bool {
        self.watch.stops()
    }

    fn wants_iterates(&self) -> bool {
        self.points.is_some()
    }
}
