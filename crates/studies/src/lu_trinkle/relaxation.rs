//! Figs. 3 to 5: the total error for several `r` with relaxations 0, 1e-12 and 1e-6; and the floor that a relaxation leaves.

use super::particle::{Particle, Version};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_contact::{ContactProblem, Law, Method, Settings};
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Symbol, dashed, line, stroke};
use stiction_linalg::DenseMatrix;

const SCALINGS: [f64; 6] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5];

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut csv = Csv::new(&["version", "relaxation", "r_kg", "iteration", "total_error"]);
    for (version, words) in [(Version::Corrected, "corrected"), (Version::Printed, "printed")] {
        for (figure, relaxation, label) in [("Fig. 3", 0.0, "0"), ("Fig. 4", 1e-12, "10⁻¹²"), ("Fig. 5", 1e-6, "10⁻⁶")]
        {
            let last = if version == Version::Corrected { 80.0 } else { 300.0 };
            let mut panel =
                Panel::new(Axis::linear("iteration", 0.0, last), Axis::logarithmic("√(2·total error)", 1e-18, 1e3))
                    .titled(format!("{figure}, ζ = {label}, {words}"))
                    .legend(if figure == "Fig. 5" && version == Version::Corrected {
                        Place::UpperRight
                    } else {
                        Place::Hidden
                    });
            for (place, scaling) in SCALINGS.into_iter().enumerate() {
                let ended = Particle { version, gravity: -10.0, scaling, relaxation }.run(0.0);
                let points =
                    ended.errors.iter().enumerate().map(|(k, error)| (k as f64 + 1.0, (2.0 * error).sqrt().max(2e-18)));
                for (k, error) in ended.errors.iter().enumerate() {
                    csv.cells(&[
                        words.to_owned(),
                        format!("{relaxation:?}"),
                        format!("{scaling:?}"),
                        (k + 1).to_string(),
                        format!("{error:?}"),
                    ]);
                }
                panel = panel.with(Mark::line(points.collect(), stroke(place)).named(format!("r = {scaling}")));
            }
            parts.push(panel.into());
        }
    }
    findings.data("figs-3-5", csv);
    findings.figure(
        &Figure::new("figs-3-5", "The error that is left (Figs. 3 to 5), g = −10", parts)
            .columns(3)
            .part_size(400.0, 330.0),
    )?;
    floor(findings)
}

/// The corrected iteration at its end obeys the relaxed law; the original one is off by `ζ p`.
fn floor(findings: &mut Findings) -> Result<(), StudyError> {
    let laws = || vec![Law::Coulomb { friction: 0.5 }];
    let problem =
        ContactProblem::new(DenseMatrix::identity(3), vec![-0.5, 1.0, 0.0], laws()).map_err(StudyError::broken)?;
    let mut table = Table::new(&[
        "ζ",
        "approach that is left |ρ_n|, m/s",
        "½ ζ/(1 + ζ)",
        "total error (eq. 31)",
        "our solver's approach, m/s",
    ]);
    let (mut left, mut squared, mut theory) = (Vec::new(), Vec::new(), Vec::new());
    for power in [-14, -12, -10, -8, -6, -4, -2] {
        let relaxation = 10_f64.powi(power);
        let particle = Particle { version: Version::Corrected, gravity: -10.0, scaling: 0.9, relaxation };
        let ended = particle.run(0.0);
        let rho = particle.contact_velocity(ended.impulse)[0].abs();
        let error = particle.error(ended.impulse);
        let exact = 0.5 * relaxation / (1.0 + relaxation);
        let settings = Settings { relaxation, tolerance: 1e-13, ..Settings::default() };
        let solved = Method::Auto.solve(&problem, &settings, None, &mut ()).residual.penetration_rate;
        if power == -12 || power == -6 {
            findings.check(Check::near(
                format!("relaxation ζ = 1e{power}: approach that is left, over ζ, m/s"),
                exact / relaxation,
                rho / relaxation,
                1e-3,
            ));
            findings.check(Check::near(
                format!("relaxation ζ = 1e{power}: the same by our solver on W + ζI"),
                exact / relaxation,
                solved / relaxation,
                1e-3,
            ));
        }
        left.push((relaxation, rho));
        squared.push((relaxation, error.max(1e-33)));
        theory.push((relaxation, exact));
        table.row([
            format!("1e{power}"),
            crate::number::short(rho),
            crate::number::short(exact),
            crate::number::short(error),
            crate::number::short(solved),
        ]);
    }
    findings.table("floor", table);
    let panel =
        Panel::new(Axis::logarithmic("relaxation ζ, 1/kg", 3e-15, 3e-2), Axis::logarithmic("what is left", 1e-31, 1.0))
            .titled("No iteration gets below the relaxation")
            .legend(Place::Right)
            .with(Mark::line(theory, dashed(0)).named("ζ/2: theory, m/s"))
            .with(Mark::points(left, Symbol::Disc, "#0072b2").named("|ρ_n|, m/s"))
            .with(Mark::line(squared.clone(), line(1)).named("total error, eq. 31"))
            .with(Mark::points(squared, Symbol::Square, "#d55e00"));
    findings.figure(&Figure::new("floor", "The floor of a relaxation", vec![panel.into()]))
}
