//! JSON values → what was written: types and fields are checked here, meaning in `resolve`.

use super::{ContactFile, ContactForm, LawFile};
use crate::FieldError;
use crate::decode::{
    Members, expected, field, find, index, known_fields, list, matrix, number, numbers, object, optional_number, text,
    version,
};
use crate::field::printable;
use crate::json::{Content, Value};

const DELASSUS: [&str; 2] = ["delassus", "free_velocity"];
const PRIMAL: [&str; 4] = ["mass_matrix", "jacobian", "force", "velocity_offset"];
const COMMON: [&str; 6] = ["format", "kind", "laws", "labels", "slip", "velocity_scale"];

pub(super) fn contact(value: &Value) -> Result<ContactFile, FieldError> {
    let members = object(value)?;
    version(members)?;
    let kind = field(members, "kind", text)?;
    if kind != "contact" {
        return Err(FieldError::at("kind", format!("expected \"contact\", found \"{}\"", printable(&kind))));
    }
    let named = |names: &[&'static str]| names.iter().copied().find(|name| find(members, name).is_some());
    let form = match (named(&DELASSUS), named(&PRIMAL)) {
        (Some(first), Some(second)) => {
            return Err(FieldError::at(second, format!("expected no such field beside \"{first}\", found one")));
        }
        (None, Some(_)) => {
            known_fields(members, &[&COMMON[..], &PRIMAL[..]].concat())?;
            ContactForm::Primal {
                mass: field(members, "mass_matrix", matrix)?,
                jacobian: field(members, "jacobian", matrix)?,
                force: field(members, "force", numbers)?,
                velocity_offset: field(members, "velocity_offset", numbers)?,
            }
        }
        (_, None) => {
            known_fields(members, &[&COMMON[..], &DELASSUS[..]].concat())?;
            ContactForm::Delassus {
                matrix: field(members, "delassus", matrix)?,
                free_velocity: field(members, "free_velocity", numbers)?,
            }
        }
    };
    let laws = field(members, "laws", |value| list(value, law))?;
    let labels =
        if find(members, "labels").is_some() { field(members, "labels", |v| list(v, text))? } else { Vec::new() };
    let slip = if find(members, "slip").is_some() { field(members, "slip", |v| list(v, slip))? } else { Vec::new() };
    let scale = find(members, "velocity_scale").map(|_| field(members, "velocity_scale", number)).transpose()?;
    Ok(ContactFile { form, laws, labels, slip, velocity_scale: scale })
}

fn slip(value: &Value) -> Result<Option<Vec<f64>>, FieldError> {
    match value.content {
        Content::Null => Ok(None),
        Content::List(_) => numbers(value).map(Some),
        _ => Err(expected("a list of velocities along the tangents, or null", value)),
    }
}

fn law(value: &Value) -> Result<LawFile, FieldError> {
    let Content::Object(members) = &value.content else {
        return Err(expected("a law such as {\"law\": \"coulomb\", \"friction\": 0.5}", value));
    };
    let named = field(members, "law", text)?;
    let friction = |members: &Members| field(members, "friction", number);
    match named.as_str() {
        "coulomb" => {
            known_fields(members, &["law", "friction"])?;
            Ok(LawFile::Coulomb { friction: friction(members)? })
        }
        "planar-coulomb" => {
            known_fields(members, &["law", "friction"])?;
            Ok(LawFile::PlanarCoulomb { friction: friction(members)? })
        }
        "rolling" => {
            known_fields(members, &["law", "friction", "rolling_friction"])?;
            let rolling_friction = field(members, "rolling_friction", number)?;
            Ok(LawFile::Rolling { friction: friction(members)?, rolling_friction })
        }
        "unilateral" => {
            known_fields(members, &["law"])?;
            Ok(LawFile::Unilateral)
        }
        "bilateral" => {
            known_fields(members, &["law", "rows"])?;
            Ok(LawFile::Bilateral { rows: field(members, "rows", index)? })
        }
        "bounded" => {
            known_fields(members, &["law", "lower", "upper"])?;
            let bound = |name| field(members, name, optional_number);
            Ok(LawFile::Bounded { lower: bound("lower")?, upper: bound("upper")? })
        }
        other => {
            let known = "\"coulomb\", \"planar-coulomb\", \"rolling\", \"unilateral\", \"bilateral\" or \"bounded\"";
            Err(FieldError::at("law", format!("expected {known}, found \"{}\"", printable(other))))
        }
    }
}
