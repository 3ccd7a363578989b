use crate::{FormatError, Frame, RecordingFile};
use stiction_linalg::space::{Pose, Quaternion};
use stiction_multibody::Model;
use stiction_multibody::dynamics::Kinematics;

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
            return Err(fault(format!("expected the sizes of its joints, {sizes:?}")));
        }
        Ok(Self { kinematics: Kinematics::new(&model), model })
    }

    /// Position and orientation (w, x, y, z) of every body at a frame; the first is the world.
    pub fn bodies(&mut self, frame: &Frame) -> Vec<([f64; 3], [f64; 4])> {
        let Self { model, kinematics } = self;
        kinematics.update(model, &frame.configuration);
        let place = |body| {
            let Pose { position, rotation } = kinematics.body_pose(model, body);
            (position.to_array(), Quaternion::from_matrix(&rotation).to_array())
        };
        model.body_ids().map(place).collect()
    }
}
