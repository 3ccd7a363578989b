use super::{Placing, coordinate_names, npy, zip};
use crate::save::write_whole;
use crate::{FormatError, RecordingFile};
use std::path::Path;
use stiction_simulation::ContactMode;

/// Numbers of one kind, as they come.
#[derive(Default)]
struct Column(Vec<u8>);

impl Column {
    fn doubles(&mut self, values: &[f64]) {
        values.iter().for_each(|value| self.0.extend_from_slice(&value.to_le_bytes()));
    }

    fn singles(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.0.extend_from_slice(&value.to_le_bytes()));
    }
}

/// Writes a recording as arrays for NumPy.
pub fn export_npz(recording: &RecordingFile, path: &Path) -> Result<(), FormatError> {
    let header = &recording.header;
    let mut placing = Placing::new(recording)?;
    let [mut step, mut time, mut q, mut v, mut energy, mut contact_energy, mut residual] =
        std::array::from_fn(|_| Column::default());
    let [mut outcome, mut method, mut iterations, mut positions, mut orientations] =
        std::array::from_fn(|_| Column::default());
    let [
        mut of_frame,
        mut source,
        mut mode,
        mut position,
        mut normal,
        mut gap,
        mut impulse,
        mut velocity,
        mut friction,
    ] = std::array::from_fn(|_| Column::default());
    let (frames, mut contacts) = (recording.count(), 0);
    for place in 0..frames {
        let frame = recording.frame(place)?;
        step.0.extend_from_slice(&frame.step.to_le_bytes());
        time.doubles(&[frame.time]);
        q.doubles(&frame.configuration);
        v.doubles(&frame.velocity);
        energy.doubles(&frame.energy);
        contact_energy.doubles(&[frame.contact_energy]);
        residual.doubles(&[frame.residual]);
        outcome.0.push(frame.outcome);
        method.0.push(frame.method);
        iterations.0.extend_from_slice(&frame.iterations.to_le_bytes());
        for placed in placing.bodies(&frame) {
            positions.doubles(&placed.position);
            orientations.doubles(&placed.orientation);
        }
        contacts += frame.contacts.len();
        for contact in &frame.contacts {
            of_frame.0.extend_from_slice(&(place as u64).to_le_bytes());
            contact.source.iter().for_each(|part| source.0.extend_from_slice(&part.to_le_bytes()));
            mode.0.push(contact.mode as u8);
            position.singles(&contact.position);
            normal.singles(&contact.normal);
            gap.singles(&[contact.gap]);
            impulse.doubles(&contact.impulse);
            velocity.singles(&contact.velocity);
            friction.singles(&[contact.friction]);
        }
    }
    let bodies = header.bodies.len();
    let numbers = |name: &str, kind: &str, shape: &[usize], column: Column| {
        (format!("{name}.npy"), npy::array(kind, shape, &column.0))
    };
    let words = |name: &str, list: Vec<&str>| (format!("{name}.npy"), npy::words(list));
    let [q_names, v_names] = coordinate_names(header);
    let text = |list: &'_ [String]| npy::words(list.iter().map(String::as_str));
    let entries = [
        numbers("step", "<u8", &[frames], step),
        numbers("time", "<f8", &[frames], time),
        numbers("configuration", "<f8", &[frames, header.configuration_size], q),
        numbers("velocity", "<f8", &[frames, header.velocity_size], v),
        numbers("energy", "<f8", &[frames, 3], energy),
        numbers("contact_energy", "<f8", &[frames], contact_energy),
        numbers("residual", "<f8", &[frames], residual),
        numbers("outcome", "|u1", &[frames], outcome),
        numbers("method", "|u1", &[frames], method),
        numbers("iterations", "<u4", &[frames], iterations),
        numbers("body_position", "<f8", &[frames, bodies, 3], positions),
        numbers("body_orientation", "<f8", &[frames, bodies, 4], orientations),
        numbers("contact_frame", "<u8", &[contacts], of_frame),
        numbers("contact_source", "<u4", &[contacts, 3], source),
        numbers("contact_mode", "|u1", &[contacts], mode),
        numbers("contact_position", "<f4", &[contacts, 3], position),
        numbers("contact_normal", "<f4", &[contacts, 3], normal),
        numbers("contact_gap", "<f4", &[contacts], gap),
        numbers("contact_impulse", "<f8", &[contacts, 3], impulse),
        numbers("contact_velocity", "<f4", &[contacts, 3], velocity),
        numbers("contact_friction", "<f4", &[contacts], friction),
        words("body_names", header.bodies.iter().map(|body| body.name.as_str()).collect()),
        words("mode_names", ContactMode::ALL.iter().map(|mode| mode.name()).collect()),
        ("configuration_names.npy".to_owned(), text(&q_names)),
        ("velocity_names.npy".to_owned(), text(&v_names)),
        ("outcome_names.npy".to_owned(), text(&header.outcomes)),
        ("method_names.npy".to_owned(), text(&header.methods)),
        ("events.npy".to_owned(), text(&recording.events)),
    ];
    let Some(bytes) = zip::archive(&entries) else {
        let message = "expected at most 4 GiB of arrays; record fewer steps (--every)";
        return Err(FormatError::whole_file(&path.display().to_string(), message));
    };
    write_whole(path, &bytes)
}
