//! `stiction study`: papers, reproduced.

mod host;

use crate::arguments::StudyArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use host::Terminal;
use std::path::Path;
use std::process::ExitCode;
use stiction_formats::{StudyFolder, make_folder, nearest, write_bytes};
use stiction_studies::{Document, Host, OwnStudy, Size, Study, StudyError, StudyReport, contents};

/// `stiction study`.
pub fn study(arguments: &StudyArguments) -> Result<ExitCode, Failure> {
    let (Some(name), Some(folder), false) = (&arguments.name, &arguments.out, arguments.list) else {
        output::answer(&report::study::list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let studies = find(name)?;
    make_folder(folder)?;
    interrupt::install();
    let listening = Listening::start();
    let mut reports: Vec<StudyReport> = Vec::new();
    for study in studies {
        let mut terminal = Terminal::new(study.name());
        let ended = study.run(&mut terminal);
        terminal.end();
        match ended {
            Ok(report) => {
                write(folder, &report.documents)?;
                reports.push(report);
            }
            Err(StudyError::Interrupted) => break,
            Err(error) => return Err(Failure::Request(format!("{}: {error}", study.name()))),
        }
    }
    drop(listening);
    if reports.is_empty() {
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    write(folder, &contents(&reports))?;
    output::answer(&report::study::answer(&reports, folder))?;
    if interrupt::requested() {
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    let passes = reports.iter().flat_map(|report| &report.checks).all(|check| check.passes);
    Ok(if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A study of the program, or one from a folder.
enum AnyStudy {
    BuiltIn(Study),
    Own(Box<OwnStudy>),
}

impl AnyStudy {
    fn name(&self) -> &str {
        match self {
            Self::BuiltIn(study) => study.name(),
            Self::Own(study) => study.name(),
        }
    }

    fn run(&self, host: &mut dyn Host) -> Result<StudyReport, StudyError> {
        match self {
            Self::BuiltIn(study) => study.run(Size::Full, host),
            Self::Own(study) => study.run(host),
        }
    }
}

fn find(name: &str) -> Result<Vec<AnyStudy>, Failure> {
    if name == "all" {
        return Ok(Study::ALL.into_iter().map(AnyStudy::BuiltIn).collect());
    }
    if let Ok(study) = name.parse() {
        return Ok(vec![AnyStudy::BuiltIn(study)]);
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        return Ok(vec![AnyStudy::Own(Box::new(StudyFolder::read(folder)?.into()))]);
    }
    let near = nearest(name, Study::ALL.iter().map(|study| study.name()).chain(["all"]));
    let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
    let expected = "expected all, a name listed by `stiction study --list`, or a folder with a study.toml";
    Err(Failure::Request(format!("{expected}, found '{name}'{hint}")))
}

fn write(folder: &Path, documents: &[Document]) -> Result<(), Failure> {
    for document in documents {
        let path = folder.join(&document.path);
        if let Some(parent) = path.parent() {
            make_folder(parent)?;
        }
        write_bytes(&path, &document.bytes)?;
    }
    Ok(())
}
