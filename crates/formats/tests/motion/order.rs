//! How errors shrink with the time step.

use crate::world;

/// The pendulum's free swing: first order by Stewart and Trinkle's steps, second by Moreau's.
#[test]
fn steppers_are_of_the_order_that_they_promise() {
    for (stepper, order) in [("stewart-trinkle", 1.0), ("moreau-jean", 2.0)] {
        let swing = |time_step: f64| {
            let settings = [format!("stepper.scheme={stepper}"), format!("stepper.time_step={time_step}")];
            let settings: Vec<_> = settings.iter().map(String::as_str).collect();
            let mut world = world("twelve-link-pendulum", &settings);
            while world.state().time < 0.128 - 1e-9 {
                world.step().unwrap();
            }
            world.state().configuration.clone()
        };
        let [coarse, middle, fine] = [4e-3, 2e-3, 1e-3].map(swing);
        let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let reached = (apart(&coarse, &middle) / apart(&middle, &fine)).log2();
        assert!((reached - order).abs() < 0.15, "{stepper}: order {reached}");
    }
}
