use crate::FormatError;
use crate::field::printable;
use crate::robot::mjcf::Node;
use std::rc::Rc;
use stiction_linalg::space::Vector3;

/// An element over its default classes: an attribute that it does not give itself is that of the nearest class.
#[derive(Clone)]
pub(super) struct Layered<'f> {
    pub own: Node<'f>,
    /// Nearest first.
    layers: Rc<[Node<'f>]>,
}

impl<'f> Layered<'f> {
    pub fn new(own: Node<'f>, layers: Rc<[Node<'f>]>) -> Self {
        Self { own, layers }
    }

    /// An element that no class applies to.
    pub fn alone(own: Node<'f>) -> Self {
        Self::new(own, Rc::from([]))
    }

    /// The element itself and its classes, nearest first.
    pub fn nearest_first(&self) -> impl DoubleEndedIterator<Item = Node<'f>> + '_ {
        std::iter::once(self.own).chain(self.layers.iter().copied())
    }

    /// Where an attribute is given, the element itself if nowhere.
    pub fn holder(&self, name: &str) -> Node<'f> {
        self.nearest_first().find(|element| element.attribute(name).is_some()).unwrap_or(self.own)
    }

    pub fn attribute(&self, name: &str) -> Option<&'f str> {
        self.nearest_first().find_map(|element| element.attribute(name))
    }

    pub fn number(&self, name: &str) -> Result<Option<f64>, FormatError> {
        self.holder(name).number(name)
    }

    pub fn array<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, FormatError> {
        self.holder(name).array(name)
    }

    pub fn vector(&self, name: &str) -> Result<Option<Vector3>, FormatError> {
        self.holder(name).vector(name)
    }

    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, FormatError> {
        self.holder(name).numbers(name)
    }

    /// Up to N numbers: a shorter list leaves the rest as the class further out has them.
    pub fn overlaid<const N: usize>(&self, name: &str) -> Result<[Option<f64>; N], FormatError> {
        let mut overlaid = [None; N];
        for element in self.nearest_first().rev() {
            overlay(element, name, &mut overlaid)?;
        }
        Ok(overlaid)
    }

    /// One of a few words.
    pub fn keyword<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, FormatError> {
        keyword(self.holder(name), name, words)
    }

    pub fn error(&self, name: &str, message: impl Into<String>) -> FormatError {
        self.holder(name).error(name, message)
    }
}

/// Numbers of one element over those of its classes.
pub(super) fn overlay<const N: usize>(
    element: Node<'_>,
    name: &str,
    numbers: &mut [Option<f64>; N],
) -> Result<(), FormatError> {
    let Some(given) = element.numbers(name)? else { return Ok(()) };
    if given.is_empty() || given.len() > N {
        let expected = if N == 1 { "1 number".to_owned() } else { format!("1 to {N} numbers") };
        return Err(element.error(name, format!("expected {expected}, found {}", given.len())));
    }
    for (slot, value) in numbers.iter_mut().zip(given) {
        *slot = Some(value);
    }
    Ok(())
}

/// One of a few words, of an element alone.
pub(super) fn keyword<T: Copy>(element: Node<'_>, name: &str, words: &[(&str, T)]) -> Result<Option<T>, FormatError> {
    let Some(found) = element.attribute(name) else { return Ok(None) };
    match words.iter().find(|(word, _)| *word == found) {
        Some((_, value)) => Ok(Some(*value)),
        None => {
            let expected: Vec<String> = words.iter().map(|(word, _)| format!("'{word}'")).collect();
            let expected = expected.join(" or ");
            Err(element.error(name, format!("expected {expected}, found '{}'", printable(found))))
        }
    }
}

/// Yes or no.
pub(super) const TRUTH: [(&str, bool); 2] = [("true", true), ("false", false)];

/// Yes, no, or as the range says.
pub(super) const LIMITED: [(&str, Option<bool>); 3] = [("true", Some(true)), ("false", Some(false)), ("auto", None)];
