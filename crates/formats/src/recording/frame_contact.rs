use super::numbers::Numbers;
use stiction_simulation::{ContactMode, StepContact, World};

/// One contact of a recorded step. Its impulse has every digit; what is derived has seven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameContact {
    /// First collider, second collider, feature.
    pub source: [u32; 3],
    /// What it did.
    pub mode: ContactMode,
    /// m.
    pub position: [f32; 3],
    /// From the first collider to the second.
    pub normal: [f32; 3],
    /// m.
    pub gap: f32,
    /// On the second collider's body, world axes, N·s.
    pub impulse: [f64; 3],
    /// Of the second body against the first at the end of the step, world axes, m/s.
    pub velocity: [f32; 3],
    /// Coulomb's coefficient.
    pub friction: f32,
}

impl FrameContact {
    /// In a file.
    pub(super) const BYTES: usize = 81;

    pub(super) fn new(world: &World, contact: &StepContact, mode: ContactMode) -> Self {
        let [n, s, t] = contact.frame;
        let impulse = world.impulse(contact);
        let velocity = world.contact_velocity(contact);
        let single = |v: [f64; 3]| v.map(|value| value as f32);
        Self {
            source: [contact.point.first as u32, contact.point.second as u32, contact.point.feature],
            mode,
            position: single(contact.point.position.to_array()),
            normal: single(n.to_array()),
            gap: contact.point.gap as f32,
            impulse: (n * impulse.x + s * impulse.y + t * impulse.z).to_array(),
            velocity: single((n * velocity.x + s * velocity.y + t * velocity.z).to_array()),
            friction: contact.friction as f32,
        }
    }

    /// Along its normal, N·s.
    pub fn normal_impulse(&self) -> f64 {
        self.impulse.iter().zip(self.normal).map(|(p, n)| p * f64::from(n)).sum()
    }

    pub(super) fn to_bytes(self, bytes: &mut Vec<u8>) {
        self.source.iter().for_each(|part| bytes.extend_from_slice(&part.to_le_bytes()));
        bytes.push(self.mode as u8);
        let singles = self.position.iter().chain(&self.normal).chain([&self.gap]);
        singles.for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        self.impulse.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        self.velocity.iter().chain([&self.friction]).for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    }

    pub(super) fn from_bytes(from: &mut Numbers) -> Option<Self> {
        Some(Self {
            source: [from.whole()?, from.whole()?, from.whole()?],
            mode: *ContactMode::ALL.get(usize::from(from.byte()?))?,
            position: from.singles()?,
            normal: from.singles()?,
            gap: from.single()?,
            impulse: from.doubles()?,
            velocity: from.singles()?,
            friction: from.single()?,
        })
    }
}
