//! Whether a relaxation makes problems easier: iterations of every method over `ζ`, on problems with many contacts.

use super::many_contacts::{PROBLEMS, largest_eigenvalue, problem};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::{median, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::{ContactProblem, Method, Outcome, ProxScaling, Settings, Sweep};

/// `ζ` over the largest eigenvalue of `W`.
const SHARES: [f64; 5] = [0.0, 1e-8, 1e-6, 1e-4, 1e-2];
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
    let number = if size == Size::Full { PROBLEMS.len() } else { 3 };
    let problems = PROBLEMS.iter().take(number).map(|(_, name)| problem(name)).collect::<Result<Vec<_>, _>>()?;
    let eigenvalues: Vec<_> = problems.iter().map(largest_eigenvalue).collect();
    let mut columns = vec!["method".to_owned()];
    columns.extend(
        SHARES.iter().map(|share| format!("ζ = {} λ", if *share == 0.0 { "0".to_owned() } else { short(*share) })),
    );
    columns.extend(["fewer iterations at 10⁻⁶ λ".to_owned(), "more".to_owned()]);
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let mut csv = Csv::new(&["method", "problem", "relaxation_over_largest_eigenvalue", "iterations"]);
    let (mut easier, mut harder) = (0, 0);
    // Problems solved without a relaxation, with the smallest that counts, and with the largest.
    let mut solved = Vec::new();
    for (place, solver) in SOLVERS.iter().enumerate() {
        advance(host, 0.25 + 0.05 * place as f64 / 7.0, &format!("relaxation and effort, {}", solver.name))?;
        let mut counts = Vec::new();
        for (index, (problem, eigenvalue)) in problems.iter().zip(&eigenvalues).enumerate() {
            let of_problem = SHARES.map(|share| solver.iterations(problem, share * eigenvalue));
            for (share, count) in SHARES.iter().zip(of_problem) {
                let count = count.map_or(String::new(), |count| count.to_string());
                csv.cells(&[solver.name, PROBLEMS[index].1, &format!("{share:?}"), &count]);
            }
            counts.push(of_problem);
        }
        let mut row = vec![solver.name.to_owned()];
        for share in 0..SHARES.len() {
            let solved: Vec<_> = counts.iter().filter_map(|of_problem| of_problem[share]).collect();
            row.push(format!("{} solved, {}", solved.len(), median(solved)));
        }
        solved.push([0, 2, 4].map(|share| counts.iter().filter(|own| own[share].is_some()).count()));
        // An unsolved problem takes more than any solved one.
        let most = |count: Option<usize>| count.unwrap_or(usize::MAX);
        let fewer = counts.iter().filter(|own| most(own[2]) < most(own[0])).count();
        let more = counts.iter().filter(|own| most(own[2]) > most(own[0])).count();
        easier += fewer;
        harder += more;
        row.extend([fewer, more].map(|count| count.to_string()));
        table.row(row);
    }
    findings.table("relaxation effort", table);
    findings.data("relaxation-effort", csv);
    if size == Size::Full {
        let gain = |solver: usize| solved[solver][1] as f64 - solved[solver][0] as f64;
        let words = "relaxation of 10⁻⁶ λ: problems that newton solves, minus those that it solves without";
        findings.check(Check::at_least(words, 1.0, gain(3)));
        let first_order = [gain(0), gain(1), gain(2)].into_iter().fold(f64::NEG_INFINITY, f64::max);
        let words = "relaxation of 10⁻⁶ λ: problems that prox or nsgs solves, minus those that it solves without";
        findings.check(Check::at_most(words, 0.0, first_order));
        let all = [0, 1, 2].iter().filter(|solver| solved[**solver][2] == number).count();
        findings.check(Check::count(
            "relaxation of 10⁻² λ: first-order methods of three that solve every problem",
            3,
            all,
        ));
    }
    findings.value("relaxed pairs", (SOLVERS.len() * number).to_string());
    findings.value("relaxed easier", easier.to_string());
    findings.value("relaxed harder", harder.to_string());
    Ok(())
}
