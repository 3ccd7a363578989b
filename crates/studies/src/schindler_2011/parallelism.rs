//! The conclusions: fixed-point schemes "are worth pursuing" for fine-grained parallelism. Whether threads change a bit, and
//! how many iterations the scheme without an order of contacts takes, against the one with an order.

use super::parallel::{Iterates, Jacobi};
use crate::csv::Csv;
use crate::error::missing;
use crate::findings::Findings;
use crate::number::fixed;
use crate::recorded::recorded;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_contact::{ContactSolution, Method, ProxScaling, Settings, Sweep, standard};

const PROBLEMS: [(&str, &str); 6] = [
    ("pile, 10 contacts", "pile-10-1"),
    ("FCLIB spheres", "fc3d/NESpheres_10_1.hdf5"),
    ("FCLIB capsules", "fc3d/Capsules-i101-404.hdf5"),
    ("pile, 50 contacts", "pile-50-3"),
    ("spheres", "scenes/spheres-nc36-k27.hdf5"),
    ("FCLIB box stack", "fc3d/BoxesStack1-i100000-32.hdf5"),
];
const TOLERANCE: f64 = 1e-6;
const LIMIT: usize = 6_000;
/// `r λ_max(W)`; a symmetric problem without friction converges below 2.
const SHARE: f64 = 1.8;

/// Numbers that differ between one thread and several.
pub fn differing(one: &Iterates, other: &Iterates) -> usize {
    let bits = |a: &[f64], b: &[f64]| a.iter().zip(b).filter(|(a, b)| a.to_bits() != b.to_bits()).count();
    bits(&one.forces, &other.forces) + bits(&one.changes, &other.changes)
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "problem",
        "contacts",
        "Jacobi, r = 1.8/λ_max",
        "Gauss-Seidel, same r",
        "Jacobi, r per contact",
        "Gauss-Seidel, r per contact",
        "Jacobi over Gauss-Seidel",
    ]);
    let mut csv = Csv::new(&["problem", "contacts", "method", "ending", "iterations"]);
    let (mut bits, mut off, mut compared, mut slower, mut own) = (0, 0.0_f64, 0, 0, 0);
    let problems = if size == Size::Full { &PROBLEMS[..] } else { &PROBLEMS[..2] };
    for (words, name) in problems {
        let problem = if name.contains('/') {
            recorded(name)?
        } else {
            standard::sample(name).ok_or_else(|| missing(name))?.problem
        };
        let jacobi = Jacobi::new(&problem, 1.0).ok_or_else(|| missing("problem with laws of up to three rows"))?;
        let r = SHARE / jacobi.largest_eigenvalue();
        let jacobi = jacobi.scaled(r);
        let solve = |sweep: Sweep, prox_scaling: ProxScaling| {
            let iteration_limit = Some(LIMIT);
            let settings =
                Settings { tolerance: TOLERANCE, iteration_limit, prox_scaling, sweep, ..Settings::default() };
            Method::Prox.solve(&problem, &settings, None, &mut ())
        };
        let solutions = [
            solve(Sweep::Jacobi, ProxScaling::Fixed(r)),
            solve(Sweep::GaussSeidel, ProxScaling::Fixed(r)),
            solve(Sweep::Jacobi, ProxScaling::Contact),
            solve(Sweep::GaussSeidel, ProxScaling::Contact),
        ];
        let count = solutions[0].effort.iterations;
        let one = jacobi.run(count, 1);
        for threads in [2, 3, 4] {
            bits += differing(&one, &jacobi.run(count, threads));
        }
        let best =
            |own: &[ContactSolution]| own.iter().filter(|own| own.is_solved()).map(|own| own.effort.iterations).min();
        let jacobis = best(&[solutions[0].clone(), solutions[2].clone()]);
        let seidels = best(&[solutions[1].clone(), solutions[3].clone()]);
        if solutions[0].is_solved() {
            // The same iterates as those of the library, apart from rounding: its units are others.
            let forces = jacobi.rows(&one.forces);
            let largest = forces.iter().fold(0.0_f64, |largest, force| largest.max(force.abs()));
            let error = forces.iter().zip(&solutions[0].impulses).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            off = off.max(error / largest);
            compared += 1;
            slower += usize::from(jacobis > seidels && seidels.is_some());
        }
        own += usize::from(solutions[2].is_solved());
        let contacts = problem.laws().len().to_string();
        let mut cells = vec![(*words).to_owned(), contacts.clone()];
        let methods = ["jacobi", "gauss-seidel", "jacobi, r per contact", "gauss-seidel, r per contact"];
        for (solution, method) in solutions.iter().zip(methods) {
            let (ending, count) = (solution.outcome.name(), solution.effort.iterations.to_string());
            csv.cells(&[*name, &contacts, method, ending, &count]);
            cells.push(if solution.is_solved() { count } else { ending.to_owned() });
        }
        let ratio = jacobis.zip(seidels).map(|(jacobi, seidel)| fixed(jacobi as f64 / seidel as f64, 1));
        cells.push(ratio.unwrap_or_else(|| "–".to_owned()));
        table.row(cells);
    }
    findings.table("parallel", table);
    findings.data("parallel", csv);
    findings.value("parallel solved", compared.to_string());
    findings.value("parallel own", own.to_string());
    findings.value("parallel problems", problems.len().to_string());
    findings.check(Check::count(
        "parallel prox: numbers that differ in any bit between 1 and 2, 3 or 4 threads",
        0,
        bits,
    ));
    findings.check(Check::at_most(
        "parallel prox: largest difference from the library's Jacobi iteration, relative to the largest impulse",
        1e-9,
        off,
    ));
    findings.check(Check::at_least("parallel prox: problems in this comparison", 1.0, compared as f64));
    findings.value("parallel slower", slower.to_string());
    Ok(())
}
