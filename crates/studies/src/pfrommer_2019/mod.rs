//! S. Pfrommer's notes of 2019: a falling block and a sliding one as linear complementarity problems.

mod falling;
mod forward;
mod remark_two;
mod small_lcp;
mod summed;
mod two_way;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};

/// m/s².
const GRAVITY: f64 = 9.81;

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "the falling block")?;
    falling::run(&mut findings)?;
    advance(host, 0.1, "the block pushed forward")?;
    forward::run(size, &mut findings)?;
    advance(host, 0.3, "the block pushed in both directions")?;
    two_way::run(size, &mut findings)?;
    advance(host, 0.9, "the example with summed velocities")?;
    remark_two::run(&mut findings)?;
    summed::run(size, &mut findings)?;
    Ok(findings)
}
