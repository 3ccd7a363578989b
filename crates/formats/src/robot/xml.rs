//! XML that cannot be dropped in silence: what no reader has asked for is listed at the end.

use crate::field::printable;
use crate::robot::Notice;
use crate::source::Source;
use crate::{FormatError, Position};
use roxmltree::{Document, Node, ParsingOptions};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use stiction_linalg::space::Vector3;

/// An XML file, and what has been asked of it.
pub(crate) struct XmlFile<'a> {
    source: Source<'a>,
    document: Document<'a>,
    used: RefCell<Used>,
    remarks: RefCell<Vec<(usize, String)>>,
}

#[derive(Default)]
struct Used {
    elements: BTreeSet<u32>,
    attributes: BTreeSet<(u32, String)>,
}

impl<'a> XmlFile<'a> {
    pub fn parse(source: Source<'a>) -> Result<Self, FormatError> {
        let options = ParsingOptions { nodes_limit: 4_000_000, ..ParsingOptions::default() };
        let document = Document::parse_with_options(source.text, options).map_err(|error| {
            let place = error.pos();
            FormatError {
                file: source.name.to_owned(),
                position: Some(Position { line: place.row as usize, column: place.col as usize }),
                field: String::new(),
                message: format!("expected a robot file in XML (URDF or MJCF): {error}"),
            }
        })?;
        Ok(Self { source, document, used: RefCell::default(), remarks: RefCell::default() })
    }

    /// The outermost element.
    pub fn root(&self) -> Element<'_, 'a> {
        let node = self.document.root_element();
        self.used.borrow_mut().elements.insert(node.id().get());
        Element { file: self, node }
    }

    /// The first element of a namespace whose address contains a word.
    pub fn find_namespace(&self, word: &str) -> Option<Element<'_, 'a>> {
        let mut elements = self.document.descendants().filter(Node::is_element);
        let node = elements.find(|node| node.tag_name().namespace().is_some_and(|address| address.contains(word)))?;
        Some(Element { file: self, node })
    }

    /// Every element and attribute that was not asked for, and every remark, each kind once, by position.
    pub fn notices(&self) -> Vec<Notice> {
        let mut found: Vec<(usize, String)> = self.remarks.borrow().clone();
        self.collect(self.document.root_element(), &mut found);
        let mut grouped: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (offset, message) in found {
            let entry = grouped.entry(message).or_insert((offset, 0));
            entry.0 = entry.0.min(offset);
            entry.1 += 1;
        }
        let mut grouped: Vec<_> = grouped.into_iter().collect();
        grouped.sort_by_key(|(_, (offset, _))| *offset);
        // Lines are counted on from one notice to the next, so that many of them cost one pass over the text.
        let (mut line, mut counted) = (1, 0);
        let notice = |(message, (offset, count)): (String, (usize, usize))| {
            let text = self.source.text;
            line += text.get(counted..offset).unwrap_or_default().matches('\n').count();
            counted = offset;
            let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
            let column = 1 + text[start..offset].chars().count();
            Notice { file: self.source.name.to_owned(), position: Position { line, column }, message, count }
        };
        grouped.into_iter().map(notice).collect()
    }

    /// Whether a node is in the namespace of the outermost element, if that has one: others are not ours.
    fn is_ours(&self, node: Node<'_, '_>) -> bool {
        node.tag_name().namespace() == self.document.root_element().tag_name().namespace()
    }

    fn collect(&self, node: Node<'_, '_>, found: &mut Vec<(usize, String)>) {
        let used = self.used.borrow();
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            let tag = qualified(node, node.tag_name().namespace(), node.tag_name().name());
            if !used.elements.contains(&node.id().get()) {
                found.push((node.range().start, format!("<{tag}> is not supported and is ignored")));
                continue;
            }
            for attribute in node.attributes() {
                let foreign = attribute.namespace().is_some();
                if foreign || !used.attributes.contains(&(node.id().get(), attribute.name().to_owned())) {
                    let name = qualified(node, attribute.namespace(), attribute.name());
                    let message = format!("attribute '{name}' of <{tag}> is not supported and is ignored");
                    found.push((attribute.range().start, message));
                }
            }
            waiting.extend(node.children().filter(Node::is_element));
        }
    }
}

/// A name with the prefix of its namespace, if that has one.
fn qualified(node: Node<'_, '_>, namespace: Option<&str>, name: &str) -> String {
    match namespace.and_then(|address| node.lookup_prefix(address)) {
        Some(prefix) => format!("{}:{}", printable(prefix), printable(name)),
        None => printable(name),
    }
}

/// An element of an XML file. Asking for an attribute or a child marks it as used.
#[derive(Clone, Copy)]
pub(crate) struct Element<'f, 'a> {
    file: &'f XmlFile<'a>,
    node: Node<'f, 'a>,
}

impl<'f, 'a> Element<'f, 'a> {
    /// The tag.
    pub fn tag(&self) -> &'f str {
        self.node.tag_name().name()
    }

    /// The file that it stands in, as messages name it.
    pub fn file_name(&self) -> &'f str {
        self.file.source.name
    }

    /// The text of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&'f str> {
        let value = self.node.attribute(name)?;
        self.file.used.borrow_mut().attributes.insert((self.node.id().get(), name.to_owned()));
        Some(value)
    }

    /// The text of an attribute that must be there.
    pub fn required(&self, name: &str) -> Result<&'f str, FormatError> {
        self.attribute(name).ok_or_else(|| self.error("", format!("expected an attribute '{name}', found none")))
    }

    /// Numbers of an attribute, separated by blanks; all finite.
    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, FormatError> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let number = |word: &str| match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error(name, format!("expected finite numbers, found '{}'", printable(word)))),
        };
        text.split_whitespace().map(number).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// So many numbers of an attribute.
    pub fn array<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, FormatError> {
        let Some(numbers) = self.numbers(name)? else { return Ok(None) };
        let found = numbers.len();
        let several = |n: usize| if n == 1 { "1 number".to_owned() } else { format!("{n} numbers") };
        let array = numbers.try_into();
        array.map(Some).map_err(|_| self.error(name, format!("expected {}, found {}", several(N), several(found))))
    }

    /// The number of an attribute.
    pub fn number(&self, name: &str) -> Result<Option<f64>, FormatError> {
        Ok(self.array::<1>(name)?.map(|[value]| value))
    }

    /// The vector of an attribute.
    pub fn vector(&self, name: &str) -> Result<Option<Vector3>, FormatError> {
        Ok(self.array::<3>(name)?.map(Vector3::from))
    }

    /// The children of one tag, marked as used.
    pub fn children(&self, tag: &str) -> Vec<Self> {
        self.all().into_iter().filter(|child| child.tag() == tag).inspect(Self::accept).collect()
    }

    /// The only child of a tag, marked as used; a second one is an error.
    pub fn child(&self, tag: &str) -> Result<Option<Self>, FormatError> {
        let children = self.children(tag);
        match children.get(1) {
            Some(second) => Err(second.error("", format!("expected one <{tag}> in <{}>, found another", self.tag()))),
            None => Ok(children.first().copied()),
        }
    }

    /// All children, not yet marked as used: to be accepted one by one. Those of a foreign namespace are left out, and
    /// so they are listed.
    pub fn all(&self) -> Vec<Self> {
        let ours = |node: &Node<'_, '_>| node.is_element() && self.file.is_ours(*node);
        self.node.children().filter(ours).map(|node| Self { file: self.file, node }).collect()
    }

    /// Marks the element as used.
    pub fn accept(&self) {
        self.file.used.borrow_mut().elements.insert(self.node.id().get());
    }

    /// Marks the element and all inside as used, and says what becomes of it.
    pub fn set_aside(&self, message: impl Into<String>) {
        let mut used = self.file.used.borrow_mut();
        for node in self.node.descendants().filter(Node::is_element) {
            used.elements.insert(node.id().get());
            used.attributes.extend(node.attributes().map(|attribute| (node.id().get(), attribute.name().to_owned())));
        }
        self.file.remarks.borrow_mut().push((self.node.range().start, message.into()));
    }

    /// Says something about the element to the user; equal messages are said once.
    pub fn remark(&self, message: impl Into<String>) {
        self.file.remarks.borrow_mut().push((self.node.range().start, message.into()));
    }

    /// An error about an attribute of the element, or about the element as a whole (empty name).
    pub fn error(&self, attribute: &str, message: impl Into<String>) -> FormatError {
        let place = self.node.attribute_node(attribute).map_or(self.node.range().start, |found| found.range().start);
        let dot = if attribute.is_empty() { "" } else { "." };
        FormatError {
            file: self.file.source.name.to_owned(),
            position: Some(self.file.source.position(place)),
            field: format!("{}{dot}{attribute}", self.label()),
            message: message.into(),
        }
    }

    /// Where it starts.
    pub fn position(&self) -> Position {
        self.file.source.position(self.node.range().start)
    }

    /// The line that it starts on.
    pub fn line(&self) -> usize {
        self.position().line
    }

    /// The tag with the name; without one, behind that of the nearest element with a name.
    fn label(&self) -> String {
        let own = |node: &Node<'_, '_>| match node.attribute("name") {
            Some(name) => format!("<{} name=\"{}\">", printable(node.tag_name().name()), printable(name)),
            None => format!("<{}>", printable(node.tag_name().name())),
        };
        let outermost = self.file.document.root_element();
        let named = |node: &Node<'_, '_>| node.attribute("name").is_some() && *node != outermost;
        match self.node.ancestors().find(named) {
            Some(holder) if holder != self.node => format!("{} {}", own(&holder), own(&self.node)),
            _ => own(&self.node),
        }
    }
}
