use super::{Job, Limits};
use serde::{Deserialize, Serialize};
use stiction_contact::Method;
use stiction_formats::{BuiltInScene, LoadedScene, built_in_scene};
use stiction_simulation::Scheme;

/// What a reader asks for; what is not said is as the scene has it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunForm {
    /// The name of a built-in scene.
    pub scene: String,
    /// The method's name.
    pub method: Option<String>,
    /// The stepper's name.
    pub stepper: Option<String>,
    /// s.
    pub time_step: Option<f64>,
    /// s.
    pub duration: Option<f64>,
    /// Of all surfaces.
    pub friction: Option<f64>,
    /// Of all surfaces.
    pub restitution: Option<f64>,
    /// Of the prox iteration.
    pub r: Option<f64>,
}

/// What a scene says by itself.
#[derive(Debug, Serialize)]
pub(crate) struct SceneDefaults {
    description: String,
    method: &'static str,
    stepper: &'static str,
    time_step: f64,
    duration: f64,
    friction: f64,
    restitution: f64,
}

/// What a scene says by itself; none if there is no such scene.
pub(crate) fn defaults(name: &str) -> Option<Result<SceneDefaults, String>> {
    let load = |scene: &BuiltInScene| {
        let LoadedScene { scene, description, .. } = scene.load(&[] as &[&str]).map_err(|error| error.to_string())?;
        let material = scene.materials.get(stiction_simulation::Materials::DEFAULT);
        Ok(SceneDefaults {
            description,
            method: scene.settings.method.name(),
            stepper: scene.settings.scheme.name(),
            time_step: scene.settings.time_step,
            duration: scene.duration,
            friction: material.friction,
            restitution: material.restitution,
        })
    };
    built_in_scene(name).map(load)
}

impl RunForm {
    /// The run that it means; in words, what is wrong.
    pub(crate) fn resolve(&self, limits: &Limits) -> Result<Job, String> {
        let Some(built_in) = built_in_scene(&self.scene) else {
            return Err(format!("scene: expected the name of a built-in scene, found '{}'", short(&self.scene)));
        };
        let method = self.method.as_deref().map(|name| {
            let parsed = name.parse::<Method>();
            parsed.map_err(|_| format!("method: expected the name of a method, found '{}'", short(name)))
        });
        let method = method.transpose()?;
        let stepper = self.stepper.as_deref().map(|name| {
            let parsed = name.parse::<Scheme>();
            parsed.map_err(|_| format!("stepper: expected the name of a stepper, found '{}'", short(name)))
        });
        let stepper = stepper.transpose()?;
        check("time_step", self.time_step, 1e-6, 1.0)?;
        check("duration", self.duration, 1e-6, 600.0)?;
        check("friction", self.friction, 0.0, 10.0)?;
        check("restitution", self.restitution, 0.0, 1.0)?;
        check("r", self.r, 1e-12, 1e12)?;
        let mut settings = Vec::new();
        settings.extend(method.map(|method| format!("stepper.method={method}")));
        settings.extend(stepper.map(|stepper| format!("stepper.scheme={stepper}")));
        settings.extend(self.time_step.map(|seconds| format!("stepper.time_step={seconds:?}")));
        settings.extend(self.duration.map(|seconds| format!("duration={seconds:?}")));
        settings.extend(self.r.map(|r| format!("stepper.prox_scaling={r:?}")));
        let mut loaded = built_in.load(&settings).map_err(|error| error.to_string())?;
        for material in loaded.scene.materials.all_mut() {
            material.friction = self.friction.unwrap_or(material.friction);
            material.restitution = self.restitution.unwrap_or(material.restitution);
        }
        settings.extend(self.friction.map(|value| format!("friction of all surfaces={value}")));
        settings.extend(self.restitution.map(|value| format!("restitution of all surfaces={value}")));
        Job::new(loaded, settings, limits)
    }
}

fn check(field: &str, value: Option<f64>, least: f64, most: f64) -> Result<(), String> {
    match value {
        Some(value) if !(least..=most).contains(&value) => {
            Err(format!("{field}: expected a number from {least} to {most}, found {value}"))
        }
        _ => Ok(()),
    }
}

/// Enough of a word to recognise it.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(60).collect()
}
