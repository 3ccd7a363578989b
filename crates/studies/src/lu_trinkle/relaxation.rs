//! Figs. 3 to 5: the total error for several `r` with relaxations 0, 1e-12 and 1e-6; and the floor that a relaxation leaves.

use super::linearised::Linearised;
use super::particle::{MOST, Particle, Variant};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_contact::{ContactProblem, Law, Method, Settings};
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Symbol, dashed, line, stroke};
use stiction_linalg::DenseMatrix;

const SCALINGS: [f64; 6] = [0.25, 0.5, 0.75, 1.0, 1.1, 1.2];
/// The figures, their relaxations, and the powers of ten that the paper gives.
const FIGURES: [(&str, f64, &str, i32); 3] =
    [("Fig. 3", 0.0, "0", -16), ("Fig. 4", 1e-12, "10⁻¹²", -12), ("Fig. 5", 1e-6, "10⁻⁶", -6)];
/// What is drawn at the lower edge in place of zero.
const LEAST: f64 = 2e-18;

/// `‖φ‖` after each iteration: the linearised problem row by row, which is the paper's, and Algorithm 1 on the cone.
pub type Errors = fn(f64, f64, f64) -> Vec<f64>;
pub const FORMS: [(&str, Errors); 2] = [
    ("eq. 33 row by row", |scaling, relaxation, tolerance| {
        Linearised { relaxation, ..Linearised::new(-10.0, scaling) }.run(tolerance, MOST).errors
    }),
    ("Algorithm 1 on the cone", |scaling, relaxation, tolerance| {
        let particle = Particle { variant: Variant::CORRECTED, gravity: -10.0, scaling, relaxation };
        particle.run(0.5 * tolerance * tolerance).errors.iter().map(|error| (2.0 * error).sqrt()).collect()
    }),
];

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut csv = Csv::new(&["form", "relaxation", "r_kg", "iteration", "norm_of_phi"]);
    for (form, errors) in FORMS {
        for (figure, relaxation, label, _) in FIGURES {
            let is_row = form == FORMS[0].0;
            let mut panel = Panel::new(
                Axis::linear("solver iteration", 0.0, if is_row { 300.0 } else { 150.0 }),
                Axis::logarithmic("‖φ‖ = √(2·total error)", 1e-18, 10.0),
            )
            .titled(format!("{figure}, ζ = {label}, {form}"))
            .legend(if figure == "Fig. 5" && is_row { Place::LowerRight } else { Place::Hidden });
            for (place, scaling) in SCALINGS.into_iter().enumerate() {
                let errors = errors(scaling, relaxation, 1e-17);
                for (k, error) in errors.iter().enumerate() {
                    let numbers = [relaxation, scaling].map(|number| format!("{number:?}"));
                    csv.cells(
                        &[&[form.to_owned()], &numbers[..], &[(k + 1).to_string(), format!("{error:?}")]].concat(),
                    );
                }
                let points = errors.iter().enumerate().map(|(k, error)| (k as f64 + 1.0, error.max(LEAST)));
                let line = line(place);
                // One iteration is a point, not a line.
                let ends = points.clone().next_back().into_iter().collect();
                panel = panel
                    .with(Mark::line(points.collect(), line).named(format!("r = {scaling}")))
                    .with(Mark::points_of(ends, Symbol::Disc, line.colour, 2.6));
            }
            parts.push(panel.into());
        }
    }
    findings.data("figs-3-5", csv);
    findings.figure(
        &Figure::new("figs-3-5", "Figs. 3 to 5: remaining error in each iteration, g = −10, tolerance 10⁻¹⁷", parts)
            .columns(3)
            .part_size(420.0, 340.0),
    )?;
    against_r(findings)?;
    sizes(findings);
    floor(findings)
}

/// What is left at the end, against r: Figs. 3 to 5 at a glance.
fn against_r(findings: &mut Findings) -> Result<(), StudyError> {
    let mut parts: Vec<Part> = Vec::new();
    for (form, errors) in FORMS {
        let mut panel =
            Panel::new(Axis::linear("scaling r, kg", 0.0, 2.0), Axis::logarithmic("‖φ‖ at the end", 1e-18, 10.0))
                .titled(form)
                .legend(if form == FORMS[0].0 { Place::Hidden } else { Place::Right });
        for (place, (_, relaxation, label, _)) in FIGURES.into_iter().enumerate() {
            let left = |scaling| errors(scaling, relaxation, 1e-17).last().copied().unwrap_or(f64::NAN).max(LEAST);
            let points = (1..=39).map(|k| 0.05 * f64::from(k)).map(|r| (r, left(r))).collect();
            panel = panel.with(Mark::line(points, stroke(place)).named(format!("ζ = {label}")));
        }
        parts.push(panel.into());
    }
    findings.figure(
        &Figure::new("error-against-r", "Error at the end, after at most 300 iterations, g = −10", parts)
            .part_size(520.0, 370.0),
    )
}

/// The sizes that the paper gives beside ours, and those that follow from the relaxed law: each of the pairs `(p_n, ρ_n)`,
/// `(p_f, ρ_f)`, `(s, σ)` is off by `ζ` times its first number, and `φ` is `ξ = 0.7` times that.
fn sizes(findings: &mut Findings) {
    let mut table = Table::new(&[
        "ζ",
        "total error in the paper",
        "‖φ‖ row by row",
        "0.7 ζ √(p_n² + p_f² + s²)",
        "‖φ‖ on the cone",
        "eq. 31 row by row",
    ]);
    let exact = 0.7 * (0.5_f64.powi(2) + 0.25_f64.powi(2) + 0.75_f64.powi(2)).sqrt();
    for (_, relaxation, label, power) in FIGURES {
        // From 0.25 to 1.15, where 300 sweeps are enough to get to the end.
        let scalings = || (5..=23).map(|k| 0.05 * f64::from(k)).filter(|r| (r - 1.0).abs() > 0.01);
        let [row, cone] = FORMS.map(|(_, errors)| {
            scalings().map(|r| errors(r, relaxation, 1e-17).last().copied().unwrap_or(f64::NAN)).fold(0.0, f64::max)
        });
        table.row([
            label.to_owned(),
            format!("1e{power}"),
            short(row),
            short(exact * relaxation),
            short(cone),
            short(0.5 * row * row),
        ]);
        if relaxation > 0.0 {
            let words =
                format!("ζ = {label}: remaining ‖φ‖/ζ, row by row, r from 0.25 to 1.15 (paper: 1, as an order)");
            findings.check(Check::near(words, exact, row / relaxation, 1e-3));
        } else {
            let words = "ζ = 0: remaining ‖φ‖, row by row, r from 0.25 to 1.15 (paper: an order of 1e-16)";
            findings.check(Check::at_most(words, 1e-15, row));
        }
        // Of the order of: within half a power of ten.
        findings.check(Check::near(
            format!("ζ = {label}: power of ten of the remaining ‖φ‖ on the cone, r from 0.25 to 1.15 (paper: {power})"),
            f64::from(power),
            cone.log10(),
            0.5,
        ));
    }
    findings.table("orders", table);
    let count = |scaling, relaxation| FORMS[0].1(scaling, relaxation, 1e-5).len();
    let fewer = (5..=23).map(|k| 0.05 * f64::from(k)).filter(|r| count(*r, 1e-6) < count(*r, 0.0)).count();
    let words = "ζ = 10⁻⁶ on the particle: r from 0.25 to 1.15 that take fewer sweeps to 10⁻⁵ than without";
    findings.check(Check::count(words, 0, fewer));
}

/// The corrected iteration at its end obeys the relaxed law; the original one is off by `ζ p`.
fn floor(findings: &mut Findings) -> Result<(), StudyError> {
    let laws = || vec![Law::Coulomb { friction: 0.5 }];
    let problem =
        ContactProblem::new(DenseMatrix::identity(3), vec![-0.5, 1.0, 0.0], laws()).map_err(StudyError::broken)?;
    let mut table = Table::new(&[
        "ζ",
        "remaining approach velocity |ρ_n|, m/s",
        "½ ζ/(1 + ζ)",
        "total error (eq. 31)",
        "our solver's approach velocity, m/s",
    ]);
    let (mut left, mut squared, mut theory) = (Vec::new(), Vec::new(), Vec::new());
    for power in [-14, -12, -10, -8, -6, -4, -2] {
        let relaxation = 10_f64.powi(power);
        let particle = Particle { variant: Variant::CORRECTED, gravity: -10.0, scaling: 0.9, relaxation };
        let ended = particle.run(0.0);
        let rho = particle.contact_velocity(ended.impulse)[0].abs();
        let error = particle.error(ended.impulse);
        let exact = 0.5 * relaxation / (1.0 + relaxation);
        let settings = Settings { relaxation, tolerance: 1e-13, ..Settings::default() };
        let solved = Method::Auto.solve(&problem, &settings, None, &mut ()).residual.penetration_rate;
        if power == -12 || power == -6 {
            findings.check(Check::near(
                format!("relaxation ζ = 1e{power}: remaining approach velocity over ζ, m/s"),
                exact / relaxation,
                rho / relaxation,
                1e-3,
            ));
            findings.check(Check::near(
                format!("relaxation ζ = 1e{power}: remaining approach velocity over ζ, by our solver on W + ζI, m/s"),
                exact / relaxation,
                solved / relaxation,
                1e-3,
            ));
        }
        left.push((relaxation, rho));
        squared.push((relaxation, error.max(1e-33)));
        theory.push((relaxation, exact));
        table.row([format!("1e{power}"), short(rho), short(exact), short(error), short(solved)]);
    }
    findings.table("floor", table);
    let panel = Panel::new(
        Axis::logarithmic("relaxation ζ, 1/kg", 3e-15, 3e-2),
        Axis::logarithmic("remaining value", 1e-31, 1.0),
    )
    .titled("|ρ_n| stays at half the relaxation, r = 0.9")
    .legend(Place::Right)
    .with(Mark::line(theory, dashed(0)).named("ζ/2: theory, m/s"))
    .with(Mark::points(left, Symbol::Disc, "#0072b2").named("|ρ_n|, m/s"))
    .with(Mark::line(squared.clone(), line(1)).named("total error, eq. 31"))
    .with(Mark::points(squared, Symbol::Square, "#d55e00"));
    findings.figure(&Figure::new("floor", "The floor of a relaxation", vec![panel.into()]))
}
