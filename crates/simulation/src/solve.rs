use crate::patience::Patience;
use crate::report::Event;
use crate::rows::{ConstraintRows, Source};
use crate::setback::Setback;
use crate::tally::Tally;
use crate::{FailurePolicy, Rest, Scene, Scheme, SimulationError, StepSettings, UnsolvedStep};
use stiction_complementarity::Effort;
use stiction_contact::{
    ContactError, ContactProblem, ContactSolution, ContactSolver, Islands, Law, Method, Outcome, Residual,
    ResponseRoot, Settings,
};
use stiction_linalg::{BlockMatrix, NODE, ZERO};
use stiction_multibody::Model;
use stiction_multibody::delassus::{Delassus, DelassusBlock};
use stiction_multibody::dynamics::{InertiaFactor, Kinematics};

/// The last step's impulses are taken if their residual is below this share of the tolerance, and below this after a
/// correction; but rounding may leave as much as the last.
const STEADY: f64 = 1e-2;
const STEADY_AFTER_CORRECTION: f64 = 1e-3;
const ROUNDING: f64 = 1e-13;
/// Steps after which the matrix is formed anew, also at rest.
const OLD: usize = 100;

/// Problems of more nodes than this are posed and factorised by bodies, where more contacts than bodies meet. Smaller ones take
/// about as long either way, and `W` itself rounds less; but by bodies, sweeps go four contacts at once, which pays where the
/// tolerance is loose.
const ROOT_FROM: usize = 1000;
const ROOT_IF_LOOSE_FROM: usize = 150;

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
    /// The step's problem, in storage that is used again.
    problem: ContactProblem,
    /// The padded place of each row.
    places: Vec<usize>,
    /// The nodes of the matrix' blocks, and where the matrix stores these.
    pairs: Vec<(usize, usize)>,
    stored: Vec<(usize, usize)>,
    velocity: Vec<f64>,
    /// Where the problem's laws come from, and the steps since its matrix was formed.
    sources: Vec<Source>,
    age: usize,
    /// Whether the last solve had to change what it started from.
    corrected: bool,
    pub patience: Patience,
    pub tally: Tally,
}

/// What a Delassus matrix follows from, besides the rows.
#[derive(Clone, Copy)]
pub(crate) struct Inertia<'a> {
    pub model: &'a Model,
    pub kinematics: &'a Kinematics,
    pub factor: &'a InertiaFactor,
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
            problem: ContactProblem::empty(),
            places: Vec::new(),
            pairs: Vec::new(),
            stored: Vec::new(),
            velocity: Vec::new(),
            sources: Vec::new(),
            age: OLD,
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

    /// Takes over a step's rows with their free velocity, and the root of their Delassus matrix where it is leaner, or else its
    /// blocks.
    pub fn take(
        &mut self,
        rows: &ConstraintRows,
        delassus: &mut Delassus,
        inertia: Inertia<'_>,
        free_velocity: &[f64],
    ) -> Result<(), ContactError> {
        let nodes: usize = rows.laws.iter().map(Law::nodes).sum();
        let Settings { relaxation, .. } = self.settings.contact;
        let many = if self.settings.contact.is_loose() { ROOT_IF_LOOSE_FROM } else { ROOT_FROM };
        let is_leaner = inertia.factor.root_nodes().is_some_and(|bodies| nodes > many.max(bodies));
        if is_leaner && rows.compliances.is_empty() && relaxation == 0.0 {
            delassus.prepare(inertia.model, inertia.kinematics, inertia.factor, &rows.rows);
            self.begin_with(rows);
            let places = &self.places;
            let mut is_whole = false;
            let posed = self.problem.refill_by_root(|root, velocity, laws| {
                is_whole = fill_root(root, rows, nodes, delassus, inertia.factor, places);
                velocity.clear();
                velocity.extend_from_slice(free_velocity);
                laws.clone_from(&rows.laws);
            });
            if is_whole {
                return posed;
            }
        }
        self.take_blocks(rows, delassus, inertia, free_velocity)
    }

    /// The same, always with the blocks.
    pub fn take_blocks(
        &mut self,
        rows: &ConstraintRows,
        delassus: &mut Delassus,
        inertia: Inertia<'_>,
        free_velocity: &[f64],
    ) -> Result<(), ContactError> {
        delassus.compute(inertia.model, inertia.kinematics, inertia.factor, &rows.rows);
        let nodes = self.begin_with(rows);
        let Self { places, pairs, stored, .. } = self;
        // A pack of rows is a node of its own, but for equations of more than three rows, and several between the same bodies.
        let whole = |block: &DelassusBlock| {
            let is_node = |first: usize, rows: usize| {
                places[first] % NODE == 0 && places[first + rows - 1] == places[first] + rows - 1 && rows <= NODE
            };
            (is_node(block.row, block.rows) && is_node(block.column, block.columns))
                .then(|| (places[block.row] / NODE, places[block.column] / NODE))
        };
        pairs.clear();
        for block in delassus.blocks() {
            match whole(block) {
                Some(pair) => pairs.push(pair),
                None => pairs.extend(node_pairs(places, block)),
            }
        }
        self.problem.refill(|matrix, velocity, laws| {
            matrix.reset(nodes, pairs, stored);
            let mut stored = stored.iter();
            for block in delassus.blocks() {
                if whole(block).is_none() {
                    node_pairs(places, block).for_each(|_| {
                        stored.next();
                    });
                    add_entries(matrix, places, block);
                } else if let Some(&(below, above)) = stored.next() {
                    add_block(matrix, block, below, above);
                }
            }
            for &(row, compliance) in &rows.compliances {
                let (node, place) = (places[row] / NODE, places[row] % NODE);
                if let Some(stored) = matrix.find(node, node) {
                    matrix.block_mut(stored)[place][place] += compliance;
                }
            }
            velocity.clear();
            velocity.extend_from_slice(free_velocity);
            laws.clone_from(&rows.laws);
        })
    }

    /// Begins a problem of these rows; its number of nodes.
    fn begin_with(&mut self, rows: &ConstraintRows) -> usize {
        self.sources.clone_from(&rows.sources);
        self.age = 0;
        self.lay_out(rows.laws.iter())
    }

    /// Gives each row its place; the number of nodes.
    fn lay_out<'l>(&mut self, laws: impl Iterator<Item = &'l Law>) -> usize {
        self.places.clear();
        let mut nodes = 0;
        for law in laws {
            self.places.extend((0..law.rows()).map(|row| NODE * nodes + row));
            nodes += law.nodes();
        }
        nodes
    }

    /// What is known about rest. Residuals are measured by the diagonal of the last problem's matrix alone, and only if
    /// the last solve has settled.
    pub fn rest(&self, settled: bool) -> Rest {
        let mut rest = Rest { corrected: self.corrected, age: self.age, ..Rest::default() };
        if settled {
            rest.laws = self.sources.iter().copied().zip(self.problem.laws().iter().copied()).collect();
            rest.diagonal = (0..self.problem.order()).map(|row| self.own_response(row)).collect();
        }
        rest
    }

    /// Takes over what was known about rest.
    pub fn restore(&mut self, rest: &Rest) -> Result<(), ContactError> {
        self.corrected = rest.corrected;
        self.age = rest.age;
        self.sources.clear();
        self.sources.extend(rest.laws.iter().map(|(source, _)| *source));
        let nodes = self.lay_out(rest.laws.iter().map(|(_, law)| law));
        let Self { places, stored, .. } = self;
        self.problem.refill(|matrix, velocity, laws| {
            matrix.reset(nodes, &[], stored);
            for (place, value) in places.iter().zip(&rest.diagonal) {
                matrix.diagonal_mut(place / NODE)[place % NODE][place % NODE] = *value;
            }
            velocity.clear();
            velocity.resize(places.len(), 0.0);
            laws.clear();
            laws.extend(rest.laws.iter().map(|(_, law)| *law));
        })
    }

    /// Solves the rows taken over, with offsets in place of velocities, under laws of position that have as many rows. Nothing where no
    /// time is left for anything better than nothing.
    pub fn solve_positions(
        &mut self,
        rows: &ConstraintRows,
        position_laws: impl Iterator<Item = Law>,
    ) -> Result<Option<ContactSolution>, ContactError> {
        self.problem.refill(|_, _, laws| {
            laws.clear();
            laws.extend(position_laws);
        })?;
        let solution = self.positions.solve(&self.problem, None, &mut self.patience);
        // What a spent budget leaves is taken if it is better than nothing.
        let is_better = solution.outcome != Outcome::Interrupted || {
            let unmoved = self.problem.residual(&vec![0.0; self.problem.order()]);
            solution.residual.relative < unmoved.relative
        };
        self.problem.refill(|_, _, laws| laws.clone_from(&rows.laws))?;
        Ok(is_better.then_some(solution))
    }

    /// The diagonal of `W` at a row.
    pub fn own_response(&self, row: usize) -> f64 {
        let place = self.places[row];
        self.problem.own_block(place / NODE).map_or(0.0, |block| block[place % NODE][place % NODE])
    }

    /// `W p`.
    pub fn multiply(&self, impulses: &[f64], velocities: &mut Vec<f64>) {
        velocities.clear();
        velocities.resize(self.problem.order(), 0.0);
        self.problem.velocity_into(impulses, velocities);
        velocities.iter_mut().zip(self.problem.free_velocity()).for_each(|(u, b)| *u -= b);
    }

    /// Solves the laws into `impulses`.
    pub fn solve(&mut self, asked: Asked<'_>, impulses: &mut Vec<f64>) -> Result<(), Setback> {
        let Asked { at: (step, time), start, slips, .. } = asked;
        let mut posed = self.problem.set_free_velocity(asked.free_velocity);
        if !slips.is_empty() {
            posed = posed.and_then(|()| self.problem.set_slips(slips.iter().copied()));
        }
        posed.map_err(|error| SimulationError::Problem { step, time, error })?;
        self.problem.set_velocity_scale(self.velocity_scale);
        self.patience.may_take(1.0);
        // Also where nothing is left of the budget: an iteration is worth its time, without any bodies sink into each other.
        self.solver.set_patience(self.sweeps);
        let solution = self.solver.solve(&self.problem, start, &mut self.patience);
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
        self.tally.note(&solution, self.sources.get(solution.residual.worst).copied());
        self.solver.recycle(solution);
        Ok(())
    }

    /// By `auto`, after the method that was asked for, to whose settings it need not keep.
    fn solve_next(&mut self, start: Option<&[f64]>) -> ContactSolution {
        let settings = Settings { relaxation: 0.0, iteration_limit: None, ..self.settings.contact };
        let next = self.next.get_or_insert_with(|| Islands::new(Method::Auto, &settings));
        next.set_threads(self.threads);
        next.solve(&self.problem, start, &mut self.patience)
    }

    /// Whether a step may be taken in pieces: `auto` knows when to give up, as long as nobody says how much it may take. Moreau's
    /// gaps are those half-way to the end of a next piece of the same length.
    pub fn takes_pieces(&self) -> bool {
        let StepSettings { method, contact, scheme, .. } = &self.settings;
        let limited = contact.iteration_limit.is_some() || self.patience.budget.is_some();
        *method == Method::Auto && *scheme != Scheme::MoreauJean && !limited
    }

    /// Whether the last problem had the same laws; how it measured their residuals is then good for some time.
    pub fn knows(&self, rows: &ConstraintRows) -> bool {
        self.age < OLD && self.sources == rows.sources && self.problem.laws() == rows.laws
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
        if self.problem.set_free_velocity(free_velocity).is_err() {
            return false;
        }
        self.problem.set_velocity_scale(self.velocity_scale);
        self.velocity.clear();
        self.velocity.extend(free_velocity.iter().zip(response).map(|(free, caused)| free + caused));
        rows.compliances.iter().for_each(|&(row, compliance)| self.velocity[row] += compliance * impulses[row]);
        let residual = Residual::measure(&self.problem, impulses, &self.velocity);
        let share = if self.corrected { STEADY_AFTER_CORRECTION } else { STEADY };
        let steady = residual.within((share * self.settings.contact.tolerance).max(ROUNDING));
        self.corrected = !steady;
        if steady {
            self.age += 1;
            self.tally.count(Effort::default());
            self.tally.note_residual(residual, self.sources.get(residual.worst).copied());
        }
        steady
    }

    /// The best of what the method had when the budget was spent, of the impulses it started from, and of none.
    fn best_in_budget(&mut self, found: ContactSolution, start: Option<&[f64]>) -> ContactSolution {
        let zero = vec![0.0; self.problem.order()];
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
        ContactSolution::judged(&self.problem, impulses, claim, tolerance, Effort::default(), self.settings.method)
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
        let labels = rows.sources.iter().map(|source| source.label(scene)).collect();
        let (blocks, velocity) = (self.problem.blocks().into_owned(), self.problem.free_velocity().to_vec());
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

/// Fills the root of the Delassus matrix; whether there is one, of whole nodes.
fn fill_root(
    root: &mut ResponseRoot,
    rows: &ConstraintRows,
    nodes: usize,
    delassus: &Delassus,
    factor: &InertiaFactor,
    places: &[usize],
) -> bool {
    root.clear();
    // Rows of a pack that is no node of its own.
    let mut odd = false;
    let mut node = 0;
    let visited = delassus.visit_root(factor, &rows.rows, |pack, position, values| {
        let place = places[pack.start];
        odd |= !place.is_multiple_of(NODE) || pack.len() > NODE || places[pack.end - 1] != place + pack.len() - 1;
        while node < place / NODE {
            root.end_node();
            node += 1;
        }
        let mut block = ZERO;
        (0..pack.len().min(NODE)).for_each(|row| block[row][position % NODE] = values[row]);
        root.add(position / NODE, &block);
    });
    (node..nodes).for_each(|_| root.end_node());
    visited && !odd
}

/// Copies a block and its mirror image.
fn add_block(matrix: &mut BlockMatrix, block: &DelassusBlock, below: usize, above: usize) {
    let target = matrix.block_mut(below);
    for c in 0..block.columns {
        (0..block.rows).for_each(|r| target[c][r] = block.values[r][c]);
    }
    if above != below {
        let target = matrix.block_mut(above);
        for r in 0..block.rows {
            (0..block.columns).for_each(|c| target[r][c] = block.values[r][c]);
        }
    }
}

/// Copies a block that spans several nodes.
fn add_entries(matrix: &mut BlockMatrix, places: &[usize], block: &DelassusBlock) {
    for r in 0..block.rows {
        for c in 0..block.columns {
            let (i, j) = (places[block.row + r], places[block.column + c]);
            for (i, j) in [(i, j), (j, i)] {
                if let Some(place) = matrix.find(i / NODE, j / NODE) {
                    matrix.block_mut(place)[j % NODE][i % NODE] = block.values[r][c];
                }
            }
        }
    }
}

/// The pairs of nodes that a block of rows covers, on and below the diagonal.
fn node_pairs<'a>(places: &'a [usize], block: &'a DelassusBlock) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
    let node = |row: usize| places[row] / NODE;
    let rows = node(block.row)..=node(block.row + block.rows - 1);
    let columns = node(block.column)..=node(block.column + block.columns - 1);
    rows.flat_map(move |i| columns.clone().map(move |j| (i.max(j), i.min(j))))
}
