//! Steps at acceleration level: the forces of contacts at rest or in steady sliding, from the accelerations that they allow.
//!
//! Where a contact slides, its friction is known by direction and the normal forces alone are unknown: a linear
//! complementarity problem, whose matrix need not be positive, so that there may be no solution, or two (Painlevé 1895). A
//! step that has none, or in which a contact closes or a slide comes to rest, is taken with impulses instead, and says so.

use crate::report::{Event, ImpulseReason};
use crate::rows::{ConstraintRows, Source};
use crate::stepper::Stepper;
use crate::{Scene, SimulationError};
use stiction_contact::{ContactProblem, Law, Method, Outcome, Settings};
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::norm;
use stiction_multibody::State;
use stiction_multibody::dynamics::{Kinematics, Motions};

/// A contact is closed below this gap, m, and rests or slides below this speed, m/s.
const CLOSED: f64 = 1e-8;
const AT_REST: f64 = 1e-7;
/// The share of a step's budget after which impulses get the rest of it.
const ACCELERATION_SHARE: f64 = 0.75;
/// The time by which states are moved to see how rows change, s.
const DIFFERENCE: f64 = 1e-5;

/// How one law takes part in the accelerations.
enum Part {
    /// Not at all.
    Absent,
    /// By its own rows and law.
    Whole(Law),
    /// A sliding contact: by its normal, with friction against the direction of slip.
    Sliding { against: [f64; 2], friction: f64 },
}

impl Stepper {
    /// The impulses of a step at acceleration level; whether there are any, or it has to be taken with impulses.
    pub(crate) fn solve_accelerations(&mut self, scene: &Scene, at: (usize, f64)) -> Result<bool, SimulationError> {
        let h = self.h;
        if self.is_impact_near(h) {
            return Ok(self.give_up(ImpulseReason::Impact));
        }
        let parts: Vec<Part> = (0..self.rows.laws.len()).map(|law| self.part(law, h)).collect();
        let mut accelerations = self.row_rates(scene, at.1);
        for (row, rate) in accelerations.iter_mut().enumerate() {
            if self.is_equation(row) {
                // Loops and prescribed motions are held by their velocities, which do not drift.
                *rate = (self.velocities.free[row] + self.velocities.targets[row]) / h;
            } else {
                *rate += (self.velocities.free[row] - self.velocities.before[row]) / h;
            }
        }
        let (columns, laws) = self.columns(&parts);
        let (matrix, right) = self.reduced(&columns, &accelerations);
        if laws.is_empty() {
            self.impulses.resize(self.rows.order(), 0.0);
            return Ok(true);
        }
        let (step, time) = at;
        let problem =
            ContactProblem::new(matrix, right, laws).map_err(|error| SimulationError::Problem { step, time, error })?;
        let settings = Settings { tolerance: scene.settings.contact.tolerance, ..Settings::default() };
        self.solver.patience.may_take(ACCELERATION_SHARE);
        let solution = Method::Auto.solve(&problem, &settings, None, &mut self.solver.patience);
        match solution.outcome {
            Outcome::Solved => {}
            Outcome::Interrupted if self.solver.patience.asked_to_end => {
                return Err(SimulationError::Interrupted { step, time });
            }
            Outcome::Interrupted => return Ok(self.give_up(ImpulseReason::BudgetSpent)),
            Outcome::NoSolution(_) => return Ok(self.give_up(ImpulseReason::NoSolution)),
            _ => return Ok(self.give_up(ImpulseReason::NotFound)),
        }
        let mut impulses = vec![0.0; self.rows.order()];
        for (column, force) in columns.iter().zip(&solution.impulses) {
            column.iter().for_each(|&(row, factor)| impulses[row] += h * factor * force);
        }
        if self.comes_to_rest(&parts, &impulses) {
            return Ok(self.give_up(ImpulseReason::SlideEnds));
        }
        let present = parts.iter().zip(&self.rows.sources).filter(|(part, _)| !matches!(part, Part::Absent));
        let worst = present.map(|(_, source)| *source).nth(solution.residual.worst);
        self.solver.tally.count(solution.effort);
        self.solver.tally.note(&solution, worst);
        self.impulses = impulses;
        Ok(true)
    }

    fn give_up(&mut self, reason: ImpulseReason) -> bool {
        self.solver.tally.events.push(Event::ImpulseStep { reason });
        false
    }

    fn is_equation(&self, row: usize) -> bool {
        let law = self.rows.first_rows.partition_point(|&first| first <= row) - 1;
        use Source::{Closure, Coupling, Drive, Motor};
        matches!(self.rows.sources.get(law), Some(Closure(_) | Coupling(_) | Drive(_) | Motor(_)))
    }

    /// Whether a contact or limit closes within the step that is not closed already.
    fn is_impact_near(&self, h: f64) -> bool {
        self.rows.sources.iter().enumerate().any(|(law, source)| {
            let row = self.rows.first_rows[law];
            let (gap, velocity) = (self.rows.offsets[row], self.velocities.before[row]);
            let rests = gap <= CLOSED && velocity.abs() <= AT_REST;
            let closes = gap + h * velocity.min(self.velocities.free[row]) <= 0.0;
            matches!(source, Source::Limit(..) | Source::Contact(..)) && !rests && closes
        })
    }

    /// How a law takes part; bounds of impulses over `h` become bounds of forces.
    fn part(&self, law: usize, h: f64) -> Part {
        let rows = self.rows.rows_of(law);
        let velocity = &self.velocities.before[rows.clone()];
        let own = self.rows.laws[law];
        let closed = self.rows.offsets[rows.start] <= CLOSED && velocity[0].abs() <= AT_REST;
        match (self.rows.sources[law], own) {
            (Source::Friction(_), Law::Bounded { upper, .. }) if velocity[0].abs() > AT_REST => {
                let force = -upper / h * velocity[0].signum();
                Part::Whole(Law::Bounded { lower: force, upper: force })
            }
            (_, Law::Bounded { lower, upper }) => Part::Whole(Law::Bounded { lower: lower / h, upper: upper / h }),
            (Source::Closure(_) | Source::Coupling(_) | Source::Drive(_), own) => Part::Whole(own),
            (Source::Limit(..) | Source::Contact(..), _) if !closed => Part::Absent,
            (_, Law::Coulomb { friction }) if norm(&velocity[1..]) > AT_REST => {
                let slip = norm(&velocity[1..]);
                Part::Sliding { against: [-velocity[1] / slip, -velocity[2] / slip], friction }
            }
            (_, own) => Part::Whole(own),
        }
    }

    /// The rows that each unknown force acts on, with factors (the first is the row that it is paired with), and the laws.
    fn columns(&self, parts: &[Part]) -> (Vec<Vec<(usize, f64)>>, Vec<Law>) {
        let (mut columns, mut laws) = (Vec::new(), Vec::new());
        for (law, part) in parts.iter().enumerate() {
            let rows = self.rows.rows_of(law);
            match part {
                Part::Absent => {}
                Part::Whole(own) => {
                    columns.extend(rows.map(|row| vec![(row, 1.0)]));
                    laws.push(*own);
                }
                Part::Sliding { against, friction } => {
                    let [first, second] = against.map(|part| friction * part);
                    columns.push(vec![(rows.start, 1.0), (rows.start + 1, first), (rows.start + 2, second)]);
                    laws.push(Law::Unilateral);
                }
            }
        }
        (columns, laws)
    }

    /// The accelerations of the paired rows by unit forces, and without any.
    fn reduced(&mut self, columns: &[Vec<(usize, f64)>], accelerations: &[f64]) -> (DenseMatrix, Vec<f64>) {
        let mut matrix = DenseMatrix::zeros(columns.len(), columns.len());
        let mut unit = vec![0.0; self.rows.order()];
        for (j, column) in columns.iter().enumerate() {
            column.iter().for_each(|&(row, factor)| unit[row] = factor);
            self.response_to(&unit);
            columns.iter().enumerate().for_each(|(i, own)| matrix[(i, j)] = self.response[own[0].0]);
            column.iter().for_each(|&(row, _)| unit[row] = 0.0);
        }
        (matrix, columns.iter().map(|own| accelerations[own[0].0]).collect())
    }

    /// Whether friction would turn a slide around within the step.
    fn comes_to_rest(&mut self, parts: &[Part], impulses: &[f64]) -> bool {
        self.response_to(impulses);
        parts.iter().enumerate().any(|(law, part)| {
            let Part::Sliding { against, .. } = part else { return false };
            let first = self.rows.first_rows[law] + 1;
            let after = |k: usize| self.velocities.free[first + k] + self.response[first + k];
            after(0) * against[0] + after(1) * against[1] >= 0.0
        })
    }

    /// `Ġ v`: how the rows' velocities change by the motion alone, from the places a little before and after.
    fn row_rates(&mut self, scene: &Scene, end: f64) -> Vec<f64> {
        let model = &scene.model;
        let mut rates = vec![0.0; self.rows.order()];
        let mut seen = vec![0; self.rows.order()];
        let (mut kinematics, mut motions) = (Kinematics::new(model), Motions::new(model));
        let mut rows = ConstraintRows::new(scene);
        let mut velocities = Vec::new();
        for sign in [-1.0, 1.0] {
            let mut near: State = self.place.clone();
            model.advance(&mut near.configuration, &self.place.velocity, sign * DIFFERENCE);
            model.transport(&self.place.configuration, &near.configuration, &mut near.velocity);
            kinematics.update(model, &near.configuration);
            motions.update(model, &kinematics, &near.velocity, None);
            let poses: Vec<_> = self.body_ids.iter().map(|&body| kinematics.body_pose(model, body)).collect();
            let margin = self.margin(scene);
            let points = self.detector.detect(&poses, margin);
            rows.gather(
                scene,
                &kinematics,
                &motions,
                &near,
                points,
                (self.h, end),
                margin,
                &self.body_ids,
                &self.motors,
            );
            velocities.resize(rows.order(), 0.0);
            rows.rows.velocities(&motions, &near.velocity, &mut velocities);
            for (law, source) in self.rows.sources.iter().enumerate() {
                let Ok(other) = rows.sources.binary_search(source) else { continue };
                for (row, there) in self.rows.rows_of(law).zip(rows.rows_of(other)) {
                    rates[row] += sign * (velocities[there] - self.velocities.before[row]) / DIFFERENCE;
                    seen[row] += 1;
                }
            }
        }
        rates.iter_mut().zip(&seen).for_each(|(rate, &seen)| *rate /= f64::from(seen.max(1)));
        rates
    }
}
