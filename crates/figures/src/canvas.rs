use std::fmt::Write;

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In the middle.
    Middle,
    /// At its right end.
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        self.push(&format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes} \
             points=\"{}\"/>",
            listed(points)
        ));
    }

    /// A filled area, with an edge of its own colour so that neighbours leave no gap.
    pub fn area(&mut self, points: &[(f64, f64)], colour: &str, opacity: f64) {
        let edge = if opacity < 1.0 {
            format!(" fill-opacity=\"{opacity}\"")
        } else {
            format!(" stroke=\"{colour}\" stroke-width=\"0.5\"")
        };
        self.push(&format!("<polygon fill=\"{colour}\"{edge} points=\"{}\"/>", listed(points)));
    }

    /// A filled area with an edge of another colour.
    pub fn facet(&mut self, points: &[(f64, f64)], colour: &str, edge: &str, opacity: f64) {
        self.push(&format!(
            "<polygon fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{edge}\" stroke-width=\"0.4\" \
             stroke-linejoin=\"round\" points=\"{}\"/>",
            listed(points)
        ));
    }

    /// A circle; not filled if there is no colour for it.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: Option<&str>, edge: &str) {
        let fill = fill.unwrap_or("#ffffff");
        self.push(&format!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\"/>"
        ));
    }

    /// An arrow with a filled head.
    pub fn arrow(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length.is_nan() || length < 1e-6 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let head = (3.0 + 2.6 * stroke.width).min(length);
        let base = (to.0 - head * ux, to.1 - head * uy);
        let half = 0.38 * head;
        self.line(&[from, base], stroke);
        self.area(
            &[to, (base.0 - half * uy, base.1 + half * ux), (base.0 + half * uy, base.1 - half * ux)],
            stroke.colour,
            1.0,
        );
    }

    /// Everything until [`Canvas::unclip`] is seen only in a rectangle. The name must be its own in the whole page.
    pub fn clip(&mut self, name: &str, (left, top): (f64, f64), (right, bottom): (f64, f64)) {
        let (width, height) = (right - left, bottom - top);
        self.push(&format!(
            "<clipPath id=\"{name}\"><rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" \
             height=\"{height:.2}\"/></clipPath>\n<g clip-path=\"url(#{name})\">"
        ));
    }

    /// Ends [`Canvas::clip`].
    pub fn unclip(&mut self) {
        self.push("</g>");
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
        let text = lowered(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"), size);
        self.push(&format!(
            "<text {place} font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// The whole file.
    pub fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n{body}</svg>\n"
        )
    }
}

/// What follows an underscore, as far as letters and digits go, stands lower and smaller.
fn lowered(text: &str, size: f64) -> String {
    let mut parts = text.split('_');
    let mut done = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let length = part.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(part.len());
        let (index, rest) = part.split_at(length);
        let (small, drop) = (0.75 * size, 0.22 * size);
        done.push_str(&format!("<tspan font-size=\"{small:.2}\" dy=\"{drop:.2}\">{index}</tspan>"));
        if !rest.is_empty() {
            done.push_str(&format!("<tspan dy=\"-{drop:.2}\">{rest}</tspan>"));
        }
    }
    done
}

fn listed(points: &[(f64, f64)]) -> String {
    let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
    points.join(" ")
}
