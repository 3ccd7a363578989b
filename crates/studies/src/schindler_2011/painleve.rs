//! Figs. 9 to 12: the four cases of Painlevé's rod, their solutions, and the fixed-point iteration on each.

use super::cobweb::{View, words};
use super::rod::{ANGLE, CASES, Case, coefficient};
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_complementarity::solvers::{Settings, enumerate};
use stiction_complementarity::{Method, Outcome, Solution};
use stiction_figures::{Figure, Place};

/// kg; the scaling of the pictures.
const SCALING: f64 = 0.4;

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "case",
        "μ",
        "g, m/s²",
        "G, 1/kg",
        "all solutions λ_U, N",
        "Lemke",
        "auto",
        "prox from 0, 5, 20 N (r = 0.4 kg)",
    ]);
    let mut parts = Vec::new();
    for case in &CASES {
        let problem = case.problem()?;
        let mut found: Vec<f64> =
            enumerate(&problem, &mut ()).map_err(StudyError::broken)?.points.iter().map(|point| point[0]).collect();
        found.sort_by(f64::total_cmp);
        let value = coefficient(ANGLE, case.friction);
        let name = case.figure;
        findings.check(Check::near(format!("{name}: G, 1/kg"), case.coefficient, value, 5e-6));
        findings.check(Check::count(
            format!("{name}: number of solutions, by enumeration"),
            case.solutions.len(),
            found.len(),
        ));
        for (expected, got) in case.solutions.iter().zip(&found) {
            findings.check(Check::near(format!("{name}: solution λ_U, N"), *expected, *got, 5e-6));
        }
        let lemke = Method::Lemke.solve_linear(&problem, None, &mut ());
        let auto = Method::Auto.solve_linear(&problem, None, &mut ());
        let expected = if case.solutions.is_empty() { "no-solution" } else { "solved" };
        for (method, solution) in [("Lemke alone", &lemke), ("auto (pivoting and proofs)", &auto)] {
            findings.check(Check::is(format!("{name}: outcome of {method}"), expected, solution.outcome.name()));
            if let Outcome::NoSolution(certificate) = &solution.outcome {
                let checked = certificate.check(&problem).is_ok();
                findings.check(Check::is(
                    format!("{name}: the checker accepts the proof of {method}"),
                    "yes",
                    if checked { "yes" } else { "no" },
                ));
            }
        }
        let endings: Vec<_> =
            [0.0, 5.0, 20.0].iter().map(|start| words(case.iteration(SCALING).ending(*start))).collect();
        table.row([
            format!("{name}: {}", case.words),
            short(case.friction),
            short(case.gravity),
            fixed(value, 5),
            if found.is_empty() {
                "none".to_owned()
            } else {
                found.iter().map(|force| fixed(*force, 5)).collect::<Vec<_>>().join(" and ")
            },
            end(&lemke),
            end(&auto),
            endings.join("; "),
        ]);
        parts.push(case.iteration(SCALING).panel(view(case, &found)).into());
    }
    findings.table("painleve", table);
    findings.figure(
        &Figure::new("painleve", "Figs. 9 to 12: Painlevé's rod at θ = 60°, iterates with r = 0.4 kg", parts)
            .part_size(460.0, 440.0),
    )?;
    library(findings)
}

fn end(solution: &Solution) -> String {
    if solution.is_solved() { format!("solved, {}", short(solution.z[0])) } else { solution.outcome.name().to_owned() }
}

fn view<'a>(case: &Case, solutions: &'a [f64]) -> View<'a> {
    let sign = |value: f64| if value > 0.0 { "> 0" } else { "< 0" };
    let (starts, legend): (&[f64], _) = match case.figure {
        "Fig. 9" => (&[18.0], Place::UpperLeft),
        "Fig. 10" => (&[18.0], Place::UpperLeft),
        "Fig. 11" => (&[2.0], Place::LowerRight),
        // Below the second solution, and above it.
        _ => (&[9.5, 13.5], Place::LowerRight),
    };
    View {
        title: format!("{}: {} (g {}, G {})", case.figure, case.words, sign(case.gravity), sign(case.coefficient)),
        force: "λ_U",
        range: if case.friction < 1.0 { (-10.0, 20.0) } else { (-6.0, 40.0) },
        starts,
        solutions,
        legend,
    }
}

/// The same by the prox method of the library.
fn library(findings: &mut Findings) -> Result<(), StudyError> {
    let solve = |case: &Case, start: f64| -> Result<String, StudyError> {
        let mut solver = Method::Prox.linear_solver(&Settings::default());
        let solution = solver.solve(&case.problem()?, Some(&[start]), &mut ());
        Ok(if solution.is_solved() {
            format!("→ {}", short((solution.z[0] * 1e6).round() / 1e6))
        } else {
            solution.outcome.name().to_owned()
        })
    };
    let starts = [0.0, 5.0, 11.5, 11.6, 20.0];
    let none: Vec<_> = starts.iter().map(|start| solve(&CASES[2], *start)).collect::<Result<_, _>>()?;
    let all = none.iter().all(|ending| ending == "diverged");
    findings.check(Check::is(
        "Fig. 11: our prox method diverges from 0, 5, 11.5, 11.6, 20 N",
        "yes",
        if all { "yes".into() } else { none.join(", ") },
    ));
    let two: Vec<_> = starts.iter().map(|start| solve(&CASES[3], *start)).collect::<Result<_, _>>()?;
    findings.check(Check::is(
        "Fig. 12: our prox method from 0, 5, 11.5, 11.6, 20 N",
        "→ 0, → 0, → 0, diverged, diverged",
        two.join(", "),
    ));
    Ok(())
}
