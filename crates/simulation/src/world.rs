use crate::report::StepReport;
use crate::rows::{Source, StepContact};
use crate::stepper::{Stage, Stepper};
use crate::{Budget, ContactMode, Energy, Load, LoadTarget, Scene, Signal, SimulationError, Snapshot};
use stiction_contact::{ContactProblem, ContactSolution};
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::dynamics::{Kinematics, Motions};
use stiction_multibody::{BodyId, State};

/// A normal impulse is none below this share of the step's largest, a slip below this share of the fastest contact velocity
/// without impulses, or this many tolerances.
const NOTHING: f64 = 1e-9;
const SLOWEST: f64 = 1e-6;
const SLOWEST_TOLERANCES: f64 = 10.0;
/// However loose the tolerance, what is faster than this share is a slip.
const SLIPS: f64 = 1e-3;

/// A scene in motion.
pub struct World {
    scene: Scene,
    state: State,
    stepper: Stepper,
    steps: usize,
    /// Whether the last step failed and left its traces in the stepper.
    failed: bool,
    /// How many loads are the scene's own, once there are others.
    own_loads: Option<usize>,
    /// How many threads may work at once.
    threads: usize,
}

/// Where a body is and how it moves, world axes, about its frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// m.
    pub position: Vector3,
    /// From the body's axes to the world's.
    pub orientation: Quaternion,
    /// m/s.
    pub linear_velocity: Vector3,
    /// rad/s.
    pub angular_velocity: Vector3,
}

impl World {
    /// A scene at its start.
    pub fn new(scene: Scene) -> Result<Self, SimulationError> {
        scene.check()?;
        let mut state = scene.initial.clone();
        scene.model.normalize(&mut state.configuration);
        let stepper = Stepper::new(&scene)?;
        Ok(Self { scene, state, stepper, steps: 0, failed: false, own_loads: None, threads: 1 })
    }

    /// A scene where a snapshot left it: what follows is bit for bit what followed there. The contacts of the last step are
    /// not part of a snapshot; there are none until the next one.
    pub fn restore(scene: Scene, snapshot: &Snapshot) -> Result<Self, SimulationError> {
        let mut world = Self::new(scene)?;
        snapshot.check(&world.scene)?;
        world.stepper.restore(&world.scene, snapshot)?;
        world.state.clone_from(&snapshot.state);
        world.steps = snapshot.steps;
        Ok(world)
    }

    /// Goes to where a snapshot was taken, in the storage that is there: what follows is bit for bit what followed there.
    /// After an error everything is as it was. Targets of motors and forces on joints are not part of a snapshot and stay.
    pub fn go_to(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        snapshot.check(&self.scene)?;
        let mut stepper = Stepper::new(&self.scene)?;
        stepper.restore(&self.scene, snapshot)?;
        stepper.solver.set_threads(self.threads);
        std::mem::swap(&mut stepper.solver.patience, &mut self.stepper.solver.patience);
        self.stepper = stepper;
        self.state.clone_from(&snapshot.state);
        self.steps = snapshot.steps;
        self.failed = false;
        Ok(())
    }

    /// Gives a motor other targets from the next step on: where it pulls to, how fast, and what it exerts besides. Its gains and
    /// limits stay.
    pub fn set_motor(
        &mut self,
        motor: usize,
        position: Option<Signal>,
        velocity: Option<Signal>,
        force: Option<Signal>,
    ) -> Result<(), SimulationError> {
        let motors = self.scene.motors.len();
        let Some(motor) = self.scene.motors.get_mut(motor) else {
            let expected = format!("a motor index below {motors}");
            return Err(SimulationError::Scene { field: "motor".to_owned(), expected, found: motor.to_string() });
        };
        for signal in [&position, &velocity, &force].into_iter().flatten() {
            if let Some(expected) = signal.fault() {
                let (field, expected) = ("motor's target".to_owned(), expected.to_owned());
                return Err(SimulationError::Scene { field, expected, found: format!("{signal:?}") });
            }
        }
        motor.position = position.unwrap_or_else(|| motor.position.clone());
        motor.velocity = velocity.unwrap_or_else(|| motor.velocity.clone());
        motor.force = force.unwrap_or_else(|| motor.force.clone());
        Ok(())
    }

    /// Forces on all degrees of freedom from the next step on, N or N·m, besides the scene's own; all on one together are held
    /// within its effort limit.
    pub fn set_joint_forces(&mut self, forces: &[f64]) -> Result<(), SimulationError> {
        let freedoms = self.scene.model.velocity_size();
        let fault = |expected: String, found: String| {
            Err(SimulationError::Scene { field: "joint forces".to_owned(), expected, found })
        };
        if forces.len() != freedoms {
            return fault(format!("{freedoms} numbers"), forces.len().to_string());
        }
        if let Some(force) = forces.iter().find(|force| !force.is_finite()) {
            return fault("finite numbers".to_owned(), force.to_string());
        }
        let first = *self.own_loads.get_or_insert(self.scene.loads.len());
        self.scene.loads.truncate(first);
        // A joint without force has no load, so that a world that nobody drives stays as it is.
        let driven = forces.iter().enumerate().filter(|(_, force)| **force != 0.0);
        self.scene.loads.extend(driven.map(|(freedom, force)| Load {
            on: LoadTarget::Freedom(freedom, *force),
            factor: Signal::Constant(1.0),
            from: f64::NEG_INFINITY,
            until: f64::INFINITY,
        }));
        Ok(())
    }

    /// What the next steps depend on; none after a step that failed, because nothing can go on from the middle of it.
    pub fn snapshot(&self) -> Option<Snapshot> {
        (!self.failed).then(|| self.stepper.snapshot(&self.state, self.steps))
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Where it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Takes one step; after an error the state is that before the step.
    pub fn step(&mut self) -> Result<StepReport, SimulationError> {
        self.step_watched(&mut |_| {})
    }

    /// The same; `watch` is called as each part of the step ends.
    pub fn step_watched(&mut self, watch: &mut dyn FnMut(Stage)) -> Result<StepReport, SimulationError> {
        // From the number of steps, so that times do not gather rounding.
        let step = self.steps + 1;
        let time = self.scene.initial.time + step as f64 * self.scene.settings.time_step;
        self.failed = true;
        let report = self.stepper.step(&self.scene, &mut self.state, (step, time), watch)?;
        self.failed = false;
        self.steps = step;
        Ok(report)
    }

    /// Asks this now and then while a step is solved: where the answer is yes, the step ends with
    /// [`SimulationError::Interrupted`].
    pub fn end_when(&mut self, ends: fn() -> bool) {
        self.stepper.solver.patience.ends = Some(ends);
    }

    /// What a step may cost: where a solve would take more, it ends, and the step goes on with the best impulses found so
    /// far, as [`StepReport::outcome_name`] says. What is not a solve takes its time: a budget below that is not kept.
    pub fn set_budget(&mut self, budget: Box<dyn Budget>) {
        self.stepper.solver.patience.budget = Some(budget);
    }

    /// How many threads may work at once on the independent groups of a step's contacts; one, where nothing is said. The bits do
    /// not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.stepper.solver.set_threads(threads);
    }

    /// The contacts of the last step; of one that was taken in pieces, those of the last piece.
    pub fn contacts(&self) -> &[StepContact] {
        &self.stepper.rows.contacts
    }

    /// The impulse of a contact in the whole of the last step, N·s along its frame's axes. Of a step in pieces, what contacts had
    /// that are gone is in those between the same shapes.
    pub fn impulse(&self, contact: &StepContact) -> Vector3 {
        let own = &self.stepper.impulses[self.stepper.rows.rows_of(contact.law)];
        Vector3::new(own[0], own.get(1).copied().unwrap_or(0.0), own.get(2).copied().unwrap_or(0.0))
    }

    /// The contact problem that the last step solved last. Steps that went on with the impulses of the step before pose none; then
    /// it is that of an earlier step.
    pub fn contact_problem(&self) -> &ContactProblem {
        &self.stepper.solver.posed.contact
    }

    /// How the second body of a contact moved against the first at the end of the last step, m/s along its frame's axes.
    pub fn contact_velocity(&self, contact: &StepContact) -> Vector3 {
        let rows = self.stepper.rows.rows_of(contact.law);
        let after = |k: usize| match rows.clone().nth(k) {
            Some(row) => self.stepper.velocities.free[row] + self.stepper.response[row],
            None => 0.0,
        };
        Vector3::new(after(0), after(1), after(2))
    }

    /// What each contact of the last step did, in the order of [`contacts`](Self::contacts).
    pub fn contact_modes(&self) -> Vec<ContactMode> {
        let free = &self.stepper.velocities.free;
        let contacts = self.contacts();
        let rows = contacts.iter().flat_map(|contact| self.stepper.rows.rows_of(contact.law));
        let fastest = rows.fold(0.0_f64, |most, row| most.max(free[row].abs()));
        let hardest = contacts.iter().fold(0.0_f64, |most, contact| most.max(self.impulse(contact).x));
        let slowest = (SLOWEST_TOLERANCES * self.scene.settings.contact.tolerance).clamp(SLOWEST, SLIPS) * fastest;
        let mode = |contact: &StepContact| {
            let tangents = self.stepper.rows.rows_of(contact.law).skip(1);
            let slip = tangents.fold(0.0, |slip: f64, row| slip.hypot(self.stepper.velocities.slips[row]));
            ContactMode::of(self.impulse(contact).x, slip, contact.friction, NOTHING * hardest, slowest)
        };
        contacts.iter().map(mode).collect()
    }

    /// The impulses of a loop's rows in the last step, by its place among the model's, N·s or N·m·s; empty before the first.
    pub fn loop_impulses(&self, closure: usize) -> &[f64] {
        let Stepper { rows, impulses, .. } = &self.stepper;
        let law = rows.sources.iter().position(|source| *source == Source::Closure(closure));
        law.and_then(|law| impulses.get(rows.rows_of(law))).unwrap_or_default()
    }

    /// The mean force of a motor in the last step, by its place among the scene's, N or N·m.
    pub fn motor_force(&self, motor: usize) -> f64 {
        self.stepper.motors.force(motor)
    }

    /// The last step's contact problem that was not solved, if there is one, with its best answer.
    pub fn unsolved(&self) -> Option<&(ContactProblem, ContactSolution)> {
        self.stepper.solver.tally.unsolved.as_ref()
    }

    /// The energies now.
    pub fn energy(&self) -> Energy {
        let (kinematics, motions) = self.evaluate();
        Energy::at(&self.scene.model, &kinematics, &motions, &self.state)
    }

    /// Where every body is and how it moves now; the first is the world.
    pub fn bodies(&self) -> Vec<BodyState> {
        let (kinematics, motions) = self.evaluate();
        let model = &self.scene.model;
        let state = |body: BodyId| {
            let Pose { rotation, position } = kinematics.body_pose(model, body);
            let motion = motions.velocity(model, &kinematics, body, position);
            BodyState {
                position,
                orientation: Quaternion::from_matrix(&rotation),
                linear_velocity: motion.linear,
                angular_velocity: motion.angular,
            }
        };
        model.body_ids().map(state).collect()
    }

    fn evaluate(&self) -> (Kinematics, Motions) {
        let model = &self.scene.model;
        let mut kinematics = Kinematics::new(model);
        let mut motions = Motions::new(model);
        kinematics.update(model, &self.state.configuration);
        motions.update_velocities(model, &kinematics, &self.state.velocity);
        (kinematics, motions)
    }
}
