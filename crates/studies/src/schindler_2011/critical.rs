//! How many solutions the rod has, over its angle and the friction; the least friction with a paradox is 4/3.

use super::rod::{UNIFORM, coefficient, coefficient_of, scalar};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::{Check, Size, StudyError};
use stiction_complementarity::solvers::enumerate;
use stiction_figures::{Anchor, Axis, Figure, INK, Mark, Panel, Place, Shape, Symbol, line};

const COLOURS: [&str; 3] = ["#d55e00", "#e3eef7", "#56b4e9"];

/// Solutions of a uniform rod.
fn solutions(angle: f64, friction: f64, gravity: f64) -> Result<usize, StudyError> {
    solutions_of(UNIFORM, angle, friction, gravity)
}

/// Solutions, by branching over both complementary pieces.
fn solutions_of(inertia: f64, angle: f64, friction: f64, gravity: f64) -> Result<usize, StudyError> {
    let problem = scalar(coefficient_of(inertia, angle, friction), gravity)?;
    let found = enumerate(&problem, &mut ()).map_err(StudyError::broken)?;
    Ok(found.points.len() + found.faces.len())
}

/// The least friction with more or fewer than one solution at an angle, by bisection on the number of solutions alone.
fn critical_friction(inertia: f64, angle: f64) -> Result<f64, StudyError> {
    let (mut low, mut high) = (0.0, 50.0);
    if solutions_of(inertia, angle, high, 9.81)? == 1 {
        return Ok(f64::INFINITY);
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if solutions_of(inertia, angle, middle, 9.81)? == 1 { low = middle } else { high = middle }
    }
    Ok(high)
}

/// The least friction with a paradox over all angles, and its angle, by golden sections.
fn least_friction(inertia: f64) -> Result<(f64, f64), StudyError> {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.5_f64, 1.5_f64);
    for _ in 0..40 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if critical_friction(inertia, a)? < critical_friction(inertia, b)? { high = b } else { low = a }
    }
    let angle = 0.5 * (low + high);
    Ok((critical_friction(inertia, angle)?, angle))
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 80 } else { 16 };
    let (width, height) = (90.0 / cells as f64, 4.0 / cells as f64);
    let mut csv = Csv::new(&["angle_deg", "friction", "coefficient_per_kg", "solutions_pressed", "solutions_pulled"]);
    let mut maps = [Vec::new(), Vec::new()];
    let (mut wrong, mut without_load) = (0, 0);
    for column in 0..cells {
        for row in 0..cells {
            let corner = (column as f64 * width, row as f64 * height);
            let (degrees, friction) = (corner.0 + 0.5 * width, corner.1 + 0.5 * height);
            let angle = degrees.to_radians();
            let counts = [solutions(angle, friction, 9.81)?, solutions(angle, friction, -9.81)?];
            let value = coefficient(angle, friction);
            wrong += usize::from(counts != if value < 0.0 { [0, 2] } else { [1, 1] });
            without_load += usize::from(value > 0.0 && solutions(angle, friction, 0.0)? != 1);
            csv.numbers(&[degrees, friction, value, counts[0] as f64, counts[1] as f64]);
            for (map, count) in maps.iter_mut().zip(counts) {
                let colour = COLOURS[count.min(2)];
                map.push((corner, (corner.0 + width, corner.1 + height), colour.to_owned()));
            }
        }
    }
    findings.data("solutions-map", csv);
    findings.check(Check::count("map: points where the number of solutions contradicts the sign of G", 0, wrong));
    findings.check(Check::count("map: points with G > 0 and b = 0 without exactly one solution", 0, without_load));
    let (friction, angle) = least_friction(UNIFORM)?;
    findings.check(Check::near("map: least friction with a paradox over all angles (4/3)", 4.0 / 3.0, friction, 1e-6));
    // A quarter of the moment of inertia: the mass is nearer to the centre.
    let inertia = 0.25 * UNIFORM;
    findings.check(Check::near(
        "map: least friction with J = m L²/48, 2 √(4k(4k + 1)) with k = 1/48",
        2.0 * (4.0 * inertia * (4.0 * inertia + 1.0)).sqrt(),
        least_friction(inertia)?.0,
        1e-6,
    ));
    findings.check(Check::near(
        "map: angle of this least friction (tan θ = 2), degrees",
        2.0_f64.atan().to_degrees(),
        angle.to_degrees(),
        1e-2,
    ));
    let border: Vec<_> = (1..900)
        .map(|k| 0.1 * f64::from(k))
        .map(|degrees: f64| {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            (degrees, (1.0 + 3.0 * cosine * cosine) / (3.0 * sine * cosine))
        })
        .collect();
    let titles = ["Pressed down (g > 0)", "Pulled up (g < 0)"];
    let parts = maps.into_iter().zip(titles).enumerate().map(|(place, (map, title))| {
        let other = if place == 0 { (COLOURS[0], "no solution") } else { (COLOURS[2], "two solutions") };
        let corner = |colour: &str, name: &str| Mark::area(vec![(-9.0, -9.0); 3], colour, 1.0).named(name);
        Panel::new(
            Axis::linear("angle θ of the rod to the plane, degrees", 0.0, 90.0),
            Axis::linear("friction μ", 0.0, 4.0),
        )
        .titled(title)
        .legend(Place::LowerLeft)
        .with(Shape::Cells(map).into())
        .with(corner(COLOURS[1], "one solution"))
        .with(corner(other.0, other.1))
        .with(Mark::line(border.clone(), line(0)).named("G = 0"))
        .with(Mark::points(vec![(2.0_f64.atan().to_degrees(), 4.0 / 3.0)], Symbol::Disc, "#000000"))
        .with(Mark::words((66.0, 1.12), "4/3", Anchor::Start, INK))
        .with(Mark::points(vec![(60.0, 0.5), (60.0, 2.0)], Symbol::Cross, "#000000").named("Figs. 9–12"))
        .into()
    });
    findings.figure(&Figure::new(
        "solutions-map",
        "Number of solutions for the contact force of the sliding rod",
        parts.collect(),
    ))
}
