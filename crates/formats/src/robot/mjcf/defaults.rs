//! Default classes: attributes that elements take where they do not give them.

use crate::FormatError;
use crate::field::printable;
use crate::robot::mjcf::documents::Documents;
use crate::robot::mjcf::{Layered, Node, vocabulary};
use crate::suggestion::nearest;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The class outside of all others.
const MAIN: &str = "main";

/// For each kind of element, what its classes say, nearest first.
type Class<'f> = BTreeMap<&'static str, Rc<[Node<'f>]>>;

#[derive(Default)]
pub(super) struct Defaults<'f> {
    classes: BTreeMap<String, Class<'f>>,
    /// What the file calls the outermost class.
    main: Option<&'f str>,
}

impl<'f> Defaults<'f> {
    pub fn read(documents: &'f Documents<'_>, sections: Vec<Node<'f>>) -> Result<Self, FormatError> {
        let mut defaults = Self::default();
        defaults.classes.insert(MAIN.to_owned(), Class::new());
        for section in sections {
            defaults.section(documents, section)?;
        }
        Ok(defaults)
    }

    /// One outermost section; a class is what its parent is when it begins, and its own elements over that.
    fn section(&mut self, documents: &'f Documents<'_>, section: Node<'f>) -> Result<(), FormatError> {
        if let Some(name) = section.attribute("class") {
            if self.main.is_some_and(|main| main != name) || (name != MAIN && self.classes.contains_key(name)) {
                return Err(section.error("class", format!("expected '{MAIN}', found '{}'", printable(name))));
            }
            if name != MAIN {
                self.main = Some(name);
            }
        }
        let mut waiting = vec![(section, MAIN.to_owned())];
        while let Some((element, name)) = waiting.pop() {
            let mut class = self.classes.get(&name).cloned().unwrap_or_default();
            let children = documents.children(element);
            for child in &children {
                if let Some((kind, known)) = vocabulary::of_default(child.tag()) {
                    child.accept();
                    vocabulary::know(*child, known);
                    let outer = class.get(kind).cloned().unwrap_or_else(|| Rc::from([]));
                    class.insert(kind, std::iter::once(*child).chain(outer.iter().copied()).collect());
                }
            }
            for child in children.iter().rev().filter(|child| child.tag() == "default") {
                child.accept();
                let name = child.required("class")?;
                if self.main == Some(name) || self.classes.contains_key(name) {
                    return Err(
                        child.error("class", format!("expected each name once, found '{}' again", printable(name)))
                    );
                }
                self.classes.insert(name.to_owned(), class.clone());
                waiting.push((*child, name.to_owned()));
            }
            self.classes.insert(name, class);
        }
        Ok(())
    }

    /// The class that an attribute of an element names.
    pub fn named(&self, element: Node<'f>, attribute: &str) -> Result<Option<&'f str>, FormatError> {
        let Some(name) = element.attribute(attribute) else { return Ok(None) };
        if self.main == Some(name) {
            return Ok(Some(MAIN));
        }
        if self.classes.contains_key(name) {
            return Ok(Some(name));
        }
        let hint = match nearest(name, self.classes.keys().map(String::as_str)) {
            Some(near) => format!("; did you mean '{near}'?"),
            None => String::new(),
        };
        Err(element
            .error(attribute, format!("expected the name of a default class, found '{}'{hint}", printable(name))))
    }

    /// An element over its own class, or else over that of the bodies around it.
    pub fn apply(&self, element: Node<'f>, around: Option<&'f str>) -> Result<Layered<'f>, FormatError> {
        let Some((kind, known)) = vocabulary::of_default(element.tag()) else { return Ok(Layered::alone(element)) };
        self.apply_as(kind, known, element, around)
    }

    /// As [`apply`](Self::apply), with the classes of another kind of element.
    pub fn apply_as(
        &self,
        kind: &str,
        known: &[&str],
        element: Node<'f>,
        around: Option<&'f str>,
    ) -> Result<Layered<'f>, FormatError> {
        element.accept();
        vocabulary::know(element, known);
        let class = self.named(element, "class")?.or(around).unwrap_or(MAIN);
        let layers = self.classes.get(class).and_then(|class| class.get(kind)).cloned();
        Ok(Layered::new(element, layers.unwrap_or_else(|| Rc::from([]))))
    }
}
