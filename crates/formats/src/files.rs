use crate::FormatError;
use crate::read::read_bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where the files that a scene or a robot names come from.
pub(crate) trait Files {
    /// The bytes of a file of at most that many.
    fn read(&mut self, path: &Path, limit: u64) -> Result<Vec<u8>, FormatError>;
    /// Whether there is a file.
    fn is_file(&mut self, path: &Path) -> bool;
    /// The folder that a file is in, in full, since packages are looked for in all folders above.
    fn folder(&mut self, path: &Path) -> PathBuf;
}

/// The files as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&mut self, path: &Path, limit: u64) -> Result<Vec<u8>, FormatError> {
        read_bytes(path, limit)
    }

    fn is_file(&mut self, path: &Path) -> bool {
        path.is_file()
    }

    fn folder(&mut self, path: &Path) -> PathBuf {
        path.canonicalize().ok().and_then(|full| full.parent().map(Path::to_owned)).unwrap_or_default()
    }
}

/// Files as they were when something was read from them: it can be read again wherever they are now, and whatever became
/// of them. Paths are kept as texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptFiles {
    /// The bytes of each file that was read.
    pub(crate) contents: BTreeMap<String, Vec<u8>>,
    /// Files that were looked for and found.
    pub(crate) present: BTreeSet<String>,
    /// The folders of files, in full.
    pub(crate) folders: BTreeMap<String, String>,
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Files for KeptFiles {
    fn read(&mut self, path: &Path, _: u64) -> Result<Vec<u8>, FormatError> {
        let kept = self.contents.get(&text(path)).cloned();
        kept.ok_or_else(|| {
            FormatError::whole_file(
                &text(path),
                "not stored with the scene, because the file could not be read when the scene was loaded",
            )
        })
    }

    fn is_file(&mut self, path: &Path) -> bool {
        self.present.contains(&text(path))
    }

    fn folder(&mut self, path: &Path) -> PathBuf {
        self.folders.get(&text(path)).map(PathBuf::from).unwrap_or_default()
    }
}

/// The files as they are, of which all that is looked at is kept.
pub(crate) struct Keeping<'k>(pub &'k mut KeptFiles);

impl Files for Keeping<'_> {
    fn read(&mut self, path: &Path, limit: u64) -> Result<Vec<u8>, FormatError> {
        let bytes = Disk.read(path, limit)?;
        self.0.contents.insert(text(path), bytes.clone());
        Ok(bytes)
    }

    fn is_file(&mut self, path: &Path) -> bool {
        let found = Disk.is_file(path);
        if found {
            self.0.present.insert(text(path));
        }
        found
    }

    fn folder(&mut self, path: &Path) -> PathBuf {
        let folder = Disk.folder(path);
        self.0.folders.insert(text(path), text(&folder));
        folder
    }
}
