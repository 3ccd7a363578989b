use super::{Placing, coordinate_names};
use crate::{FormatError, Frame, RecordingFile};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A table that is written line by line.
struct Table {
    path: PathBuf,
    file: BufWriter<File>,
    line: String,
}

impl Table {
    fn create(folder: &Path, name: &str, columns: &str) -> Result<Self, FormatError> {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|error| failed(&path, &error))?;
        let mut table = Self { path, file: BufWriter::new(file), line: String::new() };
        table.line.push_str(columns);
        table.end()?;
        Ok(table)
    }

    fn number(&mut self, value: f64) {
        self.comma();
        // The shortest digits that give the same bits again.
        let _ = write!(self.line, "{value:?}");
    }

    fn single(&mut self, value: f32) {
        self.comma();
        let _ = write!(self.line, "{value:?}");
    }

    fn whole(&mut self, value: u64) {
        self.comma();
        let _ = write!(self.line, "{value}");
    }

    fn text(&mut self, value: &str) {
        self.comma();
        self.line.push_str(&quoted(value));
    }

    fn comma(&mut self) {
        if !self.line.is_empty() {
            self.line.push(',');
        }
    }

    fn end(&mut self) -> Result<(), FormatError> {
        self.line.push('\n');
        self.file.write_all(self.line.as_bytes()).map_err(|error| failed(&self.path, &error))?;
        self.line.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<PathBuf, FormatError> {
        self.file.flush().map_err(|error| failed(&self.path, &error))?;
        Ok(self.path)
    }
}

fn failed(path: &Path, error: &std::io::Error) -> FormatError {
    FormatError::whole_file(&path.display().to_string(), format!("cannot be written: {error}"))
}

/// As CSV has it: in quotes where it must.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// Writes a recording as tables into a folder: `steps.csv`, `states.csv`, `bodies.csv`, `contacts.csv`, `events.csv`.
pub fn export_csv(recording: &RecordingFile, folder: &Path) -> Result<Vec<PathBuf>, FormatError> {
    crate::make_folder(folder)?;
    let header = &recording.header;
    let mut steps = Table::create(
        folder,
        "steps.csv",
        "step,time,kinetic,gravitational,springs,contact_energy,residual,outcome,method,iterations,contacts",
    )?;
    let [q, v] = coordinate_names(header);
    let columns = q.iter().map(|name| format!("q {name}")).chain(v.iter().map(|name| format!("v {name}")));
    let columns: Vec<_> = columns.map(|name| quoted(&name)).collect();
    let mut states = Table::create(folder, "states.csv", &format!("step,time,{}", columns.join(",")))?;
    let mut bodies = Table::create(folder, "bodies.csv", "step,time,body,x,y,z,qw,qx,qy,qz")?;
    let mut contacts = Table::create(
        folder,
        "contacts.csv",
        "step,time,first,second,feature,mode,x,y,z,nx,ny,nz,gap,px,py,pz,ux,uy,uz,friction",
    )?;
    let mut placing = Placing::new(recording)?;
    for place in 0..recording.count() {
        let frame = recording.frame(place)?;
        add_step(&mut steps, &frame, recording)?;
        states.whole(frame.step);
        states.number(frame.time);
        frame.configuration.iter().chain(&frame.velocity).for_each(|value| states.number(*value));
        states.end()?;
        for (body, placed) in header.bodies.iter().zip(placing.bodies(&frame)).skip(1) {
            bodies.whole(frame.step);
            bodies.number(frame.time);
            bodies.text(&body.name);
            placed.position.iter().chain(&placed.orientation).for_each(|value| bodies.number(*value));
            bodies.end()?;
        }
        add_contacts(&mut contacts, &frame, recording)?;
    }
    let mut events = Table::create(folder, "events.csv", "step,time,kind,detail")?;
    for event in &recording.events {
        let event: serde_json::Value = serde_json::from_str(event).unwrap_or_default();
        events.whole(event["step"].as_u64().unwrap_or(0));
        events.number(event["time_s"].as_f64().unwrap_or(f64::NAN));
        events.text(event["kind"].as_str().unwrap_or(""));
        events.text(event["detail"].as_str().unwrap_or(""));
        events.end()?;
    }
    [steps, states, bodies, contacts, events].into_iter().map(Table::finish).collect()
}

fn add_step(table: &mut Table, frame: &Frame, recording: &RecordingFile) -> Result<(), FormatError> {
    table.whole(frame.step);
    table.number(frame.time);
    frame.energy.iter().chain([&frame.contact_energy, &frame.residual]).for_each(|value| table.number(*value));
    table.text(recording.header.outcome_name(frame.outcome));
    table.text(recording.header.method_name(frame.method));
    table.whole(u64::from(frame.iterations));
    table.whole(frame.contacts.len() as u64);
    table.end()
}

fn add_contacts(table: &mut Table, frame: &Frame, recording: &RecordingFile) -> Result<(), FormatError> {
    for contact in &frame.contacts {
        table.whole(frame.step);
        table.number(frame.time);
        let [first, second, feature] = contact.source;
        table.text(recording.header.collider_name(first));
        table.text(recording.header.collider_name(second));
        table.whole(u64::from(feature));
        table.text(contact.mode.name());
        contact.position.iter().chain(&contact.normal).chain([&contact.gap]).for_each(|value| table.single(*value));
        contact.impulse.iter().for_each(|value| table.number(*value));
        contact.velocity.iter().chain([&contact.friction]).for_each(|value| table.single(*value));
        table.end()?;
    }
    Ok(())
}
