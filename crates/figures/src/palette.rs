use crate::Stroke;

/// Text and axes.
pub const INK: &str = "#222222";
/// Remarks.
pub const FAINT: &str = "#5f6368";
/// Lines behind the data.
pub const GRID: Stroke = Stroke { colour: "#e3e5e8", width: 1.0, dashes: "" };
/// Around the data.
pub const FRAME: Stroke = Stroke { colour: "#80868b", width: 1.0, dashes: "" };

/// Colours that also the colour-blind tell apart (Okabe and Ito, without their yellow). With seven of these and five
/// patterns, thirty-five lines differ.
pub const COLOURS: [&str; 7] = ["#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/// Patterns of lines.
pub const DASHES: [&str; 5] = ["", "9 4", "2.5 3.5", "12 4 2.5 4", "5 2.5"];

/// The stroke of the line in this place: both colour and pattern change from one to the next.
pub fn stroke(place: usize) -> Stroke {
    Stroke { colour: COLOURS[place % COLOURS.len()], width: 2.2, dashes: DASHES[place % DASHES.len()] }
}

/// A solid line in the colour of this place.
pub fn line(place: usize) -> Stroke {
    Stroke { colour: COLOURS[place % COLOURS.len()], width: 2.0, dashes: "" }
}

/// A broken line in the colour of this place.
pub fn dashed(place: usize) -> Stroke {
    Stroke { dashes: "7 4", ..line(place) }
}

/// A thin solid line in the colour of this place.
pub fn thin(place: usize) -> Stroke {
    Stroke { width: 1.1, ..line(place) }
}

/// From dark blue over grey to yellow, as brightness grows: the corners of Cividis (Nuñez, Anderton and Renslow 2018).
const SEQUENCE: [[f64; 3]; 5] =
    [[0.0, 34.0, 78.0], [65.0, 77.0, 107.0], [124.0, 123.0, 120.0], [188.0, 175.0, 111.0], [254.0, 232.0, 56.0]];

/// The colour of a share from 0 to 1 in a map.
pub fn sequential(share: f64) -> String {
    let last = SEQUENCE.len() - 1;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place.floor() as usize).min(last - 1);
    let part = place - below as f64;
    let [red, green, blue] = [0, 1, 2].map(|k| {
        let value = SEQUENCE[below][k] * (1.0 - part) + SEQUENCE[below + 1][k] * part;
        value.round() as u8
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}
