use std::f64::consts::PI;
use stiction_linalg::space::{Pose, Symmetric3, Vector3};

/// How mass is spread over a body, in the body's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inertia {
    /// kg.
    pub mass: f64,
    /// The centre of mass, m.
    pub centre: Vector3,
    /// The moments of inertia about the centre of mass, along the body's axes, kg·m².
    pub moments: Symmetric3,
}

impl Inertia {
    /// No mass.
    pub const ZERO: Self = Self { mass: 0.0, centre: Vector3::ZERO, moments: Symmetric3::ZERO };

    /// From mass, centre and moments about the centre.
    pub const fn new(mass: f64, centre: Vector3, moments: Symmetric3) -> Self {
        Self { mass, centre, moments }
    }

    /// A point mass.
    pub const fn point(mass: f64, centre: Vector3) -> Self {
        Self::new(mass, centre, Symmetric3::ZERO)
    }

    /// A solid ball about the origin.
    pub fn ball(mass: f64, radius: f64) -> Self {
        Self::ellipsoid(mass, Vector3::new(radius, radius, radius))
    }

    /// A solid box about the origin, from half its edges.
    pub fn cuboid(mass: f64, half: Vector3) -> Self {
        let (x, y, z) = (half.x * half.x, half.y * half.y, half.z * half.z);
        let third = mass / 3.0;
        Self::new(mass, Vector3::ZERO, Symmetric3::diagonal(third * (y + z), third * (x + z), third * (x + y)))
    }

    /// A solid cylinder about the origin, its axis along z.
    pub fn cylinder(mass: f64, radius: f64, half_length: f64) -> Self {
        let side = mass * (3.0 * radius * radius + 4.0 * half_length * half_length) / 12.0;
        Self::new(mass, Vector3::ZERO, Symmetric3::diagonal(side, side, 0.5 * mass * radius * radius))
    }

    /// A solid ellipsoid about the origin, from half its axes.
    pub fn ellipsoid(mass: f64, half: Vector3) -> Self {
        let (x, y, z) = (half.x * half.x, half.y * half.y, half.z * half.z);
        let fifth = mass / 5.0;
        Self::new(mass, Vector3::ZERO, Symmetric3::diagonal(fifth * (y + z), fifth * (x + z), fifth * (x + y)))
    }

    /// A solid capsule about the origin, along z: a cylinder between two half balls.
    pub fn capsule(mass: f64, radius: f64, half_length: f64) -> Self {
        let cylinder = PI * radius * radius * 2.0 * half_length;
        let balls = 4.0 / 3.0 * PI * radius.powi(3);
        // Without thickness it is a rod, and a point if it has no length either.
        let of_balls = if balls == 0.0 { 0.0 } else { mass * balls / (cylinder + balls) };
        let of_cylinder = mass - of_balls;
        let mut inertia = Self::cylinder(of_cylinder, radius, half_length);
        // The centre of a half ball lies 3r/8 above its flat side.
        let axial = 0.4 * of_balls * radius * radius;
        let side = axial + of_balls * (half_length * half_length + 0.75 * half_length * radius);
        inertia.moments += Symmetric3::diagonal(side, side, axial);
        inertia.mass = mass;
        inertia
    }

    /// The moments about the origin of the frame.
    pub fn moments_about_origin(&self) -> Symmetric3 {
        self.moments + Symmetric3::parallel_axes(self.centre, self.centre * (0.5 * self.mass))
    }

    /// The same body, seen from the frame in which its own frame has this pose.
    pub fn placed(&self, pose: &Pose) -> Self {
        Self::new(self.mass, pose.point(self.centre), self.moments.rotated(&pose.rotation))
    }

    /// Both together, in one frame.
    pub fn with(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        if mass == 0.0 {
            return Self::new(0.0, self.centre, self.moments + other.moments);
        }
        let apart = other.centre - self.centre;
        let reduced = self.mass * (other.mass / mass);
        Self::new(
            mass,
            self.centre + apart * (other.mass / mass),
            self.moments + other.moments + Symmetric3::parallel_axes(apart, apart * (0.5 * reduced)),
        )
    }

    /// Whether no number is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        self.mass.is_finite() && self.centre.is_finite() && self.moments.is_finite()
    }
}
