//! All solutions of a small contact problem, mode by mode.
//!
//! In a mode each law is fixed to open, stick, slip and so on. Modes in which nothing slides in space are linear and
//! are decided. The slips of one contact in space alone are the roots of a quartic, and all are found. Slips of
//! several are searched by Newton's method from several starts: then the list may miss some, and says so.

mod dense_problem;
mod flat;
mod least_distance;
mod linear;
mod mode;
mod quartic;
mod slip;

pub use mode::Mode;

use crate::{ContactProblem, Law, Residual};
use dense_problem::DenseProblem;
use linear::Found;
use std::fmt;

/// Settings of [`enumerate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationSettings {
    /// The most modes of all laws together; 100,000.
    pub mode_limit: usize,
    /// The largest relative natural map of a solution; 1e-9.
    pub tolerance: f64,
}

impl Default for EnumerationSettings {
    fn default() -> Self {
        Self { mode_limit: 100_000, tolerance: 1e-9 }
    }
}

/// A solution, or one of a family of solutions in the same mode.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSolution {
    /// What each law does.
    pub modes: Vec<Mode>,
    /// The impulses, N·s.
    pub impulses: Vec<f64>,
    /// `W p + b`, m/s.
    pub velocities: Vec<f64>,
    /// As the problem measured it.
    pub residual: Residual,
    /// Whether the mode's equations have no other solution nearby; if not, this is one of a family.
    pub unique: bool,
}

/// The solutions of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The solutions; a family of solutions in one mode is there once.
    pub solutions: Vec<ModeSolution>,
    /// Whether every mode with a solution is listed, as far as floating point can tell: modes are excluded by
    /// calculation, not by a certificate.
    pub complete: bool,
    /// Why it is complete or not.
    pub reason: String,
    /// Modes looked at.
    pub tried: usize,
}

/// Why a problem was not enumerated.
#[derive(Clone, Debug, PartialEq)]
pub enum EnumerationError {
    /// Too many modes.
    TooLarge {
        /// The number of modes.
        modes: f64,
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for EnumerationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::TooLarge { modes, limit } = self;
        write!(f, "enumeration takes at most {limit} combinations of contact modes; this problem has {modes}")
    }
}

impl std::error::Error for EnumerationError {}

/// Impulses, slips and distances to bounds below this share of the problem's own size are on the border of two modes.
const BORDER: f64 = 1e-7;

/// A point of a mode, in scaled units.
struct Candidate {
    modes: Vec<Mode>,
    point: Vec<f64>,
    unique: bool,
}

/// Lists the solutions of a small problem.
pub fn enumerate(problem: &ContactProblem, settings: &EnumerationSettings) -> Result<Enumeration, EnumerationError> {
    let choices: Vec<Vec<Mode>> = problem.laws().iter().map(Mode::of).collect();
    let count: f64 = choices.iter().map(|modes| modes.len() as f64).product();
    if count > settings.mode_limit as f64 {
        return Err(EnumerationError::TooLarge { modes: count, limit: settings.mode_limit });
    }
    let count = count as usize;
    let dense = DenseProblem::new(problem);
    let mut search = Search { dense, settings, candidates: Vec::new(), undecided: 0, searched: 0, alone: false };
    let mut modes: Vec<Mode> = Vec::new();
    for number in 0..count {
        let mut code = number;
        modes.clear();
        for choice in &choices {
            modes.push(choice[code % choice.len()]);
            code /= choice.len();
        }
        search.look(&modes);
    }
    let (complete, reason) = search.verdict();
    let solutions = search.sorted_out();
    let judge = |candidate: Candidate| {
        let impulses = search.dense.impulses(&candidate.point);
        let velocities = problem.velocity(&impulses);
        let residual = Residual::measure(problem, &impulses, &velocities);
        let Candidate { modes, unique, .. } = candidate;
        ModeSolution { modes, impulses, velocities, residual, unique }
    };
    let found = solutions.len();
    let judged = solutions.into_iter().map(judge).filter(|solution| solution.residual.within(settings.tolerance));
    let solutions: Vec<ModeSolution> = judged.collect();
    let refused = found - solutions.len();
    if refused > 0 {
        let points = if found == 1 { "the point" } else { "the points" };
        let reason = format!("{refused} of {points} found failed the residual test of the problem");
        return Ok(Enumeration { solutions, complete: false, reason, tried: count });
    }
    Ok(Enumeration { solutions, complete, reason, tried: count })
}

struct Search<'a> {
    dense: DenseProblem,
    settings: &'a EnumerationSettings,
    candidates: Vec<Candidate>,
    /// Modes that were neither solved nor excluded.
    undecided: usize,
    /// Modes with slips in space that were searched from several starts.
    searched: usize,
    /// Whether the slips of one contact in space were found as roots.
    alone: bool,
}

impl Search<'_> {
    fn look(&mut self, modes: &[Mode]) {
        let tolerance = self.settings.tolerance;
        let mut add = |point: Vec<f64>, unique: bool| {
            self.candidates.push(Candidate { modes: modes.to_vec(), point, unique });
        };
        if !modes.iter().any(|mode| mode.slides() != [false, false]) {
            match linear::find(&self.dense, modes, tolerance) {
                Found::Point(point, unique) => add(point, unique),
                Found::Nothing => {}
                Found::Undecided => self.undecided += 1,
            }
        } else if let [Law::Coulomb { friction }] = self.dense.laws[..] {
            let slips = quartic::slips(&self.dense, friction);
            for (impulse, unique) in slips.impulses {
                if self.dense.holds(modes, &impulse, tolerance, tolerance) {
                    add(impulse.to_vec(), unique);
                }
            }
            self.alone = true;
            self.undecided += usize::from(!slips.complete);
        } else {
            slip::find(&self.dense, modes, tolerance).into_iter().for_each(|(point, unique)| add(point, unique));
            self.searched += 1;
        }
    }

    fn verdict(&self) -> (bool, String) {
        let Self { undecided, searched, .. } = *self;
        if searched > 0 {
            let modes = if searched == 1 {
                "1 combination of modes has".to_owned()
            } else {
                format!("{searched} combinations of modes have")
            };
            (false, format!("{modes} sliding contacts in space, where Newton's method may miss solutions"))
        } else if undecided > 0 {
            let modes = if undecided == 1 {
                "1 combination of modes".to_owned()
            } else {
                format!("{undecided} combinations of modes")
            };
            let verb = if undecided == 1 { "was" } else { "were" };
            (false, format!("{modes} with singular equations {verb} neither solved nor excluded"))
        } else if self.alone {
            (
                true,
                "one contact in space: its slips are the roots of a quartic polynomial, and all roots were found"
                    .to_owned(),
            )
        } else {
            (true, "every combination of modes is linear and was solved or excluded".to_owned())
        }
    }

    /// Those well inside of their mode; then those on a border, unless they belong to one of the former.
    fn sorted_out(&mut self) -> Vec<Candidate> {
        let tolerance = self.settings.tolerance;
        let candidates = std::mem::take(&mut self.candidates);
        let (mut kept, border): (Vec<_>, Vec<_>) = candidates
            .into_iter()
            .partition(|candidate| self.dense.holds(&candidate.modes, &candidate.point, tolerance, -BORDER));
        for candidate in border {
            let covered = |other: &Candidate| self.dense.holds(&other.modes, &candidate.point, BORDER, BORDER);
            if !kept.iter().any(covered) {
                kept.push(candidate);
            }
        }
        kept
    }
}
