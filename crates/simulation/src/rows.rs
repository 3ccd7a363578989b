use crate::Scene;
use crate::motor::Motors;
use stiction_collision::ContactPoint;
use stiction_contact::Law;
use stiction_linalg::space::Vector3;
use stiction_multibody::constraint::{Bilateral, Limit, LimitSide, Limits};
use stiction_multibody::delassus::Rows;
use stiction_multibody::dynamics::{Kinematics, Motions};
use stiction_multibody::{BodyId, State};

/// Where a law of a step comes from. Their order is that of the rows, and the same from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A loop closure, by its place among the model's.
    Closure(usize),
    /// A coupling of coordinates, by its place among the model's.
    Coupling(usize),
    /// A prescribed motion, by its place among the scene's.
    Drive(usize),
    /// A motor at a limit of its force, by its place among the scene's.
    Motor(usize),
    /// Dry friction of a degree of freedom.
    Friction(usize),
    /// A joint's limit: degree of freedom, and whether it is the upper one.
    Limit(usize, bool),
    /// A contact: first collider, second collider, feature.
    Contact(usize, usize, u32),
}

impl Source {
    /// Whether both are contacts between the same shapes.
    pub(crate) fn is_beside(self, other: Self) -> bool {
        match (self, other) {
            (Self::Contact(first, second, _), Self::Contact(a, b, _)) => (first, second) == (a, b),
            _ => false,
        }
    }

    /// What to call its law in messages.
    pub fn label(self, scene: &Scene) -> String {
        let model = &scene.model;
        let joint_of = |freedom: usize| {
            let joint = model.joints().iter().find(|joint| joint.velocity.contains(&freedom));
            joint.map_or("a joint", |joint| joint.name.as_str())
        };
        match self {
            Self::Closure(index) => format!("loop {}", model.closures()[index].name),
            Self::Coupling(index) => format!("coupling {}", model.couplings()[index].name),
            Self::Drive(index) => format!("motion of {}", joint_of(scene.drives[index].freedom)),
            Self::Motor(index) => format!("motor of {}", joint_of(scene.motors[index].freedom)),
            Self::Friction(freedom) => format!("dry friction of {}", joint_of(freedom)),
            Self::Limit(freedom, upper) => {
                format!("{} limit of {}", if upper { "upper" } else { "lower" }, joint_of(freedom))
            }
            Self::Contact(first, second, _) => scene.pair_name(first, second),
        }
    }

    /// The labels of a step's laws. Points of one pair of shapes follow each other, and are numbered.
    pub(crate) fn labels(sources: &[Self], scene: &Scene) -> Vec<String> {
        let mut labels = Vec::with_capacity(sources.len());
        for beside in sources.chunk_by(|one, other| one.is_beside(*other)) {
            let label = beside[0].label(scene);
            match beside.len() {
                1 => labels.push(label),
                points => labels.extend((1..=points).map(|point| format!("{label}, point {point} of {points}"))),
            }
        }
        labels
    }
}

/// A contact of a step.
#[derive(Clone, Copy, Debug)]
pub struct StepContact {
    /// Where, and how far apart.
    pub point: ContactPoint,
    /// Normal, first and second tangent.
    pub frame: [Vector3; 3],
    /// Coulomb's coefficient.
    pub friction: f64,
    /// How much of the approaching speed an impact gives back.
    pub restitution: f64,
    /// The force over the depth that it gives way by, N/m; infinite where it is rigid.
    pub stiffness: f64,
    /// Its law among the step's.
    pub law: usize,
}

impl StepContact {
    /// Whether it gives way.
    pub fn is_soft(&self) -> bool {
        self.stiffness < f64::INFINITY
    }

    /// How fast it has to give way within a step of length `h` for an impulse, m/s per N·s: `1 / (k h²)`.
    pub fn compliance(&self, h: f64) -> f64 {
        1.0 / (self.stiffness * h * h)
    }
}

/// All laws of a step, with what they measure of positions and velocities.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstraintRows {
    pub rows: Rows,
    pub laws: Vec<Law>,
    pub sources: Vec<Source>,
    /// The first row of each law, and the number of rows at the end.
    pub first_rows: Vec<usize>,
    /// What each row measures of the positions, m or rad: gap, or error of an equation; zero along tangents.
    pub offsets: Vec<f64>,
    /// Rows whose velocity gains so much per impulse besides what the bodies do.
    pub compliances: Vec<(usize, f64)>,
    pub contacts: Vec<StepContact>,
    bilateral: Bilateral,
    limits: Limits,
}

impl ConstraintRows {
    pub fn new(scene: &Scene) -> Self {
        let mut rows = Self::default();
        rows.bilateral.reserve(&scene.model);
        rows.limits.reserve(&scene.model);
        rows
    }

    /// Gathers the laws at a state. `motions` hold velocities; `h` is the length of the step, `time` that of its end.
    #[allow(clippy::too_many_arguments)]
    pub fn gather(
        &mut self,
        scene: &Scene,
        kinematics: &Kinematics,
        motions: &Motions,
        state: &State,
        points: &[ContactPoint],
        (h, time): (f64, f64),
        margin: f64,
        body_ids: &[BodyId],
        motors: &Motors,
    ) {
        self.rows.clear();
        self.laws.clear();
        self.sources.clear();
        self.first_rows.clear();
        self.offsets.clear();
        self.compliances.clear();
        self.contacts.clear();
        let model = &scene.model;
        if !(model.closures().is_empty() && model.couplings().is_empty()) {
            self.add_equations(scene, kinematics, motions, state);
        }
        for (index, drive) in scene.drives.iter().enumerate() {
            // A drive with a limit pulls as far as it can and lags behind where that is not enough.
            let bound = h * model.freedoms()[drive.freedom].properties.effort_limit;
            let bounded = Law::Bounded { lower: -bound, upper: bound };
            let law = if bound.is_finite() { bounded } else { Law::Bilateral { rows: 1 } };
            self.add(law, Source::Drive(index));
            self.rows.push_coordinates(&[(drive.freedom, 1.0)]);
            self.offsets.push(state.configuration[drive.coordinate] - drive.position.at(time));
        }
        for law in motors.laws(scene) {
            self.add(Law::Bounded { lower: law.lower, upper: law.upper }, Source::Motor(law.motor));
            self.rows.push_coordinates(&[(law.freedom, 1.0)]);
            self.compliances.push((self.offsets.len(), law.compliance));
            self.offsets.push(-h * law.idle_velocity);
        }
        for (freedom, description) in model.freedoms().iter().enumerate() {
            let bound = h * description.properties.friction;
            if bound > 0.0 {
                self.add(Law::Bounded { lower: -bound, upper: bound }, Source::Friction(freedom));
                self.rows.push_coordinates(&[(freedom, 1.0)]);
                self.offsets.push(0.0);
            }
        }
        self.limits.update(model, &state.configuration, margin);
        self.rows.append(&self.limits.rows);
        for index in 0..self.limits.limits.len() {
            let Limit { freedom, side, gap, .. } = self.limits.limits[index];
            self.add(Law::Unilateral, Source::Limit(freedom, side != LimitSide::Lower));
            self.offsets.push(gap);
        }
        for point in points {
            self.add_contact(scene, kinematics, point, body_ids, h);
        }
        self.first_rows.push(self.offsets.len());
    }

    fn add(&mut self, law: Law, source: Source) {
        self.first_rows.push(self.offsets.len());
        self.laws.push(law);
        self.sources.push(source);
    }

    fn add_equations(&mut self, scene: &Scene, kinematics: &Kinematics, motions: &Motions, state: &State) {
        let model = &scene.model;
        self.bilateral.update(model, kinematics, motions, &state.configuration, &state.velocity);
        self.rows.append(&self.bilateral.rows);
        let mut first = 0;
        for (index, closure) in model.closures().iter().enumerate() {
            let rows = closure.kind.rows();
            self.add(Law::Bilateral { rows }, Source::Closure(index));
            self.offsets.extend_from_slice(&self.bilateral.errors[first..first + rows]);
            first += rows;
        }
        for index in 0..model.couplings().len() {
            self.add(Law::Bilateral { rows: 1 }, Source::Coupling(index));
            self.offsets.push(self.bilateral.errors[first + index]);
        }
    }

    fn add_contact(
        &mut self,
        scene: &Scene,
        kinematics: &Kinematics,
        point: &ContactPoint,
        body_ids: &[BodyId],
        h: f64,
    ) {
        let materials = [point.first, point.second].map(|collider| scene.collider_materials[collider]);
        let material = scene.materials.pair(materials[0], materials[1]);
        let bodies = [point.first, point.second].map(|collider| body_ids[scene.colliders[collider].body]);
        let (first, second) = point.normal.tangents();
        let frame = [point.normal, first, second];
        let rows = if material.friction > 0.0 { 3 } else { 1 };
        let law = if rows == 3 { Law::Coulomb { friction: material.friction } } else { Law::Unilateral };
        let contact = StepContact {
            point: *point,
            frame,
            friction: material.friction,
            restitution: material.restitution,
            stiffness: material.stiffness,
            law: self.laws.len(),
        };
        if material.is_soft() {
            let (first, compliance) = (self.offsets.len(), contact.compliance(h));
            self.compliances.extend((first..first + rows).map(|row| (row, compliance)));
        }
        self.contacts.push(contact);
        self.add(law, Source::Contact(point.first, point.second, point.feature));
        self.rows.push_contact(&scene.model, kinematics, (bodies[0], bodies[1]), point.position, &frame[..rows]);
        self.offsets.push(point.gap);
        self.offsets.extend(std::iter::repeat_n(0.0, rows - 1));
    }

    /// The number of rows.
    pub fn order(&self) -> usize {
        self.offsets.len()
    }

    /// The part of `pᵀ W p` that is the compliance of motors, which neither moves bodies nor stores energy.
    pub fn strain(&self, impulses: &[f64]) -> f64 {
        let motors = self.compliances.iter().filter(|(row, _)| *row < self.first_contact_row());
        motors.map(|&(row, compliance)| compliance * impulses[row] * impulses[row]).sum()
    }

    fn first_contact_row(&self) -> usize {
        self.first_rows[self.laws.len() - self.contacts.len()]
    }

    /// Whether a law is that of a soft contact.
    pub fn is_soft(&self, law: usize) -> bool {
        let first_contact = self.laws.len() - self.contacts.len();
        law.checked_sub(first_contact).is_some_and(|contact| self.contacts[contact].is_soft())
    }

    /// The rows of a law.
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        self.first_rows[law]..self.first_rows[law + 1]
    }
}
