//! JSON values → what was written: types and fields are checked here, meaning in `resolve`.

use crate::field::{entries, printable};
use crate::json::{self, Content, Value};
use crate::problem_file::{ProblemFile, ProblemKind};
use crate::source::Source;
use crate::{FORMAT, FieldError, FormatError, MatrixFile, nearest};

pub(crate) type Members = [(String, Value)];

/// The value that fills a problem file.
pub(crate) fn value(source: Source<'_>) -> Result<Value, FormatError> {
    if source.text.trim().is_empty() {
        let message = "expected a problem such as {\"format\": 1, \"kind\": \"lcp\", …}, found an empty file";
        return Err(source.error(0, &FieldError::here(message)));
    }
    json::parse(source.text).map_err(|fault| source.error(fault.offset, &fault.error))
}

pub(crate) fn problem(value: &Value) -> Result<ProblemFile, FieldError> {
    let members = object(value)?;
    version(members)?;
    let fields: &[&str] = match field(members, "kind", text)?.as_str() {
        "lcp" => &["format", "kind", "matrix", "vector", "names"],
        "mlcp" => &["format", "kind", "matrix", "vector", "lower", "upper", "names"],
        other => {
            return Err(FieldError::at(
                "kind",
                format!("expected \"lcp\" or \"mlcp\", found \"{}\"", printable(other)),
            ));
        }
    };
    known_fields(members, fields)?;
    let kind = if fields.contains(&"lower") {
        let bounds = |value: &Value| list(value, optional_number);
        ProblemKind::MixedLcp { lower: field(members, "lower", bounds)?, upper: field(members, "upper", bounds)? }
    } else {
        ProblemKind::Lcp
    };
    Ok(ProblemFile {
        kind,
        matrix: field(members, "matrix", matrix)?,
        vector: field(members, "vector", numbers)?,
        names: if find(members, "names").is_some() { field(members, "names", |v| list(v, text))? } else { Vec::new() },
    })
}

/// The kind that a file claims to be of, if it claims any.
pub(crate) fn kind(value: &Value) -> Option<&str> {
    let Content::Object(members) = &value.content else { return None };
    match &find(members, "kind")?.content {
        Content::Text(kind) => Some(kind),
        _ => None,
    }
}

pub(crate) fn version(members: &Members) -> Result<(), FieldError> {
    check_version(field(members, "format", index)?)
}

pub(crate) fn check_version(version: usize) -> Result<(), FieldError> {
    let message = match version {
        _ if version == FORMAT as usize => return Ok(()),
        0 => format!("expected format {FORMAT}, found 0"),
        _ => format!(
            "expected format {FORMAT}, the newest that this version reads, found {version}; a newer version may read it"
        ),
    };
    Err(FieldError::at("format", message))
}

pub(crate) fn matrix(value: &Value) -> Result<MatrixFile, FieldError> {
    match &value.content {
        Content::Text(name) => Ok(MatrixFile::Named(name.clone())),
        Content::List(_) => list(value, numbers).map(MatrixFile::Dense),
        Content::Object(members) => {
            known_fields(members, &["rows", "columns", "values", "shape"])?;
            let shape = field(members, "shape", |value| list(value, index))?;
            let &[rows, columns] = shape.as_slice() else {
                let message = format!("expected [rows, columns], found {}", entries(shape.len()));
                return Err(FieldError::at("shape", message));
            };
            Ok(MatrixFile::Sparse {
                rows: field(members, "rows", |value| list(value, index))?,
                columns: field(members, "columns", |value| list(value, index))?,
                values: field(members, "values", numbers)?,
                shape: (rows, columns),
            })
        }
        _ => Err(expected("a list of rows, an object of entries or the name of a Matrix Market file", value)),
    }
}

/// Refuses fields that mean nothing: they are slips more often than not.
pub(crate) fn known_fields(members: &Members, known: &[&str]) -> Result<(), FieldError> {
    let Some((name, _)) = members.iter().find(|(name, _)| !known.contains(&name.as_str())) else { return Ok(()) };
    let list: Vec<_> = known.iter().map(|name| format!("\"{name}\"")).collect();
    let hint = match nearest(name, known.iter().copied()) {
        Some(meant) => format!("; did you mean \"{meant}\"?"),
        None if known.contains(&"matrix") && (name == "lower" || name == "upper") => {
            "; bounds need \"kind\": \"mlcp\"".to_owned()
        }
        None => String::new(),
    };
    Err(FieldError::at(name, format!("unknown field, expected one of {}{hint}", list.join(", "))))
}

pub(crate) fn find<'a>(members: &'a Members, name: &str) -> Option<&'a Value> {
    members.iter().find(|member| member.0 == name).map(|member| &member.1)
}

pub(crate) fn field<T>(
    members: &Members,
    name: &str,
    read: impl Fn(&Value) -> Result<T, FieldError>,
) -> Result<T, FieldError> {
    let Some(value) = find(members, name) else {
        let slip = nearest(name, members.iter().map(|member| member.0.as_str()));
        let hint = slip.map_or(String::new(), |slip| format!("; is \"{slip}\" a misspelling of it?"));
        return Err(FieldError::at(name, format!("expected this field, found none{hint}")));
    };
    read(value).map_err(|error| error.inside(name))
}

pub(crate) fn object(value: &Value) -> Result<&Members, FieldError> {
    match &value.content {
        Content::Object(members) => Ok(members),
        _ => Err(expected("an object {\"format\": 1, \"kind\": …}", value)),
    }
}

pub(crate) fn list<T>(value: &Value, read: impl Fn(&Value) -> Result<T, FieldError>) -> Result<Vec<T>, FieldError> {
    let Content::List(list) = &value.content else { return Err(expected("a list", value)) };
    list.iter().enumerate().map(|(i, entry)| read(entry).map_err(|error| error.inside(i))).collect()
}

pub(crate) fn numbers(value: &Value) -> Result<Vec<f64>, FieldError> {
    list(value, number)
}

pub(crate) fn number(value: &Value) -> Result<f64, FieldError> {
    match value.content {
        Content::Number(number) if number.is_finite() => Ok(number),
        Content::Number(_) => Err(expected("a finite number", value)),
        _ => Err(expected("a number", value)),
    }
}

pub(crate) fn optional_number(value: &Value) -> Result<Option<f64>, FieldError> {
    match value.content {
        Content::Null => Ok(None),
        Content::Number(_) => number(value).map(Some),
        _ => Err(expected("a number, or null for no bound", value)),
    }
}

/// A whole number that counts something.
pub(crate) fn index(value: &Value) -> Result<usize, FieldError> {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    match value.content {
        Content::Number(number) if number >= 0.0 && number.fract() == 0.0 && number <= LARGEST => Ok(number as usize),
        _ => Err(expected("a whole number, zero or more", value)),
    }
}

pub(crate) fn text(value: &Value) -> Result<String, FieldError> {
    match &value.content {
        Content::Text(text) => Ok(text.clone()),
        _ => Err(expected("a string", value)),
    }
}

pub(crate) fn expected(what: &str, value: &Value) -> FieldError {
    FieldError::here(format!("expected {what}, found {}", value.describe()))
}
