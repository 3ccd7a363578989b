use crate::patience::Patience;
use crate::report::Event;
use crate::rows::{ConstraintRows, Source};
use crate::setback::Setback;
use crate::step_problem::StepProblem;
use crate::tally::Tally;
use crate::{FailurePolicy, Rest, Scene, Scheme, SimulationError, StepSettings, UnsolvedStep};
use stiction_complementarity::Effort;
use stiction_contact::{
    ContactError, ContactProblem, ContactSolution, ContactSolver, Islands, Law, Method, Outcome, Residual, Settings,
};

/// The last step's impulses are taken if their residual is below this share of the tolerance, and below this after a
/// correction; but rounding may leave as much as the last.
const STEADY: f64 = 1e-2;
const STEADY_AFTER_CORRECTION: f64 = 1e-3;
const ROUNDING: f64 = 1e-13;

/// What may be left of the largest offset or gap when bodies are moved: gaps that are left ask the contacts for velocities.
const POSITION_TOLERANCE: f64 = 1e-9;

/// Solves the contact problems of a step, by the method asked for and the policy on failures.
pub(crate) struct StepSolver {
    solver: Islands,
    /// `auto`, where another method was asked for and failed.
    next: Option<Islands>,
    /// `auto` for offsets.
    positions: Islands,
    /// The sweeps after which `auto` gives up a piece of a step, because there may be a shorter one.
    pub sweeps: Option<usize>,
    /// The velocity that residuals are relative to, m/s, if it is not for the problem to say.
    pub velocity_scale: Option<f64>,
    threads: usize,
    settings: StepSettings,
    /// What is solved.
    pub posed: StepProblem,
    velocity: Vec<f64>,
    /// Whether the last solve had to change what it started from.
    corrected: bool,
    pub patience: Patience,
    pub tally: Tally,
}

/// What is asked of a solve.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub scene: &'a Scene,
    pub rows: &'a ConstraintRows,
    /// Number of the step, and the time at its end.
    pub at: (usize, f64),
    pub free_velocity: &'a [f64],
    /// Before the step, for pyramids that are aligned to it.
    pub slips: &'a [[f64; 2]],
    pub start: Option<&'a [f64]>,
}

impl StepSolver {
    pub fn new(settings: &StepSettings) -> Self {
        Self {
            solver: Islands::new(settings.method, &settings.contact),
            next: None,
            positions: Islands::new(Method::Auto, &Settings { tolerance: POSITION_TOLERANCE, ..Settings::default() }),
            sweeps: None,
            velocity_scale: None,
            threads: 1,
            settings: settings.clone(),
            posed: StepProblem::new(),
            velocity: Vec::new(),
            corrected: true,
            patience: Patience::default(),
            tally: Tally::new(settings.method),
        }
    }

    /// How many threads may work on a step's islands at once.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.solver.set_threads(threads);
    }

    /// Begins a step.
    pub fn begin(&mut self) {
        self.tally = Tally::new(self.settings.method);
        self.patience.step_begins();
    }

    /// What is known about rest. Residuals are measured by the diagonal of the last problem's matrix alone, and only if
    /// the last solve has settled.
    pub fn rest(&self, settled: bool) -> Rest {
        let mut rest = Rest { corrected: self.corrected, age: self.posed.age, ..Rest::default() };
        if settled {
            (rest.laws, rest.diagonal) = self.posed.measures();
        }
        rest
    }

    /// Takes over what was known about rest.
    pub fn restore(&mut self, rest: &Rest) -> Result<(), ContactError> {
        self.corrected = rest.corrected;
        self.posed.restore(rest)
    }

    /// Solves the rows taken over, with offsets in place of velocities, under laws of position that have as many rows. Nothing where no
    /// time is left for anything better than nothing.
    pub fn solve_positions(
        &mut self,
        rows: &ConstraintRows,
        position_laws: impl Iterator<Item = Law>,
    ) -> Result<Option<ContactSolution>, ContactError> {
        self.posed.contact.refill(|_, _, laws| {
            laws.clear();
            laws.extend(position_laws);
        })?;
        let solution = self.positions.solve(&self.posed.contact, None, &mut self.patience);
        // What a spent budget leaves is taken if it is better than nothing.
        let is_better = solution.outcome != Outcome::Interrupted || {
            let unmoved = self.posed.contact.residual(&vec![0.0; self.posed.contact.order()]);
            solution.residual.relative < unmoved.relative
        };
        self.posed.contact.refill(|_, _, laws| laws.clone_from(&rows.laws))?;
        Ok(is_better.then_some(solution))
    }

    /// Solves the laws into `impulses`.
    pub fn solve(&mut self, asked: Asked<'_>, impulses: &mut Vec<f64>) -> Result<(), Setback> {
        let Asked { at: (step, time), start, slips, .. } = asked;
        let mut posed = self.posed.contact.set_free_velocity(asked.free_velocity);
        if !slips.is_empty() {
            posed = posed.and_then(|()| self.posed.contact.set_slips(slips.iter().copied()));
        }
        posed.map_err(|error| SimulationError::Problem { step, time, error })?;
        self.posed.contact.set_velocity_scale(self.velocity_scale);
        self.patience.may_take(1.0);
        // Also where nothing is left of the budget: an iteration is worth its time, without any bodies sink into each other.
        self.solver.set_patience(self.sweeps);
        let solution = self.solver.solve(&self.posed.contact, start, &mut self.patience);
        self.tally.count(solution.effort);
        let solution = match solution.outcome {
            Outcome::Solved | Outcome::ModelSolved => solution,
            Outcome::Interrupted if self.patience.asked_to_end => {
                return Err(SimulationError::Interrupted { step, time }.into());
            }
            Outcome::Interrupted => self.best_in_budget(solution, start),
            Outcome::IterationLimit if self.sweeps.is_some() => {
                return Err(Setback::GivenUp);
            }
            _ => self.rescue(asked, solution)?,
        };
        impulses.clone_from(&solution.impulses);
        self.tally.note(&solution, self.posed.sources.get(solution.residual.worst).copied());
        self.solver.recycle(solution);
        Ok(())
    }

    /// By `auto`, after the method that was asked for, to whose settings it need not keep.
    fn solve_next(&mut self, start: Option<&[f64]>) -> ContactSolution {
        let settings = Settings { relaxation: 0.0, iteration_limit: None, ..self.settings.contact };
        let next = self.next.get_or_insert_with(|| Islands::new(Method::Auto, &settings));
        next.set_threads(self.threads);
        next.solve(&self.posed.contact, start, &mut self.patience)
    }

    /// Whether a step may be taken in pieces: `auto` knows when to give up, as long as nobody says how much it may take. Moreau's
    /// gaps are those half-way to the end of a next piece of the same length.
    pub fn takes_pieces(&self) -> bool {
        let StepSettings { method, contact, scheme, .. } = &self.settings;
        let limited = contact.iteration_limit.is_some() || self.patience.budget.is_some();
        *method == Method::Auto && *scheme != Scheme::MoreauJean && !limited
    }

    /// Whether the impulses of the last step, with the velocities `W p` that they cause, solve this one: what is at rest
    /// costs no more than this question.
    ///
    /// They have to pass by far, because their error is a force that acts in each step and adds up. What brings it to rest
    /// again is one impulse too many for the next step: after a correction, they have to pass by more.
    pub fn is_steady(
        &mut self,
        rows: &ConstraintRows,
        free_velocity: &[f64],
        impulses: &[f64],
        response: &[f64],
    ) -> bool {
        if self.posed.contact.set_free_velocity(free_velocity).is_err() {
            return false;
        }
        self.posed.contact.set_velocity_scale(self.velocity_scale);
        self.velocity.clear();
        self.velocity.extend(free_velocity.iter().zip(response).map(|(free, caused)| free + caused));
        rows.compliances.iter().for_each(|&(row, compliance)| self.velocity[row] += compliance * impulses[row]);
        let residual = Residual::measure(&self.posed.contact, impulses, &self.velocity);
        let share = if self.corrected { STEADY_AFTER_CORRECTION } else { STEADY };
        let steady = residual.within((share * self.settings.contact.tolerance).max(ROUNDING));
        self.corrected = !steady;
        if steady {
            self.posed.age += 1;
            self.tally.count(Effort::default());
            self.tally.note_residual(residual, self.posed.sources.get(residual.worst).copied());
        }
        steady
    }

    /// The best of what the method had when the budget was spent, of the impulses it started from, and of none.
    fn best_in_budget(&mut self, found: ContactSolution, start: Option<&[f64]>) -> ContactSolution {
        let zero = vec![0.0; self.posed.contact.order()];
        let others = start.map(<[f64]>::to_vec).into_iter().chain([zero]).map(|impulses| self.judged(impulses));
        // What is not a number is as bad as can be.
        let badness = |solution: &ContactSolution| {
            let relative = solution.residual.relative;
            if relative.is_nan() { f64::INFINITY } else { relative }
        };
        let mut best = others.fold(found, |best, other| if badness(&other) < badness(&best) { other } else { best });
        if best.residual.within(self.settings.contact.tolerance) {
            best.outcome = Outcome::Solved;
        } else {
            self.tally.events.push(Event::BestInBudget { residual: best.residual.relative });
        }
        best
    }

    /// Impulses that no method found.
    fn judged(&self, impulses: Vec<f64>) -> ContactSolution {
        let Settings { tolerance, .. } = self.settings.contact;
        let claim = Outcome::Interrupted;
        ContactSolution::judged(
            &self.posed.contact,
            impulses,
            claim,
            tolerance,
            Effort::default(),
            self.settings.method,
        )
    }

    /// What the policy says about a problem that the method did not solve.
    fn rescue(&mut self, asked: Asked<'_>, mut solution: ContactSolution) -> Result<ContactSolution, SimulationError> {
        let Asked { scene, rows, at: (step, time), start, .. } = asked;
        let from = self.settings.method;
        if self.settings.failure == FailurePolicy::Next && from != Method::Auto {
            let outcome = solution.outcome.name().into();
            let other = self.solve_next(start);
            self.tally.count(other.effort);
            if other.outcome == Outcome::Interrupted {
                if self.patience.asked_to_end {
                    return Err(SimulationError::Interrupted { step, time });
                }
                let better = other.residual.relative < solution.residual.relative;
                let found = if better { other } else { ContactSolution { outcome: other.outcome, ..solution } };
                return Ok(self.best_in_budget(found, start));
            }
            if other.is_solved() {
                self.tally.events.push(Event::NextMethod { from, outcome, to: other.answered_by });
                return Ok(other);
            }
            if other.residual.relative < solution.residual.relative {
                solution = other;
            }
        }
        let labels = Source::labels(&rows.sources, scene);
        let (blocks, velocity) =
            (self.posed.contact.blocks().into_owned(), self.posed.contact.free_velocity().to_vec());
        let kept = ContactProblem::from_blocks(blocks, velocity, rows.laws.clone());
        let problem = kept.and_then(|kept| kept.with_labels(labels));
        let mut problem = problem.map_err(|error| SimulationError::Problem { step, time, error })?;
        problem.set_velocity_scale(self.velocity_scale);
        let residual = solution.residual.relative;
        let accepted = match self.settings.failure {
            FailurePolicy::Stop => false,
            FailurePolicy::Accept(largest) => residual <= largest,
            FailurePolicy::Next => true,
        };
        if !accepted {
            return Err(SimulationError::Unsolved(Box::new(UnsolvedStep { step, time, problem, solution })));
        }
        self.tally.events.push(Event::Accepted { outcome: solution.outcome.name().into(), residual });
        self.tally.unsolved = Some((problem, solution.clone()));
        Ok(solution)
    }
}
