//! How many pivots Lemke's method takes: in the worst case, and on random problems.

use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::fixed;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_complementarity::solvers::{Covering, Lemke, LemkeSettings, LinearSolver};
use stiction_complementarity::standard::linear::murty_exponential;
use stiction_complementarity::standard::{Family, LinearKind};
use stiction_complementarity::{Lcp, LinearProblem, Problem};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed};

/// Problems per order and family.
const PROBLEMS: u64 = 10;
const FAMILIES: [(Family, &str); 3] = [
    (Family::PMatrix, "P-matrices"),
    (Family::PositiveDefinite, "positive definite"),
    (Family::CopositivePyramid, "friction pyramids"),
];

fn pivots(problem: &Lcp, covering: Covering) -> Option<usize> {
    let solution = Lemke::new(LemkeSettings { covering, ..LemkeSettings::default() }).solve(problem, None, &mut ());
    solution.is_solved().then_some(solution.effort.pivots)
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["family", "unknowns", "problem", "pivots"]);
    let mut record = |family: &str, order: usize, problem: u64, pivots: usize| {
        csv.cells(&[family.to_owned(), order.to_string(), problem.to_string(), pivots.to_string()]);
    };
    let mut worst = Vec::new();
    for order in 2..=12 {
        let problem = murty_exponential(order).map_err(StudyError::broken)?;
        // The vector `e` of the textbook is in the units of the problem; the solver's weights are in scaled rows.
        let textbook = problem.units().rows.iter().map(|unit| 1.0 / unit).collect();
        let count = pivots(&problem, Covering::Weights(textbook)).unwrap_or(0);
        record("Murty", order, 0, count);
        worst.push((order as f64, count as f64));
    }
    let powers = worst.iter().filter(|(order, count)| order.exp2() == *count).count();
    findings.check(Check::count(
        "Murty's problems of order 2 to 12: Lemke's method takes 2ⁿ pivots",
        worst.len(),
        powers,
    ));
    let mut panel = Panel::new(Axis::logarithmic("unknowns n", 1.6, 500.0), Axis::logarithmic("pivots", 0.8, 2e4))
        .legend(Place::Right)
        .with(Mark::points(worst, Symbol::Square, "#d55e00").named("Murty 1978, covering vector e"));
    let orders: &[usize] = if size == Size::Full { &[10, 20, 40, 80, 160, 320] } else { &[10, 20] };
    let (mut definite, mut unsolved) = (Vec::new(), 0);
    let mut table = Table::new(&["family", "unknowns n", "mean pivots over n", "largest over n"]);
    let styles = [(Symbol::Ring, "#009e73", 6.0), (Symbol::Disc, "#0072b2", 2.6), (Symbol::Cross, "#cc79a7", 5.0)];
    let mut pyramids = Vec::new();
    for ((family, name), (symbol, colour, size)) in FAMILIES.into_iter().zip(styles) {
        let mut means = Vec::new();
        // Pyramids come in whole bodies of 40 unknowns or more.
        let least = if family == Family::CopositivePyramid { 40 } else { 0 };
        for &order in orders.iter().filter(|order| **order >= least) {
            let (mut all, mut unknowns) = (Vec::new(), order);
            for seed in 0..PROBLEMS {
                let LinearKind::Lcp(problem) = family.problem(order, seed).map_err(StudyError::broken)? else {
                    continue;
                };
                unknowns = problem.dimension();
                if let Some(count) = pivots(&problem, Covering::Ones) {
                    record(name, unknowns, seed, count);
                    all.push(count as f64);
                }
            }
            unsolved += PROBLEMS as usize - all.len();
            let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
            if family == Family::PositiveDefinite {
                definite.push(mean / unknowns as f64);
            }
            let most = all.iter().copied().fold(0.0, f64::max);
            let over = |pivots: f64| fixed(pivots / unknowns as f64, 2);
            table.row([name.to_owned(), unknowns.to_string(), over(mean), over(most)]);
            means.push((unknowns as f64, mean));
        }
        if family == Family::CopositivePyramid {
            pyramids.clone_from(&means);
        }
        panel = panel.with(Mark::points_of(means, symbol, colour, size).named(format!("{name}: mean of {PROBLEMS}")));
    }
    let line = |f: fn(f64) -> f64, to: f64| {
        (0..=60).map(|k| 2.0 * (to / 2.0_f64).powf(f64::from(k) / 60.0)).map(|n| (n, f(n))).collect::<Vec<_>>()
    };
    panel = panel
        .with(Mark::line(line(f64::exp2, 14.0), dashed(1)).named("2ⁿ"))
        .with(Mark::line(line(|n| 0.5 * n, 400.0), dashed(0)).named("n/2"));
    findings.data("pivots", csv);
    findings.table("pivots", table);
    // The growth from the second order on; the pyramids of 40 unknowns are of a single body.
    let power = match pyramids[..] {
        [_, (least, few), .., (largest, many)] => (many / few).ln() / (largest / least).ln(),
        _ => f64::NAN,
    };
    findings.value("pyramid power", if power.is_finite() { fixed(power, 1) } else { "–".to_owned() });
    if size == Size::Full {
        findings.check(Check::near(
            "friction pyramids of 80 to 320 unknowns: exponent of the mean pivots",
            1.5,
            power,
            0.2,
        ));
    }
    findings.check(Check::count("Lemke's method on random problems: unsolved", 0, unsolved));
    let last = definite.last().copied().unwrap_or(f64::NAN);
    findings.check(Check::near(
        "random positive definite problems: mean pivots over unknowns, largest order",
        0.5,
        last,
        0.1,
    ));
    findings.figure(
        &Figure::new("pivots", "Pivots of Lemke's method: worst case and random problems", vec![panel.into()])
            .part_size(720.0, 420.0),
    )
}
