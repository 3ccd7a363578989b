use crate::canvas::{Anchor, Canvas};
use crate::palette::INK;
use crate::panel::Panel;
use crate::png::{PngError, rasterize};
use crate::surface::Surface;

/// A part of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A pair of axes.
    Panel(Panel),
    /// A surface over a plane.
    Surface(Surface),
}

impl From<Panel> for Part {
    fn from(panel: Panel) -> Self {
        Self::Panel(panel)
    }
}

impl From<Surface> for Part {
    fn from(surface: Surface) -> Self {
        Self::Surface(surface)
    }
}

/// Panels side by side and below each other, under one title.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of its file, without an ending.
    pub name: String,
    /// Above all.
    pub title: String,
    /// Row by row.
    pub parts: Vec<Part>,
    /// How many stand in a row.
    pub columns: usize,
    /// Of one part, px.
    pub part_size: (f64, f64),
}

const TITLE: f64 = 40.0;
const MARGIN: f64 = 10.0;

impl Figure {
    /// All parts in one row of up to two.
    pub fn new(name: impl Into<String>, title: impl Into<String>, parts: Vec<Part>) -> Self {
        let columns = parts.len().clamp(1, 2);
        let part_size = if columns == 1 { (760.0, 440.0) } else { (480.0, 370.0) };
        Self { name: name.into(), title: title.into(), parts, columns, part_size }
    }

    /// The same with so many parts in a row.
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// The same with parts of another size, px.
    pub fn part_size(mut self, width: f64, height: f64) -> Self {
        self.part_size = (width, height);
        self
    }

    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        let rows = self.parts.len().div_ceil(self.columns).max(1);
        let (wide, tall) = self.part_size;
        let size = (wide * self.columns as f64 + 2.0 * MARGIN, tall * rows as f64 + TITLE + MARGIN);
        let mut canvas = Canvas::new(size.0, size.1);
        canvas.text((MARGIN + 8.0, 28.0), 18.0, INK, Anchor::Start, &self.title);
        for (place, part) in self.parts.iter().enumerate() {
            let (row, column) = (place / self.columns, place % self.columns);
            let corner = (MARGIN + wide * column as f64, TITLE + tall * row as f64);
            match part {
                Part::Panel(panel) => {
                    panel.draw(&mut canvas, &format!("{}-{place}", self.name), corner, self.part_size)
                }
                Part::Surface(surface) => surface.draw(&mut canvas, corner, self.part_size),
            }
        }
        canvas.finish()
    }

    /// The same drawing as PNG, two pixels for one.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        rasterize(&self.svg(), 2.0)
    }
}
