//! Names: each once among its kind, and made up where the file gives none.

use crate::FormatError;
use crate::field::printable;
use crate::robot::mjcf::Node;
use crate::suggestion::nearest;
use std::collections::{BTreeMap, BTreeSet};

/// Elements of one kind, found by name.
#[derive(Default)]
pub(super) struct Names {
    places: BTreeMap<String, usize>,
}

impl Names {
    /// Takes the name of the next element, if it has one.
    pub fn claim(&mut self, element: Node<'_>, name: Option<&str>, place: usize) -> Result<(), FormatError> {
        let Some(name) = name else { return Ok(()) };
        if name.is_empty() {
            return Err(element.error("name", "expected a name, found none"));
        }
        match self.places.insert(name.to_owned(), place) {
            None => Ok(()),
            Some(_) => {
                Err(element.error("name", format!("expected each name once, found '{}' again", printable(name))))
            }
        }
    }

    /// The element that an attribute names.
    pub fn find(&self, element: Node<'_>, attribute: &str, what: &str) -> Result<usize, FormatError> {
        let name = element.required(attribute)?;
        self.places.get(name).copied().ok_or_else(|| {
            let hint = match nearest(name, self.places.keys().map(String::as_str)) {
                Some(near) => format!("; did you mean '{near}'?"),
                None => String::new(),
            };
            element.error(attribute, format!("expected the name of a {what}, found '{}'{hint}", printable(name)))
        })
    }

    /// A name for every element of the kind: its own, or the kind and its place.
    pub fn complete<'a>(kind: &str, given: impl Iterator<Item = Option<&'a str>> + Clone) -> Vec<String> {
        let taken: BTreeSet<&str> = given.clone().flatten().collect();
        let name = |(place, name): (usize, Option<&str>)| match name {
            Some(name) => name.to_owned(),
            None => {
                let mut made = format!("{kind} {place}");
                // Made-up names differ by their places, so that one prime after another ends.
                while taken.contains(made.as_str()) {
                    made.push('\'');
                }
                made
            }
        };
        given.enumerate().map(name).collect()
    }
}
