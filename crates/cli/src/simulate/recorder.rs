use super::request::Record;
use crate::failure::Failure;
use std::path::PathBuf;
use stiction_formats::{Frame, RecordedEvent, RecordingHeader, RecordingMark, RecordingWriter};
use stiction_simulation::{StepReport, World};

/// Records a run, if that was asked for.
pub struct Recorder {
    writer: Option<(PathBuf, RecordingWriter)>,
    every: usize,
}

impl Recorder {
    /// Begins a recording where the world is, or goes on with one.
    pub fn open(record: Record, world: &World, every: usize) -> Result<Self, Failure> {
        let writer = match record {
            Record::Nothing => None,
            Record::New(path) => {
                let mut writer = RecordingWriter::create(&path, &RecordingHeader::new(world, every))?;
                writer.frame(&Frame::start(world))?;
                Some((path, writer))
            }
            Record::Continued(mark) => Some((PathBuf::from(&mark.path), RecordingWriter::resume(&mark)?)),
        };
        Ok(Self { writer, every })
    }

    /// The events of a step, and the step itself if its turn has come.
    pub fn step(&mut self, world: &World, report: &StepReport) -> Result<(), Failure> {
        let Some((_, writer)) = &mut self.writer else { return Ok(()) };
        for event in &report.events {
            writer.event(&RecordedEvent::new(report.step, report.time, event).to_json())?;
        }
        if report.step.is_multiple_of(self.every) {
            writer.frame(&Frame::of_step(world, report))?;
        }
        Ok(())
    }

    /// The last step, whether or not its turn has come.
    pub fn last(&mut self, world: &World, report: &StepReport) -> Result<(), Failure> {
        match &mut self.writer {
            Some((_, writer)) if !report.step.is_multiple_of(self.every) => {
                Ok(writer.frame(&Frame::of_step(world, report))?)
            }
            _ => Ok(()),
        }
    }

    /// How far it is, on the disk.
    pub fn mark(&mut self) -> Result<Option<RecordingMark>, Failure> {
        let Some((path, writer)) = &mut self.writer else { return Ok(None) };
        let mark = writer.mark()?;
        // In full: whoever goes on may be in another folder.
        let full = std::path::absolute(path).map_or(mark.path.clone(), |full| full.display().to_string());
        Ok(Some(RecordingMark { path: full, ..mark }))
    }

    /// The file.
    pub fn path(&self) -> Option<PathBuf> {
        self.writer.as_ref().map(|(path, _)| path.clone())
    }

    /// Ends it with the run's answer.
    pub fn finish(self, answer: &str) -> Result<(), Failure> {
        match self.writer {
            Some((_, writer)) => Ok(writer.finish(answer)?),
            None => Ok(()),
        }
    }
}
