//! Contact problems of the chain's run, for the algorithms as the paper prints them.

use crate::host::advance;
use crate::scenes::{frozen_problem, world};
use crate::{Host, Size, StudyError};
use stiction_complementarity::Effort;
use stiction_contact::ContactProblem;
use stiction_simulation::World;

/// s: later the motion is slow, and one problem of this number is enough.
const SLOW: f64 = 6.9;
const EVERY: usize = 20;

/// A problem with the impulses that the simulator starts from: those of the last step, where the contacts are the same.
pub struct ChainProblem {
    pub problem: ContactProblem,
    pub start: Option<Vec<f64>>,
}

/// The problems, in order of time.
pub fn problems(size: Size, host: &mut dyn Host) -> Result<Vec<ChainProblem>, StudyError> {
    let until = if size == Size::Full { 20.0 } else { 0.4 };
    // A pyramid method, so that every problem comes with the slips to which pyramids are aligned.
    let settings = ["stepper.method=mlcp-path", "stepper.facets=4", "stepper.alignment=slip"];
    let mut world = world("twelve-link-pendulum", &settings)?;
    let (mut kept, mut seen) = (Vec::new(), 0);
    while world.state().time < until {
        let (before, impulses) = touching(&world);
        let report = world.step().map_err(StudyError::broken)?;
        if report.step % 500 == 0 {
            advance(host, 0.78, "contact problems of the chain")?;
        }
        if report.effort == Effort::default() {
            continue;
        }
        if report.time < SLOW || seen % EVERY == 0 {
            let start = (touching(&world).0 == before).then_some(impulses);
            kept.push(ChainProblem { problem: frozen_problem(&world)?, start });
        }
        seen += 1;
    }
    Ok(kept)
}

/// The pairs of shapes that touch, and the impulses there.
fn touching(world: &World) -> (Vec<(usize, usize)>, Vec<f64>) {
    let contacts = world.contacts();
    let impulses = contacts.iter().map(|contact| world.impulse(contact)).flat_map(|p| [p.x, p.y, p.z]);
    (contacts.iter().map(|contact| (contact.point.first, contact.point.second)).collect(), impulses.collect())
}
