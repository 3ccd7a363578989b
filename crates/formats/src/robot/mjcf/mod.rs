//! MJCF, the robot format of MuJoCo.

use crate::FormatError;
use crate::robot::Robot;
use std::path::Path;

/// Reads an MJCF file.
pub fn read_mjcf(path: &Path) -> Result<Robot, FormatError> {
    Err(FormatError::whole_file(
        &path.display().to_string(),
        "expected a URDF file, <robot>, found MJCF, <mujoco>, which is not read yet",
    ))
}
