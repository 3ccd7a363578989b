//! `stiction export`.

use crate::arguments::ExportArguments;
use crate::failure::Failure;
use crate::output;
use crate::same_file::is_same_file;
use std::path::Path;
use std::process::ExitCode;
use stiction_formats::{RecordingFile, export_csv, export_npz, write_text};

pub fn export(arguments: &ExportArguments) -> Result<ExitCode, Failure> {
    let recording = RecordingFile::open(&arguments.file)?;
    if recording.torn > 0 {
        let (file, torn) = (arguments.file.display(), recording.torn);
        output::error(&format!(
            "warning: {file}: truncated; the last {torn} bytes are not a complete record and are ignored\n"
        ));
    }
    let check = |path: &Path| match path.exists() && !arguments.force {
        _ if is_same_file(path, &arguments.file) => {
            Err(Failure::Request(format!("{}: expected another file than the recording itself", path.display())))
        }
        true => Err(Failure::Exists(path.to_owned())),
        false => Ok(()),
    };
    let target = &arguments.target;
    // All is looked at before anything is written.
    let tables = target.csv.iter().map(|folder| folder.join("steps.csv"));
    tables.chain(target.npz.clone()).chain(target.html.clone()).try_for_each(|path| check(&path))?;
    if let (Some(npz), Some(html)) = (&target.npz, &target.html)
        && is_same_file(npz, html)
    {
        return Err(Failure::Request(format!("--html {}: expected another file than the arrays", html.display())));
    }
    if let Some(folder) = &target.csv {
        export_csv(&recording, folder)?;
    }
    if let Some(path) = &target.npz {
        export_npz(&recording, path)?;
    }
    if let Some(path) = &target.html {
        let fits = recording.thinning(stiction_viewer::MOST_ON_A_PAGE);
        let every = arguments.every.map_or(fits, |every| every as usize);
        let name = arguments.file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        if recording.count() == 0 {
            return Err(Failure::Request(format!("{}: expected a frame, found none", arguments.file.display())));
        }
        write_text(path, &stiction_viewer::page(&[(name, recording.thinned(every)?)]))?;
        if every > 1 {
            let count = recording.count();
            output::error(&format!("warning: {}: holds one frame in {every}, of {count}\n", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}
