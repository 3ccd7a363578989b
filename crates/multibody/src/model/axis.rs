use stiction_linalg::space::{Matrix3, Vector3, sin_cos};

/// A unit axis, with the coordinate axes set apart: turning about one of those mixes two columns only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Axis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
    /// Along any other unit vector.
    Oblique(Vector3),
}

impl Axis {
    /// The axis of a unit vector.
    pub fn new(unit: Vector3) -> Self {
        match unit {
            Vector3::X => Self::X,
            Vector3::Y => Self::Y,
            Vector3::Z => Self::Z,
            other => Self::Oblique(other),
        }
    }

    /// The axis, given in a frame, along the axes in which the frame is given.
    #[inline]
    pub(crate) fn seen_from(self, frame: &Matrix3) -> Vector3 {
        match self {
            Self::X => frame.x,
            Self::Y => frame.y,
            Self::Z => frame.z,
            Self::Oblique(unit) => *frame * unit,
        }
    }

    /// The frame turned about this axis of its own, by an angle in radians.
    #[inline]
    pub(crate) fn turn(self, frame: &Matrix3, angle: f64) -> Matrix3 {
        let Matrix3 { x, y, z } = *frame;
        match self {
            Self::X => {
                let (sine, cosine) = sin_cos(angle);
                Matrix3::from_columns(x, y * cosine + z * sine, z * cosine - y * sine)
            }
            Self::Y => {
                let (sine, cosine) = sin_cos(angle);
                Matrix3::from_columns(x * cosine - z * sine, y, z * cosine + x * sine)
            }
            Self::Z => {
                let (sine, cosine) = sin_cos(angle);
                Matrix3::from_columns(x * cosine + y * sine, y * cosine - x * sine, z)
            }
            Self::Oblique(unit) => *frame * Matrix3::rotation(unit, angle),
        }
    }
}
