use crate::axis::Axis;
use crate::canvas::{Anchor, Canvas};
use crate::legend::{self, Place};
use crate::mark::{Mark, Shape, Symbol};
use crate::palette::{FRAME, GRID, INK};
use crate::{Scale, Stroke};

/// One pair of axes and what is drawn between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Along the bottom.
    pub x: Axis,
    /// Along the left.
    pub y: Axis,
    /// In the order in which they are drawn.
    pub marks: Vec<Mark>,
    /// Where names stand.
    pub legend: Place,
}

/// Room around the field, px; to the left more where labels are long.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 54.0;
const TICK_SIZE: f64 = 12.5;
const LABEL_SIZE: f64 = 13.5;
const TITLE_SIZE: f64 = 14.5;

impl Panel {
    /// An empty field.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self { title: String::new(), x, y, marks: Vec::new(), legend: Place::UpperRight }
    }

    /// The same with a title.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same with the legend in another place.
    pub fn legend(mut self, place: Place) -> Self {
        self.legend = place;
        self
    }

    /// The same with something more.
    pub fn with(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// The same with several things more.
    pub fn with_all(mut self, marks: impl IntoIterator<Item = Mark>) -> Self {
        self.marks.extend(marks);
        self
    }

    /// Draws it in a rectangle; `name` is its own in the whole page.
    pub(crate) fn draw(&self, canvas: &mut Canvas, name: &str, corner: (f64, f64), size: (f64, f64)) {
        let outside = if self.legend == Place::Right { legend::width(&self.marks) + 14.0 } else { 0.0 };
        let longest = self.y.labels().iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let left = LEFT.max(0.6 * TICK_SIZE * longest as f64 + if self.y.label.is_empty() { 14.0 } else { 36.0 });
        let low = (corner.0 + left, corner.1 + TOP);
        let high = (corner.0 + size.0 - RIGHT - outside, corner.1 + size.1 - BOTTOM);
        let place = |(x, y): (f64, f64)| {
            // Far beyond the edges one pixel is as good as another, and keeps the file short.
            let (a, b) = (self.x.share(x).clamp(-20.0, 20.0), self.y.share(y).clamp(-20.0, 20.0));
            (low.0 + a * (high.0 - low.0), high.1 - b * (high.1 - low.1))
        };
        self.grid(canvas, low, high);
        canvas.clip(name, low, high);
        for mark in &self.marks {
            draw_shape(canvas, &mark.shape, &place);
        }
        canvas.unclip();
        canvas.line(&[low, (high.0, low.1), high, (low.0, high.1), low], FRAME);
        canvas.text((low.0, corner.1 + TOP - 11.0), TITLE_SIZE, INK, Anchor::Start, &self.title);
        canvas.text(((low.0 + high.0) / 2.0, high.1 + 42.0), LABEL_SIZE, INK, Anchor::Middle, &self.x.label);
        canvas.upright_text((corner.0 + 17.0, (low.1 + high.1) / 2.0), LABEL_SIZE, INK, Anchor::Middle, &self.y.label);
        legend::draw(canvas, &self.marks, self.legend, low, high);
    }

    fn grid(&self, canvas: &mut Canvas, low: (f64, f64), high: (f64, f64)) {
        let inside = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
        for (value, label) in self.x.labels() {
            let share = self.x.share(value);
            if inside(share) {
                let x = low.0 + share * (high.0 - low.0);
                canvas.line(&[(x, low.1), (x, high.1)], GRID);
                canvas.line(&[(x, high.1), (x, high.1 + 5.0)], FRAME);
                canvas.text((x, high.1 + 20.0), TICK_SIZE, INK, Anchor::Middle, &label);
            }
        }
        for (value, label) in self.y.labels() {
            let share = self.y.share(value);
            if inside(share) {
                let y = high.1 - share * (high.1 - low.1);
                canvas.line(&[(low.0, y), (high.0, y)], GRID);
                canvas.line(&[(low.0 - 5.0, y), (low.0, y)], FRAME);
                canvas.text((low.0 - 8.0, y + 4.5), TICK_SIZE, INK, Anchor::End, &label);
            }
        }
        // Zero is worth a darker line, where places are numbers.
        let is_plain = |axis: &Axis| axis.scale == Scale::Linear && axis.ticks.is_none();
        if is_plain(&self.x) && self.x.range.0 < 0.0 && self.x.range.1 > 0.0 {
            let x = low.0 + self.x.share(0.0) * (high.0 - low.0);
            canvas.line(&[(x, low.1), (x, high.1)], Stroke { colour: "#b4b8bd", ..GRID });
        }
        if is_plain(&self.y) && self.y.range.0 < 0.0 && self.y.range.1 > 0.0 {
            let y = high.1 - self.y.share(0.0) * (high.1 - low.1);
            canvas.line(&[(low.0, y), (high.0, y)], Stroke { colour: "#b4b8bd", ..GRID });
        }
    }
}

fn draw_shape(canvas: &mut Canvas, shape: &Shape, place: &dyn Fn((f64, f64)) -> (f64, f64)) {
    match shape {
        Shape::Line(points, stroke) => {
            let finite = |point: &(f64, f64)| point.0.is_finite() && point.1.is_finite();
            for part in points.split(|point| !finite(point)).filter(|part| !part.is_empty()) {
                let part: Vec<_> = part.iter().map(|point| place(*point)).collect();
                canvas.line(&part, *stroke);
            }
        }
        Shape::Points(points, symbol, colour, size) => {
            for point in points {
                draw_symbol(canvas, place(*point), *symbol, colour, *size);
            }
        }
        Shape::Area(corners, colour, opacity) => {
            let corners: Vec<_> = corners.iter().map(|corner| place(*corner)).collect();
            canvas.area(&corners, colour, *opacity);
        }
        Shape::Cells(cells) => {
            for (from, to, colour) in cells {
                let ((left, top), (right, bottom)) = (place(*from), place(*to));
                canvas.area(&[(left, top), (right, top), (right, bottom), (left, bottom)], colour, 1.0);
            }
        }
        Shape::Arrow(from, to, stroke) => canvas.arrow(place(*from), place(*to), *stroke),
        Shape::Words(at, text, anchor, colour) => canvas.text(place(*at), TICK_SIZE, colour, *anchor, text),
    }
}

pub(crate) fn draw_symbol(canvas: &mut Canvas, (x, y): (f64, f64), symbol: Symbol, colour: &'static str, size: f64) {
    let stroke = Stroke { colour, width: 1.8, dashes: "" };
    match symbol {
        Symbol::Disc => canvas.circle((x, y), size, Some(colour), colour),
        Symbol::Ring => canvas.circle((x, y), size, None, colour),
        Symbol::Square => {
            canvas.area(
                &[(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)],
                colour,
                1.0,
            );
        }
        Symbol::Triangle => {
            canvas.area(
                &[(x, y - 1.2 * size), (x + 1.1 * size, y + 0.8 * size), (x - 1.1 * size, y + 0.8 * size)],
                colour,
                1.0,
            );
        }
        Symbol::Cross => {
            canvas.line(&[(x - size, y - size), (x + size, y + size)], stroke);
            canvas.line(&[(x - size, y + size), (x + size, y - size)], stroke);
        }
    }
}
