//! Whether a relaxation makes problems easier: iterations of every method over `ζ`, on many contacts and on robots.

use super::problems::{CONTACTS, Named, ROBOTS, largest_eigenvalue};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::short;
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::{ContactProblem, Method, Outcome, ProxScaling, Settings, Sweep};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, stroke};

/// `ζ` over the largest eigenvalue of `W`, and its name.
const SHARES: [(f64, &str); 5] = [(0.0, "0"), (1e-8, "10⁻⁸"), (1e-6, "10⁻⁶"), (1e-4, "10⁻⁴"), (1e-2, "10⁻²")];
const TOLERANCE: f64 = 1e-6;
const LIMIT: usize = 10_000;

/// A method with its settings.
struct Solver {
    name: &'static str,
    method: Method,
    scaling: ProxScaling,
    sweep: Sweep,
}

const SOLVERS: [Solver; 7] = [
    Solver { name: "prox, Jacobi, eq. 32", method: Method::Prox, scaling: ProxScaling::Global, sweep: Sweep::Jacobi },
    Solver {
        name: "prox, Gauss-Seidel, per contact",
        method: Method::Prox,
        scaling: ProxScaling::Contact,
        sweep: Sweep::GaussSeidel,
    },
    Solver::plain("nsgs", Method::Nsgs),
    Solver::plain("newton", Method::Newton),
    Solver::plain("proximal-newton", Method::ProximalNewton),
    Solver::plain("interior-point", Method::InteriorPoint),
    Solver::plain("admm", Method::Admm),
];

/// Iterations of one method on one problem for each `ζ`, or nothing where it was not solved.
type Counts = [Option<usize>; SHARES.len()];

impl Solver {
    const fn plain(name: &'static str, method: Method) -> Self {
        Self { name, method, scaling: ProxScaling::Contact, sweep: Sweep::GaussSeidel }
    }

    /// Iterations until the relaxed laws hold, if they come to hold.
    fn iterations(&self, problem: &ContactProblem, relaxation: f64) -> Option<usize> {
        let settings = Settings {
            tolerance: TOLERANCE,
            iteration_limit: Some(LIMIT),
            relaxation,
            prox_scaling: self.scaling,
            sweep: self.sweep,
            ..Settings::default()
        };
        let solution = self.method.solve(problem, &settings, None, &mut ());
        let holds = solution.is_solved() || matches!(solution.outcome, Outcome::ModelSolved);
        holds.then_some(solution.effort.iterations)
    }
}

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let named: Vec<_> = match size {
        Size::Full => CONTACTS.iter().chain(&ROBOTS).collect(),
        Size::Small => CONTACTS[..3].iter().chain(&ROBOTS[..2]).collect(),
    };
    let problems = named.iter().map(|named| named.problem()).collect::<Result<Vec<_>, _>>()?;
    let eigenvalues: Vec<_> = problems.iter().map(largest_eigenvalue).collect();
    let mut counts: Vec<Vec<Counts>> = Vec::new();
    for (place, solver) in SOLVERS.iter().enumerate() {
        advance(host, 0.2 + 0.1 * place as f64 / 7.0, &format!("relaxation and effort, {}", solver.name))?;
        let own = problems.iter().zip(&eigenvalues);
        counts.push(
            own.map(|(problem, value)| SHARES.map(|(share, _)| solver.iterations(problem, share * value))).collect(),
        );
    }
    data(&named, &counts, findings);
    table(&counts, findings);
    if size == Size::Full {
        checks(&counts, findings);
    }
    figure(&counts, findings)
}

fn data(named: &[&Named], counts: &[Vec<Counts>], findings: &mut Findings) {
    let mut csv = Csv::new(&["method", "problem", "relaxation_over_largest_eigenvalue", "iterations"]);
    for (solver, own) in SOLVERS.iter().zip(counts) {
        for (named, of_problem) in named.iter().zip(own) {
            for ((share, _), count) in SHARES.iter().zip(of_problem) {
                let count = count.map_or(String::new(), |count| count.to_string());
                csv.cells(&[solver.name.to_owned(), named.name(), format!("{share:?}"), count]);
            }
        }
    }
    findings.data("relaxation-effort", csv);
}

/// How many problems were solved with the relaxation in this place.
fn solved(own: &[Counts], share: usize) -> usize {
    own.iter().filter(|counts| counts[share].is_some()).count()
}

/// An unsolved problem takes more than any solved one.
fn most(count: Option<usize>) -> usize {
    count.unwrap_or(usize::MAX)
}

/// On how many problems fewer, and more, iterations are needed with the relaxation in this place than without.
fn compared(own: &[Counts], share: usize) -> (usize, usize) {
    let count = |is: fn(usize, usize) -> bool| own.iter().filter(|own| is(most(own[share]), most(own[0]))).count();
    (count(|with, without| with < without), count(|with, without| with > without))
}

/// The median over all problems; nothing where it is an unsolved one.
fn middle(own: &[Counts], share: usize) -> Option<usize> {
    let mut all: Vec<_> = own.iter().map(|own| own[share]).collect();
    all.sort_unstable_by_key(|count| most(*count));
    all.get(all.len() / 2).copied().flatten()
}

fn table(counts: &[Vec<Counts>], findings: &mut Findings) {
    let mut columns = vec!["method".to_owned()];
    columns.extend(SHARES.map(|(_, name)| if name == "0" { "ζ = 0".to_owned() } else { format!("ζ = {name} λ") }));
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let (mut easier, mut harder) = (0, 0);
    for (solver, own) in SOLVERS.iter().zip(counts) {
        let mut row = vec![solver.name.to_owned()];
        for share in 0..SHARES.len() {
            let number = solved(own, share);
            let median = middle(own, share).map_or("–".to_owned(), |count| count.to_string());
            let (fewer, more) = compared(own, share);
            row.push(match share {
                0 => format!("{number} solved, {median}"),
                _ => format!("{number} solved, {median}; {fewer} fewer, {more} more"),
            });
            let name = format!("effort {} {}", solver.name, SHARES[share].1);
            findings.value(&format!("{name} solved"), number.to_string());
            findings.value(&format!("{name} median"), median);
            findings.value(&format!("{name} fewer"), fewer.to_string());
            findings.value(&format!("{name} more"), more.to_string());
        }
        let (fewer, more) = compared(own, 2);
        easier += fewer;
        harder += more;
        table.row(row);
    }
    findings.table("relaxation effort", table);
    let number = counts.first().map_or(0, Vec::len);
    findings.value("relaxed problems", number.to_string());
    findings.value("relaxed pairs", (SOLVERS.len() * number).to_string());
    findings.value("relaxed easier", easier.to_string());
    findings.value("relaxed harder", harder.to_string());
}

fn checks(counts: &[Vec<Counts>], findings: &mut Findings) {
    let gain = |solver: usize| solved(&counts[solver], 2) as f64 - solved(&counts[solver], 0) as f64;
    let words = "relaxation of 10⁻⁶ λ: problems that newton solves, minus those that it solves without";
    findings.check(Check::at_least(words, 1.0, gain(3)));
    let first_order = [gain(0), gain(1), gain(2)].into_iter().fold(f64::NEG_INFINITY, f64::max);
    let words = "relaxation of 10⁻⁶ λ: problems that prox or nsgs solves, minus those that it solves without";
    findings.check(Check::at_most(words, 0.0, first_order));
    for (solver, name) in [(3, "newton"), (5, "interior-point"), (6, "admm")] {
        let words = format!("relaxation of 10⁻⁴ λ: problems that {name} solves, minus those that it solves without");
        findings.check(Check::at_least(
            words,
            1.0,
            solved(&counts[solver], 3) as f64 - solved(&counts[solver], 0) as f64,
        ));
    }
    let slower = |solver: usize| compared(&counts[solver], 4).1 as f64;
    let words = "relaxation of 10⁻² λ: problems on which prox Gauss-Seidel and nsgs take more iterations than without";
    findings.check(Check::at_least(words, 1.0, slower(1).min(slower(2))));
    let words = "relaxation of 10⁻² λ: problems on which prox Jacobi takes more iterations than without";
    findings.check(Check::count(words, 0, compared(&counts[0], 4).1));
    let all = [0, 1, 2].iter().filter(|solver| solved(&counts[**solver], 4) == counts[**solver].len()).count();
    findings.check(Check::count("relaxation of 10⁻² λ: first-order methods of three that solve every problem", 3, all));
}

/// Effort against `ζ`; an unsolved problem counts as more than any solved one, so that a median may be missing.
fn figure(counts: &[Vec<Counts>], findings: &mut Findings) -> Result<(), StudyError> {
    let ticks = || SHARES.iter().enumerate().map(|(place, (_, name))| (place as f64, (*name).to_owned()));
    let axis = || Axis::linear("ζ/λ_max(W)", -0.2, 4.2).with_ticks(ticks());
    let number = counts.first().map_or(0, Vec::len) as f64;
    let mut all = Panel::new(axis(), Axis::linear(format!("solved problems of {}", short(number)), 0.0, number + 1.0))
        .titled("problems whose relaxed laws hold to 10⁻⁶")
        .legend(Place::LowerRight);
    let mut effort = Panel::new(axis(), Axis::logarithmic("median of iterations", 1.0, 1e4))
        .titled("iterations; a gap: most problems are not solved")
        .legend(Place::Hidden);
    for (place, (solver, own)) in SOLVERS.iter().zip(counts).enumerate() {
        let shares = 0..SHARES.len();
        let line = stroke(place);
        let points: Vec<_> = shares.clone().map(|share| (share as f64, solved(own, share) as f64)).collect();
        let height = |share: usize| middle(own, share).map_or(f64::NAN, |count| (count as f64).max(1.0));
        let medians: Vec<_> = shares.map(|share| (share as f64, height(share))).collect();
        let finite = medians.iter().copied().filter(|point| point.1.is_finite()).collect();
        all = all.with(Mark::line(points, line).named(solver.name));
        effort = effort.with(Mark::line(medians, line).named(solver.name)).with(Mark::points_of(
            finite,
            Symbol::Disc,
            line.colour,
            2.6,
        ));
    }
    findings.figure(
        &Figure::new("relaxation-effort", "Does a relaxation make problems easier?", vec![all.into(), effort.into()])
            .part_size(560.0, 500.0),
    )
}
