//! Settings mean the same however a solver is made, and those that make no sense are refused.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_contact::{Law, Method, Outcome, ProxScaling, Settings, SettingsError};
use support::{one_contact, random_problem, solve};

#[test]
fn a_relaxation_counts_whoever_makes_the_solver() {
    let problem = random_problem(vec![Law::Coulomb { friction: 0.5 }; 3], 6, 4);
    for method in Method::ALL {
        let settings = Settings { relaxation: 0.3, ..Settings::default() };
        let once = method.solve(&problem, &settings, None, &mut ());
        let model = once.model.as_ref().unwrap();
        assert!(model.model.ends_with("W + 3e-1 I"), "{method}: {}", model.model);
        let mut solver = method.solver(&settings);
        // The second solve reuses the relaxed problem of the first, also after another problem.
        assert_eq!(solver.solve(&problem, None, &mut ()), once, "{method}");
        solver.solve(&one_contact([1.0; 3], [-1.0, 0.5, 0.0], 0.5), None, &mut ());
        assert_eq!(solver.solve(&problem, None, &mut ()), once, "{method}");
    }
}

#[test]
fn the_relaxed_law_is_the_one_that_holds() {
    // u = (W + ζ) p + b = 0 at p = 1 / (1 + ζ), so that W p + b = −ζ / (1 + ζ).
    let problem = one_contact([1.0; 3], [-1.0, 0.0, 0.0], 0.5);
    let settings = Settings { relaxation: 0.25, ..Settings::default() };
    let solution = Method::Auto.solver(&settings).solve(&problem, None, &mut ());
    assert_eq!(solution.outcome, Outcome::ModelSolved);
    assert!((solution.impulses[0] - 0.8).abs() < 1e-12);
    assert!((solution.residual.penetration_rate - 0.2).abs() < 1e-12);
}

#[test]
fn settings_without_sense_are_refused_with_a_reason() {
    let usual = Settings::default();
    assert_eq!(usual.check(), Ok(()));
    let mut wrong = Vec::new();
    for relaxation in [-1.0, f64::NAN, f64::INFINITY] {
        wrong.push((Settings { relaxation, ..usual }, "relaxation"));
    }
    for tolerance in [0.0, -1e-8, f64::NAN, f64::INFINITY] {
        wrong.push((Settings { tolerance, ..usual }, "tolerance"));
    }
    for facets in [0, 2, 65, usize::MAX] {
        wrong.push((Settings { facets, ..usual }, "facets"));
    }
    for r in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        wrong.push((Settings { prox_scaling: ProxScaling::Fixed(r), ..usual }, "prox_scaling"));
    }
    let problem = one_contact([1.0; 3], [-1.0, 0.5, 0.0], 0.5);
    for (settings, field) in wrong {
        let error = settings.check().unwrap_err();
        assert!(error.to_string().starts_with(&format!("{field}: expected")), "{error}");
        for method in Method::ALL {
            let solution = solve(method, &problem, &settings);
            assert_eq!(solution.outcome, Outcome::Unsuited(error.reason()), "{method}");
            assert_eq!(solution.impulses, [0.0; 3]);
        }
    }
    let error = Settings { facets: 2, ..usual }.check().unwrap_err();
    assert_eq!(error, SettingsError::Facets { found: 2 });
    assert_eq!(error.to_string(), "facets: expected a number from 3 to 64, found 2");
    assert_eq!(Settings { facets: 64, ..usual }.check(), Ok(()));
}
