//! Contact problems of the chain that have more than one solution: which schemes choose another one than MNCP-PLM.

use super::chain_problems::ChainProblem;
use super::schemes::SCHEMES;
use super::success_test::settings;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use crate::{Check, Size};
use stiction_contact::Settings;

/// Relative residual up to which impulses are a solution: that of rounding.
const SOLVED: f64 = 1e-13;
/// The tolerance of these solves, and the difference of contact velocities from which two solutions are different, m/s.
const TOLERANCE: f64 = 1e-13;
const DIFFERENT: f64 = 1e-7;

/// The scheme that the others are compared with: the last in the list.
const COMPARED: usize = SCHEMES.len() - 1;

/// How a scheme's solutions compare, where both schemes solve a problem.
#[derive(Clone, Copy, Default)]
struct Compared {
    count: usize,
    different: usize,
    most: f64,
}

pub fn run(problems: &[ChainProblem], size: Size, findings: &mut Findings) {
    let sharp = Settings { tolerance: TOLERANCE, ..settings() };
    let mut compared = [Compared::default(); SCHEMES.len()];
    let (mut several, mut alone) = (0, 0.0_f64);
    for own in problems {
        let solve = |place: usize| {
            let solution = SCHEMES[place].method.solve(&own.problem, &sharp, own.start.as_deref(), &mut ());
            (solution.residual.relative <= SOLVED).then_some(solution.velocities)
        };
        let solutions: Vec<_> = (0..SCHEMES.len()).map(solve).collect();
        let Some(reference) = &solutions[COMPARED] else { continue };
        let mut most = 0.0_f64;
        for (solution, compared) in solutions.iter().zip(&mut compared) {
            let Some(solution) = solution else { continue };
            let distance = solution.iter().zip(reference).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            compared.count += 1;
            compared.different += usize::from(distance > DIFFERENT);
            compared.most = compared.most.max(distance);
            most = most.max(distance);
        }
        several += usize::from(most > DIFFERENT);
        if own.problem.laws().len() == 1 {
            alone = alone.max(most);
        }
    }
    let name = SCHEMES[COMPARED].name;
    let mut table =
        Table::new(&["scheme", "problems solved", "another solution", "largest difference of velocities, m/s"]);
    for (scheme, own) in SCHEMES.iter().zip(&compared).take(COMPARED) {
        table.row([scheme.name.to_owned(), own.count.to_string(), own.different.to_string(), short(own.most)]);
    }
    findings.value("compared with", name);
    findings.table("several", table);
    findings.value("several", several.to_string());
    let words = "chain, problems of one contact: difference of velocities between the paper's schemes, m/s";
    findings.check(Check::at_most(words, 1e-9, alone));
    if size == Size::Full {
        let words = "chain: problems with two solutions, both exact to rounding";
        findings.check(Check::at_least(words, 1.0, several as f64));
    }
}
