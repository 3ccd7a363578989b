//! The judge law by law, against numbers computed by hand.
#![allow(clippy::unwrap_used)]

use stiction_contact::{ContactProblem, Law, LawResidual, standard};
use stiction_linalg::DenseMatrix;

/// One of each kind, uncoupled: `r` is 1, 1/4, 1 and 1/2.
fn problem() -> ContactProblem {
    let diagonal = [1.0, 1.0, 1.0, 4.0, 1.0, 2.0];
    let matrix = DenseMatrix::from_function(6, 6, |i, j| if i == j { diagonal[i] } else { 0.0 });
    let laws = vec![
        Law::Coulomb { friction: 0.5 },
        Law::Bounded { lower: -1.0, upper: 1.0 },
        Law::Bilateral { rows: 1 },
        Law::Unilateral,
    ];
    ContactProblem::new(matrix, vec![-1.0, 2.0, 0.0, 1.0, 0.2, -3.0], laws).unwrap()
}

const IMPULSES: [f64; 6] = [0.5, -0.4, 0.1, 1.5, 0.1, 1.0];

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-15 * (1.0 + b.abs()), "{a} {b}");
}

#[test]
fn each_law_is_measured_as_by_hand() {
    let [coulomb, bounded, bilateral, unilateral] = problem().law_residuals(&IMPULSES)[..] else { panic!("four laws") };
    // u = (−0.5, 1.6, 0.1), p − u = (1, −2, 0), whose projection is (1, −0.5, 0).
    assert_eq!((coulomb.law, coulomb.kind), (0, "coulomb"));
    close(coulomb.velocity, 0.27_f64.sqrt());
    close(coulomb.relative, 0.27_f64.sqrt() / 3.0);
    assert_eq!(coulomb.gap_velocity, Some(-0.5));
    close(coulomb.penetration_rate, 0.5);
    close(coulomb.complementarity, 0.25);
    close(coulomb.cone_violation, 0.17_f64.sqrt() - 0.25);
    close(coulomb.slip_angle.unwrap(), 0.2_f64.atan2(0.63));
    // u = 7, p − r u = −0.25 is between the bounds.
    assert_eq!((bounded.law, bounded.kind, bounded.gap_velocity, bounded.slip_angle), (1, "bounded", None, None));
    close(bounded.velocity, 7.0);
    close(bounded.cone_violation, 0.5);
    assert_eq!(bilateral.kind, "bilateral");
    close(bilateral.velocity, 0.3);
    close(bilateral.bilateral_velocity, 0.3);
    // u = −1, p − r u = 1.5.
    assert_eq!((unilateral.kind, unilateral.gap_velocity, unilateral.slip_angle), ("unilateral", Some(-1.0), None));
    close(unilateral.velocity, 1.0);
    close(unilateral.complementarity, 1.0);
    assert_eq!(unilateral.cone_violation, 0.0);
}

#[test]
fn the_judge_is_the_worst_over_the_laws() {
    let check = |problem: &ContactProblem, impulses: &[f64]| {
        let (whole, parts) = (problem.residual(impulses), problem.law_residuals(impulses));
        let largest = |of: fn(&LawResidual) -> f64| parts.iter().map(of).fold(0.0, f64::max);
        assert_eq!(whole.velocity, largest(|part| part.velocity));
        assert_eq!(whole.relative, largest(|part| part.relative));
        assert_eq!(whole.velocity, parts[whole.worst].velocity);
        assert_eq!(whole.penetration_rate, largest(|part| part.penetration_rate));
        assert_eq!(whole.complementarity, largest(|part| part.complementarity));
        assert_eq!(whole.cone_violation, largest(|part| part.cone_violation));
        assert_eq!(whole.slip_angle, largest(|part| part.slip_angle.unwrap_or(0.0)));
        assert_eq!(whole.bilateral_velocity, largest(|part| part.bilateral_velocity));
    };
    check(&problem(), &IMPULSES);
    assert_eq!(problem().residual(&IMPULSES).worst, 1);
    for sample in standard::all() {
        let impulses: Vec<f64> = (0..sample.problem.order()).map(|row| (1.0 + row as f64).sin()).collect();
        check(&sample.problem, &impulses);
    }
}
