//! Section IV.A: the matrix of eq. 33, its eigenvalues, the rule `r* = 2/(η_max + η_min)`, and the LCP iterated as it stands.

use super::linearised::{Linearised, matrix};
use super::particle::{Particle, Variant};
use super::row_by_row::TOLERANCE;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_complementarity::solvers::{LinearSolver, Prox, ProxScaling, ProxSettings};
use stiction_complementarity::{DenseMatrix, Lcp};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, line};

/// The eigenvectors at both ends, whatever the relaxation: opposite directions against each other, and one pair of
/// opposite directions against the other pair.
const LARGEST: [f64; 6] = [0.0, 1.0, 0.0, -1.0, 0.0, 0.0];
const SMALLEST: [f64; 6] = [0.0, 1.0, -1.0, 1.0, -1.0, 0.0];

/// The eigenvalue of a vector, and how far it is from being an eigenvector.
fn eigenvalue(matrix: &[[f64; 6]; 6], vector: &[f64; 6]) -> (f64, f64) {
    let dot = |a: &[f64; 6], b: &[f64; 6]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let image = matrix.map(|row| dot(&row, vector));
    let value = dot(&image, vector) / dot(vector, vector);
    (value, image.iter().zip(vector).map(|(a, b)| (a - value * b).abs()).fold(0.0, f64::max))
}

/// The coefficients of `det(λI − A)` below the first, by Faddeev and LeVerrier.
fn characteristic(matrix: &[[f64; 6]; 6]) -> [f64; 6] {
    let product = |a: &[[f64; 6]; 6], b: &[[f64; 6]; 6]| {
        let mut c = [[0.0; 6]; 6];
        for i in 0..6 {
            for j in 0..6 {
                c[i][j] = (0..6).map(|k| a[i][k] * b[k][j]).sum();
            }
        }
        c
    };
    let mut coefficients = [0.0; 6];
    let mut power = [[0.0; 6]; 6];
    for i in 0..6 {
        power[i][i] = 1.0;
    }
    for k in 0..6 {
        let image = product(matrix, &power);
        let trace: f64 = (0..6).map(|i| image[i][i]).sum();
        coefficients[k] = -trace / (k as f64 + 1.0);
        power = image;
        for i in 0..6 {
            power[i][i] += coefficients[k];
        }
    }
    coefficients
}

/// The root of the polynomial that Newton's method reaches from a start beyond all of them.
fn root(coefficients: &[f64; 6], start: f64) -> f64 {
    let mut x = start;
    for _ in 0..200 {
        let (mut value, mut slope) = (1.0, 0.0);
        for coefficient in coefficients {
            slope = slope * x + value;
            value = value * x + coefficient;
        }
        if slope == 0.0 || value == 0.0 {
            break;
        }
        x -= value / slope;
    }
    x
}

/// With relaxation both ends move by ζ; the paper moves the smallest alone.
fn relaxed(findings: &mut Findings) {
    let mut table =
        Table::new(&["ζ", "r* in the paper", "2/(2 + ζ), as stated there", "η_max", "η_min", "r* by eq. 32"]);
    let mut off = 0.0_f64;
    for (words, relaxation, paper) in
        [("0", 0.0, "1"), ("10⁻¹²", 1e-12, "0.9999999999995"), ("10⁻⁶", 1e-6, "0.9999950000025")]
    {
        let matrix = matrix(relaxation);
        let ((largest, first), (smallest, second)) = (eigenvalue(&matrix, &LARGEST), eigenvalue(&matrix, &SMALLEST));
        off = off.max(first).max(second);
        let best = 2.0 / (largest + smallest);
        if relaxation > 0.0 {
            findings.check(Check::near(
                format!("eq. 32 on eq. 33 with ζ = {words}: r* = 1/(1 + ζ) (paper: {paper})"),
                1.0 / (1.0 + relaxation),
                best,
                1e-14,
            ));
        }
        let digits = |value: f64| format!("{value:.15}").trim_end_matches('0').trim_end_matches('.').to_owned();
        table.row([
            words.to_owned(),
            paper.to_owned(),
            digits(2.0 / (2.0 + relaxation)),
            digits(largest),
            short(smallest),
            digits(best),
        ]);
    }
    findings.check(Check::at_most("eq. 33 with ζ: both vectors are eigenvectors, ‖Av − ηv‖", 1e-15, off));
    findings.table("best r", table);
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    // (λ − 2)² (λ − 1) λ (λ² + 4) = λ⁶ − 5λ⁵ + 12λ⁴ − 24λ³ + 32λ² − 16λ.
    let expected = [-5.0, 12.0, -24.0, 32.0, -16.0, 0.0];
    let unrelaxed = matrix(0.0);
    let found = characteristic(&unrelaxed);
    let off = expected.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    findings.check(Check::at_most(
        "eq. 33: eigenvalues 2, 2, 1, 0, ±2i: error of the coefficients of the characteristic polynomial",
        1e-9,
        off,
    ));
    // The real eigenvalues at both ends, from beyond them.
    let (largest, smallest) = (root(&found, 10.0), root(&found, -10.0));
    let words = "eq. 32: r* = 2/(η_max + η_min) with the largest and the smallest real eigenvalue (paper: 1)";
    findings.check(Check::near(words, 1.0, 2.0 / (largest + smallest), 1e-6));
    relaxed(findings);
    // The slip meets μ in the first column alone, so that a form with p_n and s has both signs.
    let form = |z: [f64; 6]| -> f64 {
        unrelaxed.iter().zip(z).map(|(row, left)| left * row.iter().zip(z).map(|(a, z)| a * z).sum::<f64>()).sum()
    };
    let words = "eq. 33: zᵀAz with p_n = 1 and s = −3: below zero, so that A is not positive semidefinite";
    findings.check(Check::near(words, -0.5, form([1.0, 0.0, 0.0, 0.0, 0.0, -3.0]), 1e-12));
    let vector = vec![-0.5, 1.0, 0.0, -1.0, 0.0, 0.0];
    let matrix = DenseMatrix::from_function(6, 6, |row, column| unrelaxed[row][column]);
    let problem = Lcp::new(matrix, vector).map_err(StudyError::broken)?;
    let count = |r: f64| {
        let settings = ProxSettings {
            scaling: ProxScaling::Fixed(r),
            tolerance: 1e-8,
            iteration_limit: 3000,
            ..ProxSettings::default()
        };
        let solution = Prox::new(settings).solve(&problem, None, &mut ());
        solution.is_solved().then_some(solution.effort.iterations)
    };
    let mut csv = Csv::new(&["r_kg", "lcp_iterations", "lcp_row_by_row_iterations", "cone_iterations"]);
    let (mut linear, mut rows, mut conic) = (Vec::new(), Vec::new(), Vec::new());
    let (mut wrong, mut best) = (0, (usize::MAX, 0.0));
    for k in 1..=38 {
        let r = 0.05 * f64::from(k);
        let counted = count(r);
        wrong += usize::from(counted.is_some() != (r < 0.999));
        if let Some(counted) = counted {
            linear.push((r, counted as f64));
            if counted < best.0 {
                best = (counted, r);
            }
        }
        let cone = Particle { variant: Variant::CORRECTED, gravity: -10.0, scaling: r, relaxation: 0.0 }.count(1e-16);
        conic.push((r, cone as f64));
        let swept = Linearised::new(-10.0, r).run(TOLERANCE, 3000).errors.len();
        let swept = if swept < 3000 { swept as f64 } else { f64::INFINITY };
        rows.push((r, swept));
        csv.numbers(&[r, counted.map_or(f64::INFINITY, |count| count as f64), swept, cone as f64]);
    }
    findings.data("lcp-form", csv);
    findings.check(Check::count(
        "LCP form: values of r from 0.05 to 1.9 that contradict the condition r < 1",
        0,
        wrong,
    ));
    findings.check(Check::near("LCP form: best r", 0.5, best.1, 0.1));
    let panel = Panel::new(Axis::linear("scaling r, kg", 0.0, 2.0), Axis::logarithmic("iterations", 0.8, 2000.0))
        .titled("g = −10, residual of 10⁻⁸")
        .legend(Place::Right)
        .with(
            Mark::area(vec![(1.0, 0.1), (2.0, 0.1), (2.0, 1e5), (1.0, 1e5)], "#d55e00", 0.14)
                .named("LCP, all rows at once: no convergence"),
        )
        .with(Mark::line(vec![(1.0, 0.1), (1.0, 1e5)], stiction_figures::dashed(0)).named("r* = 1 of eq. 32"))
        .with(Mark::line(linear.clone(), line(1)).named("LCP, all rows at once"))
        .with(Mark::points_of(linear, Symbol::Disc, "#d55e00", 2.6))
        .with(Mark::line(rows.clone(), line(3)).named("LCP, row by row"))
        .with(Mark::points_of(
            rows.into_iter().filter(|point| point.1.is_finite()).collect(),
            Symbol::Disc,
            "#009e73",
            2.6,
        ))
        .with(Mark::line(conic.clone(), line(2)).named("cone, three unknowns"))
        .with(Mark::points_of(conic, Symbol::Disc, "#0072b2", 2.6));
    findings.figure(
        &Figure::new(
            "lcp-form",
            "One particle in two forms: the rule for r applies to only one of them",
            vec![panel.into()],
        )
        .part_size(900.0, 420.0),
    )
}
