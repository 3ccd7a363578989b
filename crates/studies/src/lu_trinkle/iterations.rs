//! Algorithm 1, as printed and as corrected: iterations against `r` for several external forces.

use super::particle::{MOST, Particle, Variant};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, line};

/// As in the paper.
pub const TOLERANCE: f64 = 1e-6;
const GRAVITIES: [f64; 7] = [-2.0, -4.9, -5.1, -6.0, -10.0, -20.0, -50.0];
const VERSIONS: [(Variant, &str); 2] =
    [(Variant::PRINTED, "as printed: ν⁺ = ν_k + …"), (Variant::CORRECTED, "as corrected: ν⁺ = ν before the step + …")];

fn particle(variant: Variant, gravity: f64, scaling: f64) -> Particle {
    Particle { variant, gravity, scaling, relaxation: 0.0 }
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
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
                    format!(
                        "Algorithm 1 corrected, g = −10, r = {r}: iterations that follow from the error |1 − r|ᵏ/2"
                    ),
                    expected[place],
                    counts[place],
                ));
            }
        } else {
            findings.check(Check::count("Algorithm 1 as printed, g = −10, r = 1: iterations (paper: 1)", 1, counts[3]));
            findings.check(Check::count(
                "Algorithm 1 as printed, g = −10, r = 1.25: iterations (paper: 300)",
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
    let exact = particle(Variant::CORRECTED, -10.0, 1.0).run(1e-30).impulse;
    for (what, expected, got) in [("p_n", 0.5, exact[0]), ("p_t", -0.25, exact[1]), ("p_o", 0.0, exact[2])] {
        findings.check(Check::near(format!("the particle's impulse at g = −10: {what}, N·s"), expected, got, 1e-12));
    }
    let touching = particle(Variant::CORRECTED, -5.0, 0.7).run(1e-30).impulse;
    findings.check(Check::near("the particle's impulse at g = −5 (just touching): p_n, N·s", 0.0, touching[0], 1e-12));
    scene(findings)?;
    figure(findings)
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
fn panel(variant: Variant, title: &str) -> Panel {
    let mut panel =
        Panel::new(Axis::linear("scaling r, kg", 0.0, 2.0), Axis::logarithmic("iterations to 10⁻⁶", 0.8, 400.0))
            .titled(title)
            .legend(Place::Right);
    for (place, gravity) in GRAVITIES.into_iter().enumerate() {
        let points = scalings().map(|r| (r, particle(variant, gravity, r).count(TOLERANCE) as f64)).collect();
        panel = panel.with(Mark::line(points, line(place)).named(format!("g = {}", short(gravity))));
    }
    panel
}

/// The values of `r` in Fig. 2.
pub fn scalings() -> impl Iterator<Item = f64> {
    (1..=39).map(|k| 0.05 * f64::from(k))
}

fn figure(findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["version", "gravity_m_per_s2", "r_kg", "iterations"]);
    for (variant, name) in [(Variant::PRINTED, "printed"), (Variant::CORRECTED, "corrected")] {
        for gravity in GRAVITIES {
            for r in scalings() {
                let count = particle(variant, gravity, r).count(TOLERANCE);
                csv.cells(&[name.to_owned(), format!("{gravity:?}"), format!("{r:?}"), count.to_string()]);
            }
        }
    }
    findings.data("fig-2-algorithm", csv);
    let parts = VERSIONS.map(|(variant, title)| panel(variant, title).into());
    findings.figure(
        &Figure::new(
            "fig-2-algorithm",
            "Algorithm 1: iterations against r for several forces; at most 300",
            parts.into(),
        )
        .part_size(520.0, 390.0),
    )
}
