use crate::UnsolvedStep;
use crate::report::{BEST_IN_BUDGET, Event, StepReport};
use crate::world::World;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stiction_contact::{Outcome, Residual};

/// The most events that are kept one by one; all are counted.
const LONGEST: usize = 1000;

/// A largest value, and where it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worst {
    /// The value.
    pub value: f64,
    /// The step, from 1.
    pub step: usize,
    /// The contact or joint.
    pub label: String,
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// Steps taken.
    pub steps: usize,
    /// Contact points, summed over the steps.
    pub contacts: usize,
    /// The most in one step.
    pub most_contacts: usize,
    /// Steps by how their contact problem ended.
    pub outcomes: BTreeMap<Cow<'static, str>, usize>,
    /// The largest natural residual, relative.
    pub natural: Worst,
    /// The same over the steps that went on with the best impulses found within their budget.
    pub best_in_budget: Worst,
    /// The deepest overlap, m.
    pub penetration: Worst,
    /// The largest violation of a friction cone, N·s.
    pub cone_violation: f64,
    /// The largest angle between friction and slip, rad.
    pub slip_angle: f64,
    /// The largest velocity of a bilateral row, m/s.
    pub bilateral_velocity: f64,
    /// What impulses of contacts, limits and dry friction added to the energy in steps where they did, J.
    pub gained: f64,
    /// Their work, J: below zero, they took some.
    pub contact_work: f64,
    /// The work of prescribed motions, motors and loops, J.
    pub bilateral_work: f64,
    /// The largest overlap or open loop that a step started with, m or rad.
    pub offset: f64,
    /// What moving bodies for such added, J.
    pub moved_energy: f64,
    /// Solves of contact problems.
    pub solves: usize,
    /// Steps with an event, by its kind.
    pub event_counts: BTreeMap<Cow<'static, str>, usize>,
    /// The first of them, with step and time; the common ones are only counted.
    pub events: Vec<(usize, f64, Event)>,
}

impl RunSummary {
    /// Adds the step that a world has just taken.
    pub fn add(&mut self, world: &World, report: &StepReport) {
        self.steps += 1;
        self.contacts += report.contacts;
        self.most_contacts = self.most_contacts.max(report.contacts);
        *self.outcomes.entry(report.outcome_name().into()).or_default() += 1;
        self.solves += report.solves;
        let label = || report.worst_law.map_or_else(String::new, |source| source.label(world.scene()));
        self.add_residual(report.step, &report.residual, label);
        let relative = report.residual.relative;
        let worse = relative > self.best_in_budget.value || relative.is_nan();
        if report.outcome == Outcome::Interrupted && worse {
            self.best_in_budget = Worst { value: relative, step: report.step, label: label() };
        }
        if report.penetration > self.penetration.value {
            let label = report.deepest.map_or_else(String::new, |source| source.label(world.scene()));
            self.penetration = Worst { value: report.penetration, step: report.step, label };
        }
        self.gained += report.contact_energy.max(0.0);
        self.contact_work += report.contact_work;
        self.bilateral_work += report.bilateral_work;
        self.offset = self.offset.max(report.offset);
        self.moved_energy += report.moved_energy;
        for (place, event) in report.events.iter().enumerate() {
            // Several of a kind are one step.
            let is_first = report.events[..place].iter().all(|other| other.kind() != event.kind());
            *self.event_counts.entry(event.kind().into()).or_default() += usize::from(is_first);
            if !event.is_common() && self.events.len() < LONGEST {
                self.events.push((report.step, report.time, event.clone()));
            }
        }
    }

    /// Adds a step that was not taken, because its contact problem was not solved.
    pub fn add_unsolved(&mut self, unsolved: &UnsolvedStep) {
        let UnsolvedStep { step, problem, solution, .. } = unsolved;
        *self.outcomes.entry(solution.outcome.name().into()).or_default() += 1;
        self.add_residual(*step, &solution.residual, || problem.label(solution.residual.worst).to_string());
    }

    fn add_residual(&mut self, step: usize, residual: &Residual, label: impl Fn() -> String) {
        if residual.relative > self.natural.value || residual.relative.is_nan() {
            self.natural = Worst { value: residual.relative, step, label: label() };
        }
        self.cone_violation = self.cone_violation.max(residual.cone_violation);
        self.slip_angle = self.slip_angle.max(residual.slip_angle);
        self.bilateral_velocity = self.bilateral_velocity.max(residual.bilateral_velocity);
    }

    /// Whether every step was solved, and nothing left open.
    pub fn is_sound(&self) -> bool {
        let left_open = ["left-open", "projection-cut"].iter().any(|kind| self.event_counts.contains_key(*kind));
        self.unsolved() == 0 && !left_open
    }

    /// Steps that went on with the best impulses found within their budget.
    pub fn steps_in_budget(&self) -> usize {
        self.outcomes.get(BEST_IN_BUDGET).copied().unwrap_or(0)
    }

    /// Steps whose contact problem was not solved.
    pub fn unsolved(&self) -> usize {
        self.outcomes
            .iter()
            .filter(|(name, _)| !matches!(name.as_ref(), "solved" | "model-solved"))
            .map(|(_, count)| count)
            .sum()
    }
}
