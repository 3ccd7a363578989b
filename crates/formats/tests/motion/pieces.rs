//! Steps that are too hard as a whole.

use crate::conservation::momentum_error;
use crate::{scene, world};
use stiction_contact::Outcome;
use stiction_simulation::{Event, Motor, RunSummary, Signal, World};

/// 600 rigid balls, to more digits than sweeps find in time; the first step in pieces, and the last that is looked at.
pub const HARD_PIT: [&str; 3] =
    ["body.ball.repeat.count=[10, 10, 6]", "stepper.tolerance=1e-9", "material.default.stiffness=inf"];
pub const FIRST: usize = 84;
const LAST: usize = 86;

/// Every piece is solved, contacts have the impulses of the whole step, and nothing of it shows in time or energy.
#[test]
fn a_step_in_pieces_is_a_step() {
    let mut world = world("ball-pit-1000", &HARD_PIT);
    let (mut halved, mut summary) = (0, RunSummary::default());
    for step in 1..=LAST {
        let energy = world.energy().total();
        let (report, error) = momentum_error(&mut world);
        summary.add(&world, &report);
        assert!(error < 1.0, "step {step}: {error:e}");
        assert!(report.outcome == Outcome::Solved && report.residual.relative <= 1e-9, "{report:?}");
        assert_eq!((report.step, world.state().time), (step, step as f64 * 5e-3));
        let pieces = report.events.iter().find_map(|event| match event {
            Event::Halved { pieces } => Some(*pieces),
            _ => None,
        });
        if let Some(pieces) = pieces {
            assert!(pieces > 1 && report.solves >= pieces);
            assert!(report.contact_energy <= 0.0);
            let gained = world.energy().total() - energy - report.moved_energy;
            assert!(gained < 1e-12 * energy, "step {step}: {gained:e} J");
            halved += 1;
        }
    }
    assert!(halved > 0, "no step was taken in pieces");
    assert_eq!(summary.event_counts["halved"], halved);
}

/// What a motor exerts does not depend on how the step is cut.
#[test]
fn a_motor_exerts_the_same_in_pieces() {
    let mut scene = scene("ball-pit-1000", &HARD_PIT);
    scene.motors.push(Motor {
        freedom: scene.model.velocity_size() - 1,
        coordinate: scene.model.configuration_size() - 1,
        position: Signal::Constant(0.0),
        velocity: Signal::Constant(0.0),
        force: Signal::Constant(1e-3),
        stiffness: 0.0,
        damping: 0.0,
        limits: (f64::NEG_INFINITY, f64::INFINITY),
    });
    let mut world = World::new(scene).unwrap();
    let mut halved = 0;
    for step in 1..=LAST {
        let report = world.step().unwrap();
        halved += usize::from(report.events.iter().any(|event| matches!(event, Event::Halved { .. })));
        assert!((world.motor_force(0) - 1e-3).abs() < 1e-15, "step {step}: {} N", world.motor_force(0));
    }
    assert!(halved > 0, "no step was taken in pieces");
}
