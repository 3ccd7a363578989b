//! Lu and Trinkle: the scaling `r` of the prox iteration on a particle, and beyond it.

mod eigenvalues;
mod file;
mod frozen;
mod iterations;
mod linearised;
mod onset;
mod particle;
mod problems;
mod relaxation;
mod relaxation_effort;
mod row_by_row;
mod rules;
mod sketch;
mod stop;
mod sweep_r;
mod tolerance;
mod variants;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "the particle, as printed and as corrected")?;
    sketch::run(&mut findings)?;
    file::run(&mut findings)?;
    iterations::run(&mut findings)?;
    row_by_row::run(&mut findings)?;
    tolerance::run(&mut findings)?;
    onset::run(size, &mut findings)?;
    variants::run(&mut findings)?;
    advance(host, 0.1, "eigenvalues and the LCP form")?;
    eigenvalues::run(&mut findings)?;
    advance(host, 0.2, "relaxation")?;
    relaxation::run(&mut findings)?;
    stop::run(&mut findings);
    relaxation_effort::run(size, host, &mut findings)?;
    rules::run(size, host, &mut findings)?;
    sweep_r::run(size, host, &mut findings)?;
    Ok(findings)
}
