//! One scene by several methods.

use crate::{body, world};
use stiction_linalg::space::Vector3;

/// The paper's five methods and ours: the motion is planar, so that pyramid and cone coincide, and all agree until chaos
/// parts them.
#[test]
fn the_pendulum_moves_alike_by_all_methods_until_chaos_parts_them() {
    let methods =
        ["auto", "mlcp-lemke", "mlcp-path", "mlcp-fb-rlm", "mlcp-fb-plm", "mncp-rlm", "mncp-plm", "newton", "nsgs"];
    let mut worlds: Vec<_> = methods
        .iter()
        .map(|method| world("twelve-link-pendulum", &[&format!("stepper.method={method}"), "stepper.facets=4"]))
        .collect();
    let mut parted = Vec::new();
    for step in 1..=2000 {
        for (world, method) in worlds.iter_mut().zip(methods) {
            let report = world.step().unwrap();
            assert_eq!(report.outcome.name(), "solved", "{method}, step {step}");
            assert!(report.residual.relative <= 1e-9, "{method}, step {step}: {:e}", report.residual.relative);
        }
        let reference = worlds[0].state().configuration.clone();
        let apart = worlds[1..].iter().map(|world| {
            let differences = world.state().configuration.iter().zip(&reference).map(|(a, b)| (a - b).abs());
            differences.fold(0.0, f64::max)
        });
        parted.push(apart.fold(0.0, f64::max));
    }
    // Through the first impact and the flight after it, to ten digits; small differences then grow by the laws of chaos.
    assert!(parted[999] < 1e-10, "after 1 s they are {:e} rad apart", parted[999]);
    assert!(parted[1999] < 1e-3, "after 2 s they are {:e} rad apart", parted[1999]);
    assert!(parted[1999] > parted[200], "differences shrink: {:e}, {:e}", parted[200], parted[1999]);
}

/// Four facets at 45° to the motion brake √2 too weakly: the sphere slides until about 0.41 s and drifts; aligned to the
/// slip they are right.
#[test]
fn four_facets_err_unless_they_are_aligned() {
    let slide = |settings: &[&str]| {
        let half = 0.5_f64.sqrt() * 2.0;
        let heading = format!("body.ball.velocity=[{half}, {half}, 0]");
        let settings: Vec<_> =
            [&[heading.as_str(), "stepper.method=mlcp-lemke", "stepper.facets=4"], settings].concat();
        let mut world = world("sphere-on-plane", &settings);
        let mut slid = 0.0;
        for _ in 0..600 {
            world.step().unwrap();
            let ball = body(&world, "ball");
            // The velocity of the lowest point.
            let slip = ball.linear_velocity - ball.angular_velocity.cross(Vector3::Z);
            if slip.norm() > 1e-6 {
                slid = world.state().time;
            }
        }
        (slid, body(&world, "ball").linear_velocity)
    };
    let (slid, velocity) = slide(&["stepper.alignment=slip"]);
    assert!((slid - 2.0 * 2.0 / (7.0 * 0.2 * 9.81)).abs() < 2e-3, "aligned facets slide until {slid} s");
    assert!((velocity.norm() - 10.0 / 7.0).abs() < 1e-12);
    let (slid, _) = slide(&["stepper.alignment=fixed", "stepper.facets=4"]);
    // Along the tangents, at 45° to the motion, each component brakes with μ/√2 of the cone's share.
    assert!((slid - 0.412).abs() < 5e-3, "facets at 45° slide until {slid} s");
}

/// More contacts than the bodies have nodes, so that problems are posed by the bodies; and half as many by another method.
#[test]
fn a_thousand_balls_are_solved_by_bodies() {
    for (method, steps, least) in [("auto", 25, 2000), ("proximal-newton", 19, 1000)] {
        let mut world = world("ball-pit-1000", &[&format!("stepper.method={method}")]);
        let mut most = 0;
        for step in 1..=steps {
            let report = world.step().unwrap();
            assert_eq!(report.outcome.name(), "solved", "{method}, step {step}");
            assert!(report.residual.relative <= 1e-6, "{method}, step {step}: {:e}", report.residual.relative);
            most = most.max(report.contacts);
        }
        assert!(most > least, "{method}: {most} contacts at most");
    }
}
