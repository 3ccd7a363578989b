//! Fig. 2: iterations against `r` for several external forces; and the same over the plane of force and `r`.

use super::particle::{MOST, Particle, Variant};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Shape, sequential, stroke};

/// As in the paper.
pub const TOLERANCE: f64 = 1e-6;
const GRAVITIES: [f64; 7] = [-2.0, -4.9, -5.1, -6.0, -10.0, -20.0, -50.0];
const VERSIONS: [(Variant, &str); 2] =
    [(Variant::PRINTED, "as printed: ν⁺ = ν_k + …"), (Variant::CORRECTED, "as corrected: ν⁺ = ν before the step + …")];

fn particle(variant: Variant, gravity: f64, scaling: f64) -> Particle {
    Particle { variant, gravity, scaling, relaxation: 0.0 }
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let scalings = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75];
    let mut table = Table::new(&["r", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75"]);
    let expected = [20, 8, 4, 1, 4, 8, 20];
    for (variant, words) in [(Variant::PRINTED, "as printed, g = −10"), (Variant::CORRECTED, "as corrected, g = −10")]
    {
        let counts = scalings.map(|r| particle(variant, -10.0, r).count(TOLERANCE));
        table.row(std::iter::once(words.to_owned()).chain(counts.map(|count| count.to_string())));
        if variant == Variant::CORRECTED {
            for (place, r) in scalings.iter().enumerate() {
                findings.check(Check::count(
                    format!("Fig. 2 corrected, g = −10, r = {r}: iterations that follow from the error |1 − r|ᵏ/2"),
                    expected[place],
                    counts[place],
                ));
            }
        } else {
            findings.check(Check::count("Fig. 2 as printed, g = −10, r = 1: iterations (paper: 1)", 1, counts[3]));
            findings.check(Check::count(
                "Fig. 2 as printed, g = −10, r = 1.25: iterations (paper: 300)",
                MOST,
                counts[4],
            ));
        }
    }
    for (variant, words) in [(Variant::PRINTED, "as printed, g = −5.1"), (Variant::CORRECTED, "as corrected, g = −5.1")]
    {
        let counts = scalings.map(|r| particle(variant, -5.1, r).count(TOLERANCE));
        table.row(std::iter::once(words.to_owned()).chain(counts.map(|count| count.to_string())));
        if variant == Variant::CORRECTED {
            let far = scalings.map(|r| particle(variant, -10.0, r).count(TOLERANCE));
            let more = counts.iter().zip(&far).filter(|(near, far)| near > far).count();
            findings.check(Check::count(
                "corrected: values of r for which touching (g = −5.1) takes more iterations than g = −10",
                0,
                more,
            ));
        }
    }
    findings.table("iterations", table);
    touching_table(findings);
    let exact = particle(Variant::CORRECTED, -10.0, 1.0).run(1e-30).impulse;
    for (what, expected, got) in [("p_n", 0.5, exact[0]), ("p_t", -0.25, exact[1]), ("p_o", 0.0, exact[2])] {
        findings.check(Check::near(format!("the particle's impulse at g = −10: {what}, N·s"), expected, got, 1e-12));
    }
    let touching = particle(Variant::CORRECTED, -5.0, 0.7).run(1e-30).impulse;
    findings.check(Check::near("the particle's impulse at g = −5 (just touching): p_n, N·s", 0.0, touching[0], 1e-12));
    scene(findings)?;
    fig2(findings)?;
    map(size, findings)
}

/// Just beyond touching, where the paper finds r = 1 and r = 1.3 alone to do well.
fn touching_table(findings: &mut Findings) {
    let mut table = Table::new(&[
        "g, m/s²",
        "printed, r = 1",
        "printed, r = 1.3",
        "printed, best r away from 1",
        "printed, maximum over r",
        "corrected, r = 1.3",
        "corrected, maximum over r",
    ]);
    let mut more = 0;
    for gravity in [-5.05, -5.1, -5.2, -5.3, -5.5, -6.0] {
        let count = |variant, r| particle(variant, gravity, r).count(TOLERANCE);
        let most = |variant| scalings().map(|r| count(variant, r)).max().unwrap_or(0);
        let away = scalings().filter(|r| (r - 1.0).abs() > 0.22);
        let (best, r) = away
            .map(|r| (count(Variant::PRINTED, r), r))
            .fold((MOST, f64::NAN), |best, next| if next.0 < best.0 { next } else { best });
        let far = |r| particle(Variant::CORRECTED, -10.0, r).count(TOLERANCE);
        more += scalings().filter(|r| count(Variant::CORRECTED, *r) > far(*r)).count();
        table.row([
            short(gravity),
            count(Variant::PRINTED, 1.0).to_string(),
            count(Variant::PRINTED, 1.3).to_string(),
            format!("{best} at {}", short(r)),
            most(Variant::PRINTED).to_string(),
            count(Variant::CORRECTED, 1.3).to_string(),
            most(Variant::CORRECTED).to_string(),
        ]);
    }
    findings.check(Check::count(
        "corrected: pairs of r and a force near touching that take more iterations than this r takes at g = −10",
        0,
        more,
    ));
    findings.table("touching", table);
}

/// The first step of the scene, by our simulator.
fn scene(findings: &mut Findings) -> Result<(), StudyError> {
    let mut world = world("particle-on-plane", &[])?;
    world.step().map_err(StudyError::broken)?;
    let impulse = world.contacts().first().map(|contact| world.impulse(contact));
    let (normal, tangential) = impulse.map_or((f64::NAN, f64::NAN), |p| (p.x, p.y.hypot(p.z)));
    findings.check(Check::near("scene particle-on-plane, first step: normal impulse, N·s", 0.5, normal, 1e-9));
    findings.check(Check::near("scene particle-on-plane, first step: friction impulse, N·s", 0.25, tangential, 1e-9));
    Ok(())
}

/// Iterations against `r` for several forces, as in Fig. 2.
pub fn panel(variant: Variant, title: &str) -> Panel {
    let mut panel =
        Panel::new(Axis::linear("scaling r, kg", 0.0, 2.0), Axis::logarithmic("iterations to 10⁻⁶", 0.8, 400.0))
            .titled(title)
            .legend(Place::Right);
    for (place, gravity) in GRAVITIES.into_iter().enumerate() {
        let points = scalings().map(|r| (r, particle(variant, gravity, r).count(TOLERANCE) as f64)).collect();
        panel = panel.with(Mark::line(points, stroke(place)).named(format!("g = {}", short(gravity))));
    }
    panel
}

/// The values of `r` in Fig. 2.
pub fn scalings() -> impl Iterator<Item = f64> {
    (1..=39).map(|k| 0.05 * f64::from(k))
}

fn fig2(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["version", "gravity_m_per_s2", "r_kg", "iterations"]);
    for (variant, name) in [(Variant::PRINTED, "printed"), (Variant::CORRECTED, "corrected")] {
        for gravity in GRAVITIES {
            for r in scalings() {
                let count = particle(variant, gravity, r).count(TOLERANCE);
                csv.cells(&[name.to_owned(), format!("{gravity:?}"), format!("{r:?}"), count.to_string()]);
            }
        }
    }
    findings.data("fig-2", csv);
    let parts = VERSIONS.map(|(variant, title)| panel(variant, title).into());
    findings.figure(
        &Figure::new("fig-2", "Iterations against r for several forces (Fig. 2); at most 300", parts.into())
            .part_size(520.0, 390.0),
    )
}

fn map(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let cells = if size == Size::Full { 40 } else { 10 };
    let (width, height) = (10.0 / cells as f64, 2.0 / cells as f64);
    let parts = VERSIONS.map(|(variant, title)| {
        let mut map = Vec::new();
        for column in 0..cells {
            for row in 0..cells {
                let corner = (-12.0 + column as f64 * width, row as f64 * height);
                let count = particle(variant, corner.0 + 0.5 * width, corner.1 + 0.5 * height).count(TOLERANCE);
                let share = (count as f64).ln() / (MOST as f64).ln();
                map.push((corner, (corner.0 + width, corner.1 + height), sequential(share)));
            }
        }
        let key = |count: f64| {
            let name = if count >= MOST as f64 { "300 or never".to_owned() } else { count.to_string() };
            Mark::area(vec![(9.0, 9.0); 3], sequential(count.ln() / (MOST as f64).ln()), 1.0).named(name)
        };
        Panel::new(Axis::linear("gravity g, m/s²", -12.0, -2.0), Axis::linear("scaling r, kg", 0.0, 2.0))
            .titled(title)
            .legend(Place::Right)
            .with(Shape::Cells(map).into())
            .with_all([1.0, 4.0, 20.0, 80.0, 300.0].map(key))
            .into()
    });
    findings.figure(
        &Figure::new(
            "force-and-r",
            "Iterations over force and r, where the paper finds that r must depend on the force",
            parts.into(),
        )
        .part_size(520.0, 390.0),
    )
}
