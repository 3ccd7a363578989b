//! Study files: what a study of one's own runs, draws and checks, in TOML.

mod study_file;
mod study_folder;

pub use study_file::{
    CheckFile, CheckSource, Expected, FigureFile, LineFile, LinePoints, ProblemRunFile, RunFile, STUDY_FILE, StudyFile,
    When,
};
pub use study_folder::StudyFolder;
