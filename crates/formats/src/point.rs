use crate::decode::{expected, numbers};
use crate::field::several_numbers;
use crate::json::{self, Content, Value};
use crate::source::Source;
use crate::{FieldError, FormatError};

/// Reads a start point: a list of numbers, one per row, or an object with such a list as `z` — the
/// answer of an earlier solve.
pub fn parse_point(name: &str, bytes: &[u8], rows: usize) -> Result<Vec<f64>, FormatError> {
    parse(name, bytes, rows, "z")
}

/// Reads impulses to start a contact problem from: as [`parse_point`], with the list as `impulses`.
pub fn parse_impulses(name: &str, bytes: &[u8], rows: usize) -> Result<Vec<f64>, FormatError> {
    parse(name, bytes, rows, "impulses")
}

fn parse(name: &str, bytes: &[u8], rows: usize, field: &str) -> Result<Vec<f64>, FormatError> {
    let source = Source::new(name, bytes)?;
    let value = json::parse(source.text).map_err(|fault| source.error(fault.offset, &fault.error))?;
    point(&value, rows, field).map_err(|error| source.error(value.locate(&error.path.0), &error))
}

fn point(value: &Value, rows: usize, field: &str) -> Result<Vec<f64>, FieldError> {
    let check = |point: Vec<f64>| {
        if point.len() == rows {
            return Ok(point);
        }
        let wanted = several_numbers(rows);
        Err(FieldError::here(format!("expected {wanted}, one per row of the problem, found {}", point.len())))
    };
    match &value.content {
        Content::List(_) => numbers(value).and_then(check),
        Content::Object(members) => match members.iter().find(|member| member.0 == field) {
            Some((_, list)) => numbers(list).and_then(check).map_err(|error| error.inside(field)),
            None => Err(FieldError::at(field, "expected this field, found none")),
        },
        _ => Err(expected(&format!("a list of numbers or an object with \"{field}\""), value)),
    }
}
