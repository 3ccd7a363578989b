//! Mylapilli and Jain 2014: a sphere on a plane and a chain of twelve links, by linear and nonlinear complementarity.

mod chain_run;
mod coordinates;
mod energy;
mod first_impact;
mod pendulum;
mod snapshots;
mod sphere;

use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};
use stiction_contact::Method;

/// The paper's five methods.
const PAPER: [Method; 5] = [Method::MlcpPath, Method::MlcpFbRlm, Method::MlcpFbPlm, Method::MncpRlm, Method::MncpPlm];
/// Ours beside them.
const OURS: [Method; 5] = [Method::Auto, Method::Nsgs, Method::Newton, Method::InteriorPoint, Method::MlcpLemke];

/// Runs the study.
pub fn run(size: Size, host: &mut dyn Host) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    advance(host, 0.0, "the sphere")?;
    sphere::run(host, &mut findings)?;
    snapshots::run(size, &mut findings)?;
    pendulum::run(size, host, &mut findings)?;
    coordinates::run(size, host, &mut findings)?;
    first_impact::run(&mut findings)?;
    energy::run(size, host, &mut findings)?;
    Ok(findings)
}
