//! Section V.A: how many iterations the point mass takes for each r.

use super::cobweb::{Ending, Iteration};
use super::point_mass::{ALONG, DOWN, FRICTION, FRICTION_START, MASS, START, normal, tangential};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_contact::{ContactProblem, Law, Method, ProxScaling, Settings, Sweep};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, stroke};
use stiction_linalg::DenseMatrix;

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["r_over_m", "normal_iterations", "friction_iterations"]);
    let count = |iteration: &Iteration, start: f64| match iteration.ending(start) {
        Ending::Converged(_, count) => count as f64,
        _ => f64::INFINITY,
    };
    let (mut own, mut friction) = (Vec::new(), Vec::new());
    let (mut inside, mut outside) = (true, true);
    for k in 1..=220 {
        let scaling = 0.01 * f64::from(k);
        let counts = [count(&normal(scaling), START), count(&tangential(scaling), FRICTION_START)];
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
    let friction_value =
        if let Ending::Converged(value, _) = tangential(1.6).ending(FRICTION_START) { value } else { f64::NAN };
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
    library(findings)?;
    findings.figure(&Figure::new(
        "scaling",
        "Effect of r on convergence",
        vec![counts_panel(&own, &friction).into(), errors_panel().into()],
    ))
}

fn counts_panel(own: &[(f64, f64)], friction: &[(f64, f64)]) -> Panel {
    let theory = |scaling: f64| {
        // Until the step, r/m times the error, is 1e-10 of 1 N plus the answer: the criterion of the counts. The error is
        // multiplied by |1 − r/m| in each iteration.
        let rate = (1.0 - scaling / MASS).abs();
        (1e-10_f64 * (1.0 - DOWN) / ((START + DOWN).abs() * scaling / MASS)).ln() / rate.ln()
    };
    let curve = (1..200).map(|k| 0.01 * f64::from(k)).map(|r| (r, theory(r).max(1.0))).collect();
    Panel::new(Axis::linear("r/m", 0.0, 2.2), Axis::logarithmic("iterations to a relative step of 10⁻¹⁰", 0.8, 2e5))
        .titled("Only 0 < r < 2m converges; r = m in one iteration")
        .legend(Place::UpperRight)
        .with(Mark::area(vec![(2.0, 0.5), (2.2, 0.5), (2.2, 1e6), (2.0, 1e6)], "#d55e00", 0.18).named("no convergence"))
        .with(Mark::line(curve, dashed(0)).named("from the rate |1 − r/m|"))
        .with(Mark::points_of(thinned(friction), Symbol::Ring, "#d55e00", 4.4).named("friction"))
        .with(Mark::points_of(thinned(own), Symbol::Disc, "#0072b2", 2.0).named("normal force"))
}

fn errors_panel() -> Panel {
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
    errors
}

fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().copied().filter(|point| point.1.is_finite()).map(|(x, y)| (x, y.max(1.0))).step_by(3).collect()
}

/// The same by our own prox method, normal and friction interleaved: it converges where the paper says.
fn library(findings: &mut Findings) -> Result<(), StudyError> {
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
