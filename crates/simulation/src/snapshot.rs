use crate::halving::DEEPEST;
use crate::stepper::Stepper;
use crate::{Scene, SimulationError, Source, Spring};
use stiction_contact::Law;
use stiction_multibody::State;

/// Everything of a world that its next steps depend on, besides its scene: a world restored from it goes on bit for bit
/// as the one that it was taken of.
///
/// All else that a world keeps from step to step is storage, or makes it faster and changes no bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// How many steps were taken.
    pub steps: usize,
    /// Where it is.
    pub state: State,
    /// What the last four steps would have added to the velocity without impulses, the last one first.
    pub gains: [Vec<f64>; 4],
    /// The last step's impulses by the source of their laws; those of contacts along the world's axes.
    pub impulses: Vec<(Source, Vec<f64>)>,
    /// What soft contacts hold.
    pub springs: Vec<Spring>,
    /// Which motors are at their limits, and so laws of the next solve.
    pub limited_motors: Vec<bool>,
    /// How often the next step is cut in half for its first piece.
    pub halvings: u32,
    /// What is known about rest.
    pub rest: Rest,
}

/// What a world knows about being at rest, so that a step that is costs no matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    /// Whether the last solve changed little of what it started from.
    pub settles: bool,
    /// Whether the last impulses that were looked at had to be changed.
    pub corrected: bool,
    /// Steps since the matrix was formed that residuals are measured by.
    pub age: usize,
    /// The laws of that matrix; none where the next step forms another anyway.
    pub laws: Vec<(Source, Law)>,
    /// Its diagonal, row by row.
    pub diagonal: Vec<f64>,
}

impl Snapshot {
    /// A place and velocities after so many steps, with nothing known of what was before: as at a scene's start.
    pub fn fresh(
        scene: &Scene,
        mut configuration: Vec<f64>,
        velocity: Vec<f64>,
        steps: usize,
    ) -> Result<Self, SimulationError> {
        check_numbers("configuration", &configuration, scene.model.configuration_size())?;
        scene.model.normalize(&mut configuration);
        let time = scene.initial.time + steps as f64 * scene.settings.time_step;
        let state = State { time, configuration, velocity };
        let snapshot = Stepper::new(scene)?.snapshot(&state, steps);
        snapshot.check(scene)?;
        Ok(snapshot)
    }

    /// Refuses what cannot be of a world of this scene.
    pub(crate) fn check(&self, scene: &Scene) -> Result<(), SimulationError> {
        let model = &scene.model;
        let (configuration, velocity) = (model.configuration_size(), model.velocity_size());
        check_numbers("configuration", &self.state.configuration, configuration)?;
        check_numbers("velocity", &self.state.velocity, velocity)?;
        for gains in &self.gains {
            check_numbers("gains", gains, velocity)?;
        }
        if self.limited_motors.len() != scene.motors.len() {
            let expected = format!("{} motors", scene.motors.len());
            return Err(fault("motors", expected, self.limited_motors.len()));
        }
        if self.halvings > DEEPEST {
            return Err(fault("halvings", format!("at most {DEEPEST}"), self.halvings));
        }
        // The very bits, because that is how a world reckons its time.
        let time = scene.initial.time + self.steps as f64 * scene.settings.time_step;
        if self.state.time.to_bits() != time.to_bits() {
            return Err(fault("time", format!("{time} s after {} steps", self.steps), self.state.time));
        }
        for (source, impulse) in &self.impulses {
            check_numbers("impulses", impulse, size(scene, *source)?)?;
        }
        for Spring { contact, normal, force } in &self.springs {
            size(scene, *contact)?;
            check_numbers("springs", &[normal.to_array(), force.to_array()].concat(), 6)?;
        }
        let rows = self.rest.laws.iter().try_fold(0_usize, |rows, (_, law)| rows.checked_add(law.rows()));
        if rows != Some(self.rest.diagonal.len()) {
            return Err(fault(
                "diagonal",
                "as many numbers as the laws have rows".to_owned(),
                self.rest.diagonal.len(),
            ));
        }
        for (source, _) in &self.rest.laws {
            size(scene, *source)?;
        }
        Ok(())
    }
}

fn fault(field: &'static str, expected: String, found: impl ToString) -> SimulationError {
    SimulationError::Snapshot { field, expected, found: found.to_string() }
}

fn check_numbers(field: &'static str, numbers: &[f64], expected: usize) -> Result<(), SimulationError> {
    if numbers.len() != expected {
        return Err(fault(field, format!("{expected} numbers"), numbers.len()));
    }
    numbers.iter().find(|value| !value.is_finite()).map_or(Ok(()), |value| {
        let expected = "finite numbers".to_owned();
        Err(fault(field, expected, value))
    })
}

/// How many numbers the impulse of a source is remembered by; an error where the scene has no such source.
fn size(scene: &Scene, source: Source) -> Result<usize, SimulationError> {
    let model = &scene.model;
    let one = |exists: bool| exists.then_some(1);
    let found = match source {
        Source::Closure(index) => model.closures().get(index).map(|closure| closure.kind.rows()),
        Source::Coupling(index) => one(index < model.couplings().len()),
        Source::Drive(index) => one(index < scene.drives.len()),
        Source::Motor(index) => one(index < scene.motors.len()),
        Source::Friction(freedom) | Source::Limit(freedom, _) => one(freedom < model.velocity_size()),
        Source::Contact(first, second, _) => (first.max(second) < scene.colliders.len()).then_some(3),
    };
    found.ok_or_else(|| fault("sources", "a loop, joint or shape of the scene".to_owned(), format!("{source:?}")))
}
