use crate::canvas::{Anchor, Canvas};
use crate::mark::{Mark, Shape};
use crate::palette::INK;
use crate::panel::draw_symbol;

/// Where a legend stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere.
    Hidden,
    /// Inside, in a corner.
    UpperLeft,
    /// Inside, in a corner.
    UpperRight,
    /// Inside, in a corner.
    LowerLeft,
    /// Inside, in a corner.
    LowerRight,
    /// Outside, to the right.
    Right,
}

pub(crate) const SIZE: f64 = 12.5;
const LINE: f64 = 19.0;
const SAMPLE: f64 = 30.0;

/// How much room names take, px.
pub(crate) fn width(marks: &[Mark]) -> f64 {
    let longest = marks.iter().filter_map(|mark| mark.name.as_ref()).map(|name| name.chars().count()).max();
    longest.map_or(0.0, |letters| SAMPLE + 14.0 + 0.58 * SIZE * letters as f64)
}

/// Draws the names of marks in a field.
pub(crate) fn draw(canvas: &mut Canvas, marks: &[Mark], place: Place, low: (f64, f64), high: (f64, f64)) {
    let named: Vec<_> = marks.iter().filter_map(|mark| mark.name.as_ref().map(|name| (mark, name))).collect();
    if named.is_empty() || place == Place::Hidden {
        return;
    }
    let (left, top) = low;
    let (right, bottom) = high;
    let (wide, tall) = (width(marks), LINE * named.len() as f64 + 8.0);
    let x = match place {
        Place::UpperLeft | Place::LowerLeft => left + 8.0,
        Place::Right => right + 12.0,
        _ => right - 8.0 - wide,
    };
    let y = match place {
        Place::LowerLeft | Place::LowerRight => bottom - 8.0 - tall,
        _ => top + 8.0,
    };
    if place != Place::Right {
        canvas.facet(&[(x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)], "#ffffff", "#c4c7cc", 0.88);
    }
    for (row, (mark, name)) in named.into_iter().enumerate() {
        let middle = y + 4.0 + LINE * (row as f64 + 0.5);
        let (from, to) = (x + 6.0, x + SAMPLE);
        match &mark.shape {
            Shape::Line(_, stroke) => canvas.line(&[(from, middle), (to, middle)], *stroke),
            Shape::Arrow(_, _, stroke) => canvas.arrow((from, middle), (to, middle), *stroke),
            Shape::Points(_, symbol, colour, size) => {
                draw_symbol(canvas, ((from + to) / 2.0, middle), *symbol, colour, size.clamp(3.0, 5.0));
            }
            Shape::Area(_, colour, opacity) => {
                let (above, below) = (middle - 6.0, middle + 6.0);
                canvas.facet(&[(from, above), (to, above), (to, below), (from, below)], colour, "#80868b", *opacity);
            }
            Shape::Cells(_) | Shape::Words(..) => {}
        }
        canvas.text((x + SAMPLE + 7.0, middle + 4.5), SIZE, INK, Anchor::Start, name);
    }
}
