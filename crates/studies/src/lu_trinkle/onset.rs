//! The onset of contact: in the linearised problem the slip creeps back by `r μ p_n` per sweep, so that light touches take long.

use super::linearised::Linearised;
use super::particle::{FRICTION, MOST, Particle, STEP, Variant};
use super::row_by_row::TOLERANCE;
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, line, sequential};

/// As many sweeps as it takes, for the light touches of this file.
const MANY: usize = 1_000_000;
/// The form of the left map.
const ROWS: &str = "eq. 33, row by row";
const SCALINGS: [f64; 4] = [0.5, 0.9, 1.0, 1.1];

fn sweeps(gravity: f64, r: f64) -> usize {
    Linearised::new(gravity, r).run(TOLERANCE, MANY).errors.len()
}

fn cone(gravity: f64, r: f64) -> usize {
    // The root of twice eq. 31 is what the sweeps are measured by.
    Particle { variant: Variant::CORRECTED, gravity, scaling: r, relaxation: 0.0 }.count(0.5 * TOLERANCE * TOLERANCE)
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    creep(findings);
    figure(size, findings)?;
    map(size, findings)
}

/// While friction is zero, the slip above one falls by `r μ p_n` per sweep, and `p_n = h ε`. How far it has jumped above one is
/// seen where the particle touches without impulse.
fn creep(findings: &mut Findings) {
    for r in [0.5, 1.1] {
        let jump = Linearised::new(-5.0, r).run(0.0, 200).unknowns[5] - 1.0;
        let epsilon = 1e-4;
        let crept = sweeps(-5.0 - epsilon, r) as f64 * r * FRICTION * STEP * epsilon;
        findings.check(Check::near(
            format!("onset, eq. 33 row by row, ε = 10⁻⁴, r = {r}: sweeps × r μ h ε over the jump of the slip"),
            1.0,
            crept / jump,
            0.01,
        ));
    }
    let more = [0.5, 0.75, 0.9, 1.0, 1.1, 1.5].iter().filter(|r| cone(-5.0 - 1e-5, **r) > cone(-10.0, **r)).count();
    let words = "onset, cone: r of six from 0.5 to 1.5 that take more iterations at ε = 10⁻⁵ than at g = −10";
    findings.check(Check::count(words, 0, more));
    let (light, far) = (sweeps(-5.0 - 1e-5, 0.5), sweeps(-10.0, 0.5));
    findings.value("onset ratio", fixed(light as f64 / far as f64, 0));
    findings.check(Check::at_least(
        "onset, eq. 33 row by row, r = 0.5: sweeps at ε = 10⁻⁵ over sweeps at g = −10 (paper: hundreds of times)",
        100.0,
        light as f64 / far as f64,
    ));
    findings.check(Check::count("onset, eq. 33 row by row, r = 1: sweeps at ε = 10⁻⁵", 2, sweeps(-5.0 - 1e-5, 1.0)));
    let mut table = Table::new(&[
        "g, m/s²",
        "r = 0.5",
        "r = 0.9",
        "r = 1",
        "r = 1.1",
        "cone, r = 0.5",
        "cone, r = 0.9",
        "cone, r = 1",
        "cone, r = 1.1",
    ]);
    for epsilon in [5.0, 1.0, 0.1, 0.01, 1e-3, 1e-4] {
        let gravity = -5.0 - epsilon;
        let counts = SCALINGS.map(|r| sweeps(gravity, r)).into_iter().chain(SCALINGS.map(|r| cone(gravity, r)));
        let name = if epsilon < 0.01 { format!("−(5 + {})", short(epsilon)) } else { short(gravity) };
        table.row(std::iter::once(name).chain(counts.map(|count| count.to_string())));
    }
    findings.table("onset", table);
}

fn figure(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let least = if size == Size::Full { 16 } else { 12 };
    let mut csv = Csv::new(&["form", "r_kg", "epsilon_m_per_s2", "iterations"]);
    let mut panel = Panel::new(
        Axis::logarithmic("ε = −5 − g, m/s²", 1e-4, 100.0),
        Axis::logarithmic("iterations to ‖φ‖ = 10⁻⁸, no limit", 0.7, 1e5),
    )
    .titled("light touches on the left, heavy ones on the right")
    .legend(Place::Right);
    for (place, r) in SCALINGS.into_iter().enumerate() {
        let epsilons = || (0..=least + 8).map(|k| 100.0 * 10_f64.powf(-0.25 * f64::from(k)));
        for (form, points) in [
            ("eq. 33", epsilons().map(|e| (e, sweeps(-5.0 - e, r) as f64)).collect::<Vec<_>>()),
            ("cone", epsilons().map(|e| (e, cone(-5.0 - e, r) as f64)).collect()),
        ] {
            for (epsilon, count) in &points {
                csv.cells(&[form.to_owned(), format!("{r:?}"), format!("{epsilon:?}"), format!("{count}")]);
            }
            let name = format!("{form}, r = {r}");
            let stroke = line(place + 1);
            panel = if form == "cone" {
                panel.with(Mark::points_of(points, Symbol::Ring, stroke.colour, 3.2).named(name))
            } else {
                panel.with(Mark::line(points, stroke).named(name))
            };
        }
    }
    findings.data("onset", csv);
    findings.figure(
        &Figure::new("onset", "The onset of contact: the linearised problem and the cone", vec![panel.into()])
            .part_size(860.0, 420.0),
    )
}

fn map(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 40 } else { 10 };
    let (width, height) = (3.0 / cells as f64, 2.0 / cells as f64);
    let mut csv = Csv::new(&["form", "gravity_m_per_s2", "r_kg", "iterations"]);
    let mut lightest = Vec::new();
    let linear: &dyn Fn(f64, f64) -> usize = &|gravity, r| Linearised::new(gravity, r).count(TOLERANCE);
    let parts = [(linear, ROWS), (&cone, "cone, Algorithm 1 with eq. 15")].map(|(count, title)| {
        let mut map = Vec::new();
        for column in 0..cells {
            let gravity = -7.0 + (column as f64 + 0.5) * width;
            // Rows have the centres r = height, 2 height, …, among them 1.
            for r in (1..=cells).map(|row| row as f64 * height) {
                let corner = (gravity - 0.5 * width, r - 0.5 * height);
                let count = count(gravity, r);
                csv.cells(&[title.to_owned(), format!("{gravity:?}"), format!("{r:?}"), count.to_string()]);
                if title == ROWS && gravity < -5.0 && gravity + width > -5.0 {
                    lightest.push((count, r, gravity));
                }
                let share = (count as f64).ln() / (MOST as f64).ln();
                map.push((corner, (corner.0 + width, corner.1 + height), sequential(share)));
            }
        }
        let key = |count: f64| {
            let name = if count >= MOST as f64 { "300 or more".to_owned() } else { count.to_string() };
            Mark::area(vec![(9.0, 9.0); 3], sequential(count.ln() / (MOST as f64).ln()), 1.0).named(name)
        };
        Panel::new(Axis::linear("gravity g, m/s²", -7.0, -4.0), Axis::linear("scaling r, kg", 0.0, 2.0))
            .titled(title)
            .legend(Place::Right)
            .with(stiction_figures::Shape::Cells(map).into())
            .with_all([1.0, 4.0, 20.0, 80.0, 300.0].map(key))
            .into()
    });
    lightest.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    if let [(best, r, gravity), (second, _, _), ..] = lightest[..] {
        findings.check(Check::near("force and r, row by row, column just below −5: best r", 1.0, r, 1e-9));
        findings.value("lightest", short(gravity));
        findings.value("lightest best", best.to_string());
        findings.value("lightest second", second.to_string());
    }
    findings.data("force-and-r", csv);
    findings.figure(&Figure::new("force-and-r", "Iterations over force and r", parts.into()).part_size(520.0, 390.0))
}
