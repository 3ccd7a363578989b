use crate::findings::Findings;
use crate::{Host, Size, StudyError};

/// Runs the study.
pub fn run(_: Size, _: &mut dyn Host) -> Result<Findings, StudyError> {
    Ok(Findings::default())
}
