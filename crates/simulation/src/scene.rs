use crate::{Drive, Load, Material, MaterialId, Materials, Motor, Scheme, SimulationError, StepSettings};
use stiction_collision::{Collider, Filter};
use stiction_multibody::{Model, State};

/// Everything a run starts from: constant, and free of files.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// The mechanism: all bodies, joints and loops, and gravity.
    pub model: Model,
    /// The shapes on the bodies; a collider's body is the place of the body among the model's.
    pub colliders: Vec<Collider>,
    /// The material of each collider.
    pub collider_materials: Vec<MaterialId>,
    /// What the surfaces are made of.
    pub materials: Materials,
    /// Which pairs of bodies never touch.
    pub filter: Filter,
    /// Forces from outside.
    pub loads: Vec<Load>,
    /// Prescribed motions.
    pub drives: Vec<Drive>,
    /// Motors.
    pub motors: Vec<Motor>,
    /// Where it begins.
    pub initial: State,
    /// How it is stepped.
    pub settings: StepSettings,
    /// How long a run takes unless told otherwise, s.
    pub duration: f64,
}

impl Scene {
    /// A mechanism without shapes, at rest in its neutral place.
    pub fn new(model: Model) -> Self {
        Self {
            name: model.name().to_owned(),
            initial: State::neutral(&model),
            model,
            colliders: Vec::new(),
            collider_materials: Vec::new(),
            materials: Materials::default(),
            filter: Filter::default(),
            loads: Vec::new(),
            drives: Vec::new(),
            motors: Vec::new(),
            settings: StepSettings::default(),
            duration: 1.0,
        }
    }

    /// Bodies that a joint holds together do not touch each other, unless one of them is the world.
    pub fn separate_neighbours(&mut self) {
        let model = &self.model;
        let pairs = model.body_ids().map(|body| (model.body(body).parent, body));
        let pairs = pairs.filter(|(parent, body)| model.is_mobile(*parent) && !model.is_free(*body));
        self.filter.never.extend(pairs.map(|(parent, body)| (parent.index(), body.index())));
    }

    /// What a contact between two shapes is called: `box on slope`, what moves first.
    pub fn pair_name(&self, first: usize, second: usize) -> String {
        let moves = |collider: usize| {
            let body = self.model.body_ids().nth(self.colliders[collider].body);
            body.is_some_and(|body| self.model.is_mobile(body))
        };
        let [upper, lower] = if moves(first) && !moves(second) { [first, second] } else { [second, first] };
        format!("{} on {}", self.shape_name(upper), self.shape_name(lower))
    }

    fn shape_name(&self, collider: usize) -> &str {
        let Collider { name, body, .. } = &self.colliders[collider];
        shape_name(name, self.model.bodies().get(*body).map_or("", |body| body.name.as_str()))
    }

    /// Checks all that a run relies on.
    pub fn check(&self) -> Result<(), SimulationError> {
        let fault = |field: &str, expected: &str, found: String| {
            Err(SimulationError::Scene { field: field.to_owned(), expected: expected.to_owned(), found })
        };
        let settings = &self.settings;
        if !(settings.time_step > 0.0 && settings.time_step.is_finite()) {
            return fault("time_step", "a finite number of seconds above zero", settings.time_step.to_string());
        }
        if !(self.duration >= 0.0 && self.duration.is_finite()) {
            return fault("duration", "a finite number of seconds, zero or more", self.duration.to_string());
        }
        if !(settings.margin >= 0.0 && settings.margin.is_finite()) {
            return fault("margin", "a finite length in metres, zero or more", settings.margin.to_string());
        }
        if !(settings.drift > 0.0 && settings.drift.is_finite()) {
            return fault("drift", "a finite length in metres above zero", settings.drift.to_string());
        }
        if !(settings.contact.tolerance > 0.0 && settings.contact.tolerance < 1.0) {
            return fault("tolerance", "a number between 0 and 1", settings.contact.tolerance.to_string());
        }
        for material in self.materials.all() {
            if !(material.friction >= 0.0 && material.friction.is_finite()) {
                return fault("friction", "a finite number, zero or more", material.friction.to_string());
            }
            if !(0.0..=1.0).contains(&material.restitution) {
                return fault("restitution", "a number from 0 to 1", material.restitution.to_string());
            }
            if material.stiffness.is_nan() || material.stiffness < Material::LEAST_STIFFNESS {
                return fault("stiffness", "at least 1e-6 N/m", material.stiffness.to_string());
            }
            if material.is_soft() && settings.scheme == Scheme::Acceleration {
                let expected = "no finite stiffness with the scheme 'acceleration'";
                return fault("stiffness", expected, material.stiffness.to_string());
            }
        }
        for (names, pair) in self.materials.pairs() {
            // What a spring gives back is what it stored.
            if pair.is_soft() && pair.restitution > 0.0 {
                let expected = "0 for compliant contacts (finite stiffness), or an infinite stiffness";
                let [first, second] = names;
                let found = format!("{} between {first} and {second}", pair.restitution);
                return fault("restitution", expected, found);
            }
        }
        let lengths = [
            ("collider_materials", self.collider_materials.len(), self.colliders.len()),
            ("configuration", self.initial.configuration.len(), self.model.configuration_size()),
            ("velocity", self.initial.velocity.len(), self.model.velocity_size()),
        ];
        for (field, found, expected) in lengths {
            if found != expected {
                return fault(field, &format!("{expected} numbers"), found.to_string());
            }
        }
        let numbers = self.initial.configuration.iter().chain(&self.initial.velocity);
        if let Some(value) = numbers.chain([&self.initial.time]).find(|value| !value.is_finite()) {
            return fault("initial state", "finite numbers", value.to_string());
        }
        for motor in &self.motors {
            let gains = [motor.stiffness, motor.damping];
            if let Some(gain) = gains.iter().find(|gain| !(**gain >= 0.0 && gain.is_finite())) {
                return fault("motor's gain", "a finite number, zero or more", gain.to_string());
            }
            let (lower, upper) = motor.limits;
            if !(lower <= 0.0 && upper >= 0.0) {
                return fault("motor's limits", "a range that includes zero", format!("{lower} to {upper}"));
            }
        }
        let motors = self.motors.iter().flat_map(|motor| [&motor.position, &motor.velocity, &motor.force]);
        let others = self.loads.iter().map(|load| &load.factor).chain(self.drives.iter().map(|drive| &drive.position));
        for signal in others.chain(motors) {
            if let Some(expected) = signal.fault() {
                return fault("schedule", expected, format!("{signal:?}"));
            }
        }
        Ok(())
    }
}

/// A shape's name as people read it: unnamed shapes are numbered after their body (`foot.28`) and go by the body's name.
pub fn shape_name<'n>(shape: &'n str, body: &'n str) -> &'n str {
    let number = shape.strip_prefix(body).and_then(|rest| rest.strip_prefix('.'));
    if number.is_some_and(|number| number.parse::<usize>().is_ok()) { body } else { shape }
}
