use super::quantity::Quantity;
use crate::csv::Csv;
use crate::{Host, StudyError};
use stiction_formats::{RunFile, StudyFolder, When};
use stiction_simulation::World;

/// The most steps of a run.
const MOST_STEPS: f64 = 1e7;

/// A run, and the quantities that were asked for.
pub struct Motion {
    /// Of the run.
    pub name: String,
    values: Vec<String>,
    /// Time, then each quantity.
    rows: Vec<Vec<f64>>,
}

impl Motion {
    /// Simulates a scene of the folder, or a built-in one.
    pub fn new(
        run: &RunFile,
        folder: &StudyFolder,
        values: &[String],
        host: &mut dyn Host,
    ) -> Result<Self, StudyError> {
        let fault = |what: String| StudyError::Broken(format!("run '{}': {what}", run.name));
        let loaded = folder.scene(run).map_err(|error| fault(error.to_string()))?;
        let steps = loaded.scene.settings.steps_in(loaded.scene.duration);
        if steps > MOST_STEPS {
            return Err(fault(format!("expected at most {MOST_STEPS:e} steps, found {steps:e}")));
        }
        let mut world = World::new(loaded.scene).map_err(|error| fault(error.to_string()))?;
        let quantities: Vec<_> = values
            .iter()
            .map(|value| Quantity::parse(value, &world).map_err(|error| fault(error.to_string())))
            .collect::<Result<_, _>>()?;
        let mut rows = Vec::new();
        for _ in 0..steps as usize {
            if host.stops() {
                return Err(StudyError::Interrupted);
            }
            let report = world.step().map_err(|error| fault(error.to_string()))?;
            let bodies = world.bodies();
            let mut row = vec![report.time];
            row.extend(quantities.iter().map(|quantity| quantity.after(&world, &bodies, &report)));
            rows.push(row);
        }
        Ok(Self { name: run.name.clone(), values: values.to_vec(), rows })
    }

    /// All rows, with names.
    pub fn csv(&self) -> Csv {
        let names: Vec<_> = ["time_s"].into_iter().chain(self.values.iter().map(String::as_str)).collect();
        let mut csv = Csv::new(&names);
        self.rows.iter().for_each(|row| csv.numbers(row));
        csv
    }

    fn column(&self, value: &str) -> Result<usize, StudyError> {
        let place = self.values.iter().position(|own| own == value);
        place.map(|place| place + 1).ok_or_else(|| crate::error::missing(value))
    }

    /// A quantity over time.
    pub fn line(&self, value: &str) -> Result<Vec<(f64, f64)>, StudyError> {
        let column = self.column(value)?;
        Ok(self.rows.iter().map(|row| (row[0], row[column])).collect())
    }

    /// A quantity at a time.
    pub fn value(&self, value: &str, when: When) -> Result<f64, StudyError> {
        let line = self.line(value)?;
        let values = || line.iter().map(|point| point.1);
        Ok(match when {
            When::End => line.last().map_or(f64::NAN, |point| point.1),
            When::Largest => values().fold(f64::NAN, f64::max),
            When::Least => values().fold(f64::NAN, f64::min),
            When::At(time) => {
                let distance = |point: &(f64, f64)| (point.0 - time).abs();
                let nearest = line.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
                let last = line.last().map_or(0.0, |point| point.0);
                let step = line.first().map_or(0.0, |point| point.0);
                match nearest {
                    Some(point) if distance(point) <= step => point.1,
                    _ => {
                        let run = &self.name;
                        return Err(StudyError::Broken(format!("run '{run}' ends at {last} s, before {time} s")));
                    }
                }
            }
        })
    }
}
