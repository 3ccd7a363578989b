use crate::canvas::{Anchor, Canvas, Stroke};
use crate::log_axis::LogAxis;
use crate::number::{raised, tidy};
use crate::palette::{FAINT, FRAME, GRID, INK};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 600.0;
/// The edges of the field.
const LEFT: f64 = 76.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 528.0;

/// One line of a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileCurve {
    /// The method.
    pub name: String,
    /// How it is drawn.
    pub stroke: Stroke,
    /// The factors at which a problem is solved, growing.
    pub factors: Vec<f64>,
}

/// The share of problems that each method solves within a factor of the best method's cost (Dolan and Moré 2002).
#[derive(Clone, Debug, PartialEq)]
pub struct PerformanceProfile {
    /// Above all.
    pub title: String,
    /// Below the title.
    pub remark: String,
    /// What is compared: the label of the axis.
    pub cost: String,
    /// How many problems there are.
    pub problems: usize,
    /// The first is drawn on top.
    pub curves: Vec<ProfileCurve>,
}

impl PerformanceProfile {
    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        let mut curves: Vec<&ProfileCurve> = self.curves.iter().collect();
        let largest = curves.iter().filter_map(|curve| curve.factors.last()).copied().fold(1.0, f64::max);
        let axis = LogAxis::new(largest, (LEFT, RIGHT));
        let rows = curves.len() as f64;
        let mut canvas = Canvas::new(WIDTH, HEIGHT.max(TOP + 60.0 + 26.0 * rows));
        canvas.text((LEFT, 36.0), 20.0, INK, Anchor::Start, &self.title);
        canvas.text((LEFT, 60.0), 14.0, FAINT, Anchor::Start, &self.remark);
        self.grid(&mut canvas, &axis);
        for curve in curves.iter().rev() {
            canvas.line(&self.steps(curve, &axis), curve.stroke);
        }
        // From above to below, as the curves end; of equals, the one that is the best more often.
        let often = |curve: &ProfileCurve| curve.factors.iter().filter(|factor| **factor <= 1.0).count();
        curves.sort_by_key(|curve| std::cmp::Reverse((curve.factors.len(), often(curve))));
        self.legend(&mut canvas, &curves);
        canvas.finish()
    }

    fn grid(&self, canvas: &mut Canvas, axis: &LogAxis) {
        for percent in [0, 20, 40, 60, 80, 100] {
            let y = height(f64::from(percent) / 100.0);
            canvas.line(&[(LEFT, y), (RIGHT, y)], GRID);
            canvas.text((LEFT - 10.0, y + 5.0), 14.0, INK, Anchor::End, &format!("{percent} %"));
        }
        for value in axis.labels() {
            let x = axis.place(value);
            canvas.line(&[(x, TOP), (x, BOTTOM)], GRID);
            canvas.line(&[(x, BOTTOM), (x, BOTTOM + 5.0)], FRAME);
            canvas.text((x, BOTTOM + 22.0), 14.0, INK, Anchor::Middle, &label(value));
        }
        for value in axis.small_ticks() {
            let x = axis.place(value);
            canvas.line(&[(x, BOTTOM), (x, BOTTOM + 3.0)], FRAME);
        }
        canvas.line(&[(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)], FRAME);
        canvas.text(((LEFT + RIGHT) / 2.0, BOTTOM + 52.0), 15.0, INK, Anchor::Middle, &self.cost);
        canvas.upright_text((22.0, (TOP + BOTTOM) / 2.0), 15.0, INK, Anchor::Middle, "fraction of the problems");
    }

    /// Up by one problem at each factor, on to the right edge.
    fn steps(&self, curve: &ProfileCurve, axis: &LogAxis) -> Vec<(f64, f64)> {
        let share = |solved: usize| height(solved as f64 / self.problems.max(1) as f64);
        // What is solved at once is no rise along the axis.
        let at_once = curve.factors.iter().filter(|factor| **factor <= 1.0).count();
        let mut points = vec![(LEFT, share(at_once))];
        for (solved, &factor) in curve.factors.iter().enumerate().skip(at_once) {
            let x = axis.place(factor);
            points.push((x, share(solved)));
            points.push((x, share(solved + 1)));
        }
        points.push((RIGHT, share(curve.factors.len())));
        points
    }

    fn legend(&self, canvas: &mut Canvas, curves: &[&ProfileCurve]) {
        let (left, right) = (RIGHT + 24.0, WIDTH - 20.0);
        canvas.text((right, TOP + 4.0), 13.0, FAINT, Anchor::End, &format!("solved of {}", self.problems));
        for (place, curve) in curves.iter().enumerate() {
            let y = TOP + 28.0 + 26.0 * place as f64;
            canvas.line(&[(left, y), (left + 44.0, y)], curve.stroke);
            canvas.text((left + 52.0, y + 5.0), 14.0, INK, Anchor::Start, &curve.name);
            canvas.text((right, y + 5.0), 14.0, INK, Anchor::End, &curve.factors.len().to_string());
        }
    }
}

/// Powers from ten thousand on are written as such.
fn label(value: f64) -> String {
    if value < 1e4 { tidy(value, 1) } else { raised(value.log10().round() as i32) }
}

fn height(share: f64) -> f64 {
    BOTTOM - share * (BOTTOM - TOP)
}
