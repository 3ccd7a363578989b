use crate::FormatError;
use crate::field::printable;
use crate::robot::xml::Element;
use std::collections::BTreeMap;

/// The colours of a file, by the name of their material.
pub struct Materials<'f> {
    colours: BTreeMap<&'f str, Option<[f64; 4]>>,
}

impl<'f> Materials<'f> {
    /// Those of the robot itself, and those that a link defines in passing.
    pub fn read(robot: &Element<'f, '_>) -> Result<Self, FormatError> {
        let mut colours = BTreeMap::new();
        for material in robot.children("material") {
            let name = material.required("name")?;
            let colour = read_colour(&material)?;
            if colours.insert(name, colour).is_some() {
                return Err(
                    material.error("name", format!("expected each name once, found '{}' again", printable(name)))
                );
            }
        }
        for link in robot.all().into_iter().filter(|child| child.tag() == "link") {
            for visual in link.all().into_iter().filter(|child| child.tag() == "visual") {
                for material in visual.children("material") {
                    if let (Some(name), Some(colour)) = (material.attribute("name"), read_colour(&material)?) {
                        colours.entry(name).or_insert(Some(colour));
                    }
                }
            }
        }
        Ok(Self { colours })
    }

    /// The colour of a geometry: given on the spot or by name.
    pub fn colour(&self, geometry: &Element<'_, '_>) -> Result<Option<[f64; 4]>, FormatError> {
        let Some(material) = geometry.child("material")? else { return Ok(None) };
        if material.all().iter().any(|child| child.tag() == "color") {
            return read_colour(&material);
        }
        match material.attribute("name") {
            None | Some("") => Ok(None),
            Some(name) => Ok(self.colours.get(name).copied().unwrap_or_else(|| {
                material.remark(format!("material '{}' is not defined: no colour", printable(name)));
                None
            })),
        }
    }
}

/// A colour that is none is no reason to refuse a mechanism.
fn read_colour(material: &Element<'_, '_>) -> Result<Option<[f64; 4]>, FormatError> {
    let Some(colour) = material.child("color")? else { return Ok(None) };
    let numbers = colour.numbers("rgba")?.unwrap_or_default();
    match <[f64; 4]>::try_from(numbers) {
        Ok(rgba) if rgba.iter().all(|part| (0.0..=1.0).contains(part)) => Ok(Some(rgba)),
        _ => {
            colour.remark("expected rgba as four numbers from 0 to 1: the colour is ignored");
            Ok(None)
        }
    }
}
