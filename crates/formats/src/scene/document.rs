use crate::field::{printable, shown};
use crate::scene::place::{Fault, Place};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

/// A value of a document, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub at: Place,
    pub content: Content,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Text(String),
    Number(f64),
    Flag(bool),
    /// Dates mean nothing in a scene.
    Date,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key of a table with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub at: Place,
    pub node: Node,
}

impl Node {
    /// The document of a whole text.
    pub fn document(text: &str) -> Result<Self, Fault> {
        let table = DeTable::parse(text).map_err(|error| fault(&error, 0, 0))?;
        Ok(Self { at: Place::default(), content: self::table(table.get_ref(), 0, 0) })
    }

    /// A single value that begins at a byte of a source.
    pub fn value(text: &str, source: usize, start: usize) -> Result<Self, Fault> {
        let value = DeValue::parse(text).map_err(|error| fault(&error, source, start))?;
        Ok(Self::new(&value, source, start))
    }

    fn new(value: &Spanned<DeValue<'_>>, source: usize, start: usize) -> Self {
        let content = match value.get_ref() {
            DeValue::String(text) => Content::Text(text.to_string()),
            // A whole number beyond the range of integers is a number all the same.
            DeValue::Integer(number) => {
                let whole = i64::from_str_radix(number.as_str(), number.radix()).map(|whole| whole as f64);
                Content::Number(whole.or_else(|_| number.as_str().parse()).unwrap_or(f64::INFINITY))
            }
            DeValue::Float(number) => Content::Number(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Content::Flag(*flag),
            DeValue::Datetime(_) => Content::Date,
            DeValue::Array(list) => Content::List(list.iter().map(|node| Self::new(node, source, start)).collect()),
            DeValue::Table(inner) => table(inner, source, start),
        };
        Self { at: Place { source, offset: start + value.span().start }, content }
    }

    /// In a few words, for messages.
    pub fn describe(&self) -> String {
        match &self.content {
            Content::Text(text) => format!("\"{}\"", printable(text)),
            Content::Number(number) => shown(*number),
            Content::Flag(flag) => flag.to_string(),
            Content::Date => "a date".to_owned(),
            Content::List(list) => match list.len() {
                0 => "an empty list".to_owned(),
                1 => "a list of 1".to_owned(),
                many => format!("a list of {many}"),
            },
            Content::Table(_) => "a table".to_owned(),
        }
    }

    /// The name that a table gives itself.
    pub fn own_name(&self) -> Option<&str> {
        let Content::Table(entries) = &self.content else { return None };
        let entry = entries.iter().find(|entry| entry.key == "name")?;
        match &entry.node.content {
            Content::Text(name) if !name.is_empty() => Some(name),
            _ => None,
        }
    }
}

/// The entries in the order in which they were written.
fn table(table: &DeTable<'_>, source: usize, start: usize) -> Content {
    let entry = |(key, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| Entry {
        key: key.get_ref().to_string(),
        at: Place { source, offset: start + key.span().start },
        node: Node::new(value, source, start),
    };
    let mut entries: Vec<Entry> = table.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.at.offset);
    Content::Table(entries)
}

fn fault(error: &Error, source: usize, start: usize) -> Fault {
    let offset = start + error.span().map_or(0, |span| span.start);
    let message = match error.message() {
        text if text.starts_with("string values must be quoted") => {
            "expected a value; strings are written in quotes".to_owned()
        }
        text => format!("not valid TOML: {}", text.replace('\n', ", ")),
    };
    Fault::new(Place { source, offset }, "", message)
}
