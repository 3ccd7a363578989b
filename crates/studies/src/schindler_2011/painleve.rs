//! Section V.B: Painlevé's rod, `0 ≤ λ ⊥ Gλ + b ≥ 0` with `G = 1/m + L² cos θ (cos θ − μ sin θ)/(4J)`, `b = −g`.

use super::cobweb::{Ending, Iteration};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_complementarity::solvers::{Settings, enumerate};
use stiction_complementarity::{DenseMatrix, Lcp, Method, Outcome};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Shape, Symbol, dashed, line};

/// `G` of a uniform rod with `m = 1 kg`, `L = 2 m`, `J = 1/3 kg m²`.
pub fn coefficient(angle: f64, friction: f64) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    // L²/(4J) = 3
    1.0 + 3.0 * cosine * (cosine - friction * sine)
}

/// The rod's LCP of size one.
pub fn rod(angle: f64, friction: f64, gravity: f64) -> Result<Lcp, StudyError> {
    let value = coefficient(angle, friction);
    Lcp::new(DenseMatrix::from_function(1, 1, |_, _| value), vec![-gravity]).map_err(StudyError::broken)
}

struct Case {
    figure: &'static str,
    words: &'static str,
    friction: f64,
    gravity: f64,
    /// From the formulas, to five digits.
    coefficient: f64,
    solutions: &'static [f64],
}

const ANGLE: f64 = std::f64::consts::FRAC_PI_3;
/// In the order of Figs. 9 to 12.
const CASES: [Case; 4] = [
    Case {
        figure: "Fig. 9",
        words: "pressed down, contact kept",
        friction: 0.5,
        gravity: 9.81,
        coefficient: 1.10048,
        solutions: &[8.91428],
    },
    Case {
        figure: "Fig. 10",
        words: "pulled up, contact lost",
        friction: 0.5,
        gravity: -9.81,
        coefficient: 1.10048,
        solutions: &[0.0],
    },
    Case {
        figure: "Fig. 11",
        words: "pressed down, no solution",
        friction: 2.0,
        gravity: 9.81,
        coefficient: -0.84808,
        solutions: &[],
    },
    Case {
        figure: "Fig. 12",
        words: "pulled up, two solutions",
        friction: 2.0,
        gravity: -9.81,
        coefficient: -0.84808,
        solutions: &[0.0, 11.56736],
    },
];

impl Case {
    fn iteration(&self, scaling: f64) -> Iteration {
        Iteration { slope: coefficient(ANGLE, self.friction), offset: -self.gravity, scaling, limit: None }
    }
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "case",
        "μ",
        "g, m/s²",
        "G, 1/kg",
        "all solutions λ_U, N",
        "Lemke",
        "auto",
        "prox from 0, 5, 20 N (r = 0.8 kg)",
    ]);
    let mut parts = Vec::new();
    for case in &CASES {
        let problem = rod(ANGLE, case.friction, case.gravity)?;
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
        if let Outcome::NoSolution(certificate) = &auto.outcome {
            let checked = certificate.check(&problem).is_ok();
            findings.check(Check::is(
                format!("{name}: the checker accepts the proof that there is no solution"),
                "yes",
                if checked { "yes" } else { "no" },
            ));
        }
        let expected = if case.solutions.is_empty() { "no-solution" } else { "solved" };
        findings.check(Check::is(
            format!("{name}: outcome of auto (pivoting and proofs)"),
            expected,
            auto.outcome.name(),
        ));
        let endings: Vec<_> = [0.0, 5.0, 20.0].iter().map(|start| words(case.iteration(0.8).ending(*start))).collect();
        let end = |solution: &stiction_complementarity::Solution| {
            if solution.is_solved() {
                format!("solved, {}", short(solution.z[0]))
            } else {
                solution.outcome.name().to_owned()
            }
        };
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
        let start = if case.friction < 1.0 {
            18.0
        } else if case.gravity > 0.0 {
            2.0
        } else {
            9.5
        };
        let range = if case.friction < 1.0 { (-1.0, 20.0) } else { (-1.0, 26.0) };
        let mut panel = case.iteration(0.8).panel(format!("{name}: {}", case.words), "λ_U", range, start, &found);
        if case.solutions.len() == 2 {
            // A second start, above the second solution.
            let mut force: f64 = 13.0;
            let mut way = vec![(force, force)];
            for _ in 0..8 {
                let next = case.iteration(0.8).next(force);
                way.extend([(force, next), (next, next)]);
                force = next;
            }
            panel = panel.with(Mark::line(way, dashed(4))).with(Mark::points_of(
                vec![(13.0, 13.0)],
                Symbol::Ring,
                "#cc79a7",
                4.5,
            ));
        }
        parts.push(panel.into());
    }
    findings.table("painleve", table);
    findings.figure(
        &Figure::new("painleve", "Painlevé's rod at θ = 60°, iterations with r = 0.8 kg (Figs. 9 to 12)", parts)
            .part_size(430.0, 380.0),
    )?;
    prox_method(findings)?;
    basins(size, findings)
}

fn words(ending: Ending) -> String {
    match ending {
        Ending::Converged(force, _) => format!("→ {}", short((force * 1e6).round() / 1e6)),
        Ending::Diverged => "diverges".to_owned(),
        Ending::Cycles => "cycles".to_owned(),
    }
}

/// The same by the prox method of the library.
fn prox_method(findings: &mut Findings) -> Result<(), StudyError> {
    let solve = |case: &Case, start: f64| -> Result<String, StudyError> {
        let mut solver = Method::Prox.linear_solver(&Settings::default());
        let solution = solver.solve(&rod(ANGLE, case.friction, case.gravity)?, Some(&[start]), &mut ());
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

/// Where iterations lead, over start and r.
fn basins(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 60 } else { 12 };
    let mut csv = Csv::new(&["case", "start_n", "r_kg", "ending"]);
    let mut parts = Vec::new();
    for case in &CASES {
        let (width, height) = (24.0 / cells as f64, 2.4 / cells as f64);
        let mut rectangles = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                let corner = (column as f64 * width, row as f64 * height);
                let (start, scaling) = (corner.0 + 0.5 * width, corner.1 + 0.5 * height);
                let ending = case.iteration(scaling).ending(start);
                csv.cells(&[case.figure.to_owned(), format!("{start:?}"), format!("{scaling:?}"), words(ending)]);
                let colour = match ending {
                    Ending::Converged(0.0, _) => "#56b4e9",
                    Ending::Converged(..) => "#0072b2",
                    Ending::Diverged => "#e69f00",
                    Ending::Cycles => "#b4b8bd",
                };
                rectangles.push((corner, (corner.0 + width, corner.1 + height), colour.to_owned()));
            }
        }
        let mut panel = Panel::new(Axis::linear("start of λ_U, N", 0.0, 24.0), Axis::linear("scaling r, kg", 0.0, 2.4))
            .titled(format!("{}: {}", case.figure, case.words))
            .legend(Place::LowerRight)
            .with(Shape::Cells(rectangles).into());
        let corner = |colour: &str, name: &str| Mark::area(vec![(-9.0, -9.0); 3], colour, 1.0).named(name);
        panel = match (case.solutions.len(), case.gravity > 0.0) {
            (1, true) => {
                let limit = 2.0 / coefficient(ANGLE, case.friction);
                panel
                    .with(corner("#0072b2", "→ 8.914 N"))
                    .with(corner("#b4b8bd", "cycles"))
                    .with(Mark::line(vec![(0.0, limit), (24.0, limit)], line(0)).named("r = 2/G"))
            }
            (1, false) => panel.with(corner("#56b4e9", "→ 0 N")),
            (0, _) => panel.with(corner("#e69f00", "diverges")),
            _ => panel.with(corner("#56b4e9", "→ 0 N")).with(corner("#e69f00", "diverges")),
        };
        for solution in case.solutions.iter().filter(|solution| **solution > 0.0) {
            panel = panel.with(
                Mark::line(vec![(*solution, 0.0), (*solution, 3.0)], dashed(0))
                    .named(format!("λ* = {} N", fixed(*solution, 2))),
            );
        }
        parts.push(panel.into());
    }
    findings.data("basins", csv);
    // Below the second solution to the first, above it away: the border is where the paper says, for every r.
    let case = &CASES[3];
    let border = -9.81 / coefficient(ANGLE, case.friction);
    let mut wrong = 0;
    for k in 1..=40 {
        let scaling = 0.05 * f64::from(k);
        for (shift, expected) in [(-1e-3, true), (1e-3, false)] {
            let ending = case.iteration(scaling).ending(border + shift);
            let to_zero = matches!(ending, Ending::Converged(0.0, _));
            wrong += usize::from(to_zero != expected || (!expected && ending != Ending::Diverged));
        }
    }
    findings.check(Check::count(
        "Fig. 12: starts 1 mN from the second solution with an unexpected ending, 40 values of r",
        0,
        wrong,
    ));
    findings.figure(
        &Figure::new("basins", "Result of the fixed-point iteration over start and r", parts).part_size(470.0, 350.0),
    )
}
