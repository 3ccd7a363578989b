use super::numbers::Numbers;
use super::record::FRAMING;
use super::{FrameContact, OUTCOMES};
use stiction_contact::Method;
use stiction_simulation::{StepReport, World};

/// One recorded step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Frame {
    /// Its number; zero is the start.
    pub step: u64,
    /// s.
    pub time: f64,
    /// In the model's layout.
    pub configuration: Vec<f64>,
    /// In the model's layout.
    pub velocity: Vec<f64>,
    /// Kinetic, gravitational, in springs, J.
    pub energy: [f64; 3],
    /// What contact impulses did to the energy in this step, J.
    pub contact_energy: f64,
    /// The relative natural residual.
    pub residual: f64,
    /// How the step's contact problem ended: its place among the header's outcomes.
    pub outcome: u8,
    /// The method that gave the answer: its place among the header's methods.
    pub method: u8,
    /// Iterations that the step took.
    pub iterations: u32,
    /// The contacts that were within reach.
    pub contacts: Vec<FrameContact>,
}

impl Frame {
    /// The start of a world, before any step.
    pub fn start(world: &World) -> Self {
        let energy = world.energy();
        Self {
            step: world.steps() as u64,
            time: world.state().time,
            configuration: world.state().configuration.clone(),
            velocity: world.state().velocity.clone(),
            energy: [energy.kinetic, energy.gravitational, energy.springs],
            method: place(&Method::ALL, |method| *method == world.scene().settings.method),
            ..Self::default()
        }
    }

    /// The step that a world has just taken.
    pub fn of_step(world: &World, report: &StepReport) -> Self {
        let contacts = world.contacts().iter().zip(world.contact_modes());
        Self {
            contact_energy: report.contact_energy,
            residual: report.residual.relative,
            outcome: place(&OUTCOMES, |name| *name == report.outcome_name()),
            method: place(&Method::ALL, |method| *method == report.answered_by),
            iterations: u32::try_from(report.effort.iterations).unwrap_or(u32::MAX),
            contacts: contacts.map(|(contact, mode)| FrameContact::new(world, contact, mode)).collect(),
            ..Self::start(world)
        }
    }

    /// Whether the step's contact problem was solved, or with a pyramid of friction the problem that it makes of it.
    pub fn is_solved(&self) -> bool {
        self.outcome < 2
    }

    /// In a file, bytes.
    pub(super) fn size(&self) -> usize {
        8 * (self.configuration.len() + self.velocity.len() + 7)
            + 6
            + FrameContact::BYTES * self.contacts.len()
            + FRAMING
    }

    pub(super) fn to_bytes(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.step.to_le_bytes());
        let mut put = |values: &[f64]| values.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        put(&[self.time]);
        put(&self.configuration);
        put(&self.velocity);
        put(&self.energy);
        put(&[self.contact_energy, self.residual]);
        bytes.extend_from_slice(&[self.outcome, self.method]);
        bytes.extend_from_slice(&self.iterations.to_le_bytes());
        self.contacts.iter().for_each(|contact| contact.to_bytes(bytes));
    }

    /// None if the bytes do not make a frame of a model of these sizes.
    pub(super) fn from_bytes(bytes: &[u8], configuration: usize, velocity: usize) -> Option<Self> {
        let mut from = Numbers(bytes);
        let mut frame = Self {
            step: from.long()?,
            time: from.double()?,
            configuration: from.many(configuration)?,
            velocity: from.many(velocity)?,
            energy: from.doubles()?,
            contact_energy: from.double()?,
            residual: from.double()?,
            outcome: from.byte()?,
            method: from.byte()?,
            iterations: from.whole()?,
            contacts: Vec::with_capacity(from.0.len() / FrameContact::BYTES),
        };
        while !from.0.is_empty() {
            frame.contacts.push(FrameContact::from_bytes(&mut from)?);
        }
        Some(frame)
    }
}

/// Where something stands in a table; tables are short.
fn place<T>(table: &[T], is: impl Fn(&T) -> bool) -> u8 {
    table.iter().position(is).and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX)
}
