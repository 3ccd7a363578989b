//! Lu and Trinkle: the scaling `r` of the prox iteration on a particle, and beyond it.

mod eigenvalues;
mod iterations;
mod many_contacts;
mod particle;
mod relaxation;
mod relaxation_effort;
mod sketch;
mod variants;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "the particle, as printed and as corrected")?;
    sketch::run(&mut findings)?;
    iterations::run(size, &mut findings)?;
    variants::run(&mut findings)?;
    advance(host, 0.1, "eigenvalues and the LCP form")?;
    eigenvalues::run(&mut findings)?;
    advance(host, 0.2, "relaxation")?;
    relaxation::run(&mut findings)?;
    relaxation_effort::run(size, host, &mut findings)?;
    many_contacts::run(size, host, &mut findings)?;
    Ok(findings)
}
