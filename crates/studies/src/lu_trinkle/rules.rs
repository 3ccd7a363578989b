//! The rules for `r` on problems with many contacts and on robots, with both orders of sweeps.

use super::frozen::laws;
use super::problems::{CONTACTS, Named, ROBOTS};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::{ContactProblem, Method, ProxScaling, Settings, Sweep};

/// Of the relative residual.
pub const TOLERANCE: f64 = 1e-6;
const LIMIT: usize = 10_000;
const RULES: [(&str, ProxScaling); 4] = [
    ("fixed, r = 1", ProxScaling::Fixed(1.0)),
    ("global, eq. 32", ProxScaling::Global),
    ("per contact", ProxScaling::Contact),
    ("adaptive", ProxScaling::Adaptive),
];
/// Names of rules and sweeps in the text.
const WORDS: [&str; 4] = ["fixed", "global", "contact", "adaptive"];
pub const SWEEPS: [(&str, Sweep); 2] = [("Jacobi", Sweep::Jacobi), ("Gauss-Seidel", Sweep::GaussSeidel)];

/// Iterations, or how it ended.
pub fn solve(
    problem: &ContactProblem,
    prox_scaling: ProxScaling,
    sweep: Sweep,
    limit: usize,
) -> Result<usize, &'static str> {
    let settings =
        Settings { tolerance: TOLERANCE, iteration_limit: Some(limit), prox_scaling, sweep, ..Settings::default() };
    let solution = Method::Prox.solve(problem, &settings, None, &mut ());
    if solution.is_solved() { Ok(solution.effort.iterations) } else { Err(solution.outcome.name()) }
}

/// How many problems of a group each rule solved, and `auto`, and none.
struct Solved {
    rules: [[usize; RULES.len()]; 2],
    by_auto: usize,
    by_none: usize,
    /// Iterations of every order and rule, for each problem.
    counts: Vec<[[Option<usize>; RULES.len()]; 2]>,
}

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["problem", "contacts", "equations", "bounds", "sweep", "rule", "ending", "iterations"]);
    let (contacts, robots) = if size == Size::Full { (12, 9) } else { (4, 3) };
    let bodies = group("rules", &CONTACTS[..contacts], 0.3, host, findings, &mut csv)?;
    let machines = group("robots", &ROBOTS[..robots], 0.5, host, findings, &mut csv)?;
    findings.data("rules", csv);
    for (order, sweep) in ["jacobi", "gauss"].iter().enumerate() {
        for (rule, name) in WORDS.iter().enumerate() {
            findings.value(&format!("{name} {sweep}"), bodies.rules[order][rule].to_string());
            findings.value(&format!("robots {name} {sweep}"), machines.rules[order][rule].to_string());
        }
    }
    findings.value("problems", contacts.to_string());
    findings.value("robots", robots.to_string());
    findings.value("defeated", bodies.by_none.to_string());
    findings.check(Check::at_least(
        "many contacts, Jacobi: problems solved by the adaptive rule minus those solved by eq. 32",
        0.0,
        bodies.rules[0][3] as f64 - bodies.rules[0][1] as f64,
    ));
    findings.check(Check::count(
        "many contacts: problems that auto solves to the same tolerance",
        contacts,
        bodies.by_auto,
    ));
    for (words, solved) in [
        ("eq. 32, Jacobi", machines.rules[0][1]),
        ("r per contact, Gauss-Seidel", machines.rules[1][2]),
        ("adaptive, Jacobi", machines.rules[0][3]),
        ("adaptive, Gauss-Seidel", machines.rules[1][3]),
        ("auto", machines.by_auto),
    ] {
        findings.check(Check::count(format!("robots: problems solved by {words}"), robots, solved));
    }
    compare(&machines.counts, findings);
    if size == Size::Full {
        let words = "robots: problems that r per contact solves with Gauss-Seidel sweeps but not with Jacobi's";
        findings.check(Check::at_least(words, 1.0, machines.rules[1][2] as f64 - machines.rules[0][2] as f64));
    }
    Ok(())
}

/// The adaptive rule with Gauss-Seidel sweeps beside all others, and eq. 32 on the quadruped that slides or lands beside the one that stands.
fn compare(counts: &[[[Option<usize>; RULES.len()]; 2]], findings: &mut Findings) {
    let (mut fewest, mut worst) = (0, 0.0_f64);
    for own in counts {
        let adaptive = own[1][3].unwrap_or(usize::MAX);
        let places = (0..2).flat_map(|order| (0..RULES.len()).map(move |rule| (order, rule)));
        let others = places.filter(|place| *place != (1, 3)).filter_map(|(order, rule)| own[order][rule]);
        let other = others.min().unwrap_or(usize::MAX);
        fewest += usize::from(adaptive < other);
        worst = worst.max(adaptive as f64 / other.min(adaptive) as f64);
    }
    findings.value("adaptive fewest", fewest.to_string());
    findings.value("adaptive worst", fixed(worst, 1));
    let words = "robots: most iterations of adaptive, Gauss-Seidel, over those of the best rule";
    findings.check(Check::at_most(words, 2.0, worst));
    for (order, name) in ["jacobi", "gauss"].iter().enumerate() {
        let count = |place: usize| counts.get(place).and_then(|own| own[order][1]).unwrap_or(0) as f64;
        for (place, own) in [(1, "sliding"), (2, "landing")] {
            findings.value(&format!("{own} {name}"), fixed(count(place) / count(0).max(1.0), 0));
        }
    }
}

/// Runs all rules on a group of problems.
fn group(
    table_name: &str,
    problems: &[Named],
    begin: f64,
    host: &mut dyn Host,
    findings: &mut Findings,
    csv: &mut Csv,
) -> Result<Solved, StudyError> {
    let mut columns = vec!["problem".to_owned(), "contacts, equations, bounds".to_owned(), "spread of W".to_owned()];
    columns.extend(SWEEPS.iter().flat_map(|(sweep, _)| RULES.map(|(rule, _)| format!("{rule}, {sweep}"))));
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let mut solved = Solved { rules: [[0; RULES.len()]; 2], by_auto: 0, by_none: 0, counts: Vec::new() };
    for (place, named) in problems.iter().enumerate() {
        let share = begin + 0.2 * place as f64 / problems.len() as f64;
        advance(host, share, &format!("rules for r on {}", named.name()))?;
        let problem = named.problem()?;
        let kinds = laws(&problem).map(|number| number.to_string());
        let settings = Settings { tolerance: TOLERANCE, ..Settings::default() };
        solved.by_auto += usize::from(Method::Auto.solve(&problem, &settings, None, &mut ()).is_solved());
        findings.value(&format!("bounds of {}", named.words), kinds[2].clone());
        let mut row = vec![named.words.to_owned(), kinds.join(", "), short(spread(&problem))];
        let before: usize = solved.rules.iter().flatten().sum();
        let mut counts = [[None; RULES.len()]; 2];
        for (order, (sweep_name, sweep)) in SWEEPS.iter().enumerate() {
            for (rule, (rule_name, scaling)) in RULES.iter().enumerate() {
                let ended = solve(&problem, *scaling, *sweep, LIMIT);
                solved.rules[order][rule] += usize::from(ended.is_ok());
                counts[order][rule] = ended.ok();
                let (ending, iterations) =
                    (ended.err().unwrap_or("solved"), ended.map_or(String::new(), |n| n.to_string()));
                let [contacts, equations, bounds] = &kinds;
                csv.cells(&[&*named.name(), contacts, equations, bounds, sweep_name, rule_name, ending, &iterations]);
                row.push(ended.map_or_else(str::to_owned, |count| count.to_string()));
            }
        }
        solved.counts.push(counts);
        solved.by_none += usize::from(solved.rules.iter().flatten().sum::<usize>() == before);
        table.row(row);
    }
    let mut last = vec!["**solved**".to_owned(), String::new(), String::new()];
    last.extend(solved.rules.iter().flatten().map(|own| format!("**{own} of {}**", problems.len())));
    table.row(last);
    findings.table(table_name, table);
    Ok(solved)
}

/// The largest over the smallest entry on the diagonal of `W` above zero: how far one `r` for all rows is from each row's.
fn spread(problem: &ContactProblem) -> f64 {
    let diagonal = problem.diagonal();
    let positive = || diagonal.iter().copied().filter(|entry| *entry > 0.0);
    positive().fold(0.0, f64::max) / positive().fold(f64::INFINITY, f64::min)
}
