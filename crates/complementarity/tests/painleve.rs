//! Painlevé's rod (Schindler, Nguyen, Trinkle 2011, section V.B): none, one or two contact forces, from
//! pivoting, from enumeration and from the prox fixed point, which diverges where the paper says.
#![allow(clippy::unwrap_used)] // clippy's exception covers test functions, not their helpers

use stiction_complementarity::solvers::{LinearSolver, Prox, ProxScaling, ProxSettings, enumerate};
use stiction_complementarity::standard::painleve::rod;
use stiction_complementarity::{Lcp, LinearProblem, Method, Outcome, Solution};

const FORCE: f64 = 8.91428;
const SECOND_FORCE: f64 = 11.56736;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5
}

fn forces(problem: &Lcp) -> Vec<f64> {
    let found = enumerate(problem, &mut ()).unwrap();
    assert!(found.complete && found.faces.is_empty());
    found.points.iter().map(|point| point[0]).collect()
}

fn lemke(problem: &Lcp) -> Solution {
    Method::Lemke.solve_linear(problem, None, &mut ())
}

/// Prox with a fixed scaling from a start.
fn prox(problem: &Lcp, scaling: f64, start: f64) -> Solution {
    let settings = ProxSettings { scaling: ProxScaling::Fixed(scaling), ..ProxSettings::default() };
    Prox::new(settings).solve(problem, Some(&[start]), &mut ())
}

#[test]
fn little_friction_pushed_down_has_one_force() {
    let problem = rod(0.5, 9.81).unwrap();
    assert!(close(problem.matrix().to_dense()[(0, 0)], 1.10048));
    let found = forces(&problem);
    assert!(found.len() == 1 && close(found[0], FORCE), "{found:?}");
    assert!(close(lemke(&problem).z[0], FORCE));
    for start in [0.0, 5.0, 100.0] {
        let solution = prox(&problem, 0.5, start);
        assert!(solution.is_solved() && close(solution.z[0], FORCE), "{solution:?}");
    }
}

#[test]
fn little_friction_pulled_up_loses_contact() {
    let problem = rod(0.5, -9.81).unwrap();
    assert_eq!(forces(&problem), [0.0]);
    assert_eq!(lemke(&problem).z, [0.0]);
    for start in [0.0, 5.0, 100.0] {
        let solution = prox(&problem, 0.5, start);
        assert!(solution.is_solved() && solution.z == [0.0], "{solution:?}");
    }
}

#[test]
fn much_friction_pushed_down_has_no_force() {
    let problem = rod(2.0, 9.81).unwrap();
    assert!(close(problem.matrix().to_dense()[(0, 0)], -0.84808));
    let found = enumerate(&problem, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty() && found.faces.is_empty());
    assert_eq!(found.certificate.unwrap().check(&problem), Ok(f64::INFINITY));
    for method in [Method::Lemke, Method::Auto] {
        let solution = method.solve_linear(&problem, None, &mut ());
        let Outcome::NoSolution(certificate) = &solution.outcome else { panic!("{method}: {solution:?}") };
        assert_eq!(certificate.check(&problem), Ok(f64::INFINITY));
    }
    for start in [0.0, 1.0, 11.0, 12.0, 100.0] {
        for scaling in [0.01, 0.5, 1.0] {
            assert_eq!(prox(&problem, scaling, start).outcome, Outcome::Diverged, "r = {scaling} from {start}");
        }
    }
}

#[test]
fn much_friction_pulled_up_has_two_forces() {
    let problem = rod(2.0, -9.81).unwrap();
    let found = forces(&problem);
    assert!(found.len() == 2 && found[0] == 0.0 && close(found[1], SECOND_FORCE), "{found:?}");
    let solution = lemke(&problem);
    assert!(solution.is_solved());
    for scaling in [0.01, 0.5, 1.0] {
        for start in [0.0, 1.0, 11.0, SECOND_FORCE - 1e-3] {
            let solution = prox(&problem, scaling, start);
            assert!(solution.is_solved() && solution.z == [0.0], "r = {scaling} from {start}: {solution:?}");
        }
        for start in [SECOND_FORCE + 1e-3, 12.0, 100.0] {
            assert_eq!(prox(&problem, scaling, start).outcome, Outcome::Diverged, "r = {scaling} from {start}");
        }
    }
}
