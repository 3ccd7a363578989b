//! Named states, in the model's layout.

use crate::FormatError;
use crate::field::several_numbers;
use crate::robot::Keyframe;
use crate::robot::mjcf::Node;
use crate::robot::mjcf::documents::Documents;
use crate::robot::mjcf::names::Names;
use stiction_linalg::space::{Quaternion, Vector3};
use stiction_multibody::{JointKind, Model};

pub(super) struct KeyframeReader<'x> {
    pub model: &'x Model,
    pub initial: &'x [f64],
    /// For each drive of the file, whether it is one of ours.
    pub controls: &'x [bool],
}

impl KeyframeReader<'_> {
    pub fn read<'f>(&self, documents: &'f Documents<'_>, sections: &[Node<'f>]) -> Result<Vec<Keyframe>, FormatError> {
        let mut names = Names::default();
        let mut keyframes = Vec::new();
        for key in sections.iter().flat_map(|section| documents.tagged(*section, "key")) {
            names.claim(key, key.attribute("name"), keyframes.len())?;
            keyframes.push(self.key(key)?);
        }
        Ok(keyframes)
    }

    fn key(&self, key: Node<'_>) -> Result<Keyframe, FormatError> {
        let mut configuration =
            numbers(key, "qpos", self.model.configuration_size())?.unwrap_or_else(|| self.initial.to_vec());
        for joint in self.model.joints() {
            let start = match joint.kind {
                JointKind::Spherical => joint.configuration.start,
                JointKind::Free => joint.configuration.start + 3,
                _ => continue,
            };
            let q = &mut configuration[start..start + 4];
            let unit = Quaternion::new(q[0], q[1], q[2], q[3]).unit();
            let unit = unit.ok_or_else(|| key.error("qpos", "expected quaternions that are not zero, found zeros"))?;
            q.copy_from_slice(&unit.to_array());
        }
        let mut velocity =
            numbers(key, "qvel", self.model.velocity_size())?.unwrap_or_else(|| vec![0.0; self.model.velocity_size()]);
        self.turn_velocities(&configuration, &mut velocity);
        let control = numbers(key, "ctrl", self.controls.len())?.unwrap_or_else(|| vec![0.0; self.controls.len()]);
        let control =
            control.into_iter().zip(self.controls).filter(|(_, ours)| **ours).map(|(value, _)| value).collect();
        Ok(Keyframe {
            name: key.attribute("name").unwrap_or("").to_owned(),
            time: key.number("time")?.unwrap_or(0.0),
            configuration,
            velocity,
            control,
        })
    }

    /// A free joint's velocity is linear along the world's axes, then angular along the body's in the file; angular,
    /// then linear, both along the body's axes in the model.
    fn turn_velocities(&self, configuration: &[f64], velocity: &mut [f64]) {
        for joint in self.model.joints().iter().filter(|joint| joint.kind == JointKind::Free) {
            let q = &configuration[joint.configuration.clone()];
            let rotation = Quaternion::new(q[3], q[4], q[5], q[6]).to_matrix();
            let v = &mut velocity[joint.velocity.clone()];
            let linear = rotation.transpose_mul(Vector3::new(v[0], v[1], v[2])).to_array();
            v.copy_within(3..6, 0);
            v[3..].copy_from_slice(&linear);
        }
    }
}

fn numbers(key: Node<'_>, name: &str, expected: usize) -> Result<Option<Vec<f64>>, FormatError> {
    match key.numbers(name)? {
        Some(numbers) if numbers.len() != expected => {
            Err(key.error(name, format!("expected {}, found {}", several_numbers(expected), numbers.len())))
        }
        numbers => Ok(numbers),
    }
}
