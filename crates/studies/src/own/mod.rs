//! A study of one's own: a folder with `study.toml`, which says what to simulate, solve, draw and check; a text with
//! placeholders; and tables of claims and items, if there are any. Pages, data and checks are those of the built-in studies.

mod motion;
mod quantity;
mod solved;

use crate::findings::Findings;
use crate::host::advance;
use crate::number::short;
use crate::{Check, Host, Size, StudyError, StudyReport, claims, items, page};
use motion::Motion;
use solved::Solved;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};
use stiction_formats::{CheckSource, Expected, FigureFile, LinePoints, StudyFolder};

/// What stands on the page where a study has no text of its own.
const TEXT: &str = "## Checks\n\n{{checks}}\n";

/// A study that was read from a folder.
#[derive(Clone, Debug)]
pub struct OwnStudy {
    folder: StudyFolder,
}

impl From<StudyFolder> for OwnStudy {
    fn from(folder: StudyFolder) -> Self {
        Self { folder }
    }
}

impl OwnStudy {
    /// The name of the folder.
    pub fn name(&self) -> &str {
        &self.folder.name
    }

    /// Runs everything.
    pub fn run(&self, host: &mut dyn Host) -> Result<StudyReport, StudyError> {
        let mut findings = Findings::default();
        let motions = self.motions(host, &mut findings)?;
        let mut problems = Vec::new();
        for file in &self.folder.file.problems {
            advance(host, 0.9, &file.name)?;
            let solved = Solved::new(file, &self.folder.path, host)?;
            findings.table(&file.name, solved.table());
            problems.push(solved);
        }
        for figure in &self.folder.file.figures {
            findings.figure(&drawn(figure, &motions)?)?;
        }
        for check in &self.folder.file.checks {
            let what = check.what.clone();
            let unknown =
                |kind: &str, name: &str| StudyError::Broken(format!("check '{what}': there is no {kind} '{name}'"));
            let found = match &check.source {
                CheckSource::Run { run, value, when } => {
                    let motion =
                        motions.iter().find(|motion| motion.name == *run).ok_or_else(|| unknown("run", run))?;
                    solved::Value::Number(motion.value(value, *when)?)
                }
                CheckSource::Problem { problem, method, value } => {
                    let solved =
                        problems.iter().find(|own| own.name == *problem).ok_or_else(|| unknown("problem", problem))?;
                    solved.value(method, value)?
                }
            };
            findings.check(compared(what, &check.expected, found)?);
        }
        findings.table("claims", claims::table(&self.folder.claims, &findings, Size::Full)?);
        findings.table("items", items::table(&self.folder.items)?);
        let text = if self.folder.text.is_empty() {
            format!("# {}\n\n{TEXT}", self.folder.file.title)
        } else {
            self.folder.text.clone()
        };
        let documents = page::documents(&self.folder.name, &self.folder.file.title, &text, &findings)?;
        let (title, source) = (self.folder.file.title.clone(), self.folder.file.source.clone());
        Ok(StudyReport { name: self.folder.name.clone(), title, source, checks: findings.checks, documents })
    }

    /// Every run, with the quantities that figures and checks ask for.
    fn motions(&self, host: &mut dyn Host, findings: &mut Findings) -> Result<Vec<Motion>, StudyError> {
        let mut motions = Vec::new();
        for (place, run) in self.folder.file.runs.iter().enumerate() {
            advance(host, 0.9 * place as f64 / self.folder.file.runs.len() as f64, &run.name)?;
            let motion = Motion::new(run, &self.folder, &self.values(&run.name), host)?;
            findings.data(&run.name, motion.csv());
            motions.push(motion);
        }
        Ok(motions)
    }

    /// The quantities of a run that are asked for, each once.
    fn values(&self, run: &str) -> Vec<String> {
        let lines =
            self.folder.file.figures.iter().flat_map(|figure| &figure.lines).filter_map(|line| match &line.points {
                LinePoints::Run { run: own, value } if own == run => Some(value),
                _ => None,
            });
        let checks = self.folder.file.checks.iter().filter_map(|check| match &check.source {
            CheckSource::Run { run: own, value, .. } if own == run => Some(value),
            _ => None,
        });
        let mut values: Vec<String> = Vec::new();
        for value in lines.chain(checks) {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        values
    }
}

fn drawn(file: &FigureFile, motions: &[Motion]) -> Result<Figure, StudyError> {
    let mut lines: Vec<(Vec<(f64, f64)>, bool)> = Vec::new();
    for own in &file.lines {
        lines.push(match &own.points {
            LinePoints::Given(points) => (points.clone(), true),
            LinePoints::Run { run, value } => {
                let motion = motions.iter().find(|motion| motion.name == *run);
                let unknown = || StudyError::Broken(format!("figure '{}': there is no run '{run}'", file.name));
                (motion.ok_or_else(unknown)?.line(value)?, false)
            }
        });
    }
    let range = |numbers: &mut dyn Iterator<Item = f64>| {
        let (least, most) = numbers
            .filter(|x| x.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let room = if most > least { 0.05 * (most - least) } else { 0.5 * most.abs().max(1.0) };
        if least <= most { (least, most, room) } else { (0.0, 1.0, 0.0) }
    };
    let (first, last, _) = range(&mut lines.iter().flat_map(|(points, _)| points.iter().map(|point| point.0)));
    let (least, most, room) = range(&mut lines.iter().flat_map(|(points, _)| points.iter().map(|point| point.1)));
    let last = if last > first { last } else { first + 1.0 };
    let mut panel = Panel::new(Axis::linear("time, s", first, last), Axis::linear(&file.y, least - room, most + room))
        .legend(Place::Right);
    for (place, ((points, given), own)) in lines.into_iter().zip(&file.lines).enumerate() {
        let style = if given { dashed(place) } else { line(place) };
        panel = panel.with(Mark::line(points, style).named(&own.label));
    }
    Ok(Figure::new(&file.name, &file.title, vec![panel.into()]))
}

fn compared(what: String, expected: &Expected, found: solved::Value) -> Result<Check, StudyError> {
    use solved::Value;
    Ok(match (expected, found) {
        (Expected::Near { value, tolerance }, Value::Number(found)) => Check::near(what, *value, found, *tolerance),
        (Expected::AtMost(limit), Value::Number(found)) => Check::at_most(what, *limit, found),
        (Expected::AtLeast(limit), Value::Number(found)) => Check::at_least(what, *limit, found),
        (Expected::Word(word), Value::Word(found)) => Check::is(what, word.clone(), found),
        (Expected::Word(word), Value::Number(found)) => {
            let found = short(found);
            return Err(StudyError::Broken(format!(
                "check '{what}': expected the word '{word}', found the number {found}"
            )));
        }
        (_, Value::Word(found)) => {
            return Err(StudyError::Broken(format!("check '{what}': expected a number, found the word '{found}'")));
        }
    })
}
