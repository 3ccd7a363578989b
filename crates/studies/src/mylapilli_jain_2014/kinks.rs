//! The printed derivatives against differences, and at the kink of the Fischer-Burmeister function, where they are none.

use super::chain_problems::ChainProblem;
use super::equations::{Equations, Implicit, Kink, Linear};
use super::printed_algorithms::{Algorithm, REGULAR_DAMPING};
use super::success_test::settings;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::random::Random;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_contact::ContactProblem;
use stiction_linalg::DenseMatrix;

/// Of differences.
const STEP: f64 = 1e-6;

pub fn run(problems: &[ChainProblem], findings: &mut Findings) -> Result<(), StudyError> {
    let first = problems.first().ok_or_else(|| crate::error::missing("the first contact problem of the chain"))?;
    smooth(&first.problem, findings)?;
    at_zero(&first.problem, findings)?;
    iterations(problems, findings)
}

/// Where there is a derivative, the printed ones are it.
fn smooth(problem: &ContactProblem, findings: &mut Findings) -> Result<(), StudyError> {
    let mut random = Random::new(7);
    let linear = Linear::new(problem, Kink::Printed)?;
    let implicit = Implicit::new(problem);
    let (mut worst, mut branches) = ([0.0_f64; 2], [0; 2]);
    for _ in 0..50 {
        let mut point = |order: usize| -> Vec<f64> { (0..order).map(|_| random.between(-2.0, 2.0)).collect() };
        let z = point(linear.vector.len());
        worst[0] = worst[0].max(off(&linear, &z));
        let mut z = point(problem.order());
        // Pressed together, rolling half of the time.
        z[0] = -z[0].abs() - 0.1;
        if branches[0] <= branches[1] {
            z[1] *= 0.1 * z[0].abs();
            z[2] *= 0.1 * z[0].abs();
        }
        let rolls = 0.5 * -z[0] >= z[1].hypot(z[2]);
        branches[usize::from(!rolls)] += 1;
        worst[1] = worst[1].max(off(&implicit, &z));
    }
    findings.check(Check::at_most("derivative of the MLCP's equations, printed and by differences", 1e-6, worst[0]));
    findings.check(Check::at_most("derivative of the MNCP's equations, printed and by differences", 1e-6, worst[1]));
    findings.check(Check::at_least(
        "derivative of the MNCP: points with m_f ≥ 1 and with m_f < 1",
        10.0,
        branches[0].min(branches[1]) as f64,
    ));
    Ok(())
}

/// The largest difference of the printed derivative from central differences, relative to its largest entry.
fn off(equations: &dyn Equations, x: &[f64]) -> f64 {
    let order = x.len();
    let mut printed = DenseMatrix::default();
    equations.jacobian(x, &mut printed);
    let size = printed.as_slice().iter().fold(1.0, |most: f64, entry| most.max(entry.abs()));
    let mut worst = 0.0_f64;
    for column in 0..order {
        let found = difference(equations, x, column, -STEP, STEP);
        for row in 0..order {
            worst = worst.max((found[row] - printed[(row, column)]).abs() / size);
        }
    }
    worst
}

fn difference(equations: &dyn Equations, x: &[f64], column: usize, from: f64, to: f64) -> Vec<f64> {
    let at = |shift: f64| {
        let (mut moved, mut phi) = (x.to_vec(), vec![0.0; x.len()]);
        moved[column] += shift;
        equations.evaluate(&moved, &mut phi);
        phi
    };
    at(to).iter().zip(&at(from)).map(|(a, b)| (a - b) / (to - from)).collect()
}

/// At `z = 0` the row of the sliding speed is at its kink: `f = μ F_n − Σ β = 0`.
fn at_zero(problem: &ContactProblem, findings: &mut Findings) -> Result<(), StudyError> {
    let [printed, limit] = [Linear::new(problem, Kink::Printed)?, Linear::new(problem, Kink::Limit)?];
    let (z, order) = (printed.start(), printed.vector.len());
    // The unknowns of a contact are its normal impulse, four facet impulses and the sliding speed.
    let row = order - 1;
    let mut jacobians = [DenseMatrix::default(), DenseMatrix::default()];
    printed.jacobian(&z, &mut jacobians[0]);
    limit.jacobian(&z, &mut jacobians[1]);
    let mut table =
        Table::new(&["by", "forward difference", "backward difference", "printed", "a limit of derivatives"]);
    let (mut missed, names) = (0.0_f64, ["F_n", "β₁", "β₂", "β₃", "β₄", "σ"]);
    for (place, name) in names.into_iter().enumerate() {
        let column = order - names.len() + place;
        let sides = [(0.0, STEP), (-STEP, 0.0)].map(|(from, to)| difference(&printed, &z, column, from, to)[row]);
        let [own, other] = [0, 1].map(|k| jacobians[k][(row, column)]);
        missed = missed.max(sides.iter().map(|side| (side - own).abs()).fold(f64::INFINITY, f64::min));
        table.row([name.to_owned(), fixed(sides[0], 3), fixed(sides[1], 3), fixed(own, 3), fixed(other, 3)]);
    }
    findings.table("kink", table);
    gradient(&printed, &jacobians[0], findings);
    let [own, other] = [0, 1].map(|k| distance(&printed.matrix, &jacobians[k], row));
    findings.value("kink distance", short(own));
    findings.check(Check::at_least("printed row at the kink: distance from the generalised Jacobian", 0.1, own));
    findings.check(Check::at_most(
        "limit of derivatives at the kink: distance from the generalised Jacobian",
        1e-3,
        other,
    ));
    // Each entry by itself is a difference to one side.
    findings.check(Check::at_most(
        "printed row at the kink: entries that are a difference to neither side",
        1e-6,
        missed,
    ));
    Ok(())
}

/// The cost is differentiable even at a kink, where its equations are not: `∇ψ = φᵀJ`.
fn gradient(equations: &dyn Equations, jacobian: &DenseMatrix, findings: &mut Findings) {
    let z = equations.start();
    let order = z.len();
    let cost = |column: usize, shift: f64| {
        let (mut moved, mut phi) = (z.clone(), vec![0.0; order]);
        moved[column] += shift;
        equations.evaluate(&moved, &mut phi);
        0.5 * phi.iter().map(|phi| phi * phi).sum::<f64>()
    };
    let (mut phi, mut found, mut worst) = (vec![0.0; order], vec![0.0; order], 0.0_f64);
    equations.evaluate(&z, &mut phi);
    jacobian.multiply_transposed(&phi, &mut found);
    for column in 0..order {
        let slope = (cost(column, STEP) - cost(column, -STEP)) / (2.0 * STEP);
        worst = worst.max((slope - found[column]).abs());
    }
    findings.check(Check::at_most("gradient φᵀJ of the cost at the kink, and by differences", 1e-5, worst));
}

/// How far a row is from the set `(a − 1) e_i + (b − 1) M_i`, `a² + b² ≤ 1`: its nearest point is on the circle, sampled densely.
fn distance(matrix: &DenseMatrix, jacobian: &DenseMatrix, row: usize) -> f64 {
    let mut least = f64::INFINITY;
    for sample in 0..20_000 {
        let (b, a) = (std::f64::consts::TAU * f64::from(sample) / 20_000.0).sin_cos();
        let entry = |column: usize| {
            let own = if column == row { a - 1.0 } else { 0.0 };
            jacobian[(row, column)] - own - (b - 1.0) * matrix[(row, column)]
        };
        least = least.min((0..matrix.columns()).map(|column| entry(column).powi(2)).sum::<f64>().sqrt());
    }
    least
}

/// What the choice at kinks makes of the iterations.
fn iterations(problems: &[ChainProblem], findings: &mut Findings) -> Result<(), StudyError> {
    let mut table =
        Table::new(&["algorithm", "at kinks", "solved by our test", "iterations: mean", "rows at a kink, a solve"]);
    let tolerance = settings().tolerance;
    for (name, algorithm) in
        [("MLCP-FB-RLM", Algorithm::Regular(REGULAR_DAMPING)), ("MLCP-FB-PLM", Algorithm::Projected)]
    {
        for (words, kink) in [("as printed", Kink::Printed), ("limit of derivatives", Kink::Limit)] {
            let (mut solved, mut iterations, mut kinks) = (0, 0, 0);
            for ChainProblem { problem, .. } in problems {
                let equations = Linear::new(problem, kink)?;
                let ended = algorithm.solve(&equations);
                solved += usize::from(problem.residual(&equations.impulses(&ended.x)).within(tolerance));
                iterations += ended.iterations;
                kinks += ended.kinks;
            }
            let mean = |count: usize| fixed(count as f64 / problems.len() as f64, 1);
            let share = format!("{solved} of {}", problems.len());
            table.row([name.to_owned(), words.to_owned(), share, mean(iterations), mean(kinks)]);
        }
    }
    findings.table("kink iterations", table);
    Ok(())
}
