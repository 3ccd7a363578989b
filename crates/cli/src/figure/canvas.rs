use std::fmt::Write;

/// Where a text is held.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In the middle.
    Middle,
    /// At its right end.
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy)]
pub struct Stroke {
    /// As in SVG.
    pub colour: &'static str,
    /// In pixels.
    pub width: f64,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub dashes: &'static str,
}

/// A drawing in the making; pixels from the upper left.
pub struct Canvas {
    body: String,
    width: f64,
    height: f64,
}

impl Canvas {
    /// A white sheet.
    pub fn new(width: f64, height: f64) -> Self {
        let mut canvas = Self { body: String::new(), width, height };
        canvas.push(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"));
        canvas
    }

    fn push(&mut self, element: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let Stroke { colour, width, dashes } = stroke;
        let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        self.push(&format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes} \
             points=\"{}\"/>",
            points.join(" ")
        ));
    }

    /// A text at the height of its base line.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, colour: &str, anchor: Anchor, text: &str) {
        self.written(&format!("x=\"{x:.2}\" y=\"{y:.2}\""), size, colour, anchor, text);
    }

    /// A text from below to above.
    pub fn upright_text(&mut self, (x, y): (f64, f64), size: f64, colour: &str, anchor: Anchor, text: &str) {
        self.written(&format!("transform=\"translate({x:.2} {y:.2}) rotate(-90)\""), size, colour, anchor, text);
    }

    fn written(&mut self, place: &str, size: f64, colour: &str, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.push(&format!(
            "<text {place} font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// The whole file.
    pub fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\">\n{body}</svg>\n"
        )
    }
}
