//! Settings `key.path=value`, as `--set` takes them: they change the document before it is decoded, so that what they say
//! is checked as if it stood in the file.

use crate::field::printable;
use crate::nearest;
use crate::scene::document::{Content, Entry, Node};
use crate::scene::place::{Fault, Place};
use crate::scene::scene_file::DEFAULT_GRAVITY;

/// Tables that mean something though a file may leave them out.
const OPTIONAL_TABLES: [&str; 6] =
    ["stepper", "stepper.levenberg_marquardt", "camera", "record", "material", "material.default"];

/// Puts the value of a setting, the source of that number, in its place.
pub(crate) fn apply(document: &mut Node, setting: &str, source: usize) -> Result<(), Fault> {
    let at = |offset: usize| Place { source, offset };
    let Some((path, value)) = setting.split_once('=') else {
        return Err(Fault::new(at(0), "", "expected key.path=value, found no '='"));
    };
    let segments = segments(path);
    if let Some((offset, _)) = segments.iter().find(|(_, key)| key.is_empty()) {
        return Err(Fault::new(at(*offset), "", "expected key.path=value, found an empty key"));
    }
    let value = read_value(value, source, path.len() + 1)?;
    let mut node = document;
    let mut way = String::new();
    let last = segments.len() - 1;
    for (k, (offset, key)) in segments.iter().enumerate() {
        let inside = way.clone();
        if !way.is_empty() {
            way.push('.');
        }
        way.push_str(key);
        if !matches!(node.content, Content::Table(_) | Content::List(_)) {
            let message = format!("expected a table or a list, found {}", node.describe());
            return Err(Fault::new(at(*offset), inside, message));
        }
        let place = match &mut node.content {
            Content::Table(entries) => {
                if !entries.iter().any(|entry| entry.key == *key) {
                    // What the last key may be, the decoder knows.
                    let content = match way.as_str() {
                        "gravity" => Content::List(DEFAULT_GRAVITY.map(|part| number(part, at(*offset))).to_vec()),
                        own if k == last || OPTIONAL_TABLES.contains(&own) => Content::Table(Vec::new()),
                        _ => {
                            let names = entries.iter().map(|entry| entry.key.as_str());
                            let next = segments[k + 1].1;
                            return Err(match nearest(key, names.clone()) {
                                None if next.parse::<usize>().is_ok() => {
                                    let key = printable(key);
                                    let message = format!(
                                        "the file has no '{key}', so one entry of it cannot be set: set the whole list"
                                    );
                                    Fault::new(at(*offset), inside, message)
                                }
                                _ => unknown(at(*offset), &inside, "key", key, names),
                            });
                        }
                    };
                    let node = Node { at: at(*offset), content };
                    entries.push(Entry { key: (*key).to_owned(), at: at(*offset), node });
                }
                entries.iter_mut().find(|entry| entry.key == *key).map(|entry| &mut entry.node)
            }
            Content::List(list) => {
                let named = list.iter().position(|node| node.own_name() == Some(key));
                let Some(place) = named.or_else(|| key.parse().ok().filter(|&index: &usize| index < list.len())) else {
                    let names: Vec<&str> = list.iter().filter_map(Node::own_name).collect();
                    return Err(unknown(at(*offset), &inside, "entry", key, names));
                };
                list.get_mut(place)
            }
            _ => None,
        };
        let Some(place) = place else { return Ok(()) };
        node = place;
    }
    *node = value;
    Ok(())
}

fn number(value: f64, at: Place) -> Node {
    Node { at, content: Content::Number(value) }
}

/// The keys of a path with the bytes at which they begin.
fn segments(path: &str) -> Vec<(usize, &str)> {
    let mut offset = 0;
    let mut segments = Vec::new();
    for part in path.split('.') {
        let blank = part.len() - part.trim_start().len();
        segments.push((offset + blank, part.trim()));
        offset += part.len() + 1;
    }
    segments
}

/// A TOML value; a bare word is a string, since shells take quotes away.
fn read_value(text: &str, source: usize, start: usize) -> Result<Node, Fault> {
    let word = text.trim();
    let bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare && !["true", "false", "nan", "inf"].contains(&word) {
        return Ok(Node { at: Place { source, offset: start }, content: Content::Text(word.to_owned()) });
    }
    let blank = text.len() - text.trim_start().len();
    Node::value(word, source, start + blank)
}

fn unknown<'n>(at: Place, inside: &str, what: &str, key: &str, names: impl IntoIterator<Item = &'n str>) -> Fault {
    let hint = nearest(key, names).map_or(String::new(), |near| format!("; did you mean '{}'?", printable(near)));
    Fault::new(at, inside, format!("unknown {what} '{}'{hint}", printable(key)))
}
