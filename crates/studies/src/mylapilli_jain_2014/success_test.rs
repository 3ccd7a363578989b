//! The paper's test of success, `ψ < 10⁻³⁰`, on contact problems of the chain: whether it holds, what residual it leaves in m/s,
//! and how our solvers fare by it.

use super::chain_problems::ChainProblem;
use super::equations::{Equations, Implicit, Kink, Linear};
use super::printed_algorithms::{Algorithm, EPSILON, Ended, REGULAR_DAMPING};
use super::schemes::{SCHEMES, Scheme};
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Size, StudyError};
use std::ops::ControlFlow;
use stiction_complementarity::Iteration;
use stiction_contact::{Alignment, ContactProblem, Method, Settings};

/// The relative residual that counts as solved in our runs.
const TOLERANCE: f64 = 1e-9;
const SHARP: f64 = 1e-13;
/// What a problem that the printed test accepts may leave, m/s: `‖φ‖ < 1.4·10⁻¹⁵` is a natural map of `1/(2 − √2)` times as much
/// at most (Tseng 1996), here with some room for rounding and units.
const ACCEPTED: f64 = 1e-13;

/// What one scheme did to one problem.
struct Trial {
    ended: Ended,
    /// Natural map, m/s, and over the problem's velocities.
    residual: f64,
    relative: f64,
    contacts: usize,
    /// How far the velocities are from those of our exact method, m/s.
    apart: f64,
    ours: Ours,
}

/// What our solver did, from the impulses of the last step.
struct Ours {
    iterations: usize,
    /// Iterations until its cost is below the paper's limit, if it ever is.
    until_small: Option<usize>,
    restarts: usize,
    /// m/s.
    residual: f64,
}

/// The equations of a scheme.
fn posed(scheme: Scheme, problem: &ContactProblem) -> Result<Box<dyn Equations + '_>, StudyError> {
    let is_linear = scheme.method.is_pyramid();
    Ok(if is_linear { Box::new(Linear::new(problem, Kink::Printed)?) } else { Box::new(Implicit::new(problem)) })
}

fn algorithm(scheme: Scheme) -> Algorithm {
    match scheme.method {
        Method::MlcpFbRlm | Method::MncpRlm => Algorithm::Regular(REGULAR_DAMPING),
        _ => Algorithm::Projected,
    }
}

/// As in the runs of the chain.
pub fn settings() -> Settings {
    Settings { facets: 4, alignment: Alignment::Slip, tolerance: TOLERANCE, ..Settings::default() }
}

pub fn run(problems: &[ChainProblem], size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut printed = Table::new(&[
        "scheme, as printed",
        "end by ψ < 1e−30",
        "residual of these: largest, m/s",
        "cost ψ of the others: largest",
        "residual of the others: largest, m/s",
        "solved by our test",
        "iterations: mean, largest",
    ]);
    let mut beside = Table::new(&[
        "our solver",
        "reach ψ < 1e−30",
        "iterations until then: mean",
        "iterations in all: mean",
        "problems with restarts",
        "residual: largest, m/s",
    ]);
    let (mut worst_accepted, mut apart, mut accepted_in_all, mut restarts) = (0.0_f64, 0.0_f64, 0, None);
    // What stands beside the printed algorithms is solved as far as it can be.
    let sharp = Settings { tolerance: SHARP, ..settings() };
    let exact: Vec<_> =
        problems.iter().map(|own| Method::Auto.solve(&own.problem, &sharp, None, &mut ()).velocities).collect();
    let share = |own: usize| format!("{own} of {}", problems.len());
    let mean = |sum: usize| fixed(sum as f64 / problems.len() as f64, 1);
    for scheme in SCHEMES.into_iter().filter(|scheme| scheme.minimises()) {
        let mut trials = Vec::new();
        for (own, velocities) in problems.iter().zip(&exact) {
            trials.push(Trial::new(scheme, own, velocities)?);
        }
        let (accepted, others): (Vec<_>, Vec<_>) = trials.iter().partition(|trial| trial.ended.passes());
        let solved = trials.iter().filter(|trial| trial.relative <= TOLERANCE);
        let most = |own: &[&Trial], of: &dyn Fn(&Trial) -> f64| own.iter().map(|t| of(t)).fold(0.0, f64::max);
        worst_accepted = worst_accepted.max(most(&accepted, &|trial| trial.residual));
        let single = solved.clone().filter(|trial| trial.contacts == 1);
        apart = single.map(|trial| trial.apart).fold(apart, f64::max);
        accepted_in_all += accepted.len();
        let iterations = trials.iter().map(|trial| trial.ended.iterations);
        let longest = iterations.clone().max().unwrap_or(0);
        let unless_empty = |value: f64| if others.is_empty() { "–".to_owned() } else { short(value) };
        printed.row([
            scheme.name.to_owned(),
            share(accepted.len()),
            short(most(&accepted, &|trial| trial.residual)),
            unless_empty(most(&others, &|trial| trial.ended.cost)),
            unless_empty(most(&others, &|trial| trial.residual)),
            share(solved.count()),
            format!("{}, {longest}", mean(iterations.sum())),
        ]);
        let ours = || trials.iter().map(|trial| &trial.ours);
        let small: Vec<usize> = ours().filter_map(|own| own.until_small).collect();
        let until = fixed(small.iter().sum::<usize>() as f64 / small.len().max(1) as f64, 1);
        let all = ours().map(|own| own.iterations).sum::<usize>();
        let restarted = ours().filter(|own| own.restarts > 0).count();
        beside.row([
            scheme.method.name().to_owned(),
            share(small.len()),
            until.clone(),
            mean(all),
            share(restarted),
            short(ours().map(|own| own.residual).fold(0.0, f64::max)),
        ]);
        if scheme.method == Method::MlcpFbRlm {
            findings.value("until small", until);
            findings.value("in all", mean(all));
            findings.value("restarted", share(restarted));
            let words = "mlcp-fb-rlm: share of problems in which it starts again after ψ < 1e−30";
            let again = ours().filter(|own| own.until_small.is_some() && own.restarts > 0).count();
            restarts = Some(Check::at_least(words, 0.2, again as f64 / problems.len() as f64));
        }
    }
    findings.table("success", printed);
    findings.table("success here", beside);
    findings.value("problems", problems.len().to_string());
    let accepted = accepted_in_all as f64 / (4 * problems.len()) as f64;
    findings.value("accepted", format!("{} %", fixed(100.0 * accepted, 1)));
    findings.check(Check::at_least("printed algorithms: share of solves that end by ψ < 1e−30", 0.9, accepted));
    let words = "printed algorithms: residual of problems that ψ < 1e−30 accepts, m/s";
    findings.check(Check::at_most(words, ACCEPTED, worst_accepted));
    // With several contacts a problem can have several solutions.
    let words = "printed algorithms and our exact method: difference of velocities in problems of one contact, m/s";
    findings.check(Check::at_most(words, 1e-9, apart));
    // A small run has too few problems for a share.
    if size == Size::Full {
        restarts.into_iter().for_each(|check| findings.check(check));
    }
    Ok(())
}

impl Trial {
    fn new(scheme: Scheme, own: &ChainProblem, exact: &[f64]) -> Result<Self, StudyError> {
        let problem = &own.problem;
        let equations = posed(scheme, problem)?;
        let ended = algorithm(scheme).solve(&*equations);
        let impulses = equations.impulses(&ended.x);
        let residual = problem.residual(&impulses);
        let velocities = problem.velocity(&impulses);
        Ok(Self {
            apart: velocities.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
            residual: residual.velocity,
            relative: residual.relative,
            contacts: problem.laws().len(),
            ended,
            ours: Ours::new(scheme, own),
        })
    }
}

impl Ours {
    fn new(scheme: Scheme, own: &ChainProblem) -> Self {
        let mut until_small = None;
        let mut watch = |iteration: &Iteration<'_>| {
            if iteration.measure < EPSILON && until_small.is_none() {
                until_small = Some(iteration.number);
            }
            ControlFlow::Continue(())
        };
        let solution = scheme.method.solve(&own.problem, &settings(), own.start.as_deref(), &mut watch);
        Self {
            iterations: solution.effort.iterations,
            until_small,
            restarts: solution.effort.restarts,
            residual: solution.residual.velocity,
        }
    }
}
