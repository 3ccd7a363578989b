//! `stiction study`: papers, reproduced.

mod host;

use crate::arguments::StudyArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use host::Terminal;
use std::path::Path;
use std::process::ExitCode;
use stiction_formats::{make_folder, nearest, write_bytes};
use stiction_studies::{Document, Size, Study, StudyError, StudyReport, contents};

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
        let mut terminal = Terminal::new(study);
        let ended = study.run(Size::Full, &mut terminal);
        terminal.end();
        match ended {
            Ok(report) => {
                write(folder, &report.documents)?;
                reports.push(report);
            }
            Err(StudyError::Interrupted) => break,
            Err(error) => return Err(Failure::Request(format!("{study}: {error}"))),
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

fn find(name: &str) -> Result<Vec<Study>, Failure> {
    if name == "all" {
        return Ok(Study::ALL.to_vec());
    }
    name.parse().map(|study| vec![study]).map_err(|_| {
        let near = nearest(name, Study::ALL.iter().map(|study| study.name()).chain(["all"]));
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        Failure::Request(format!("expected all or a name listed by `stiction study --list`, found '{name}'{hint}"))
    })
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
