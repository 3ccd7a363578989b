use crate::arguments::ConvertArguments;
use crate::failure::Failure;
use crate::output;
use std::process::ExitCode;
use stiction_formats::{
    AnyProblem, ContactFile, FclibFile, FclibInfo, LawFile, LoadedContact, read_any_problem, write_contact, write_fclib,
};

/// `stiction convert`.
pub fn convert(arguments: &ConvertArguments) -> Result<ExitCode, Failure> {
    let (input, output) = (arguments.input.as_path(), arguments.output.as_path());
    let ending = output.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    let fclib = match ending.as_deref() {
        Some("hdf5" | "h5") => true,
        Some("json") => false,
        _ => {
            let message = format!("{}: expected a name that ends in .json, .hdf5 or .h5", output.display());
            return Err(Failure::Request(message));
        }
    };
    if output.is_dir() {
        return Err(Failure::Request(format!("{}: expected the name of a file, found a folder", output.display())));
    }
    if output.exists() && !arguments.force {
        return Err(Failure::Exists(output.to_owned()));
    }
    let lost = match (read_any_problem(input)?, fclib) {
        (AnyProblem::Linear(_), _) => {
            let message = format!("{}: expected a contact problem, found a complementarity problem", input.display());
            return Err(Failure::Request(message));
        }
        (AnyProblem::Contact(loaded), true) => {
            write_fclib(output, &loaded.to_fclib(&input.display().to_string())?)?;
            let parts = [
                ("labels", !loaded.labels.is_empty()),
                ("slips before the step", !loaded.slip.is_empty()),
                ("the velocity scale of residuals", loaded.velocity_scale.is_some()),
            ];
            if let Some(note) = merged(&loaded) {
                output::error(&format!("warning: {}: {note}\n", output.display()));
            }
            parts.iter().filter(|part| part.1).map(|part| part.0).collect()
        }
        // As it was written, but for matrices in files of their own: those are beside the old file only.
        (AnyProblem::Contact(loaded), false) => {
            write_contact(output, &ContactFile::from(&loaded))?;
            Vec::new()
        }
        (AnyProblem::Fclib(file), true) => {
            write_fclib(output, &file)?;
            Vec::new()
        }
        (AnyProblem::Fclib(file), false) => {
            write_contact(output, &ContactFile::from(&file))?;
            left_out(&file)
        }
    };
    if !lost.is_empty() {
        output::error(&format!(
            "warning: the format of {} cannot hold {}; left out\n",
            output.display(),
            lost.join(", ")
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// FCLIB has one block of equations: where one bilateral law ends and the next begins is lost.
fn merged(loaded: &LoadedContact) -> Option<String> {
    let rows = |law: &LawFile| if let LawFile::Bilateral { rows } = law { Some(*rows) } else { None };
    let rows: Vec<usize> = loaded.laws.iter().filter_map(rows).collect();
    let (laws, all) = (rows.len(), rows.iter().sum::<usize>());
    (laws > 1).then(|| format!("{laws} bilateral laws become one law with {all} rows"))
}

/// What of an FCLIB file is no part of its problem.
fn left_out(file: &FclibFile) -> Vec<&'static str> {
    let FclibInfo { title, description, math_info } = &file.info;
    let parts = [
        ("the title", !title.is_empty()),
        ("the description", !description.is_empty()),
        ("the mathematical notes", !math_info.is_empty()),
        ("the recorded solution", file.solution.is_some()),
        ("the guesses", !file.guesses.is_empty()),
    ];
    parts.iter().filter(|part| part.1).map(|part| part.0).collect()
}
