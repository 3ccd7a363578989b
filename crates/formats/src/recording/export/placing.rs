use crate::{FormatError, Frame, RecordingFile};
use stiction_linalg::space::{Pose, Quaternion};
use stiction_multibody::Model;
use stiction_multibody::dynamics::Kinematics;

/// Where a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedBody {
    /// m.
    pub position: [f64; 3],
    /// From the body's axes to the world's: w, x, y, z.
    pub orientation: [f64; 4],
}

/// Places the bodies of a recording.
pub struct Placing {
    model: Model,
    kinematics: Kinematics,
}

impl Placing {
    /// For a recording.
    pub fn new(file: &RecordingFile) -> Result<Self, FormatError> {
        let fault = |what: String| FormatError::whole_file(&file.name, format!("header: {what}"));
        let model = file.header.model().map_err(|error| fault(error.to_string()))?;
        let sizes = [model.configuration_size(), model.velocity_size()];
        if sizes != [file.header.configuration_size, file.header.velocity_size] {
            return Err(fault(format!(
                "expected the configuration and velocity sizes of its joints, {sizes:?}, found others"
            )));
        }
        Ok(Self { kinematics: Kinematics::new(&model), model })
    }

    /// Where every body is at a frame; the first is the world.
    pub fn bodies(&mut self, frame: &Frame) -> Vec<PlacedBody> {
        let Self { model, kinematics } = self;
        kinematics.update(model, &frame.configuration);
        let place = |body| {
            let Pose { position, rotation } = kinematics.body_pose(model, body);
            PlacedBody { position: position.to_array(), orientation: Quaternion::from_matrix(&rotation).to_array() }
        };
        model.body_ids().map(place).collect()
    }
}
