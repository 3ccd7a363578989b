use crate::model::FreedomKind;
use crate::spatial::{CompositeInertia, Wrench};
use stiction_linalg::space::{Matrix3, Symmetric3, Vector3};

/// The inertia that a body shows when what hangs on it is free to move: moment and force of an angular
/// and a linear acceleration, `n = A α + C a`, `f = Cᵀ α + M a`, about a reference point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArticulatedInertia {
    /// A, kg·m².
    pub angular: Symmetric3,
    /// C, kg·m.
    pub coupling: Matrix3,
    /// M, kg.
    pub linear: Symmetric3,
}

impl ArticulatedInertia {
    /// Of a rigid body.
    #[inline]
    pub fn rigid(body: &CompositeInertia) -> Self {
        Self {
            angular: body.second,
            coupling: Matrix3::skew(body.first),
            linear: Symmetric3::diagonal(body.mass, body.mass, body.mass),
        }
    }

    /// The wrench of a degree of freedom's motion at rate one.
    #[inline]
    pub fn moving(&self, kind: FreedomKind, axis: Vector3) -> Wrench {
        match kind {
            FreedomKind::About => self.turning(axis),
            FreedomKind::Along => self.shifting(axis),
            FreedomKind::Screw(pitch) => self.turning(axis) + self.shifting(axis) * pitch,
        }
    }

    /// The wrench of a turn about an axis through the reference point.
    #[inline]
    fn turning(&self, axis: Vector3) -> Wrench {
        Wrench::new(self.angular * axis, self.coupling.transpose_mul(axis))
    }

    /// The wrench of a shift along an axis.
    #[inline]
    fn shifting(&self, axis: Vector3) -> Wrench {
        Wrench::new(self.coupling * axis, self.linear * axis)
    }

    /// Frees a direction: takes away `u uᵀ / d`, where `u` is the wrench of that direction's motion.
    #[inline]
    pub fn release(&mut self, u: Wrench, inverse: f64) {
        let (n, f) = (u.moment, u.force);
        let (nd, fd) = (n * inverse, f * inverse);
        let a = &mut self.angular;
        a.xx -= n.x * nd.x;
        a.xy -= n.x * nd.y;
        a.xz -= n.x * nd.z;
        a.yy -= n.y * nd.y;
        a.yz -= n.y * nd.z;
        a.zz -= n.z * nd.z;
        self.coupling.x -= n * fd.x;
        self.coupling.y -= n * fd.y;
        self.coupling.z -= n * fd.z;
        let m = &mut self.linear;
        m.xx -= f.x * fd.x;
        m.xy -= f.x * fd.y;
        m.xz -= f.x * fd.z;
        m.yy -= f.y * fd.y;
        m.yz -= f.y * fd.z;
        m.zz -= f.z * fd.z;
    }

    /// Adds an inertia whose reference point lies at `r` from this one's: with C' = C + r× M,
    /// A' = A − C r× + r× C'ᵀ.
    #[inline]
    pub fn add_shifted(&mut self, other: &Self, r: Vector3) {
        let m = other.linear.to_matrix();
        let shifted = Matrix3::from_columns(
            other.coupling.x + r.cross(m.x),
            other.coupling.y + r.cross(m.y),
            other.coupling.z + r.cross(m.z),
        );
        // Rows of C and C' as vectors: (C r×)ᵢⱼ = (rowᵢ(C) × r)ⱼ, (r× C'ᵀ)ᵢⱼ = (r × rowⱼ(C'))ᵢ.
        let c = other.coupling.transpose();
        let d = shifted.transpose();
        let (px, py, pz) = (c.x.cross(r), c.y.cross(r), c.z.cross(r));
        let (qx, qy, qz) = (r.cross(d.x), r.cross(d.y), r.cross(d.z));
        let a = &other.angular;
        self.angular += Symmetric3 {
            xx: a.xx - px.x + qx.x,
            xy: a.xy - px.y + qy.x,
            xz: a.xz - px.z + qz.x,
            yy: a.yy - py.y + qy.y,
            yz: a.yz - py.z + qz.y,
            zz: a.zz - pz.z + qz.z,
        };
        self.coupling = self.coupling + shifted;
        self.linear += other.linear;
    }
}
