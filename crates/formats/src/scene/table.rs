use crate::field::printable;
use crate::nearest;
use crate::scene::document::{Content, Entry, Node};
use crate::scene::place::{Fault, Place};
use crate::scene::value::Field;

/// A table that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Table<'a> {
    pub at: Place,
    /// The way to it, as a setting writes it.
    pub path: String,
    entries: &'a [Entry],
}

impl<'a> Table<'a> {
    /// The document as a whole.
    pub fn document(node: &'a Node) -> Self {
        let entries: &[Entry] = if let Content::Table(entries) = &node.content { entries } else { &[] };
        Self { at: node.at, path: String::new(), entries }
    }

    pub fn of(field: &Field<'a>, expected: &str) -> Result<Self, Fault> {
        let Content::Table(entries) = &field.node.content else { return Err(field.expected(expected)) };
        Ok(Self { at: field.node.at, path: field.path.clone(), entries })
    }

    /// Refuses keys that mean nothing: they are slips more often than not.
    pub fn known(&self, keys: &[&str]) -> Result<(), Fault> {
        let Some(entry) = self.entries.iter().find(|entry| !keys.contains(&entry.key.as_str())) else { return Ok(()) };
        let hint = match nearest(&entry.key, keys.iter().copied()) {
            Some(meant) => format!("did you mean '{meant}'?"),
            None => format!("expected one of {}", keys.join(", ")),
        };
        Err(Fault::new(entry.at, &self.path, format!("unknown key '{}'; {hint}", printable(&entry.key))))
    }

    pub fn find(&self, key: &str) -> Option<Field<'a>> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some(Field { node: &entry.node, path: self.inner(key) })
    }

    /// All entries, where the keys are names that the file chooses.
    pub fn all(&self) -> impl Iterator<Item = (&'a Entry, Field<'a>)> {
        self.entries.iter().map(|entry| (entry, Field { node: &entry.node, path: self.inner(&entry.key) }))
    }

    pub fn required<T>(&self, key: &str, read: impl FnOnce(&Field<'a>) -> Result<T, Fault>) -> Result<T, Fault> {
        match self.find(key) {
            Some(field) => read(&field),
            None => Err(self.fault(format!("expected '{key}', found no such key"))),
        }
    }

    pub fn optional<T>(
        &self,
        key: &str,
        read: impl FnOnce(&Field<'a>) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.find(key).map(|field| read(&field)).transpose()
    }

    /// The value of a key, or what stands where there is none.
    pub fn or<T>(&self, key: &str, default: T, read: impl FnOnce(&Field<'a>) -> Result<T, Fault>) -> Result<T, Fault> {
        Ok(self.optional(key, read)?.unwrap_or(default))
    }

    /// The entries of a list of tables, each read by itself; none where there is no such key.
    pub fn each<T>(&self, key: &str, mut read: impl FnMut(&Table<'a>) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        let Some(field) = self.find(key) else { return Ok(Vec::new()) };
        let expected = format!("tables [[{key}]]");
        if !matches!(field.node.content, Content::List(_)) {
            return Err(field.expected(&expected));
        }
        field.list()?.iter().map(|entry| read(&Table::of(entry, &expected)?)).collect()
    }

    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.at, &self.path, message)
    }

    fn inner(&self, key: &str) -> String {
        let key = printable(key);
        if self.path.is_empty() { key } else { format!("{}.{key}", self.path) }
    }
}
