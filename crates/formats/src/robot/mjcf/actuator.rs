//! Drives. MuJoCo's are all of one general form; those that reduce to a motor, a position or a velocity drive of a
//! joint are used.

use crate::FormatError;
use crate::robot::mjcf::assembly::Assembly;
use crate::robot::mjcf::joint::range;
use crate::robot::mjcf::layered::{keyword, overlay};
use crate::robot::mjcf::names::Names;
use crate::robot::mjcf::{Layered, Node};
use crate::robot::{Actuator, ActuatorKind};

/// Ways to drive something else than a joint.
const OTHER_TARGETS: [&str; 5] = ["tendon", "site", "body", "slidersite", "cranksite"];

/// Force = gain · control + bias + slope · position + damping · velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Law {
    plain: bool,
    gain: f64,
    affine: bool,
    bias: [f64; 3],
    inherit: f64,
}

impl Law {
    const MOTOR: Self = Self { plain: true, gain: 1.0, affine: false, bias: [0.0; 3], inherit: 0.0 };

    /// What an element, or a class of it, makes of the law so far.
    fn apply(&mut self, element: Node<'_>) -> Result<(), FormatError> {
        match element.tag() {
            "motor" => *self = Self { inherit: self.inherit, ..Self::MOTOR },
            "position" => {
                let stiffness = element.number("kp")?.unwrap_or(self.gain);
                (self.plain, self.affine, self.gain, self.bias[1]) = (true, true, stiffness, -stiffness);
                if let Some(damping) = element.number("kv")? {
                    self.bias[2] = -damping;
                }
            }
            "velocity" => {
                let damping = element.number("kv")?.unwrap_or(self.gain);
                (self.plain, self.affine, self.gain, self.bias) = (true, true, damping, [0.0, 0.0, -damping]);
            }
            _ => {
                if let Some(word) = element.attribute("dyntype") {
                    self.plain = word == "none";
                }
                if let Some(word) = element.attribute("gaintype") {
                    self.plain &= word == "fixed";
                }
                if let Some(word) = element.attribute("biastype") {
                    self.plain &= matches!(word, "none" | "affine");
                    self.affine = word == "affine";
                }
                let mut gain = [None; 10];
                overlay(element, "gainprm", &mut gain)?;
                self.gain = gain[0].unwrap_or(self.gain);
                let mut bias = [None; 10];
                overlay(element, "biasprm", &mut bias)?;
                for (slot, value) in self.bias.iter_mut().zip(bias) {
                    *slot = value.unwrap_or(*slot);
                }
            }
        }
        self.inherit = element.number("inheritrange")?.unwrap_or(self.inherit);
        Ok(())
    }

    /// The kind that it reduces to, and the gain that is left over.
    fn kind(&self) -> Option<(ActuatorKind, f64)> {
        let bias = if self.affine { self.bias } else { [0.0; 3] };
        match (self.gain, bias) {
            _ if !self.plain => None,
            (gain, [0.0, 0.0, 0.0]) if gain != 0.0 => Some((ActuatorKind::Motor, gain)),
            (gain, [0.0, slope, damping]) if gain == -slope && gain > 0.0 && damping <= 0.0 => {
                Some((ActuatorKind::Position { stiffness: gain, damping: 0.0 - damping }, 1.0))
            }
            (gain, [0.0, 0.0, slope]) if gain == -slope && gain > 0.0 => {
                Some((ActuatorKind::Velocity { damping: gain }, 1.0))
            }
            _ => None,
        }
    }
}

impl<'f> Assembly<'f, '_> {
    /// The drives, and for each the place of its control among those of the file.
    pub fn actuators(&mut self, sections: &[Node<'f>]) -> Result<(), FormatError> {
        let mut names = Names::default();
        for child in sections.iter().flat_map(|section| self.documents.children(*section)) {
            let place = self.controls.len();
            names.claim(child, child.attribute("name"), place)?;
            let actuator = match child.tag() {
                "motor" | "position" | "velocity" | "general" => self.actuator(&self.defaults.apply(child, None)?)?,
                _ => None,
            };
            self.controls.push(actuator.is_some());
            self.actuators.extend(actuator);
        }
        Ok(())
    }

    fn actuator(&self, actuator: &Layered<'f>) -> Result<Option<Actuator>, FormatError> {
        let element = actuator.own;
        let tag = element.tag();
        let attribute = ["joint", "jointinparent"].into_iter().find(|name| element.attribute(name).is_some());
        let Some(attribute) = attribute else {
            return match OTHER_TARGETS.into_iter().find(|name| element.attribute(name).is_some()) {
                Some(target) => {
                    element.set_aside(format!("a <{tag}> that drives a {target} is not supported and is ignored"));
                    Ok(None)
                }
                None => Err(element.error("", "expected an attribute 'joint', found none")),
            };
        };
        let joint = self.tree.joint_names.find(element, attribute, "joint")?;
        if !self.tree.joints[joint].is_scalar() {
            element.set_aside(format!("a <{tag}> that drives a ball or free joint is not supported and is ignored"));
            return Ok(None);
        }
        check_words(actuator)?;
        let mut law = Law::MOTOR;
        // The general form hands on to every drive, and each short form to itself and the general one.
        let heard = |layer: &Node<'_>| tag == "general" || ["general", tag].contains(&layer.tag());
        for layer in actuator.nearest_first().rev().filter(heard) {
            law.apply(layer)?;
        }
        let Some((kind, gain)) = law.kind() else {
            element.set_aside(format!(
                "a <{tag}> that is not a motor, position or velocity actuator is not supported and is ignored"
            ));
            return Ok(None);
        };
        let gear = actuator.overlaid::<6>("gear")?[0].unwrap_or(1.0);
        let mut control_range = range(actuator, "ctrlrange", "ctrllimited", self.compiler)?;
        let limits = self.tree.joints[joint].properties.limits;
        if law.inherit > 0.0 {
            let message = "expected a joint with a range, found one without";
            let (low, high) = limits.ok_or_else(|| actuator.error("inheritrange", message))?;
            let (middle, half) = (0.5 * (low + high), 0.5 * law.inherit * (high - low));
            control_range = Some((middle - half, middle + half));
        }
        let force_range = range(actuator, "forcerange", "forcelimited", self.compiler)?;
        // A motor's gain becomes part of its gear, and its force is then counted before the gain.
        let force_range = force_range.map(|(low, high)| match (low / gain, high / gain) {
            (low, high) if low <= high => (low, high),
            (low, high) => (high, low),
        });
        let name = element.attribute("name").unwrap_or(&self.joint_names[joint]).to_owned();
        let joint = self.joint_id(element, joint)?;
        Ok(Some(Actuator { name, joint, kind, gear: gear * gain, control_range, force_range }))
    }
}

/// Words that no drive knows are errors; those that some other drive knows are not.
fn check_words(actuator: &Layered<'_>) -> Result<(), FormatError> {
    for layer in actuator.nearest_first().filter(|layer| layer.tag() == "general") {
        let dynamics = ["none", "integrator", "filter", "filterexact", "muscle", "pid", "dcmotor", "user"];
        keyword(layer, "dyntype", &dynamics.map(|word| (word, ())))?;
        let gains = ["fixed", "affine", "muscle", "pid", "dcmotor", "user"];
        keyword(layer, "gaintype", &gains.map(|word| (word, ())))?;
        let biases = ["none", "affine", "muscle", "pid", "dcmotor", "user"];
        keyword(layer, "biastype", &biases.map(|word| (word, ())))?;
    }
    Ok(())
}
