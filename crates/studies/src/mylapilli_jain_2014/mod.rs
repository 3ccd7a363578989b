//! Mylapilli and Jain 2014: a sphere on a plane and a chain of twelve links, by linear and nonlinear complementarity.

mod active_contacts;
mod chain_problems;
mod chain_run;
mod coordinates;
mod curvature;
mod effort;
mod energy;
mod equations;
mod first_impact;
mod groups;
mod kinks;
mod last_link;
mod lying_chain;
mod many_solutions;
mod operation_counts;
mod operational_space;
mod pendulum;
mod printed_algorithms;
mod run_times;
mod schemes;
mod set_up_cost;
mod slope;
mod snapshots;
mod sphere;
mod sphere_figures;
mod sphere_pyramids;
mod step_directions;
mod success_test;
mod turning;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "the sphere")?;
    sphere::run(host, &mut findings)?;
    sphere_pyramids::run(host, &mut findings)?;
    sphere_figures::run(&mut findings)?;
    turning::run(&mut findings)?;
    snapshots::run(size, &mut findings)?;
    pendulum::run(size, host, &mut findings)?;
    let problems = chain_problems::problems(size, host)?;
    success_test::run(&problems, size, &mut findings)?;
    many_solutions::run(&problems, size, &mut findings);
    kinks::run(&problems, &mut findings)?;
    step_directions::run(&problems, &mut findings)?;
    curvature::run(size, &mut findings)?;
    operation_counts::run(&mut findings)?;
    set_up_cost::run(size, host, &mut findings)?;
    coordinates::run(size, host, &mut findings)?;
    first_impact::run(&mut findings)?;
    energy::run(size, host, &mut findings)?;
    Ok(findings)
}
