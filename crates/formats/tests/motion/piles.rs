//! Heaps of balls that give way a little.

use crate::world;
use stiction_contact::Outcome;

/// Hardly any step of a pit needs more than sweeps, and none many of them; nothing sinks in.
#[test]
fn steps_of_a_pit_take_some_sweeps_each() {
    for (name, steps, most_sweeps, most_factorizations) in
        [("ball-pit", 400, 150, 200), ("ball-pit-1000", 130, 300, 150)]
    {
        let mut world = world(name, &[]);
        let (mut factorizations, mut sweeps) = (0, 0);
        let mut depth = 0.0;
        for _ in 0..steps {
            let report = world.step().unwrap();
            assert!(report.outcome == Outcome::Solved && report.residual.relative <= 1e-6, "{name}: {report:?}");
            assert!(report.contact_energy <= 0.0 && report.events.is_empty(), "{name}: {report:?}");
            factorizations += report.effort.factorizations;
            sweeps = report.effort.iterations.max(sweeps);
            depth = report.penetration;
        }
        assert!(factorizations <= most_factorizations, "{name}: {factorizations} factorizations");
        assert!(sweeps <= most_sweeps, "{name}: {sweeps} sweeps in one step");
        // At the bottom of the heap a ball bears a dozen others, at two points or more.
        assert!(depth < 1e-4 || steps < 400, "{name}: {depth:e} m deep");
    }
}
