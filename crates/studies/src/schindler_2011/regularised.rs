//! The conclusions: regularised formulations gain parallel solvers at the price of a-physical effects. On a sliding point
//! mass: a quadratic program over the friction cone (Anitescu 2006), and constraint force mixing.

use super::parallel::Jacobi;
use super::point_mass::{DOWN, FRICTION, MASS};
use crate::error::missing;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_contact::{ContactProblem, Law, Method, Settings, Sweep};
use stiction_linalg::DenseMatrix;

/// N; more than `μ|h_y|`, so that the mass slides.
const ALONG: f64 = 8.0;
/// `ζ`, 1/kg.
const MIXING: f64 = 0.05;

/// `½ λᵀλ/m + λᵀh/m` over the cone `|λ_T| ≤ μ λ_U`, by projected gradients: convex, and as parallel as the prox iteration.
fn quadratic_program() -> [f64; 2] {
    let mut force = [0.0; 2];
    for _ in 0..200 {
        let r = 0.5 * MASS;
        force = on_cone([force[0] - r * (force[0] + DOWN) / MASS, force[1] - r * (force[1] + ALONG) / MASS]);
    }
    force
}

/// The nearest point of the planar friction cone.
fn on_cone([normal, along]: [f64; 2]) -> [f64; 2] {
    if along.abs() <= FRICTION * normal {
        return [normal, along];
    }
    let share = ((normal + FRICTION * along.abs()) / (1.0 + FRICTION * FRICTION)).max(0.0);
    [share, FRICTION * share * along.signum()]
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let matrix = DenseMatrix::from_function(2, 2, |i, j| if i == j { 1.0 / MASS } else { 0.0 });
    let laws = vec![Law::PlanarCoulomb { friction: FRICTION }];
    let problem = ContactProblem::new(matrix, vec![DOWN / MASS, ALONG / MASS], laws).map_err(StudyError::broken)?;
    let jacobi = Jacobi::new(&problem, 0.8 * MASS).ok_or_else(|| missing("problem with laws of up to three rows"))?;
    let exact = jacobi.rows(&jacobi.run(200, 2).forces);
    let settings = Settings { relaxation: MIXING, sweep: Sweep::Jacobi, tolerance: 1e-12, ..Settings::default() };
    let mixed = Method::Prox.solve(&problem, &settings, None, &mut ()).impulses;
    let cone = quadratic_program();
    let acceleration = |force: &[f64]| [(force[0] + DOWN) / MASS, (force[1] + ALONG) / MASS];
    let mut table = Table::new(&["formulation", "λ_U, N", "λ_T, N", "u̇_y, m/s²", "u̇_x, m/s²", "effect"]);
    let mut row = |name: &str, force: &[f64], effect: &str| {
        let [up, along] = acceleration(force);
        let numbers = [force[0], force[1], up, along].map(|value| short((value * 1e9).round() / 1e9));
        table.row([vec![name.to_owned()], numbers.to_vec(), vec![effect.to_owned()]].concat());
    };
    row("prox, eqs. 25 and 26, on two threads", &exact, "Coulomb's law holds");
    row("quadratic program over the friction cone", &cone, "the mass lifts off with μ|u̇_x|");
    row("constraint force mixing, ζ = 0.05/kg", &mixed, "the mass sinks into the plane");
    findings.table("regularised", table);
    let [up, along] = acceleration(&exact);
    findings.check(Check::near("regularisation: u̇_y of the parallel prox iteration, m/s²", 0.0, up, 1e-9));
    findings.check(Check::near(
        "regularisation: u̇_x of the parallel prox iteration, (h_x − μ|h_y|)/m, m/s²",
        (ALONG + FRICTION * DOWN) / MASS,
        along,
        1e-9,
    ));
    let [up, along] = acceleration(&cone);
    findings.check(Check::near(
        "regularisation: quadratic program, u̇_y = μ|u̇_x|, m/s²",
        FRICTION * along.abs(),
        up,
        1e-9,
    ));
    findings.check(Check::at_least("regularisation: quadratic program, u̇_y, m/s²", 1.0, up));
    let [up, _] = acceleration(&mixed);
    findings.check(Check::near(
        "regularisation: constraint force mixing, u̇_y = h_y ζ/(1 + mζ), m/s²",
        DOWN * MIXING / (1.0 + MASS * MIXING),
        up,
        1e-9,
    ));
    Ok(())
}
