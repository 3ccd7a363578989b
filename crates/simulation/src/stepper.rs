use crate::account::Account;
use crate::free_motion::FreeMotion;
use crate::halving::Halving;
use crate::impact::RowVelocities;
use crate::memory::Memory;
use crate::motor::Motors;
use crate::report::StepReport;
use crate::rows::{ConstraintRows, Source};
use crate::setback::Setback;
use crate::solve::StepSolver;
use crate::springs::Springs;
use crate::{Rest, Scene, SimulationError, Snapshot};
use stiction_collision::Detector;
use stiction_linalg::space::Pose;
use stiction_multibody::delassus::{Delassus, DelassusOperator};
use stiction_multibody::dynamics::{InertiaFactor, Kinematics, Motions};
use stiction_multibody::{BodyId, State};

/// The parts of a step, as they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Kinematics and contact points.
    Collision,
    /// Free motion, rows, the Delassus matrix.
    Assembly,
    /// The contact problem.
    Solve,
    /// The new state, and the report.
    Update,
}

/// Takes a world from one state to the next: all workspaces, and the impulses that the next solve starts from.
pub(crate) struct Stepper {
    /// The length of the step, or of the piece of one that is being taken, s.
    pub h: f64,
    pub halving: Halving,
    /// The impulses of the step's earlier pieces.
    pub earlier: Memory,
    pub account: Account,
    pub body_ids: Vec<BodyId>,
    pub detector: Detector,
    pub poses: Vec<Pose>,
    pub kinematics: Kinematics,
    pub motions: Motions,
    pub factor: InertiaFactor,
    pub free_motion: FreeMotion,
    pub motors: Motors,
    pub operator: DelassusOperator,
    pub delassus: Delassus,
    pub rows: ConstraintRows,
    pub velocities: RowVelocities,
    pub solver: StepSolver,
    pub memory: Memory,
    pub springs: Springs,
    /// How far each link's shapes reach from its body's origin, m.
    pub reaches: Vec<f64>,
    /// The state where forces and contacts are looked at.
    pub place: State,
    pub free_velocity: Vec<f64>,
    pub start: Vec<f64>,
    pub warm: bool,
    /// The impulses that the springs of soft contacts hold at the start, row by row.
    pub held: Vec<f64>,
    /// Whether the last solve changed little of what it started from, and whether this step's start is all that it needs.
    pub settles: bool,
    pub rests: bool,
    pub right: Vec<f64>,
    pub slips: Vec<[f64; 2]>,
    /// `W p` of the impulses looked at last; at the end of the step, of its own.
    pub response: Vec<f64>,
    pub impulses: Vec<f64>,
    /// Normal rows of contacts that close in this step, with their restitution.
    pub closing: Vec<(usize, f64)>,
    before: Vec<f64>,
    /// The largest overlap or open loop that the piece starts with, m or rad, and the energy that moving bodies for it
    /// added, J.
    pub offset: f64,
    pub moved_energy: f64,
}

impl Stepper {
    pub fn new(scene: &Scene) -> Result<Self, SimulationError> {
        let model = &scene.model;
        let motors = Motors::new(scene);
        let free_motion = FreeMotion::new(scene, &motors);
        let mut filter = scene.filter.clone();
        filter.static_bodies = model.body_ids().filter(|body| !model.is_mobile(*body)).map(BodyId::index).collect();
        let detector = Detector::new(scene.colliders.clone(), filter)?;
        let mut reaches = vec![0.0_f64; model.bodies().len()];
        for collider in &scene.colliders {
            if let Some(radius) = collider.shape.bounding_radius() {
                let reach = &mut reaches[collider.body];
                *reach = reach.max(collider.placement.position.norm() + radius);
            }
        }
        Ok(Self {
            h: scene.settings.time_step,
            halving: Halving::new(0),
            earlier: Memory::default(),
            account: Account::default(),
            body_ids: model.body_ids().collect(),
            detector,
            poses: Vec::new(),
            kinematics: Kinematics::new(model),
            motions: Motions::new(model),
            factor: InertiaFactor::new(&free_motion.implicit),
            free_motion,
            motors,
            operator: DelassusOperator::new(model),
            delassus: Delassus::new(),
            rows: ConstraintRows::new(scene),
            velocities: RowVelocities::default(),
            solver: StepSolver::new(&scene.settings),
            memory: Memory::default(),
            springs: Springs::default(),
            reaches,
            place: State::neutral(model),
            free_velocity: Vec::new(),
            start: Vec::new(),
            warm: false,
            held: Vec::new(),
            settles: false,
            rests: false,
            right: Vec::new(),
            slips: Vec::new(),
            response: Vec::new(),
            impulses: Vec::new(),
            closing: Vec::new(),
            before: Vec::new(),
            offset: 0.0,
            moved_energy: 0.0,
        })
    }

    /// What the next step depends on.
    pub fn snapshot(&self, state: &State, steps: usize) -> Snapshot {
        Snapshot {
            steps,
            state: state.clone(),
            gains: self.free_motion.gains.clone(),
            impulses: self.memory.entries(),
            springs: self.springs.all().to_vec(),
            limited_motors: self.motors.limited().to_vec(),
            halvings: self.halving.depth,
            rest: Rest { settles: self.settles, ..self.solver.rest(self.settles) },
        }
    }

    /// Takes that over from a snapshot, which was checked.
    pub fn restore(&mut self, scene: &Scene, snapshot: &Snapshot) -> Result<(), SimulationError> {
        self.motors.restore(scene, &snapshot.limited_motors);
        self.free_motion.set_motors(scene, &self.motors);
        self.free_motion.gains.clone_from(&snapshot.gains);
        self.memory.restore(&snapshot.impulses);
        self.springs.restore(scene, &snapshot.springs);
        self.halving = Halving::new(snapshot.halvings);
        self.settles = snapshot.rest.settles;
        let known = self.solver.restore(&snapshot.rest);
        known.map_err(|error| SimulationError::Problem { step: snapshot.steps, time: snapshot.state.time, error })
    }

    /// One step, in pieces where the whole is too hard; `at` is its number and the time at its end. After an error the state is
    /// that before the step.
    pub fn step(
        &mut self,
        scene: &Scene,
        state: &mut State,
        at: (usize, f64),
        watch: &mut dyn FnMut(Stage),
    ) -> Result<StepReport, SimulationError> {
        self.solver.begin();
        self.account = Account::default();
        self.earlier.clear();
        self.motors.begin_step();
        let takes_pieces = self.solver.takes_pieces();
        self.halving = Halving::begin(if takes_pieces { self.halving.depth } else { 0 }, at.0);
        let (whole, start) = (scene.settings.time_step, state.time);
        let mut before = None;
        let pieces = loop {
            let (length, end) = self.halving.next();
            let is_last = !self.halving.is_inside();
            if !is_last && before.is_none() {
                before = Some(state.clone());
            }
            self.set_length(scene, length * whole);
            self.solver.sweeps = self.halving.sweeps().filter(|_| takes_pieces);
            let (iterations, mark) = (self.solver.tally.effort.iterations, self.solver.tally.mark());
            let end = if is_last { at.1 } else { start + end * whole };
            match self.take_piece(scene, state, (at.0, end), watch) {
                Ok(()) => {
                    self.take_account(scene);
                    self.halving.advance(self.solver.tally.effort.iterations - iterations);
                    watch(Stage::Update);
                }
                Err(Setback::GivenUp) => {
                    self.solver.tally.forget(mark);
                    self.halving.cut();
                    watch(Stage::Solve);
                }
                Err(Setback::Error(error)) => {
                    before.into_iter().for_each(|before| *state = before);
                    return Err(error);
                }
            }
            if let Some(pieces) = self.halving.pieces() {
                break pieces;
            }
        };
        if pieces > 1 {
            self.join_pieces(pieces);
        }
        self.set_length(scene, whole);
        let report = self.report(at);
        self.solver.patience.step_ends();
        Ok(report)
    }

    /// What comes next is this long, s; impulses and forces that are remembered shrink or grow with it.
    fn set_length(&mut self, scene: &Scene, h: f64) {
        if h == self.h {
            return;
        }
        let factor = h / self.h;
        self.h = h;
        self.motors.h = h;
        self.free_motion.scale(scene, &self.motors, factor);
        self.memory.scale(factor);
    }

    /// A step of the length that is set.
    fn take_piece(
        &mut self,
        scene: &Scene,
        state: &mut State,
        at: (usize, f64),
        watch: &mut dyn FnMut(Stage),
    ) -> Result<(), Setback> {
        self.go_to_place(scene, state);
        self.motors.begin(scene, &self.place, self.arrival(scene, at.1));
        self.find_laws(scene, at.1);
        watch(Stage::Collision);
        self.project(scene, at)?;
        loop {
            self.move_freely(scene);
            self.warm = self.memory.recall(&self.rows, &mut self.start);
            self.springs.recall(&self.rows, self.h, &mut self.held);
            self.measure_rows(scene);
            self.look_for_rest(scene);
            if !self.rests {
                self.pose_problem(scene, at)?;
            }
            watch(Stage::Assembly);
            if !self.rests {
                self.solve(scene, at)?;
            }
            self.add_impulses();
            watch(Stage::Solve);
            if !self.limit_motors(scene) {
                break;
            }
            self.find_laws(scene, at.1);
        }
        self.keep_springs(scene);
        self.update(scene, state, at)?;
        Ok(())
    }

    /// The velocity at the end of the step without impulses.
    fn move_freely(&mut self, scene: &Scene) {
        self.factor.compute(&self.free_motion.implicit, &self.kinematics);
        let Self { free_motion, kinematics, factor, place, motors, free_velocity, .. } = self;
        free_motion.compute(scene, kinematics, factor, place, motors, free_velocity);
    }

    /// Makes laws of motors that broke their limits; whether there are any, so that the step is to be solved again.
    fn limit_motors(&mut self, scene: &Scene) -> bool {
        if scene.motors.is_empty() {
            return false;
        }
        let Self { motors, rows, impulses, free_velocity, .. } = self;
        let own = rows.sources.iter().enumerate().filter(|(_, source)| matches!(source, Source::Motor(_)));
        let solved = own.map(|(law, _)| impulses[rows.first_rows[law]]);
        let exceeded = motors.exceed(scene, free_velocity, solved);
        if exceeded || motors.release(scene) {
            self.free_motion.set_motors(scene, &self.motors);
        }
        exceeded
    }

    /// Positions at the end of the step.
    fn update(&mut self, scene: &Scene, state: &mut State, at: (usize, f64)) -> Result<(), SimulationError> {
        let model = &scene.model;
        let (step, time) = at;
        if !self.free_velocity.iter().all(|v| v.is_finite()) {
            return Err(SimulationError::NotFinite { step, time, what: "the velocity" });
        }
        self.before.clone_from(&self.place.configuration);
        let remaining = self.remaining_time(scene);
        model.advance(&mut self.place.configuration, &self.free_velocity, remaining);
        if !self.place.configuration.iter().all(|q| q.is_finite()) {
            return Err(SimulationError::NotFinite { step, time, what: "the configuration" });
        }
        model.transport(&self.before, &self.place.configuration, &mut self.free_velocity);
        state.configuration.copy_from_slice(&self.place.configuration);
        state.velocity.copy_from_slice(&self.free_velocity);
        state.time = time;
        Ok(())
    }
}
