use super::StudyFile;
use crate::{FindSceneError, FormatError, LoadedScene, RobotScene, RunFile, find_scene, read_text};
use std::path::{Path, PathBuf};

/// A folder with a study: `study.toml`, and `text.md`, `claims.md` and `items.md` where they exist.
#[derive(Clone, Debug)]
pub struct StudyFolder {
    /// The folder.
    pub path: PathBuf,
    /// Its name, which is the study's.
    pub name: String,
    /// What `study.toml` says.
    pub file: StudyFile,
    /// The page with placeholders; empty without a file.
    pub text: String,
    /// The table of claims; empty without a file.
    pub claims: String,
    /// The table of items; empty without a file.
    pub items: String,
}

impl StudyFolder {
    /// Reads a folder.
    pub fn read(path: &Path) -> Result<Self, FormatError> {
        let optional = |name: &str| {
            let file = path.join(name);
            if file.exists() { read_text(&file) } else { Ok(String::new()) }
        };
        // `.` has a name only in full.
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = full.file_name().map_or_else(|| "study".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Self {
            file: StudyFile::read(path)?,
            path: path.to_owned(),
            name,
            text: optional("text.md")?,
            claims: optional("claims.md")?,
            items: optional("items.md")?,
        })
    }

    /// The scene of a run: a file of the folder, or a built-in scene.
    pub fn scene(&self, run: &RunFile) -> Result<LoadedScene, FindSceneError> {
        let beside = self.path.join(&run.scene);
        let scene = if beside.is_file() { beside.display().to_string() } else { run.scene.clone() };
        let mut settings = run.settings.clone();
        settings.extend(run.duration.map(|seconds| format!("duration={seconds:?}")));
        find_scene(&scene, &settings, RobotScene::default(), str::to_owned).map(|(_, loaded)| loaded)
    }
}
