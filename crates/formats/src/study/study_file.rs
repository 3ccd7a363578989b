use crate::files::{Disk, Files};
use crate::scene::{Fault, Field, Node, Sources, Table};
use crate::source::Source;
use crate::{FormatError, LARGEST_JSON, LONGEST_DURATION};
use std::path::Path;

/// The file of a study, in its folder.
pub const STUDY_FILE: &str = "study.toml";

/// The only version of the format.
const VERSION: f64 = 1.0;

/// What a study file says. Names of runs, bodies and methods are looked up when the study runs.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyFile {
    /// Above the page.
    pub title: String,
    /// What is reproduced; may be empty.
    pub source: String,
    /// Scenes to simulate.
    pub runs: Vec<RunFile>,
    /// Problems to solve.
    pub problems: Vec<ProblemRunFile>,
    /// Figures to draw.
    pub figures: Vec<FigureFile>,
    /// Numbers to check.
    pub checks: Vec<CheckFile>,
}

/// `[[run]]`: a scene to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFile {
    /// By which lines and checks name it; also of its data.
    pub name: String,
    /// A scene file or robot file in the folder, or a built-in scene.
    pub scene: String,
    /// Settings `key.path=value` of the scene.
    pub settings: Vec<String>,
    /// s; the scene's own if none is given.
    pub duration: Option<f64>,
}

/// `[[problem]]`: a problem to solve by several methods.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemRunFile {
    /// By which checks name it; also of its table.
    pub name: String,
    /// A problem file in the folder.
    pub problem: String,
    /// Names of methods; `auto` if none is given.
    pub methods: Vec<String>,
    /// The largest residual that counts as solved; the program's own if none is given.
    pub tolerance: Option<f64>,
}

/// `[[figure]]`: lines over time.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureFile {
    /// Of its files, and in the text.
    pub name: String,
    /// Above it.
    pub title: String,
    /// Along the left, with the unit.
    pub y: String,
    /// In order.
    pub lines: Vec<LineFile>,
}

/// A line of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct LineFile {
    /// In the legend.
    pub label: String,
    /// Where its points come from.
    pub points: LinePoints,
}

/// The points of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum LinePoints {
    /// A quantity of a run.
    Run {
        /// Of which run.
        run: String,
        /// Which quantity, such as `x ball`.
        value: String,
    },
    /// Given: times and values, from a paper for example.
    Given(Vec<(f64, f64)>),
}

/// `[[check]]`: a number and what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFile {
    /// In words.
    pub what: String,
    /// Where it comes from.
    pub source: CheckSource,
    /// What it should be.
    pub expected: Expected,
}

/// Where a checked number comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckSource {
    /// A quantity of a run, and when.
    Run {
        /// Of which run.
        run: String,
        /// Which quantity.
        value: String,
        /// At which time.
        when: When,
    },
    /// A number or word about a solve.
    Problem {
        /// Of which problem.
        problem: String,
        /// By which method.
        method: String,
        /// Which: `outcome`, `residual`, `iterations`, `factorizations`, `pivots`, or an unknown by its number, `x[0]`.
        value: String,
    },
}

/// When a quantity of a run is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// At the end of the step nearest to a time, s.
    At(f64),
    /// At the end.
    End,
    /// Where it is largest.
    Largest,
    /// Where it is least.
    Least,
}

/// What a number should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Near a number.
    Near {
        /// The number.
        value: f64,
        /// How far it may be off.
        tolerance: f64,
    },
    /// Up to a number.
    AtMost(f64),
    /// From a number on.
    AtLeast(f64),
    /// A word.
    Word(String),
}

impl StudyFile {
    /// Reads the study file of a folder.
    pub fn read(folder: &Path) -> Result<Self, FormatError> {
        let path = folder.join(STUDY_FILE);
        Self::parse(&path.display().to_string(), &Disk.read(&path, LARGEST_JSON)?)
    }

    /// Reads a study file.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let text = Source::new(name, bytes)?.text.to_owned();
        let read = Node::document(&text).and_then(|document| study(&Table::document(&document)));
        read.map_err(|fault| Sources(vec![(name.to_owned(), text)]).error(fault))
    }
}

fn study(table: &Table<'_>) -> Result<StudyFile, Fault> {
    table.known(&["version", "title", "source", "run", "problem", "figure", "check"])?;
    table.required("version", |field| field.number_within("the number 1, the version", |value| value == VERSION))?;
    let file = StudyFile {
        title: table.required("title", Field::text)?,
        source: table.or("source", String::new(), Field::text)?,
        runs: table.each("run", run)?,
        problems: table.each("problem", problem)?,
        figures: table.each("figure", figure)?,
        checks: table.each("check", check)?,
    };
    let names = file.runs.iter().map(|run| &run.name).chain(file.problems.iter().map(|problem| &problem.name));
    let mut names: Vec<_> = names.chain(file.figures.iter().map(|figure| &figure.name)).collect();
    names.sort();
    // The tables of the page have these names.
    if let Some(name) = names.iter().find(|name| ["claims", "items", "checks"].contains(&name.as_str())) {
        return Err(table.fault(format!("expected another name than '{name}', which is a table of every page")));
    }
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(table
            .fault(format!("expected different names for all runs, problems and figures, found '{}' twice", pair[0]))),
        None => Ok(file),
    }
}

/// A name that is also the name of a file.
fn file_name(field: &Field<'_>) -> Result<String, Fault> {
    let name = field.text()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 100 || !name.chars().all(plain) {
        return Err(field.expected("a name of letters, digits, hyphens and underscores"));
    }
    Ok(name)
}

fn texts(field: &Field<'_>) -> Result<Vec<String>, Fault> {
    field.list()?.iter().map(Field::text).collect()
}

fn run(table: &Table<'_>) -> Result<RunFile, Fault> {
    table.known(&["name", "scene", "set", "duration"])?;
    Ok(RunFile {
        name: table.required("name", file_name)?,
        scene: table.required("scene", Field::text)?,
        settings: table.or("set", Vec::new(), texts)?,
        duration: table.optional("duration", |field| {
            let what = format!("a number of seconds above zero, at most {LONGEST_DURATION:e}");
            field.number_within(&what, |value| value > 0.0 && value <= LONGEST_DURATION)
        })?,
    })
}

fn problem(table: &Table<'_>) -> Result<ProblemRunFile, Fault> {
    table.known(&["name", "problem", "methods", "tolerance"])?;
    Ok(ProblemRunFile {
        name: table.required("name", file_name)?,
        problem: table.required("problem", Field::text)?,
        methods: table.or("methods", vec!["auto".to_owned()], texts)?,
        tolerance: table.optional("tolerance", Field::positive)?,
    })
}

fn figure(table: &Table<'_>) -> Result<FigureFile, Fault> {
    table.known(&["name", "title", "y", "line"])?;
    let lines = table.each("line", line)?;
    if lines.is_empty() {
        return Err(table.fault("expected at least one [[figure.line]], found none"));
    }
    Ok(FigureFile {
        name: table.required("name", file_name)?,
        title: table.required("title", Field::text)?,
        y: table.required("y", Field::text)?,
        lines,
    })
}

fn line(table: &Table<'_>) -> Result<LineFile, Fault> {
    table.known(&["label", "run", "value", "points"])?;
    let label = table.required("label", Field::text)?;
    let points = match table.find("points") {
        Some(field) => LinePoints::Given(points(&field)?),
        None => {
            LinePoints::Run { run: table.required("run", Field::text)?, value: table.required("value", Field::text)? }
        }
    };
    Ok(LineFile { label, points })
}

fn points(field: &Field<'_>) -> Result<Vec<(f64, f64)>, Fault> {
    let pair = |entry: &Field<'_>| entry.array("two numbers [time, value]", Field::number).map(|[x, y]| (x, y));
    field.list()?.iter().map(pair).collect()
}

fn check(table: &Table<'_>) -> Result<CheckFile, Fault> {
    let own = ["what", "run", "problem", "method", "value", "at", "expected", "tolerance", "at_most", "at_least"];
    table.known(&own)?;
    let value = table.required("value", Field::text)?;
    let source = match table.optional("problem", Field::text)? {
        Some(problem) => {
            CheckSource::Problem { problem, method: table.or("method", "auto".to_owned(), Field::text)?, value }
        }
        None => {
            CheckSource::Run { run: table.required("run", Field::text)?, value, when: table.or("at", When::End, when)? }
        }
    };
    Ok(CheckFile { what: table.required("what", Field::text)?, source, expected: expected(table)? })
}

fn when(field: &Field<'_>) -> Result<When, Fault> {
    if let Ok(time) = field.number_within("a number", |value| (0.0..=LONGEST_DURATION).contains(&value)) {
        return Ok(When::At(time));
    }
    match field.text().as_deref() {
        Ok("end") => Ok(When::End),
        Ok("largest") => Ok(When::Largest),
        Ok("least") => Ok(When::Least),
        _ => Err(field.expected("a number of seconds, \"end\", \"largest\" or \"least\"")),
    }
}

fn expected(table: &Table<'_>) -> Result<Expected, Fault> {
    let given = (table.find("expected"), table.find("at_most"), table.find("at_least"));
    match given {
        (Some(field), None, None) => match field.text() {
            Ok(word) => Ok(Expected::Word(word)),
            Err(_) => Ok(Expected::Near {
                value: field.number()?,
                tolerance: table.required("tolerance", Field::not_negative)?,
            }),
        },
        (None, Some(most), None) => most.number().map(Expected::AtMost),
        (None, None, Some(least)) => least.number().map(Expected::AtLeast),
        _ => Err(table.fault("expected one of 'expected' (with 'tolerance'), 'at_most' and 'at_least'")),
    }
}
