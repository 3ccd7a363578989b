use crate::files::{Keeping, KeptFiles};
use crate::read::read_bytes;
use crate::scene::read::FolderOf;
use crate::scene::{BuiltInScene, LoadedScene, SceneFile};
use crate::{FormatError, LARGEST_SCENE};
use std::path::Path;

/// A scene file with its settings and all files that it names: it gives the same scene again anywhere, whatever became of
/// the files.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBundle {
    /// The scene file, as messages call it: its path, or the name of a built-in scene.
    pub name: String,
    /// What the scene is called unless its file says so.
    pub stem: String,
    /// The scene file's text.
    pub text: Vec<u8>,
    /// Settings `key.path=value`, in the order in which they change it.
    pub settings: Vec<String>,
    /// The robots and meshes that it names.
    pub files: KeptFiles,
}

impl SceneBundle {
    /// Reads a scene file, with the files beside it that it names, and keeps them all.
    pub fn read(path: &Path, settings: &[impl AsRef<str>]) -> Result<(Self, LoadedScene), FormatError> {
        let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        Self::keep(path, stem, read_bytes(path, LARGEST_SCENE)?, settings)
    }

    /// The same of a scene file's text, as if it stood at a path.
    pub(super) fn keep(
        path: &Path,
        stem: String,
        text: Vec<u8>,
        settings: &[impl AsRef<str>],
    ) -> Result<(Self, LoadedScene), FormatError> {
        let mut files = KeptFiles::default();
        let (name, settings) = (path.display().to_string(), owned(settings));
        let file = SceneFile::parse(&name, &text, &settings)?;
        let loaded = file.resolve(&stem, &mut FolderOf::file(path, &mut Keeping(&mut files)))?;
        Ok((Self { name, stem, text, settings, files }, loaded))
    }

    /// A scene that comes with the program.
    pub fn built_in(scene: &BuiltInScene, settings: &[impl AsRef<str>]) -> Self {
        Self {
            name: scene.name.to_owned(),
            stem: scene.name.to_owned(),
            text: scene.text.as_bytes().to_vec(),
            settings: owned(settings),
            files: KeptFiles::default(),
        }
    }

    /// The scene, from what was kept.
    pub fn load(&self) -> Result<LoadedScene, FormatError> {
        let mut files = self.files.clone();
        let path = Path::new(&self.name);
        let file = SceneFile::parse(&self.name, &self.text, &self.settings)?;
        file.resolve(&self.stem, &mut FolderOf::file(path, &mut files))
    }
}

fn owned(settings: &[impl AsRef<str>]) -> Vec<String> {
    settings.iter().map(|setting| setting.as_ref().to_owned()).collect()
}
