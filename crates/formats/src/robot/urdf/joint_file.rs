use crate::field::printable;
use crate::field::shown;
use crate::robot::urdf::origin::read_origin;
use crate::robot::xml::Element;
use crate::{FormatError, nearest};
use stiction_linalg::space::Vector3;
use stiction_multibody::{FreedomProperties, JointDescription, JointKind};

const TYPES: [&str; 6] = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];

/// A `<joint>` as it is written.
pub struct JointFile<'f, 'a> {
    pub element: Element<'f, 'a>,
    pub name: &'f str,
    /// The element that names the parent link, and the name.
    pub parent: (Element<'f, 'a>, &'f str),
    /// The element that names the child link, and the name.
    pub child: (Element<'f, 'a>, &'f str),
    pub description: JointDescription,
    pub mimic: Option<MimicFile<'f, 'a>>,
}

/// A `<mimic>`: the joint follows another.
pub struct MimicFile<'f, 'a> {
    pub element: Element<'f, 'a>,
    pub leader: &'f str,
    pub multiplier: f64,
    pub offset: f64,
}

impl<'f, 'a> JointFile<'f, 'a> {
    pub fn read(element: Element<'f, 'a>) -> Result<Self, FormatError> {
        let name = element.required("name")?;
        let end = |tag: &str| {
            let end = element
                .child(tag)?
                .ok_or_else(|| element.error("", format!("expected an element <{tag}>, found none")))?;
            Ok((end, end.required("link")?))
        };
        let (parent, child) = (end("parent")?, end("child")?);
        let axis_element = element.child("axis")?;
        let axis = match &axis_element {
            Some(axis) => axis.vector("xyz")?.unwrap_or(Vector3::X),
            None => Vector3::X,
        };
        let direction = || match (axis.unit(), &axis_element) {
            (Some(_), _) => Ok(axis),
            (None, given) => Err(given.unwrap_or(element).error("xyz", "expected a direction, found zero")),
        };
        let kind = match element.required("type")? {
            "revolute" | "continuous" => JointKind::Revolute { axis: direction()? },
            "prismatic" => JointKind::Prismatic { axis: direction()? },
            "planar" => JointKind::Planar { normal: direction()? },
            "fixed" => JointKind::Fixed,
            "floating" => JointKind::Free,
            other => {
                let hint = nearest(other, TYPES).map_or(String::new(), |near| format!("; did you mean '{near}'?"));
                let message = format!("expected one of {}, found '{}'{hint}", TYPES.join(", "), printable(other));
                return Err(element.error("type", message));
            }
        };
        let mut description = JointDescription::new(name, kind).at(read_origin(&element)?);
        description.properties = properties(&element, &description.kind)?;
        let mimic = element.child("mimic")?.map(MimicFile::read).transpose()?;
        Ok(Self { element, name, parent, child, description, mimic })
    }
}

impl<'f, 'a> MimicFile<'f, 'a> {
    fn read(element: Element<'f, 'a>) -> Result<Self, FormatError> {
        let leader = element.required("joint")?;
        let multiplier = element.number("multiplier")?.unwrap_or(1.0);
        Ok(Self { element, leader, multiplier, offset: element.number("offset")?.unwrap_or(0.0) })
    }
}

/// What `<limit>` and `<dynamics>` say of a joint of one degree of freedom.
fn properties(joint: &Element<'_, '_>, kind: &JointKind) -> Result<Vec<FreedomProperties>, FormatError> {
    if kind.velocity_size() != 1 {
        for tag in ["limit", "dynamics"] {
            for element in joint.children(tag) {
                element.set_aside(format!("<{tag}> of a {} joint is ignored", written(joint)));
            }
        }
        return Ok(Vec::new());
    }
    let mut properties = FreedomProperties::default();
    match joint.child("limit")? {
        Some(limit) => limits(joint, &limit, &mut properties)?,
        None if written(joint) == "continuous" => {}
        None => joint.remark(format!(
            "<limit> is missing, which URDF requires for a {} joint: the joint has no limits",
            written(joint)
        )),
    }
    if let Some(dynamics) = joint.child("dynamics")? {
        let resistance = |name: &str| match dynamics.number(name)? {
            Some(value) if value < 0.0 => {
                Err(dynamics.error(name, format!("expected zero or more, found {}", shown(value))))
            }
            value => Ok(value.unwrap_or(0.0)),
        };
        properties.damping = resistance("damping")?;
        properties.friction = resistance("friction")?;
    }
    Ok(vec![properties])
}

fn limits(
    joint: &Element<'_, '_>,
    limit: &Element<'_, '_>,
    properties: &mut FreedomProperties,
) -> Result<(), FormatError> {
    let (lower, upper) = (bound(limit, "lower")?, bound(limit, "upper")?);
    if written(joint) == "continuous" {
        if lower.is_some() || upper.is_some() {
            limit.remark("lower and upper limits of a continuous joint are ignored, as URDF specifies");
        }
    } else {
        if lower.is_none() && upper.is_none() {
            limit.remark("<limit> without lower and upper holds the joint at zero, as URDF specifies");
        }
        let (lower, upper) = (lower.unwrap_or(0.0), upper.unwrap_or(0.0));
        if lower > upper {
            return Err(
                limit.error("lower", format!("expected at most upper = {}, found {}", shown(upper), shown(lower)))
            );
        }
        properties.limits = Some((lower, upper));
    }
    for (name, place) in [("effort", &mut properties.effort_limit), ("velocity", &mut properties.velocity_limit)] {
        match bound(limit, name)? {
            Some(value) if value < 0.0 => {
                return Err(limit.error(name, format!("expected zero or more, found {}", shown(value))));
            }
            Some(value) => *place = value,
            None => {
                limit.remark(format!("<limit> without '{name}', which URDF requires: the joint has no {name} limit"))
            }
        }
    }
    Ok(())
}

/// A number that may be infinite.
fn bound(limit: &Element<'_, '_>, name: &str) -> Result<Option<f64>, FormatError> {
    let Some(text) = limit.attribute(name) else { return Ok(None) };
    match text.trim().parse::<f64>() {
        Ok(value) if !value.is_nan() => Ok(Some(value)),
        _ => Err(limit.error(name, format!("expected a number, found '{}'", printable(text)))),
    }
}

/// The type as the file has it.
fn written<'f>(joint: &Element<'f, '_>) -> &'f str {
    joint.attribute("type").unwrap_or("")
}
