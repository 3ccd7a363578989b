//! A JSON reader (RFC 8259) that remembers where every value stood, so that errors found long after
//! parsing can still name the line and column.

use crate::field::printable;
use crate::{FieldError, Segment};
use std::collections::BTreeSet;

/// Deeper nesting is refused, so that no input can exhaust the stack.
const DEEPEST: usize = 64;

/// A value and the byte at which it starts.
#[derive(Debug)]
pub(crate) struct Value {
    pub offset: usize,
    pub content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Null,
    Bool(bool),
    /// Infinite when the number is beyond double precision.
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The value in a few words, for "expected …, found …".
    pub fn describe(&self) -> String {
        match &self.content {
            Content::Null => "null".to_owned(),
            Content::Bool(value) => value.to_string(),
            Content::Number(value) if value.is_infinite() => "a number beyond double precision".to_owned(),
            Content::Number(value) => format!("{value:?}"),
            Content::Text(text) => format!("\"{}\"", printable(text)),
            Content::List(list) if list.is_empty() => "an empty list".to_owned(),
            Content::List(_) => "a list".to_owned(),
            Content::Object(_) => "an object".to_owned(),
        }
    }

    /// The byte at which a field starts; where the path leads nowhere, that of the last value on it.
    pub fn locate(&self, path: &[Segment]) -> usize {
        let Some((first, rest)) = path.split_first() else { return self.offset };
        let child = match (&self.content, first) {
            (Content::Object(members), Segment::Key(key)) => members.iter().find(|m| m.0 == *key).map(|m| &m.1),
            (Content::List(list), Segment::Index(index)) => list.get(*index),
            _ => None,
        };
        child.map_or(self.offset, |child| child.locate(rest))
    }
}

/// A fault in the text itself.
#[derive(Debug)]
pub(crate) struct SyntaxError {
    pub offset: usize,
    pub error: FieldError,
}

/// Reads one value that fills the whole text.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxError> {
    let mut parser = Parser { text, offset: 0, depth: 0 };
    let value = parser.value()?;
    parser.skip_space();
    if parser.offset < text.len() {
        return Err(parser.expected("the end of the file"));
    }
    Ok(value)
}

struct Parser<'a> {
    text: &'a str,
    offset: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    /// Steps over a byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.offset += usize::from(found);
        found
    }

    fn fault(&self, offset: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError { offset, error: FieldError::here(message) }
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let found = match self.text[self.offset..].chars().next() {
            None => "the end of the file".to_owned(),
            Some(letter) => format!("'{}'", letter.escape_debug()),
        };
        self.fault(self.offset, format!("expected {what}, found {found}"))
    }

    fn value(&mut self) -> Result<Value, SyntaxError> {
        self.skip_space();
        let offset = self.offset;
        let content = match self.peek() {
            Some(b'{' | b'[') if self.depth == DEEPEST => {
                return Err(self.fault(offset, format!("expected at most {DEEPEST} levels of nesting, found more")));
            }
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::list)?,
            Some(b'"') => Content::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            _ => return Err(self.expected("a value")),
        };
        Ok(Value { offset, content })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Content, SyntaxError>) -> Result<Content, SyntaxError> {
        self.offset += 1;
        self.depth += 1;
        let content = read(self);
        self.depth -= 1;
        content
    }

    fn list(&mut self) -> Result<Content, SyntaxError> {
        let mut list = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(Content::List(list));
        }
        loop {
            let inside = |fault| within(fault, list.len().into());
            list.push(self.value().map_err(inside)?);
            self.skip_space();
            if self.take(b']') {
                return Ok(Content::List(list));
            }
            if !self.take(b',') {
                return Err(self.expected("',' or ']'"));
            }
        }
    }

    fn object(&mut self) -> Result<Content, SyntaxError> {
        let mut members: Vec<(String, Value)> = Vec::new();
        let mut names = BTreeSet::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Content::Object(members));
        }
        loop {
            self.skip_space();
            let offset = self.offset;
            if self.peek() != Some(b'"') {
                return Err(self.expected("a field name in double quotes"));
            }
            let name = self.string()?;
            let inside = |fault| within(fault, name.as_str().into());
            if !names.insert(name.clone()) {
                return Err(inside(self.fault(offset, "expected each field once, found it again")));
            }
            self.skip_space();
            if !self.take(b':') {
                return Err(inside(self.expected("':'")));
            }
            let value = self.value().map_err(inside)?;
            members.push((name, value));
            self.skip_space();
            if self.take(b'}') {
                return Ok(Content::Object(members));
            }
            if !self.take(b',') {
                return Err(self.expected("',' or '}'"));
            }
        }
    }

    fn word(&mut self) -> Result<Content, SyntaxError> {
        let rest = &self.text[self.offset..];
        let word = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        let content = match word {
            "null" => Content::Null,
            "true" => Content::Bool(true),
            "false" => Content::Bool(false),
            _ => {
                let message = format!("expected a value (numbers are finite in JSON), found {}", printable(word));
                return Err(self.fault(self.offset, message));
            }
        };
        self.offset += word.len();
        Ok(content)
    }

    fn digits(&mut self) -> Result<usize, SyntaxError> {
        let start = self.offset;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.offset += 1;
        }
        if self.offset == start { Err(self.expected("a digit")) } else { Ok(self.offset - start) }
    }

    fn number(&mut self) -> Result<Content, SyntaxError> {
        let start = self.offset;
        self.take(b'-');
        let leading_zero = self.peek() == Some(b'0');
        if self.digits()? > 1 && leading_zero {
            return Err(self.fault(start, "expected a number without leading zeros"));
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = &self.text[start..self.offset];
        text.parse().map(Content::Number).map_err(|_| self.fault(start, format!("expected a number, found {text}")))
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let start = self.offset;
        self.offset += 1;
        let mut text = String::new();
        loop {
            let Some(letter) = self.text[self.offset..].chars().next() else {
                return Err(self.fault(start, "expected a closing '\"', found the end of the file"));
            };
            match letter {
                '"' => {
                    self.offset += 1;
                    return Ok(text);
                }
                '\\' => text.push(self.escape()?),
                '\0'..='\x1f' => return Err(self.expected("a string on one line")),
                _ => {
                    text.push(letter);
                    self.offset += letter.len_utf8();
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.offset;
        self.offset += 2;
        let letter = match self.text.as_bytes().get(start + 1) {
            Some(b'u') => {
                let unit = self.hex(start)?;
                let code = match unit {
                    0xd800..=0xdbff if self.text[self.offset..].starts_with("\\u") => {
                        self.offset += 2;
                        let low = self.hex(start)?.wrapping_sub(0xdc00);
                        if low < 0x400 { 0x10000 + ((unit - 0xd800) << 10) + low } else { unit }
                    }
                    _ => unit,
                };
                char::from_u32(code)
            }
            Some(b'"') => Some('"'),
            Some(b'\\') => Some('\\'),
            Some(b'/') => Some('/'),
            Some(b'b') => Some('\x08'),
            Some(b'f') => Some('\x0c'),
            Some(b'n') => Some('\n'),
            Some(b'r') => Some('\r'),
            Some(b't') => Some('\t'),
            _ => None,
        };
        letter.ok_or_else(|| self.fault(start, "expected an escape of JSON such as \\n or \\u00e9"))
    }

    /// Four hexadecimal digits.
    fn hex(&mut self, start: usize) -> Result<u32, SyntaxError> {
        let digits = self.text.get(self.offset..self.offset + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.offset += 4;
        code.ok_or_else(|| self.fault(start, "expected four hexadecimal digits after \\u"))
    }
}

fn within(mut fault: SyntaxError, outer: Segment) -> SyntaxError {
    fault.error = fault.error.inside(outer);
    fault
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
