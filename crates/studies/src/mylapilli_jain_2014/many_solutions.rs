//! Contact problems of the chain that have more than one solution: which schemes choose which.

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

/// Two solutions of one problem, by two schemes.
#[derive(Default)]
struct Pairs {
    count: usize,
    different: usize,
    most: f64,
}

impl Pairs {
    fn take(&mut self, distance: f64) {
        self.count += 1;
        self.different += usize::from(distance > DIFFERENT);
        self.most = self.most.max(distance);
    }
}

pub fn run(problems: &[ChainProblem], size: Size, findings: &mut Findings) {
    let sharp = Settings { tolerance: TOLERANCE, ..settings() };
    let mut kinds: [(&str, Pairs); 3] = [
        ("two linear schemes", Pairs::default()),
        ("two nonlinear schemes", Pairs::default()),
        ("a linear and a nonlinear scheme", Pairs::default()),
    ];
    let (mut several, mut alone) = (0, 0.0_f64);
    for own in problems {
        let solve = |place: usize| {
            let solution = SCHEMES[place].method.solve(&own.problem, &sharp, own.start.as_deref(), &mut ());
            (solution.residual.relative <= SOLVED).then_some(solution.velocities)
        };
        let solutions: Vec<_> = (0..SCHEMES.len()).map(solve).collect();
        let mut most = 0.0_f64;
        for first in 0..SCHEMES.len() {
            for second in first + 1..SCHEMES.len() {
                let (Some(a), Some(b)) = (&solutions[first], &solutions[second]) else { continue };
                let distance = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                let kind = match (SCHEMES[first].method.is_pyramid(), SCHEMES[second].method.is_pyramid()) {
                    (true, true) => 0,
                    (false, false) => 1,
                    _ => 2,
                };
                kinds[kind].1.take(distance);
                most = most.max(distance);
            }
        }
        several += usize::from(most > DIFFERENT);
        if own.problem.laws().len() == 1 {
            alone = alone.max(most);
        }
    }
    let mut table =
        Table::new(&["solutions by", "pairs", "different by more than 0.1 µm/s", "largest difference, m/s"]);
    for (name, pairs) in &kinds {
        table.row([(*name).to_owned(), pairs.count.to_string(), pairs.different.to_string(), short(pairs.most)]);
    }
    findings.table("several", table);
    findings.value("several", several.to_string());
    let words = "chain, problems of one contact: difference of velocities between the paper's schemes, m/s";
    findings.check(Check::at_most(words, 1e-9, alone));
    if size == Size::Full {
        let words = "chain: problems with two solutions, both exact to rounding";
        findings.check(Check::at_least(words, 1.0, several as f64));
    }
}
