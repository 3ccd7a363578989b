//! A run of the chain, with what its steps cost and what they touched.

use crate::host::advance;
use crate::scenes::world;
use crate::{Host, StudyError};
use stiction_complementarity::Effort;
use stiction_simulation::{Event, Stage, StepReport, World};

/// The time up to which runs in two kinds of coordinates, or by two methods, are compared before impacts have multiplied small
/// differences, s.
pub const COMPARED: f64 = 1.0;

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

/// The contacts of a step that have an impulse.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Active {
    pub floor: usize,
    pub wall: usize,
    /// Between two links.
    pub links: usize,
}

impl Active {
    /// All of them.
    pub fn count(self) -> usize {
        self.floor + self.wall + self.links
    }

    fn of(world: &World) -> Self {
        let mut active = Self::default();
        for contact in world.contacts().iter().filter(|contact| world.impulse(contact).x > 0.0) {
            let colliders = &world.scene().colliders;
            let touches = |name| [contact.point.first, contact.point.second].iter().any(|&k| colliders[k].name == name);
            match (touches("floor"), touches("wall")) {
                (true, _) => active.floor += 1,
                (_, true) => active.wall += 1,
                _ => active.links += 1,
            }
        }
        active
    }
}

/// A step in which a contact problem was solved.
#[derive(Clone, Copy)]
pub struct Solved {
    /// Contacts within reach: those of the problem.
    pub contacts: usize,
    pub solves: usize,
    pub effort: Effort,
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
    pub steps: usize,
    /// Steps that another method had to solve, or none.
    pub helped: usize,
    /// The steps in which a problem was solved; the others had no contact, or kept the impulses of the step before.
    pub solved: Vec<Solved>,
    /// Of every step: the time at its end, s, and what it touched.
    pub active: Vec<(f64, Active)>,
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
    run.samples.push(Sample::of(&world)?);
    for step in 1..=steps {
        if step % 500 == 0 {
            advance(host, progress.0, progress.1)?;
        }
        let (mut solve, mut set_up) = (0.0, 0.0);
        let mut last = host.seconds();
        let report = world.step_watched(&mut |stage| {
            let now = host.seconds();
            *if stage == Stage::Solve { &mut solve } else { &mut set_up } += now - last;
            last = now;
        });
        run.solve += solve;
        run.set_up += set_up;
        run.step_times.push(solve + set_up);
        match report {
            Ok(report) => run.note(&world, &report, solve + set_up),
            Err(error) => {
                run.ended = Some(error.to_string());
                break;
            }
        }
        if step % plan.every == 0 {
            let taken = Sample::of(&world)?;
            run.samples.push(taken);
            if taken.energy.is_nan() || taken.energy > plan.most_energy {
                run.ended = Some(format!("energy above {} J", plan.most_energy));
                break;
            }
        }
    }
    Ok(run)
}

impl Sample {
    fn of(world: &World) -> Result<Self, StudyError> {
        let bodies = world.bodies();
        let last = bodies.last().ok_or_else(|| crate::error::missing("the last link"))?;
        let energy = world.energy().total();
        Ok(Self { time: world.state().time, height: last.position.z, velocity: last.linear_velocity.z, energy })
    }
}

impl ChainRun {
    fn note(&mut self, world: &World, report: &StepReport, seconds: f64) {
        self.steps += 1;
        self.last = report.time;
        let active = Active::of(world);
        self.active.push((report.time, active));
        if active.count() > 0 {
            self.contact_step_times.push(seconds);
        }
        if report.effort != Effort::default() {
            self.solved.push(Solved { contacts: report.contacts, solves: report.solves, effort: report.effort });
        }
        self.most_gained = self.most_gained.max(report.contact_energy);
        if report.contact_energy > 1e3 && self.first_burst.is_none() {
            let impulses = world.contacts().iter().map(|contact| world.impulse(contact).x);
            self.first_burst = Some((report.time, report.contact_energy, impulses.fold(0.0, f64::max)));
        }
        let helped = |event: &Event| matches!(event, Event::NextMethod { .. } | Event::Accepted { .. });
        self.helped += usize::from(report.events.iter().any(helped));
        if self.first_contact.is_none() && active.count() > 0 {
            let impulses = world.contacts().iter().map(|contact| world.impulse(contact));
            let (normal, tangential) = impulses.fold((0.0, 0.0), |sum, p| (sum.0 + p.x, sum.1 + p.y.hypot(p.z)));
            self.first_contact = Some(report.time);
            self.first_impulse = (normal, tangential, report.contact_energy);
        }
    }
}
