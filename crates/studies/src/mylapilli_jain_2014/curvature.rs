//! Figs. 6 and 8 again with half the step, from the same state: what the last link shows there is an error of the step.

use crate::error::missing;
use crate::findings::Findings;
use crate::number::short;
use crate::{Check, Size, StudyError};
use stiction_formats::built_in_scene;
use stiction_simulation::World;

/// When the comparison begins, and how long it lasts, s: not so long that the motions part.
const FROM: f64 = 15.0;
const LASTS: f64 = 0.02;
/// Of a ball on the floor, m.
const AT_REST: f64 = 0.35;

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    if size == Size::Small {
        return Ok(());
    }
    let scene = || {
        let scene = built_in_scene("twelve-link-pendulum").ok_or_else(|| missing("the chain"))?;
        scene.load(&[] as &[&str]).map(|loaded| loaded.scene).map_err(StudyError::broken)
    };
    let mut world = World::new(scene()?).map_err(StudyError::broken)?;
    while world.state().time < FROM {
        world.step().map_err(StudyError::broken)?;
    }
    // The largest height above rest and the largest reported velocity, with a step of 1 ms and with half of it.
    let mut found = [(0.0_f64, 0.0_f64); 2];
    for (place, step) in [1e-3, 5e-4].into_iter().enumerate() {
        let mut scene = scene()?;
        scene.initial = world.state().clone();
        scene.settings.time_step = step;
        let mut own = World::new(scene).map_err(StudyError::broken)?;
        for number in 1..=(LASTS / step).round() as usize {
            own.step().map_err(StudyError::broken)?;
            // The first steps still carry what the state before had of the other step.
            if number as f64 * step > 0.5 * LASTS {
                let bodies = own.bodies();
                let last = bodies.last().ok_or_else(|| missing("the last link"))?;
                let (height, velocity) = (last.position.z - AT_REST, last.linear_velocity.z.abs());
                found[place] = (found[place].0.max(height), found[place].1.max(velocity));
            }
        }
    }
    let [(height, velocity), (less_height, less_velocity)] = found;
    findings.value("curvature height", short(1e6 * height));
    let words = "chain at rest: reported velocity with a step of 1 ms over that with 0.5 ms, from one state";
    findings.check(Check::near(words, 2.0, velocity / less_velocity, 0.1));
    let words = "chain at rest: reported height with a step of 1 ms over that with 0.5 ms, from one state";
    findings.check(Check::near(words, 4.0, height / less_height, 0.4));
    Ok(())
}
