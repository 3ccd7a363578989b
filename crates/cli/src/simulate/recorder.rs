use super::request::Record;
use crate::failure::Failure;
use std::path::PathBuf;
use stiction_formats::{
    Frame, RecordedEvent, RecordingHeader, RecordingMark, RecordingWriter, ThinnedRecording, write_text,
};
use stiction_simulation::{StepReport, World};

/// Records a run, if that was asked for: into a file, and for a page.
pub struct Recorder {
    writer: Option<(PathBuf, RecordingWriter)>,
    page: Option<(PathBuf, ThinnedRecording)>,
    every: usize,
}

impl Recorder {
    /// Begins a recording where the world is, or goes on with one.
    pub fn open(
        record: Record,
        html: Option<PathBuf>,
        header: &RecordingHeader,
        world: &World,
    ) -> Result<Self, Failure> {
        let writer = match record {
            Record::Nothing => None,
            Record::New(path) => {
                let mut writer = RecordingWriter::create(&path, header)?;
                writer.frame(&Frame::start(world))?;
                Some((path, writer))
            }
            Record::Continued(mark) => Some((PathBuf::from(&mark.path), RecordingWriter::resume(&mark)?)),
        };
        let page = html.map(|path| {
            let mut page = ThinnedRecording::new(header.clone(), stiction_viewer::MOST_ON_A_PAGE);
            page.frame(Frame::start(world));
            (path, page)
        });
        Ok(Self { writer, page, every: header.every })
    }

    /// The events of a step, and the step itself if its turn has come.
    pub fn step(&mut self, world: &World, report: &StepReport) -> Result<(), Failure> {
        if self.writer.is_none() && self.page.is_none() {
            return Ok(());
        }
        for event in &report.events {
            let json = RecordedEvent::new(report.step, report.time, event).to_json();
            if let Some((_, writer)) = &mut self.writer {
                writer.event(&json)?;
            }
            if let Some((_, page)) = &mut self.page {
                page.event(json);
            }
        }
        if report.step.is_multiple_of(self.every) {
            self.frame(Frame::of_step(world, report))?;
        }
        Ok(())
    }

    /// The last step, whether or not its turn has come.
    pub fn last(&mut self, world: &World, report: &StepReport) -> Result<(), Failure> {
        if report.step.is_multiple_of(self.every) {
            return Ok(());
        }
        self.frame(Frame::of_step(world, report))
    }

    fn frame(&mut self, frame: Frame) -> Result<(), Failure> {
        if let Some((_, writer)) = &mut self.writer {
            writer.frame(&frame)?;
        }
        if let Some((_, page)) = &mut self.page {
            page.frame(frame);
        }
        Ok(())
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

    /// The page.
    pub fn page_path(&self) -> Option<PathBuf> {
        self.page.as_ref().map(|(path, _)| path.clone())
    }

    /// Ends it with the run's answer.
    pub fn finish(self, answer: &str) -> Result<(), Failure> {
        if let Some((_, writer)) = self.writer {
            writer.finish(answer)?;
        }
        if let Some((path, page)) = self.page {
            let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
            write_text(&path, &stiction_viewer::page(&[(name, page.finish(Some(answer)))]))?;
        }
        Ok(())
    }
}
