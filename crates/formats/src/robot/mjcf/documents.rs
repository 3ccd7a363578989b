//! The files of a model: the main one and all that it includes.

use crate::FormatError;
use crate::field::printable;
use crate::robot::Notice;
use crate::robot::mjcf::{FileSource, Node};
use crate::robot::xml::XmlFile;
use crate::source::Source;
use std::collections::BTreeMap;
use std::path::Path;

const MOST_FILES: usize = 1000;

/// The text of every file, found by following the includes.
pub(super) struct Texts {
    texts: Vec<Text>,
    /// Which file is meant by a name in an include of a file.
    targets: BTreeMap<(String, String), usize>,
}

struct Text {
    /// As messages name it.
    name: String,
    /// Relative to the main file's folder.
    path: String,
    bytes: Vec<u8>,
    includer: Option<usize>,
}

impl Texts {
    pub fn load(name: &str, bytes: &[u8], files: &mut FileSource<'_>) -> Result<Self, FormatError> {
        let main = Path::new(name).file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        let first = Text { name: name.to_owned(), path: main, bytes: bytes.to_vec(), includer: None };
        let mut loaded = Self { texts: vec![first], targets: BTreeMap::new() };
        let mut next = 0;
        while next < loaded.texts.len() {
            loaded.follow(next, files)?;
            next += 1;
        }
        Ok(loaded)
    }

    /// Loads what one file includes.
    fn follow(&mut self, index: usize, files: &mut FileSource<'_>) -> Result<(), FormatError> {
        let Text { name, bytes, .. } = &self.texts[index];
        let (name, bytes) = (name.clone(), bytes.clone());
        let file = XmlFile::parse(Source::new(&name, &bytes)?)?;
        let mut waiting = vec![file.root()];
        while let Some(element) = waiting.pop() {
            waiting.extend(element.all().into_iter().rev());
            if element.tag() != "include" {
                continue;
            }
            let wanted = element.required("file")?;
            let (path, bytes) = self.fetch(index, element, wanted, files)?;
            let target = self.texts.len();
            self.targets.insert((name.clone(), wanted.to_owned()), target);
            self.texts.push(Text { name: self.shown(&path), path, bytes, includer: Some(index) });
        }
        Ok(())
    }

    /// An included file: relative to the main file or else, as MuJoCo has it, to the file that includes it.
    fn fetch(
        &self,
        includer: usize,
        element: Node<'_>,
        wanted: &str,
        files: &mut FileSource<'_>,
    ) -> Result<(String, Vec<u8>), FormatError> {
        let folder = self.texts[includer].path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut failure = None;
        for path in [normal(wanted), normal(&join(folder, wanted))] {
            if let Some(again) = self.texts.iter().position(|text| text.path == path) {
                let found = printable(wanted);
                let message = match self.chain(includer).contains(&again) {
                    true => format!("expected no cycle of includes, found '{found}' within itself"),
                    false => format!("expected each file to be included once, found '{found}' again"),
                };
                return Err(element.error("file", message));
            }
            if self.texts.len() >= MOST_FILES {
                return Err(element.error("file", format!("expected at most {MOST_FILES} files, found more")));
            }
            match files(&path) {
                Ok(bytes) => return Ok((path, bytes)),
                Err(error) => failure = failure.or(Some(error.message)),
            }
        }
        let reason = failure.unwrap_or_default();
        Err(element.error("file", unreadable(wanted, &reason)))
    }

    /// The file and those that include it.
    fn chain(&self, index: usize) -> Vec<usize> {
        std::iter::successors(Some(index), |&index| self.texts[index].includer).collect()
    }

    /// A path relative to the main file, as messages name it.
    fn shown(&self, path: &str) -> String {
        beside(&self.texts[0].name, path)
    }

    pub fn parse(&self) -> Result<Documents<'_>, FormatError> {
        let parse = |text| {
            let Text { name, bytes, .. }: &Text = text;
            XmlFile::parse(Source::new(name, bytes)?)
        };
        let files = self.texts.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        Ok(Documents { texts: self, files })
    }
}

/// What the files say, as one tree.
pub(super) struct Documents<'a> {
    texts: &'a Texts,
    files: Vec<XmlFile<'a>>,
}

impl<'a> Documents<'a> {
    pub fn root(&self) -> Node<'_> {
        self.files[0].root()
    }

    /// The children, not yet marked as used, with those of included files in the place of their includes.
    pub fn children<'f>(&'f self, element: Node<'f>) -> Vec<Node<'f>> {
        let mut children = Vec::new();
        let mut waiting: Vec<Node<'f>> = element.all();
        waiting.reverse();
        while let Some(child) = waiting.pop() {
            if child.tag() != "include" {
                children.push(child);
                continue;
            }
            child.accept();
            let key = (child.file_name().to_owned(), child.attribute("file").unwrap_or("").to_owned());
            if let Some(&target) = self.texts.targets.get(&key) {
                let root: Node<'f> = self.files[target].root();
                root.attribute("model");
                waiting.extend(root.all().into_iter().rev());
            }
        }
        children
    }

    /// The children of one tag, marked as used.
    pub fn tagged<'f>(&'f self, element: Node<'f>, tag: &str) -> Vec<Node<'f>> {
        self.children(element).into_iter().filter(|child| child.tag() == tag).inspect(Node::accept).collect()
    }

    pub fn notices(&self) -> Vec<Notice> {
        self.files.iter().flat_map(XmlFile::notices).collect()
    }
}

/// A path relative to the folder of a file.
pub(super) fn beside(file: &str, path: &str) -> String {
    Path::new(file).parent().unwrap_or(Path::new("")).join(path).display().to_string()
}

/// What to say of a file that a field names and that cannot be had.
pub(super) fn unreadable(wanted: &str, reason: &str) -> String {
    format!("expected a file that can be read, found '{}': {reason}", printable(wanted))
}

/// A path in a folder, unless it stands for itself.
pub(super) fn join(folder: &str, path: &str) -> String {
    match folder {
        "" => path.to_owned(),
        _ if path.starts_with('/') => path.to_owned(),
        _ => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// One spelling per path, so that a cycle is seen.
pub(super) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let rooted = if path.starts_with('/') { "/" } else { "" };
    format!("{rooted}{}", parts.join("/"))
}
