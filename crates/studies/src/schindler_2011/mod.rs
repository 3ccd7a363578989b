//! Schindler, Nguyen and Trinkle 2011: prox and complementarity formulations, and Painlevé's rod.

mod basins;
mod cobweb;
mod critical;
mod equivalence;
mod force_laws;
mod four_unknowns;
mod kinematics;
mod lifting;
mod newton;
mod newton_basins;
mod newton_contact;
mod newton_iterates;
mod newton_rod;
mod painleve;
mod parallel;
mod parallel_timings;
mod parallelism;
mod pivots;
mod point_mass;
mod proof_steps;
mod rates;
mod rays;
mod regularised;
mod residual_surfaces;
mod rod;
mod simulator;
mod sketches;
mod two_solutions;

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
    proof_steps::run(size, &mut findings);
    advance(host, 0.3, "the point mass")?;
    sketches::run(&mut findings)?;
    point_mass::run(&mut findings)?;
    rates::run(&mut findings)?;
    lifting::run(&mut findings)?;
    four_unknowns::run(size, &mut findings)?;
    advance(host, 0.4, "Painlevé's rod")?;
    kinematics::run(&mut findings);
    painleve::run(&mut findings)?;
    basins::run(size, &mut findings)?;
    two_solutions::run(&mut findings)?;
    rays::run(size, &mut findings)?;
    advance(host, 0.5, "the nonsmooth Newton method")?;
    newton_iterates::run(&mut findings)?;
    newton_rod::run(&mut findings);
    newton_basins::run(size, &mut findings)?;
    newton_contact::run(size, &mut findings)?;
    advance(host, 0.6, "pivots of Lemke's method")?;
    pivots::run(size, &mut findings)?;
    advance(host, 0.7, "the map of solutions")?;
    critical::run(size, &mut findings)?;
    advance(host, 0.8, "the rod in the simulator")?;
    simulator::run(&mut findings)?;
    regularised::run(&mut findings)?;
    advance(host, 0.85, "the parallel prox iteration")?;
    parallelism::run(size, &mut findings)?;
    advance(host, 0.9, "the parallel prox iteration on the clock")?;
    parallel_timings::run(size, host, &mut findings)?;
    Ok(findings)
}
