//! Section V.A: a point mass on a plane, its fixed-point iterations (Figs. 5 to 7) and its LCP of size four.

use super::cobweb::{Ending, Iteration};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size, StudyError};
use stiction_complementarity::{Lcp, Method as LcpMethod};
use stiction_contact::{ContactProblem, Law, Method, ProxScaling, Settings, Sweep};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, stroke};
use stiction_linalg::DenseMatrix;

const MASS: f64 = 1.0;
const FRICTION: f64 = 0.5;
/// N: down and to the right.
const DOWN: f64 = -10.0;
const ALONG: f64 = 3.0;
/// Where iterations start, N.
const START: f64 = 2.0;

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let normal = |scaling: f64| Iteration { slope: 1.0 / MASS, offset: DOWN / MASS, scaling, limit: None };
    let tangential = |scaling: f64| {
        let limit = Some(FRICTION * -DOWN);
        Iteration { slope: 1.0 / MASS, offset: ALONG / MASS, scaling, limit }
    };
    let mut parts = Vec::new();
    for scaling in [0.5, 1.0, 1.6, 2.1] {
        let title = format!("normal force, r/m = {scaling}{}", if scaling > 2.0 { ": diverges" } else { "" });
        parts.push(normal(scaling).panel(title, "λ_U", (-1.0, 21.0), START, &[-DOWN]).into());
    }
    for scaling in [0.5, 1.0, 1.6, 2.1] {
        let title = format!("friction, r/m = {scaling}{}", if scaling > 2.0 { ": cycles" } else { "" });
        parts.push(tangential(scaling).panel(title, "λ_T", (-6.0, 6.0), 4.5, &[-ALONG]).into());
    }
    findings.figure(
        &Figure::new(
            "cobwebs",
            "Fixed-point iterations for the point mass (Figs. 6 and 7), m = 1 kg, h_y = −10 N, h_x = 3 N",
            parts,
        )
        .columns(4)
        .part_size(320.0, 320.0),
    )?;
    rates(&normal, &tangential, findings)?;
    solver(findings)?;
    both(size, findings)
}

fn rates(
    normal: &dyn Fn(f64) -> Iteration,
    tangential: &dyn Fn(f64) -> Iteration,
    findings: &mut Findings,
) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["r_over_m", "normal_iterations", "friction_iterations"]);
    let count = |iteration: &Iteration, start: f64| match iteration.ending(start) {
        Ending::Converged(_, count) => count as f64,
        _ => f64::INFINITY,
    };
    let (mut own, mut friction) = (Vec::new(), Vec::new());
    let (mut inside, mut outside) = (true, true);
    for k in 1..=220 {
        let scaling = 0.01 * f64::from(k);
        let counts = [count(&normal(scaling), START), count(&tangential(scaling), 4.5)];
        csv.numbers(&[scaling, counts[0], counts[1]]);
        own.push((scaling, counts[0]));
        friction.push((scaling, counts[1]));
        if scaling < 1.995 {
            inside &= counts.iter().all(|count| count.is_finite());
        } else {
            outside &= counts.iter().all(|count| count.is_infinite());
        }
    }
    findings.data("iterations", csv);
    findings.check(Check::is(
        "point mass: every r in (0, 2m) on a grid of spacing 0.01·m converges",
        "yes",
        if inside { "yes" } else { "no" },
    ));
    findings.check(Check::is(
        "point mass: every r from 2m to 2.2m on that grid fails to converge, for normal force and friction",
        "yes",
        if outside { "yes" } else { "no" },
    ));
    let one = normal(MASS).ending(START);
    let (value, iterations) = if let Ending::Converged(value, count) = one { (value, count) } else { (f64::NAN, 0) };
    findings.check(Check::count("point mass: iterations at r = m", 1, iterations));
    findings.check(Check::near("point mass: λ_U* = −h_y, N", -DOWN, value, 1e-9));
    let friction_value = if let Ending::Converged(value, _) = tangential(1.6).ending(4.5) { value } else { f64::NAN };
    findings.check(Check::near("point mass: λ_T* = −h_x (the paper prints h_x), N", -ALONG, friction_value, 1e-8));
    // The error shrinks by |1 − r/m| in each iteration.
    let iteration = normal(0.5);
    let (first, second) = (iteration.next(START), iteration.next(iteration.next(START)));
    findings.check(Check::near(
        "point mass: contraction at r = m/2, |1 − r/m|",
        0.5,
        ((second + DOWN) / (first + DOWN)).abs(),
        1e-9,
    ));
    let theory = |scaling: f64| {
        // From an error of 8 N to 1e-10 of the answer, by |1 − r/m| at a time.
        let rate = (1.0 - scaling / MASS).abs();
        (1e-10_f64 * 11.0 / (8.0 * scaling / MASS)).ln() / rate.ln()
    };
    let curve = (1..200).map(|k| 0.01 * f64::from(k)).map(|r| (r, theory(r).max(1.0))).collect();
    let panel = Panel::new(Axis::linear("r/m", 0.0, 2.2), Axis::logarithmic("iterations to 10⁻¹⁰", 0.8, 2e5))
        .titled("Only 0 < r < 2m converges; r = m in one iteration")
        .legend(Place::UpperRight)
        .with(Mark::area(vec![(2.0, 0.5), (2.2, 0.5), (2.2, 1e6), (2.0, 1e6)], "#d55e00", 0.18).named("no convergence"))
        .with(Mark::line(curve, dashed(0)).named("ln(ε)/ln|1 − r/m|"))
        .with(Mark::points_of(thinned(&own), Symbol::Disc, "#0072b2", 2.4).named("normal force"))
        .with(Mark::points_of(thinned(&friction), Symbol::Ring, "#d55e00", 2.4).named("friction"));
    let error = |scaling: f64| {
        let iteration = normal(scaling);
        let mut force = START;
        let mut points = vec![(0.0, (force + DOWN).abs())];
        for k in 1..=40 {
            force = iteration.next(force);
            points.push((f64::from(k), (force + DOWN).abs().max(1e-17)));
        }
        points
    };
    let mut errors = Panel::new(Axis::linear("iteration", 0.0, 40.0), Axis::logarithmic("error of λ_U, N", 1e-12, 1e2))
        .titled("Each iteration multiplies the error by |1 − r/m|")
        .legend(Place::Right);
    for (place, scaling) in [0.25, 0.5, 0.9, 1.5, 1.9].into_iter().enumerate() {
        errors = errors.with(Mark::line(error(scaling), stroke(place)).named(format!("r/m = {scaling}")));
    }
    findings.figure(&Figure::new("scaling", "Effect of r on convergence", vec![panel.into(), errors.into()]))
}

fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().copied().filter(|point| point.1.is_finite()).map(|(x, y)| (x, y.max(1.0))).step_by(3).collect()
}

/// The same by our own prox method, normal and friction interleaved: it converges where the paper says.
fn solver(findings: &mut Findings) -> Result<(), StudyError> {
    let laws = vec![Law::PlanarCoulomb { friction: FRICTION }];
    let problem = ContactProblem::new(DenseMatrix::identity(2), vec![DOWN, ALONG], laws).map_err(StudyError::broken)?;
    let solve = |r: f64| {
        let (prox_scaling, iteration_limit) = (ProxScaling::Fixed(r), Some(5000));
        let settings = Settings { prox_scaling, iteration_limit, sweep: Sweep::Jacobi, ..Settings::default() };
        Method::Prox.solve(&problem, &settings, Some(&[START, 0.0]), &mut ())
    };
    let wrong = (1..=44).map(|k| 0.05 * f64::from(k)).filter(|r| solve(*r).is_solved() != (*r < 1.999)).count();
    findings.check(Check::count(
        "point mass: r from 0.05·m to 2.2·m where our prox method contradicts the condition 0 < r < 2m",
        0,
        wrong,
    ));
    Ok(())
}

/// Eqs. 27 to 32 without the accelerations, in `(λ_U, λ_f1, λ_f2, σ)`.
fn size_four(mass: f64, friction: f64, along: f64, up: f64) -> Result<Lcp, StudyError> {
    let i = 1.0 / mass;
    let rows = [[i, 0.0, 0.0, 0.0], [0.0, i, -i, 1.0], [0.0, -i, i, 1.0], [friction, -1.0, -1.0, 0.0]];
    let matrix = DenseMatrix::from_function(4, 4, |row, column| rows[row][column]);
    Lcp::new(matrix, vec![up * i, along * i, -along * i, 0.0]).map_err(StudyError::broken)
}

/// The LCP of size four by pivoting, and the prox iteration, under random forces.
fn both(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let count = if size == Size::Full { 2_000 } else { 200 };
    let mut random = Random::new(4);
    let mut largest = 0.0_f64;
    for _ in 0..count {
        let (mass, friction) = (random.between(0.5, 3.0), random.between(0.1, 1.0));
        let (along, up) = (random.between(-10.0, 10.0), random.between(-10.0, 4.0));
        let problem = size_four(mass, friction, along, up)?;
        let pivoted = LcpMethod::Lemke.solve_linear(&problem, None, &mut ());
        let force = [pivoted.z[0], pivoted.z[1] - pivoted.z[2]];
        let matrix = DenseMatrix::from_function(2, 2, |i, j| if i == j { 1.0 / mass } else { 0.0 });
        let contact = ContactProblem::new(matrix, vec![up / mass, along / mass], vec![Law::PlanarCoulomb { friction }]);
        let settings =
            Settings { prox_scaling: ProxScaling::Fixed(0.8 * mass), tolerance: 1e-12, ..Settings::default() };
        let prox = Method::Prox.solve(&contact.map_err(StudyError::broken)?, &settings, None, &mut ());
        let difference = (force[0] - prox.impulses[0]).abs().max((force[1] - prox.impulses[1]).abs());
        largest = largest.max(if pivoted.is_solved() && prox.is_solved() { difference } else { f64::INFINITY });
    }
    findings.check(Check::at_most(
        format!("point mass: difference between Lemke on the LCP of size four and prox, {count} random loads, N"),
        1e-9,
        largest,
    ));
    Ok(())
}
