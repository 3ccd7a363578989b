use super::renamed::Renamed;
use super::{ContactSolver, usable};
use crate::partition::Partition;
use crate::root_blocks::RootBlocks;
use crate::{ContactProblem, ContactSolution, Method, ModelResidual, Outcome, Settings};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;
use stiction_complementarity::{Effort, Iteration, Observer};

/// The fewest laws for which other threads are worth starting.
const SHARED_FROM: usize = 32;
/// How long the first thread waits, at most, until it asks again whether to stop.
const PATIENCE: Duration = Duration::from_millis(1);

/// A method that solves each island of a problem by itself, several at once where it may: islands are groups of laws of which
/// none acts on another group.
///
/// Which thread solves an island does not matter, because solvers hold no answers: the bits are the same for any number of
/// threads. What is judged in the end is the whole.
pub struct Islands {
    method: Method,
    settings: Settings,
    patience: Option<usize>,
    threads: usize,
    partition: Partition,
    /// One per thread; the first also solves problems in one piece.
    workers: Vec<Worker>,
    /// Whether the last problem was solved as a whole.
    in_one_piece: bool,
    /// Storage of answers that were given back.
    impulses: Vec<f64>,
    velocities: Vec<f64>,
}

/// A solver with the island it is at.
struct Worker {
    solver: Box<dyn ContactSolver>,
    part: ContactProblem,
    root_blocks: RootBlocks,
    /// The problem's row of each row of the part, and the start there.
    rows: Vec<usize>,
    start: Vec<f64>,
    answers: Vec<Answer>,
    /// Those of all answers, one after the other.
    impulses: Vec<f64>,
}

/// What became of an island.
struct Answer {
    island: usize,
    outcome: Outcome,
    effort: Effort,
    answered_by: Method,
    model: Option<ModelResidual>,
}

/// What the workers share.
struct Task<'a> {
    problem: &'a ContactProblem,
    partition: &'a Partition,
    start: Option<&'a [f64]>,
    scale: f64,
    method: Method,
    /// How many islands were taken, in the order of their sizes.
    taken: AtomicUsize,
    stopped: AtomicBool,
}

impl Islands {
    /// A method with its settings, on one thread.
    pub fn new(method: Method, settings: &Settings) -> Self {
        Self {
            method,
            settings: *settings,
            patience: None,
            threads: 1,
            partition: Partition::default(),
            workers: vec![Worker::new(method, settings)],
            in_one_piece: false,
            impulses: Vec::new(),
            velocities: Vec::new(),
        }
    }

    /// How many threads may work on islands at once.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Solves all islands.
    fn work(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) {
        let Self { method, settings, partition, workers, .. } = self;
        let share = problem.laws().len() / SHARED_FROM;
        let hands = self.threads.min(partition.by_size().len()).min(share).max(1);
        while workers.len() < hands {
            let mut worker = Worker::new(*method, settings);
            worker.solver.set_patience(self.patience);
            workers.push(worker);
        }
        workers.iter_mut().for_each(Worker::begin);
        let task = Task {
            problem,
            partition,
            start: usable(problem, start),
            scale: problem.velocity_scale(),
            method: *method,
            taken: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        };
        let (first, others) = workers[..hands].split_at_mut(1);
        if others.is_empty() {
            first[0].work(&task, watch);
            return;
        }
        let waiting = thread::current();
        thread::scope(|scope| {
            let (task, waiting) = (&task, &waiting);
            let others: Vec<_> =
                others.iter_mut().map(|worker| scope.spawn(move || worker.work_beside(task, waiting))).collect();
            first[0].work(task, watch);
            while !others.iter().all(thread::ScopedJoinHandle::is_finished) {
                if watch.stops() {
                    task.stopped.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(PATIENCE);
            }
        });
    }

    /// One answer of all, judged by the whole problem.
    fn join(&mut self, problem: &ContactProblem) -> ContactSolution {
        let mut impulses = std::mem::take(&mut self.impulses);
        impulses.clear();
        impulses.resize(problem.order(), 0.0);
        let mut effort = Effort::default();
        let (mut worst, mut hardest, mut model): (Option<Answer>, Option<(Effort, usize, Method)>, _) =
            (None, None, None::<(usize, ModelResidual)>);
        for worker in &mut self.workers {
            let mut row = 0;
            for mut answer in worker.answers.drain(..) {
                for &law in self.partition.laws(answer.island) {
                    let rows = problem.rows_of(law);
                    let count = rows.len();
                    impulses[rows].copy_from_slice(&worker.impulses[row..row + count]);
                    row += count;
                }
                effort += answer.effort;
                // Which answer stands for all must not depend on who gave it: ties go to the first island.
                let island = answer.island;
                let cost = |effort: &Effort| (effort.factorizations, effort.iterations);
                let harder =
                    |(other, at, _): &(Effort, usize, Method)| (cost(&answer.effort), *at) > (cost(other), island);
                if hardest.as_ref().is_none_or(harder) {
                    hardest = Some((answer.effort, island, answer.answered_by));
                }
                if let Some(own) = answer.model.take() {
                    let worse = |(at, other): &(usize, ModelResidual)| {
                        own.relative > other.relative || (own.relative == other.relative && island < *at)
                    };
                    if model.as_ref().is_none_or(worse) {
                        model = Some((island, own));
                    }
                }
                let graver = |other: &Answer| {
                    (gravity(&answer.outcome), other.island) > (gravity(&other.outcome), answer.island)
                };
                if worst.as_ref().is_none_or(graver) {
                    worst = Some(answer);
                }
            }
        }
        let claim = worst.map_or(Outcome::Solved, |answer| answer.outcome);
        let method = hardest.map_or(self.method, |(_, _, method)| method);
        let (velocities, tolerance) = (std::mem::take(&mut self.velocities), self.settings.tolerance);
        let judged = ContactSolution::judged_in(velocities, problem, impulses, claim, tolerance, effort, method);
        match model {
            Some((_, model)) => judged.with_model(model, tolerance),
            None => judged,
        }
    }
}

impl ContactSolver for Islands {
    fn solve(&mut self, problem: &ContactProblem, start: Option<&[f64]>, watch: &mut dyn Observer) -> ContactSolution {
        self.in_one_piece = self.partition.find(problem) < 2;
        if self.in_one_piece {
            return self.workers[0].solver.solve(problem, start, watch);
        }
        self.work(problem, start, watch);
        let joined = self.join(problem);
        if !matches!(joined.outcome, Outcome::NoSolution(_)) {
            return joined;
        }
        // A proof is about the rows of its problem: the whole one gets its own.
        let mut whole = self.workers[0].solver.solve(problem, start, watch);
        whole.effort += joined.effort;
        whole
    }

    fn recycle(&mut self, answer: ContactSolution) {
        if self.in_one_piece {
            self.workers[0].solver.recycle(answer);
        } else {
            self.impulses = answer.impulses;
            self.velocities = answer.velocities;
        }
    }

    fn set_patience(&mut self, sweeps: Option<usize>) {
        self.patience = sweeps;
        self.workers.iter_mut().for_each(|worker| worker.solver.set_patience(sweeps));
    }
}

impl Worker {
    fn new(method: Method, settings: &Settings) -> Self {
        Self {
            solver: method.solver(settings),
            part: ContactProblem::empty(),
            root_blocks: RootBlocks::default(),
            rows: Vec::new(),
            start: Vec::new(),
            answers: Vec::new(),
            impulses: Vec::new(),
        }
    }

    fn begin(&mut self) {
        self.answers.clear();
        self.impulses.clear();
    }

    /// Solves islands until all are taken.
    fn work(&mut self, task: &Task<'_>, watch: &mut dyn Observer) {
        while let Some(&island) = task.partition.by_size().get(task.taken.fetch_add(1, Ordering::Relaxed)) {
            self.solve(task, island, watch);
        }
    }

    /// The same, beside a thread that waits for it.
    fn work_beside(&mut self, task: &Task<'_>, waiting: &Thread) {
        self.work(task, &mut Beside(&task.stopped));
        waiting.unpark();
    }

    fn solve(&mut self, task: &Task<'_>, island: usize, watch: &mut dyn Observer) {
        let Self { part, root_blocks, rows, start, .. } = self;
        task.problem.restrict(task.partition, island, task.scale, part, root_blocks);
        rows.clear();
        rows.extend(task.partition.laws(island).iter().flat_map(|&law| task.problem.rows_of(law)));
        start.clear();
        if let Some(given) = task.start {
            start.extend(rows.iter().map(|&row| given[row]));
        }
        let row = |row: usize| rows.get(row).copied();
        let mut shown = Renamed { method: task.method.name(), row: &row, watch };
        let mut solution = self.solver.solve(part, task.start.map(|_| start.as_slice()), &mut shown);
        if solution.outcome == Outcome::Interrupted {
            task.stopped.store(true, Ordering::Relaxed);
        }
        self.impulses.extend_from_slice(&solution.impulses);
        self.answers.push(Answer {
            island,
            outcome: std::mem::replace(&mut solution.outcome, Outcome::Solved),
            effort: solution.effort,
            answered_by: solution.answered_by,
            model: solution.model.take(),
        });
        self.solver.recycle(solution);
    }
}

/// Watches on a thread beside the first.
struct Beside<'a>(&'a AtomicBool);

impl Observer for Beside<'_> {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        if self.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The gravest outcome of an island is that of the whole.
fn gravity(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Solved => 0,
        Outcome::ModelSolved => 1,
        // Whoever gave up says so for all: the problem may be cut.
        Outcome::IterationLimit => 3,
        Outcome::NoSolution(_) => 4,
        Outcome::Unsuited(_) => 5,
        Outcome::Interrupted => 6,
        _ => 2,
    }
}
