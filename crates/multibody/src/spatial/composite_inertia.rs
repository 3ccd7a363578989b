use crate::model::FreedomKind;
use crate::spatial::Wrench;
use stiction_linalg::space::{Pose, Symmetric3, Vector3};

/// The inertia of a rigid body about a reference point, as sums over its mass: what bodies that move as
/// one simply add.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompositeInertia {
    /// Σ m, kg.
    pub mass: f64,
    /// Σ m x, kg·m.
    pub first: Vector3,
    /// Σ m (|x|² 1 − x xᵀ), kg·m².
    pub second: Symmetric3,
}

impl CompositeInertia {
    /// Turned into other axes about the same point.
    #[inline]
    pub fn rotated(&self, pose: &Pose) -> Self {
        Self { mass: self.mass, first: pose.rotation * self.first, second: self.second.rotated(&pose.rotation) }
    }

    /// Adds a body whose reference point lies at `offset` from this one's.
    #[inline]
    pub fn add_shifted(&mut self, other: &Self, offset: Vector3) {
        self.mass += other.mass;
        self.first += other.first + offset * other.mass;
        self.second += other.second + Symmetric3::parallel_axes(offset, other.first + offset * (0.5 * other.mass));
    }

    /// The momentum of a degree of freedom's motion at rate one.
    #[inline]
    pub fn moving(&self, kind: FreedomKind, axis: Vector3) -> Wrench {
        match kind {
            FreedomKind::About => self.turning(axis),
            FreedomKind::Along => self.shifting(axis),
            FreedomKind::Screw(pitch) => self.turning(axis) + self.shifting(axis) * pitch,
        }
    }

    /// The momentum of a turn about an axis through the reference point.
    #[inline]
    fn turning(&self, axis: Vector3) -> Wrench {
        Wrench::new(self.second * axis, axis.cross(self.first))
    }

    /// The momentum of a shift along an axis.
    #[inline]
    fn shifting(&self, axis: Vector3) -> Wrench {
        Wrench::new(self.first.cross(axis), axis * self.mass)
    }
}
