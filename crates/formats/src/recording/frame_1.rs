//! Frames of version 1: all numbers double, no modes, no methods.

use super::numbers::Numbers;
use super::{Frame, FrameContact, OUTCOMES};
use stiction_simulation::ContactMode;

/// Impulses this near to the edge of their cone slip.
const EDGE: f64 = 1e-6;

/// None if the bytes do not make a frame of a model of these sizes.
pub(super) fn from_bytes(bytes: &[u8], configuration: usize, velocity: usize) -> Option<Frame> {
    let mut from = Numbers(bytes);
    let mut frame = Frame {
        step: from.double()? as u64,
        time: from.double()?,
        configuration: from.many(configuration)?,
        velocity: from.many(velocity)?,
        energy: from.doubles()?,
        contact_energy: from.double()?,
        residual: from.double()?,
        method: u8::MAX,
        ..Frame::default()
    };
    let solved = from.double()? != 0.0;
    frame.outcome = if solved { 0 } else { OUTCOMES.len() as u8 - 1 };
    while !from.0.is_empty() {
        let source = from.doubles()?.map(|part| part as u32);
        let [position, normal] = [from.doubles()?, from.doubles()?];
        let (gap, impulse, friction) = (from.double()?, from.doubles()?, from.double()?);
        frame.contacts.push(FrameContact {
            source,
            mode: mode(impulse, normal, friction),
            position: position.map(|value| value as f32),
            normal: normal.map(|value| value as f32),
            gap: gap as f32,
            impulse,
            // Not recorded then.
            velocity: [f32::NAN; 3],
            friction: friction as f32,
        });
    }
    Some(frame)
}

/// By the impulse alone, since the slip was not recorded.
fn mode(impulse: [f64; 3], normal: [f64; 3], friction: f64) -> ContactMode {
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let along = dot(impulse, normal);
    let across = (dot(impulse, impulse) - along * along).max(0.0).sqrt();
    match along {
        _ if along <= 0.0 => ContactMode::Open,
        _ if across < (1.0 - EDGE) * friction * along => ContactMode::Stick,
        _ => ContactMode::Slip,
    }
}
