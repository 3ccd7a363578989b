//! A run of the chain, with the time that its parts took.

use crate::host::advance;
use crate::scenes::world;
use crate::{Host, StudyError};
use stiction_simulation::{Event, Stage};

/// One sample of a run.
#[derive(Clone, Copy)]
pub struct Sample {
    pub time: f64,
    /// Height of the last link, m.
    pub height: f64,
    /// Its vertical velocity, m/s.
    pub velocity: f64,
    /// Of the whole chain, J.
    pub energy: f64,
}

/// A run of the chain.
#[derive(Default)]
pub struct ChainRun {
    pub samples: Vec<Sample>,
    /// When something first touched, s.
    pub first_contact: Option<f64>,
    /// Normal and tangential impulse, and energy added, of that step.
    pub first_impulse: (f64, f64, f64),
    /// The first step whose impulses added more than a kilojoule: its time, what it added, its largest impulse.
    pub first_burst: Option<(f64, f64, f64)>,
    /// The most energy that the impulses of one step added, J.
    pub most_gained: f64,
    /// What impulses added in all steps in which they did, J.
    pub gained: f64,
    pub contacts: usize,
    pub steps: usize,
    /// Steps that another method had to solve, or none.
    pub helped: usize,
    /// Measured by the host's clock, s.
    pub solve: f64,
    pub set_up: f64,
    /// Of each step, s; and of each step in which a contact has an impulse.
    pub step_times: Vec<f64>,
    pub contact_step_times: Vec<f64>,
    /// Why it ended early.
    pub ended: Option<String>,
    /// The end of its last step, s.
    pub last: f64,
}

/// What to run.
pub struct Plan<'a> {
    pub scene: &'a str,
    pub settings: &'a [&'a str],
    pub until: f64,
    /// Every how many steps a sample is taken.
    pub every: usize,
    /// The run ends where the energy is above this, J.
    pub most_energy: f64,
}

/// Runs it.
pub fn run(plan: &Plan<'_>, host: &mut dyn Host, progress: (f64, &str)) -> Result<ChainRun, StudyError> {
    let mut world = world(plan.scene, plan.settings)?;
    let steps = (plan.until / world.scene().settings.time_step).round() as usize;
    let mut run = ChainRun::default();
    let sample = |world: &stiction_simulation::World| -> Result<Sample, StudyError> {
        let bodies = world.bodies();
        let last = bodies.last().ok_or_else(|| crate::error::missing("the last link"))?;
        let energy = world.energy().total();
        Ok(Sample { time: world.state().time, height: last.position.z, velocity: last.linear_velocity.z, energy })
    };
    run.samples.push(sample(&world)?);
    for step in 1..=steps {
        if step % 500 == 0 {
            advance(host, progress.0, progress.1)?;
        }
        let (mut solve, mut set_up) = (0.0, 0.0);
        let mut last = host.seconds();
        let report = world.step_watched(&mut |stage| {
            let now = host.seconds();
            if stage == Stage::Solve {
                solve += now - last
            } else {
                set_up += now - last
            }
            last = now;
        });
        run.solve += solve;
        run.set_up += set_up;
        run.step_times.push(solve + set_up);
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                run.ended = Some(error.to_string());
                break;
            }
        };
        run.steps += 1;
        if world.contacts().iter().any(|contact| world.impulse(contact).x > 0.0) {
            run.contact_step_times.push(solve + set_up);
        }
        run.last = report.time;
        run.contacts += report.contacts;
        run.most_gained = run.most_gained.max(report.contact_energy);
        if report.contact_energy > 1e3 && run.first_burst.is_none() {
            let impulses = world.contacts().iter().map(|contact| world.impulse(contact).x);
            run.first_burst = Some((report.time, report.contact_energy, impulses.fold(0.0, f64::max)));
        }
        run.gained += report.contact_energy.max(0.0);
        run.helped += usize::from(
            report.events.iter().any(|event| matches!(event, Event::NextMethod { .. } | Event::Accepted { .. })),
        );
        if run.first_contact.is_none() {
            let impulses = world.contacts().iter().map(|contact| world.impulse(contact));
            let (normal, tangential) = impulses.fold((0.0, 0.0), |sum, p| (sum.0 + p.x, sum.1 + p.y.hypot(p.z)));
            if normal > 0.0 {
                run.first_contact = Some(report.time);
                run.first_impulse = (normal, tangential, report.contact_energy);
            }
        }
        if step % plan.every == 0 {
            let taken = sample(&world)?;
            run.samples.push(taken);
            if taken.energy.is_nan() || taken.energy > plan.most_energy {
                run.ended = Some(format!("energy above {} J", plan.most_energy));
                break;
            }
        }
    }
    Ok(run)
}
