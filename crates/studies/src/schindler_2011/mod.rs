//! Schindler, Nguyen and Trinkle 2011: prox and complementarity formulations, and Painlevé's rod.

mod cobweb;
mod critical;
mod equivalence;
mod force_laws;
mod painleve;
mod pivots;
mod point_mass;
mod residual_surfaces;
mod simulator;
mod sketches;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "force laws")?;
    force_laws::run(&mut findings)?;
    advance(host, 0.1, "residual surfaces")?;
    residual_surfaces::run(&mut findings)?;
    advance(host, 0.2, "both formulations on random points")?;
    equivalence::run(size, &mut findings);
    advance(host, 0.3, "the point mass")?;
    sketches::run(&mut findings)?;
    point_mass::run(size, &mut findings)?;
    advance(host, 0.5, "Painlevé's rod")?;
    painleve::run(size, &mut findings)?;
    advance(host, 0.6, "pivots of Lemke's method")?;
    pivots::run(size, &mut findings)?;
    advance(host, 0.7, "the map of solutions")?;
    critical::run(size, &mut findings)?;
    advance(host, 0.9, "the rod in the simulator")?;
    simulator::run(&mut findings)?;
    Ok(findings)
}
