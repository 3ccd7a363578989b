use stiction_simulation::{StepContact, StepReport, World};

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
    /// Whether the step's contact problem was solved.
    pub solved: bool,
    /// The contacts that were within reach.
    pub contacts: Vec<FrameContact>,
}

/// One contact of a recorded step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameContact {
    /// First shape, second shape, feature.
    pub source: [u32; 3],
    /// m.
    pub position: [f64; 3],
    /// From the first shape to the second.
    pub normal: [f64; 3],
    /// m.
    pub gap: f64,
    /// On the second shape's body, world axes, N·s.
    pub impulse: [f64; 3],
    /// Coulomb's coefficient.
    pub friction: f64,
}

impl FrameContact {
    /// A contact of the step that a world has just taken.
    pub fn of(world: &World, contact: &StepContact) -> Self {
        let impulse = world.impulse(contact);
        let [n, s, t] = contact.frame;
        Self {
            source: [contact.point.first as u32, contact.point.second as u32, contact.point.feature],
            position: contact.point.position.to_array(),
            normal: n.to_array(),
            gap: contact.point.gap,
            impulse: (n * impulse.x + s * impulse.y + t * impulse.z).to_array(),
            friction: contact.friction,
        }
    }
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
            solved: true,
            ..Self::default()
        }
    }

    /// The step that a world has just taken.
    pub fn of_step(world: &World, report: &StepReport) -> Self {
        let contacts = world.contacts().iter().map(|contact| FrameContact::of(world, contact));
        Self {
            contact_energy: report.contact_energy,
            residual: report.residual.relative,
            solved: matches!(report.outcome.name(), "solved" | "model-solved"),
            contacts: contacts.collect(),
            ..Self::start(world)
        }
    }

    pub(super) fn to_bytes(&self, bytes: &mut Vec<u8>) {
        let mut put = |values: &[f64]| values.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        put(&[self.step as f64, self.time]);
        put(&self.configuration);
        put(&self.velocity);
        put(&self.energy);
        put(&[self.contact_energy, self.residual, f64::from(u8::from(self.solved))]);
        for contact in &self.contacts {
            put(&contact.source.map(f64::from));
            put(&contact.position);
            put(&contact.normal);
            put(&[contact.gap]);
            put(&contact.impulse);
            put(&[contact.friction]);
        }
    }

    /// None if the numbers do not make a frame of a model of these sizes.
    pub(super) fn from_bytes(bytes: &[u8], configuration: usize, velocity: usize) -> Option<Self> {
        const CONTACT: usize = 14;
        if !bytes.len().is_multiple_of(8) {
            return None;
        }
        let mut numbers = bytes.chunks_exact(8).map(|part| f64::from_le_bytes(part.try_into().unwrap_or_default()));
        let count = (bytes.len() / 8).checked_sub(8 + configuration + velocity)?;
        if count % CONTACT != 0 {
            return None;
        }
        let mut next = || numbers.next();
        let (step, time) = (next()? as u64, next()?);
        let configuration = (0..configuration).map(|_| next()).collect::<Option<Vec<f64>>>()?;
        let velocity = (0..velocity).map(|_| next()).collect::<Option<Vec<f64>>>()?;
        let energy = [next()?, next()?, next()?];
        let (contact_energy, residual, solved) = (next()?, next()?, next()? != 0.0);
        let mut contacts = Vec::with_capacity(count / CONTACT);
        for _ in 0..count / CONTACT {
            contacts.push(FrameContact {
                source: [next()? as u32, next()? as u32, next()? as u32],
                position: [next()?, next()?, next()?],
                normal: [next()?, next()?, next()?],
                gap: next()?,
                impulse: [next()?, next()?, next()?],
                friction: next()?,
            });
        }
        Some(Self { step, time, configuration, velocity, energy, contact_energy, residual, solved, contacts })
    }
}
