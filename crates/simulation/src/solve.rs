use crate::report::Event;
use crate::rows::ConstraintRows;
use crate::{FailurePolicy, Scene, SimulationError, StepSettings, UnsolvedStep};
use stiction_complementarity::Effort;
use stiction_contact::{
    ContactError, ContactProblem, ContactSolution, ContactSolver, Law, Method, Outcome, Residual, Settings,
};
use stiction_linalg::{BlockMatrix, NODE};
use stiction_multibody::delassus::{Delassus, DelassusBlock};

/// Solves the contact problems of a step, by the method asked for and the policy on failures.
pub(crate) struct StepSolver {
    solver: Box<dyn ContactSolver>,
    rescue: Option<Box<dyn ContactSolver>>,
    settings: StepSettings,
    matrix: BlockMatrix,
    /// The padded place of each row.
    places: Vec<usize>,
    nodes: usize,
    padded: Vec<f64>,
    pub tally: Tally,
}

/// What the solves of one step came to.
#[derive(Debug)]
pub(crate) struct Tally {
    pub solves: usize,
    pub effort: Effort,
    pub outcome: Outcome,
    pub residual: Residual,
    pub answered_by: Method,
    pub events: Vec<Event>,
    /// The last problem that was not solved, with its best answer.
    pub unsolved: Option<(ContactProblem, ContactSolution)>,
}

impl Tally {
    fn new(method: Method) -> Self {
        Self {
            solves: 0,
            effort: Effort::default(),
            outcome: Outcome::Solved,
            residual: Residual::default(),
            answered_by: method,
            events: Vec::new(),
            unsolved: None,
        }
    }
}

impl StepSolver {
    pub fn new(settings: &StepSettings) -> Self {
        Self {
            solver: settings.method.solver(&settings.contact),
            rescue: None,
            settings: settings.clone(),
            matrix: BlockMatrix::default(),
            places: Vec::new(),
            nodes: 0,
            padded: Vec::new(),
            tally: Tally::new(settings.method),
        }
    }

    /// Begins a step.
    pub fn begin(&mut self) {
        self.tally = Tally::new(self.settings.method);
    }

    /// Takes over the Delassus matrix of a step's rows.
    pub fn take(&mut self, rows: &ConstraintRows, delassus: &Delassus) {
        self.places.clear();
        self.nodes = 0;
        for law in &rows.laws {
            self.places.extend((0..law.rows()).map(|row| NODE * self.nodes + row));
            self.nodes += law.nodes();
        }
        let places = &self.places;
        self.matrix.reset(self.nodes, delassus.blocks().iter().flat_map(|block| node_pairs(places, block)));
        for block in delassus.blocks() {
            self.add_block(block);
        }
    }

    /// Copies a block and its mirror image.
    fn add_block(&mut self, block: &DelassusBlock) {
        let (row, column) = (self.places[block.row], self.places[block.column]);
        let whole = row % NODE == 0 && column % NODE == 0 && block.rows <= NODE && block.columns <= NODE;
        // Rows of one law beyond a node's last go to the next; others start a node of their own.
        if whole {
            let (i, j) = (row / NODE, column / NODE);
            if let Some(place) = self.matrix.find(i, j) {
                let target = self.matrix.block_mut(place);
                for c in 0..block.columns {
                    for r in 0..block.rows {
                        target[c][r] = block.values[r][c];
                    }
                }
            }
            if let Some(place) = self.matrix.find(j, i).filter(|_| i != j) {
                let target = self.matrix.block_mut(place);
                for r in 0..block.rows {
                    target[r][..block.columns].copy_from_slice(&block.values[r][..block.columns]);
                }
            }
            return;
        }
        for r in 0..block.rows {
            for c in 0..block.columns {
                let (i, j) = (self.places[block.row + r], self.places[block.column + c]);
                for (i, j) in [(i, j), (j, i)] {
                    if let Some(place) = self.matrix.find(i / NODE, j / NODE) {
                        self.matrix.block_mut(place)[j % NODE][i % NODE] = block.values[r][c];
                    }
                }
            }
        }
    }

    /// The problem of the rows taken over, under other laws with as many rows.
    pub fn problem(&self, laws: Vec<Law>, free_velocity: Vec<f64>) -> Result<ContactProblem, ContactError> {
        ContactProblem::from_blocks(self.matrix.clone(), free_velocity, laws)
    }

    /// `W p`.
    pub fn multiply(&mut self, impulses: &[f64], velocities: &mut Vec<f64>) {
        self.padded.clear();
        self.padded.resize(NODE * self.nodes, 0.0);
        self.places.iter().zip(impulses).for_each(|(&place, p)| self.padded[place] = *p);
        velocities.clear();
        velocities
            .extend(self.places.iter().map(|place| self.matrix.row_times(place / NODE, &self.padded)[place % NODE]));
    }

    /// Solves the laws for a free velocity, from a start; the impulses.
    pub fn solve(
        &mut self,
        scene: &Scene,
        rows: &ConstraintRows,
        at: (usize, f64),
        free_velocity: &[f64],
        slips: &[[f64; 2]],
        start: Option<&[f64]>,
    ) -> Result<Vec<f64>, SimulationError> {
        let (step, time) = at;
        let mut problem = ContactProblem::from_blocks(self.matrix.clone(), free_velocity.to_vec(), rows.laws.clone())
            .map_err(|error| SimulationError::Problem { step, time, error })?;
        if !slips.is_empty() {
            problem =
                problem.with_slips(slips.to_vec()).map_err(|error| SimulationError::Problem { step, time, error })?;
        }
        let solution = self.solver.solve(&problem, start, &mut ());
        self.tally.effort += solution.effort;
        self.tally.solves += 1;
        if matches!(solution.outcome, Outcome::Solved | Outcome::ModelSolved) {
            return Ok(self.accept(solution));
        }
        let labels = (0..rows.laws.len()).map(|law| rows.label(scene, law)).collect();
        let problem = problem.with_labels(labels).map_err(|error| SimulationError::Problem { step, time, error })?;
        self.rescue(problem, solution, at, start)
    }

    /// What the policy says about a problem that the method did not solve.
    fn rescue(
        &mut self,
        problem: ContactProblem,
        solution: ContactSolution,
        (step, time): (usize, f64),
        start: Option<&[f64]>,
    ) -> Result<Vec<f64>, SimulationError> {
        let unsolved = |problem, solution| {
            Err(SimulationError::Unsolved(Box::new(UnsolvedStep { step, time, problem, solution })))
        };
        let mut solution = solution;
        match self.settings.failure {
            FailurePolicy::Stop => return unsolved(problem, solution),
            FailurePolicy::Accept(residual) if solution.residual.relative <= residual => {}
            FailurePolicy::Accept(_) => return unsolved(problem, solution),
            FailurePolicy::Next => {
                let from = self.settings.method;
                let outcome = solution.outcome.name();
                if from != Method::Auto {
                    let settings = Settings { relaxation: 0.0, iteration_limit: None, ..self.settings.contact };
                    let rescue = self.rescue.get_or_insert_with(|| Method::Auto.solver(&settings));
                    let other = rescue.solve(&problem, start, &mut ());
                    self.tally.effort += other.effort;
                    self.tally.solves += 1;
                    if other.is_solved() {
                        self.tally.events.push(Event::NextMethod { from, outcome, to: other.answered_by });
                        return Ok(self.accept(other));
                    }
                    if other.residual.relative < solution.residual.relative {
                        solution = other;
                    }
                }
            }
        }
        self.tally
            .events
            .push(Event::Accepted { outcome: solution.outcome.name(), residual: solution.residual.relative });
        self.tally.unsolved = Some((problem, solution.clone()));
        Ok(self.accept(solution))
    }

    /// Notes a solve of another problem of this step.
    pub fn count(&mut self, solution: ContactSolution) {
        self.tally.solves += 1;
        self.tally.effort += solution.effort;
        self.accept(solution);
    }

    fn accept(&mut self, solution: ContactSolution) -> Vec<f64> {
        let tally = &mut self.tally;
        let worse = solution.residual.relative >= tally.residual.relative;
        let bad = |outcome: &Outcome| *outcome != Outcome::Solved;
        if tally.solves <= 1 || worse || bad(&solution.outcome) {
            tally.answered_by = solution.answered_by;
            if !bad(&tally.outcome) || bad(&solution.outcome) {
                tally.outcome = solution.outcome;
            }
        }
        let (a, b) = (tally.residual, solution.residual);
        tally.residual = Residual {
            penetration_rate: a.penetration_rate.max(b.penetration_rate),
            complementarity: a.complementarity.max(b.complementarity),
            cone_violation: a.cone_violation.max(b.cone_violation),
            slip_angle: a.slip_angle.max(b.slip_angle),
            bilateral_velocity: a.bilateral_velocity.max(b.bilateral_velocity),
            ..if worse { b } else { a }
        };
        solution.impulses
    }
}

/// The pairs of nodes that a block of rows covers, on and below the diagonal.
fn node_pairs<'a>(places: &'a [usize], block: &'a DelassusBlock) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
    let node = |row: usize| places[row] / NODE;
    let rows = node(block.row)..=node(block.row + block.rows - 1);
    let columns = node(block.column)..=node(block.column + block.columns - 1);
    rows.flat_map(move |i| columns.clone().map(move |j| (i.max(j), i.min(j))))
}
