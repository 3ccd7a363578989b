use super::canvas::{Anchor, Canvas, Stroke};
use super::log_axis::LogAxis;
use crate::compare::{Comparison, Cost, Curve, profile};
use crate::report::number::{count, plain_power, short};
use stiction_contact::Method;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 600.0;
/// The edges of the field.
const LEFT: f64 = 76.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 528.0;

const INK: &str = "#222222";
const FAINT: &str = "#5f6368";
const GRID: Stroke = Stroke { colour: "#e3e5e8", width: 1.0, dashes: "" };
const FRAME: Stroke = Stroke { colour: "#80868b", width: 1.0, dashes: "" };

/// Colours that also the colour-blind tell apart (Okabe and Ito, without their yellow). With seven of these and five
/// patterns, thirty-five methods differ.
const COLOURS: [&str; 7] = ["#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const DASHES: [&str; 5] = ["", "9 4", "2.5 3.5", "12 4 2.5 4", "5 2.5"];

/// The share of problems that each method solves within a factor of the best method's cost.
pub fn performance_profile(comparison: &Comparison, cost: Cost) -> String {
    let problems = comparison.problems().count();
    let mut curves = profile(comparison, cost);
    let largest = curves.iter().filter_map(|curve| curve.factors.last()).copied().fold(1.0, f64::max);
    let axis = LogAxis::new(largest, (LEFT, RIGHT));
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    titles(&mut canvas, comparison, cost, &curves);
    grid(&mut canvas, &axis, cost);
    // The first of the registry is drawn last, on top.
    for curve in curves.iter().rev() {
        canvas.line(&steps(curve, &axis, problems), stroke(curve.method));
    }
    // From above to below, as the curves end; of equals, the one that is the best more often.
    let often = |curve: &Curve| curve.factors.iter().filter(|factor| **factor <= 1.0).count();
    curves.sort_by_key(|curve| std::cmp::Reverse((curve.factors.len(), often(curve))));
    legend(&mut canvas, &curves, problems);
    canvas.finish()
}

fn stroke(method: Method) -> Stroke {
    let place = Method::ALL.iter().position(|other| *other == method).unwrap_or(0);
    Stroke { colour: COLOURS[place % COLOURS.len()], width: 2.2, dashes: DASHES[place % DASHES.len()] }
}

fn titles(canvas: &mut Canvas, comparison: &Comparison, cost: Cost, curves: &[Curve]) {
    let title = match cost {
        Cost::Time => "Problems solved within a factor of the fastest method's time",
        Cost::Factorizations => "Problems solved within a factor of the fewest factorisations",
    };
    canvas.text((LEFT, 36.0), 20.0, INK, Anchor::Start, title);
    let settings = &comparison.settings;
    let mut words = format!(
        "{}, relative residual of {} at most, {} s for each",
        count(comparison.problems().count(), "contact problem"),
        plain_power(settings.tolerance),
        short(settings.time_limit_s)
    );
    let absent: Vec<_> =
        comparison.methods.iter().filter(|method| curves.iter().all(|curve| curve.method != **method)).collect();
    if !absent.is_empty() {
        let names: Vec<_> = absent.iter().map(|method| method.name()).collect();
        words.push_str(&format!("; without {}: no factorisations", names.join(", ")));
    }
    canvas.text((LEFT, 60.0), 14.0, FAINT, Anchor::Start, &words);
}

fn grid(canvas: &mut Canvas, axis: &LogAxis, cost: Cost) {
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
    let below = match cost {
        Cost::Time => "time over that of the fastest method, τ",
        Cost::Factorizations => "factorisations over the fewest, τ",
    };
    canvas.text(((LEFT + RIGHT) / 2.0, BOTTOM + 52.0), 15.0, INK, Anchor::Middle, below);
    canvas.upright_text((22.0, (TOP + BOTTOM) / 2.0), 15.0, INK, Anchor::Middle, "share of the problems");
}

/// Powers from ten thousand on are written as such.
fn label(value: f64) -> String {
    if value < 1e4 {
        return short(value);
    }
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let power = value.log10().round().to_string();
    let raised = power.chars().filter_map(|digit| digit.to_digit(10)).map(|digit| digits[digit as usize]);
    format!("10{}", raised.collect::<String>())
}

fn height(share: f64) -> f64 {
    BOTTOM - share * (BOTTOM - TOP)
}

/// Up by one problem at each factor, on to the right edge.
fn steps(curve: &Curve, axis: &LogAxis, problems: usize) -> Vec<(f64, f64)> {
    let share = |solved: usize| height(solved as f64 / problems.max(1) as f64);
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

fn legend(canvas: &mut Canvas, curves: &[Curve], problems: usize) {
    let (left, right) = (RIGHT + 24.0, WIDTH - 20.0);
    canvas.text((right, TOP + 4.0), 13.0, FAINT, Anchor::End, &format!("solved of {problems}"));
    for (place, curve) in curves.iter().enumerate() {
        let y = TOP + 28.0 + 26.0 * place as f64;
        canvas.line(&[(left, y), (left + 44.0, y)], stroke(curve.method));
        canvas.text((left + 52.0, y + 5.0), 14.0, INK, Anchor::Start, curve.method.name());
        canvas.text((right, y + 5.0), 14.0, INK, Anchor::End, &curve.factors.len().to_string());
    }
}
