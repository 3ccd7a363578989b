use crate::Source;
use crate::report::Event;
use stiction_complementarity::Effort;
use stiction_contact::{ContactProblem, ContactSolution, Method, Outcome, Residual};

/// What the solves of one step came to.
#[derive(Debug)]
pub(crate) struct Tally {
    pub solves: usize,
    pub effort: Effort,
    pub outcome: Outcome,
    pub residual: Residual,
    /// Where the law with the worst residual comes from.
    pub worst_law: Option<Source>,
    pub answered_by: Method,
    pub events: Vec<Event>,
    /// The last problem that was not solved, with its best answer.
    pub unsolved: Option<(ContactProblem, ContactSolution)>,
}

/// What is forgotten of a piece that was given up.
pub(crate) struct Mark {
    events: usize,
    outcome: Outcome,
    residual: Residual,
    worst_law: Option<Source>,
    answered_by: Method,
    unsolved: bool,
}

impl Tally {
    pub fn new(method: Method) -> Self {
        Self {
            solves: 0,
            effort: Effort::default(),
            outcome: Outcome::Solved,
            residual: Residual::default(),
            worst_law: None,
            answered_by: method,
            events: Vec::new(),
            unsolved: None,
        }
    }

    /// Counts a solve.
    pub fn count(&mut self, effort: Effort) {
        self.solves += 1;
        self.effort += effort;
    }

    /// Notes what a solve came to: the worst of all stands for the step.
    pub fn note(&mut self, solution: &ContactSolution, worst_law: Option<Source>) {
        let bad = solution.outcome != Outcome::Solved;
        if self.note_residual(solution.residual, worst_law) || bad {
            self.answered_by = solution.answered_by;
        }
        if bad {
            self.outcome = solution.outcome.clone();
        }
    }

    /// The same of a residual, and the law that it is largest at; whether it is the worst so far.
    pub fn note_residual(&mut self, residual: Residual, worst_law: Option<Source>) -> bool {
        let worse = residual.relative >= self.residual.relative || residual.relative.is_nan();
        if worse {
            self.worst_law = worst_law;
        }
        self.residual = worst(self.residual, residual, worse);
        worse
    }

    /// Before a piece.
    pub fn mark(&self) -> Mark {
        Mark {
            events: self.events.len(),
            outcome: self.outcome.clone(),
            residual: self.residual,
            worst_law: self.worst_law,
            answered_by: self.answered_by,
            unsolved: self.unsolved.is_some(),
        }
    }

    /// Back to before it, but for what it took.
    pub fn forget(&mut self, mark: Mark) {
        self.events.truncate(mark.events);
        (self.outcome, self.residual, self.worst_law) = (mark.outcome, mark.residual, mark.worst_law);
        self.answered_by = mark.answered_by;
        self.unsolved = self.unsolved.take().filter(|_| mark.unsolved);
    }
}

/// The worse of two residuals, number by number; where they are relative to different things, that of the second
/// if it is worse.
fn worst(a: Residual, b: Residual, worse: bool) -> Residual {
    Residual {
        penetration_rate: a.penetration_rate.max(b.penetration_rate),
        complementarity: a.complementarity.max(b.complementarity),
        cone_violation: a.cone_violation.max(b.cone_violation),
        slip_angle: a.slip_angle.max(b.slip_angle),
        bilateral_velocity: a.bilateral_velocity.max(b.bilateral_velocity),
        ..if worse { b } else { a }
    }
}
