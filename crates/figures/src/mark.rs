use crate::{Anchor, Stroke};

/// A sign that stands for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A filled circle.
    Disc,
    /// An open circle.
    Ring,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// Two crossed strokes.
    Cross,
}

/// A rectangle between two corners, and its colour.
pub type Cell = ((f64, f64), (f64, f64), String);

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points; where a coordinate is no finite number, it is interrupted.
    Line(Vec<(f64, f64)>, Stroke),
    /// Single points.
    Points(Vec<(f64, f64)>, Symbol, &'static str, f64),
    /// A filled area, with its opacity.
    Area(Vec<(f64, f64)>, String, f64),
    /// Rectangles between two corners, each with its colour.
    Cells(Vec<Cell>),
    /// An arrow.
    Arrow((f64, f64), (f64, f64), Stroke),
    /// Words at a point.
    Words((f64, f64), String, Anchor, &'static str),
}

/// Something in a panel, in the units of its axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What is drawn.
    pub shape: Shape,
    /// What the legend calls it.
    pub name: Option<String>,
}

impl Mark {
    /// A line through points.
    pub fn line(points: Vec<(f64, f64)>, stroke: Stroke) -> Self {
        Shape::Line(points, stroke).into()
    }

    /// Single points of a usual size.
    pub fn points(points: Vec<(f64, f64)>, symbol: Symbol, colour: &'static str) -> Self {
        Shape::Points(points, symbol, colour, 4.5).into()
    }

    /// Single points of a size in pixels.
    pub fn points_of(points: Vec<(f64, f64)>, symbol: Symbol, colour: &'static str, size: f64) -> Self {
        Shape::Points(points, symbol, colour, size).into()
    }

    /// A filled area.
    pub fn area(corners: Vec<(f64, f64)>, colour: impl Into<String>, opacity: f64) -> Self {
        Shape::Area(corners, colour.into(), opacity).into()
    }

    /// An arrow.
    pub fn arrow(from: (f64, f64), to: (f64, f64), stroke: Stroke) -> Self {
        Shape::Arrow(from, to, stroke).into()
    }

    /// Words at a point.
    pub fn words(at: (f64, f64), text: impl Into<String>, anchor: Anchor, colour: &'static str) -> Self {
        Shape::Words(at, text.into(), anchor, colour).into()
    }

    /// The same with a name for the legend.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl From<Shape> for Mark {
    fn from(shape: Shape) -> Self {
        Self { shape, name: None }
    }
}
