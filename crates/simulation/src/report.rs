use crate::Source;
use std::borrow::Cow;
use stiction_complementarity::Effort;
use stiction_contact::{Method, Outcome, Residual};

/// A larger overlap or open loop, m or rad, is no drift: the scene started with it, or something went wrong.
const LARGE_OFFSET: f64 = 1e-3;

/// The name of steps that went on with the best impulses that were found within their budget.
pub(crate) const BEST_IN_BUDGET: &str = "best-in-budget";

/// How one step went.
#[derive(Clone, Debug)]
pub struct StepReport {
    /// Its number, from 1.
    pub step: usize,
    /// At its end, s.
    pub time: f64,
    /// How many contact points were within reach; of a step in pieces, in the last one.
    pub contacts: usize,
    /// How the contact problem was solved; a step without laws is solved.
    pub outcome: Outcome,
    /// Measured by the problem; of several solves in one step, the worst.
    pub residual: Residual,
    /// The method that gave the answer.
    pub answered_by: Method,
    /// What the solves cost.
    pub effort: Effort,
    /// Solves of contact problems in this step.
    pub solves: usize,
    /// Where the law with the worst residual comes from.
    pub worst_law: Option<Source>,
    /// The deepest overlap where the step looked for contacts, m; zero if there is none.
    pub penetration: f64,
    /// The contact that it is at.
    pub deepest: Option<Source>,
    /// The largest overlap or open loop that the step started with, after bodies were moved for it, m or rad.
    pub offset: f64,
    /// What moving them added to the energy, J.
    pub moved_energy: f64,
    /// What the impulses of contacts, limits and dry friction did to the kinetic energy that the step would have ended with
    /// without them, and to what soft contacts store, J: above zero only where a law gains energy.
    pub contact_energy: f64,
    /// Their work over the step, at the mean of the velocities before and after, J: at rest it is zero.
    pub contact_work: f64,
    /// The work of prescribed motions, motors, loops and couplings, J.
    pub bilateral_work: f64,
    /// What had to be done besides.
    pub events: Vec<Event>,
}

impl StepReport {
    /// How the contact problem ended, in files: that of an outcome, or `best-in-budget` where the step's budget ended the
    /// solve.
    pub fn outcome_name(&self) -> &'static str {
        match self.outcome {
            // Whoever else interrupts a step ends it.
            Outcome::Interrupted => BEST_IN_BUDGET,
            _ => self.outcome.name(),
        }
    }
}

/// Something a step did beyond solving its contact problem with the method asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The method did not solve it; another did.
    NextMethod {
        /// The one that did not.
        from: Method,
        /// How it ended.
        outcome: Cow<'static, str>,
        /// The one that did.
        to: Method,
    },
    /// Nothing solved it; the best point was taken.
    Accepted {
        /// How the solve ended.
        outcome: Cow<'static, str>,
        /// Its relative residual.
        residual: f64,
    },
    /// Sweeps did not solve the whole step: it was taken in so many pieces, each of which is a step of its own.
    Halved {
        /// How many.
        pieces: usize,
    },
    /// The budget was spent before it was solved; the best point was taken.
    BestInBudget {
        /// Its relative residual.
        residual: f64,
    },
    /// The budget did not suffice to bring back overlaps and loops as far as asked for.
    ProjectionCut {
        /// What was left, m or rad.
        offset: f64,
    },
    /// Newton's impact law would have raised the energy: this share of the restituted impulse was taken, the rest from
    /// the plastic impact.
    Blended {
        /// 0 to 1.
        share: f64,
        /// What Newton's law would have added, J.
        avoided: f64,
    },
    /// No expansion gives the normal impulses of Poisson's law, so that there was none: by how much the best one missed them, as a
    /// share of the approaching speed.
    PoissonMissed(f64),
    /// The step was one of impulses, because the accelerations had no solution or an impact was near.
    ImpulseStep {
        /// Why.
        reason: ImpulseReason,
    },
    /// Overlaps and loops were brought back by moving bodies.
    Projected {
        /// The largest offset before, m or rad.
        before: f64,
        /// And after.
        after: f64,
        /// What that added to the energy, J.
        energy: f64,
    },
    /// An overlap or a loop could not be brought back.
    LeftOpen {
        /// m or rad.
        offset: f64,
        /// The contact, loop or limit.
        what: String,
    },
}

/// Why a step at acceleration level became one of impulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpulseReason {
    /// A contact closes within the step.
    Impact,
    /// There are no accelerations that obey the laws, proved.
    NoSolution,
    /// None were found; there may be some.
    NotFound,
    /// Friction brings a slide to rest within the step.
    SlideEnds,
    /// The budget was spent before any were found.
    BudgetSpent,
}

impl ImpulseReason {
    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Impact => "impact",
            Self::NoSolution => "no accelerations satisfy the contact laws",
            Self::NotFound => "the solver found no accelerations that satisfy the contact laws",
            Self::SlideEnds => "a sliding contact stops within the step",
            Self::BudgetSpent => "the time budget ended before accelerations were found",
        }
    }
}

impl Event {
    /// Whether it is too common to be listed one by one: impacts, drift of the size that steps make, pieces, what a budget
    /// cuts.
    pub fn is_common(&self) -> bool {
        match self {
            Self::Projected { before, .. } => *before <= LARGE_OFFSET,
            Self::Halved { .. } | Self::Blended { .. } | Self::BestInBudget { .. } | Self::ProjectionCut { .. } => true,
            Self::ImpulseStep { reason } => matches!(reason, ImpulseReason::Impact | ImpulseReason::BudgetSpent),
            _ => false,
        }
    }

    /// The kind, in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NextMethod { .. } => "next-method",
            Self::Accepted { .. } => "accepted-unsolved",
            Self::Halved { .. } => "halved",
            Self::BestInBudget { .. } => BEST_IN_BUDGET,
            Self::ProjectionCut { .. } => "projection-cut",
            Self::Blended { .. } => "blended-impact",
            Self::PoissonMissed(_) => "poisson-missed",
            Self::ImpulseStep { reason: ImpulseReason::Impact } => "impact-step",
            Self::ImpulseStep { .. } => "impulse-step",
            Self::Projected { .. } => "projected",
            Self::LeftOpen { .. } => "left-open",
        }
    }
}
