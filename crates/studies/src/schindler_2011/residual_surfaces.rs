//! Figure 4: `f = λ − prox(λ − r g)` over the plane of force and distance, with `r = 1`, `μ = 0.1`, `λ_N = 1`.

use crate::csv::Csv;
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_contact::Law;
use stiction_figures::{Figure, Surface};

const FRICTION: f64 = 0.1;

/// `f_B`, `f_U` or `f_T` for one row; the normal force of friction is 1 N.
fn residual(law: Law, scaling: f64, force: f64, distance: f64) -> f64 {
    let mut nearest = [0.0; 2];
    match law {
        Law::PlanarCoulomb { .. } => {
            law.project(&[1.0, force - scaling * distance], &mut nearest);
            force - nearest[1]
        }
        _ => {
            law.project(&[force - scaling * distance], &mut nearest);
            force - nearest[0]
        }
    }
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let steps = |reach: f64| -> Vec<f64> { (0..=24).map(|k| reach * (f64::from(k) / 12.0 - 1.0)).collect() };
    let coulomb = Law::PlanarCoulomb { friction: FRICTION };
    let cases = [
        (Law::Bilateral { rows: 1 }, 1.0, "f_B", ["g_B, m", "λ_B, N", "f_B, N"], vec![vec![(0.0, -1.0), (0.0, 1.0)]]),
        (Law::Unilateral, 1.0, "f_U", ["g_U, m", "λ_U, N", "f_U, N"], vec![vec![(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]]),
        (
            coulomb,
            0.25,
            "f_T",
            ["ġ_T, m/s", "λ_T, N", "f_T, N"],
            vec![vec![(-0.25, 0.1), (0.0, 0.1), (0.0, -0.1), (0.25, -0.1)]],
        ),
    ];
    let mut csv = Csv::new(&["law", "distance_or_slip", "force_n", "residual_n"]);
    let mut parts = Vec::new();
    let mut worst = 0.0_f64;
    for (law, reach, title, labels, zeros) in cases {
        let values = steps(reach);
        let heights: Vec<Vec<f64>> =
            values.iter().map(|g| values.iter().map(|force| residual(law, 1.0, *force, *g)).collect()).collect();
        for (g, row) in values.iter().zip(&heights) {
            for (force, value) in values.iter().zip(row) {
                csv.cells(&[law.name().to_owned(), format!("{g:?}"), format!("{force:?}"), format!("{value:?}")]);
            }
        }
        // The residual along the law itself, whichever r.
        for zero in &zeros {
            for pair in zero.windows(2) {
                for k in 0..=50 {
                    let part = f64::from(k) / 50.0;
                    let mix = |a: f64, b: f64| a + part * (b - a);
                    let (g, force) = (mix(pair[0].0, pair[1].0), mix(pair[0].1, pair[1].1));
                    for scaling in [0.1, 1.0, 10.0] {
                        worst = worst.max(residual(law, scaling, force, g).abs());
                    }
                }
            }
        }
        let largest = heights.iter().flatten().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let labels = labels.map(str::to_owned);
        let title = format!("Fig. 4: {title}, r = 1");
        let (x, y) = (values.clone(), values);
        parts.push(Surface { title, labels, x, y, z: (-largest, largest), heights, zeros }.into());
    }
    findings.data("residual-surfaces", csv);
    findings.check(Check::at_most(
        "Fig. 4: largest |f| on the force laws, three laws, r = 0.1, 1, 10, N",
        1e-15,
        worst,
    ));
    findings.figure(
        &Figure::new(
            "residual-surfaces",
            "Residuals of the prox formulation; they are zero on the force laws (orange lines)",
            parts,
        )
        .columns(3)
        .part_size(410.0, 380.0),
    )
}
