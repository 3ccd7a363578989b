//! Configurations: numbers on a manifold, because a quaternion has four numbers and three directions.

use crate::model::{LinkKind, Model};
use stiction_linalg::space::{Quaternion, Vector3, sin_cos};

impl Model {
    /// Every coordinate zero, every quaternion the identity.
    pub fn neutral_configuration(&self) -> Vec<f64> {
        let mut configuration = vec![0.0; self.configuration_size];
        for link in &self.links[1..] {
            match link.kind {
                LinkKind::Spherical => configuration[link.configuration] = 1.0,
                LinkKind::Free => configuration[link.configuration + 3] = 1.0,
                _ => {}
            }
        }
        configuration
    }

    /// A configuration within the limits: quaternions evenly over all rotations, limited coordinates evenly
    /// between their limits, unlimited angles within ±π and displacements within ±1 m. `uniform` gives
    /// numbers in [0, 1).
    pub fn random_configuration(&self, mut uniform: impl FnMut() -> f64) -> Vec<f64> {
        let mut configuration = self.neutral_configuration();
        let limits: Vec<_> =
            self.joints.iter().flat_map(|joint| joint.links.clone().map(|_| joint.angle_limit)).collect();
        for (link, angle_limit) in self.links[1..].iter().zip(limits) {
            let q = &mut configuration[link.configuration..];
            match link.kind {
                LinkKind::Revolute(_) | LinkKind::Screw(..) | LinkKind::Prismatic(_) => {
                    let widest = if matches!(link.kind, LinkKind::Prismatic(_)) { 1.0 } else { std::f64::consts::PI };
                    let limits = self.freedoms[link.freedoms.start].properties.limits;
                    let (lower, upper) = match limits.unwrap_or((-widest, widest)) {
                        (lower, upper) if (upper - lower).is_finite() => (lower, upper),
                        (lower, _) if lower.is_finite() => (lower, lower + 2.0 * widest),
                        (_, upper) if upper.is_finite() => (upper - 2.0 * widest, upper),
                        _ => (-widest, widest),
                    };
                    q[0] = lower + (upper - lower) * uniform();
                }
                LinkKind::Spherical => {
                    let mut turned = random_rotation(&mut uniform);
                    if let Some(limit) = angle_limit {
                        // Shrinks the angle into the limit and keeps the direction.
                        let vector = turned.to_rotation_vector();
                        turned = Quaternion::from_rotation_vector(vector * (limit / std::f64::consts::PI).min(1.0));
                    }
                    q[..4].copy_from_slice(&turned.to_array());
                }
                LinkKind::Free => {
                    for coordinate in &mut q[..3] {
                        *coordinate = 2.0 * uniform() - 1.0;
                    }
                    q[3..7].copy_from_slice(&random_rotation(&mut uniform).to_array());
                }
            }
        }
        configuration
    }

    /// Moves a configuration along a constant velocity (in its joints' own coordinates) for a time: exactly,
    /// whatever the time, since each joint's motion is a one-parameter group.
    pub fn integrate(&self, configuration: &mut [f64], velocity: &[f64], time: f64) {
        self.follow(configuration, velocity, time, false);
    }

    /// Moves a configuration for a time with bodies that are free in the world moving straight on: their origins by the
    /// velocity times the time, along axes that stand still.
    pub fn advance(&self, configuration: &mut [f64], velocity: &[f64], time: f64) {
        self.follow(configuration, velocity, time, true);
    }

    fn follow(&self, configuration: &mut [f64], velocity: &[f64], time: f64, straight: bool) {
        self.expect_configuration(configuration);
        self.expect_velocity(velocity);
        for link in &self.links[1..] {
            let q = &mut configuration[link.configuration..];
            let v = &velocity[link.freedoms.clone()];
            match link.kind {
                LinkKind::Revolute(_) | LinkKind::Prismatic(_) | LinkKind::Screw(..) => q[0] += v[0] * time,
                LinkKind::Spherical => {
                    let turned = turn(&q[..4], Vector3::new(v[0], v[1], v[2]) * time);
                    q[..4].copy_from_slice(&turned.to_array());
                }
                LinkKind::Free => {
                    let angle = Vector3::new(v[0], v[1], v[2]) * time;
                    let shift = Vector3::new(v[3], v[4], v[5]) * time;
                    let shift = if straight && link.parent == 0 { shift } else { left_jacobian(angle, shift) };
                    let shift = rotation(&q[3..7]).to_matrix() * shift;
                    let turned = turn(&q[3..7], angle);
                    for (coordinate, shift) in q.iter_mut().zip(shift.to_array()) {
                        *coordinate += shift;
                    }
                    q[3..7].copy_from_slice(&turned.to_array());
                }
            }
        }
    }

    /// Gives the velocity of bodies that are free in the world along the axes that they have in another configuration, so
    /// that nothing of it is lost to their turning.
    pub fn transport(&self, from: &[f64], to: &[f64], velocity: &mut [f64]) {
        self.expect_configuration(from);
        self.expect_configuration(to);
        self.expect_velocity(velocity);
        for link in &self.links[1..] {
            if link.kind == LinkKind::Free && link.parent == 0 {
                let turned = |q: &[f64]| rotation(&q[link.configuration + 3..link.configuration + 7]);
                let (before, after) = (turned(from).to_matrix(), turned(to).to_matrix());
                let v = &mut velocity[link.freedoms.start + 3..link.freedoms.end];
                let moving = Vector3::new(v[0], v[1], v[2]);
                v.copy_from_slice(&after.transpose_mul(before * moving).to_array());
            }
        }
    }

    /// What [`transport`](Self::transport) takes care of and the equations of motion must then leave out: the acceleration
    /// `−ω × v` of the velocity's numbers along the turning axes of bodies that are free in the world. Whether there are any.
    pub fn turning_acceleration(&self, velocity: &[f64], acceleration: &mut [f64]) -> bool {
        self.expect_velocity(velocity);
        self.expect_velocity(acceleration);
        acceleration.fill(0.0);
        let mut any = false;
        for link in &self.links[1..] {
            if link.kind == LinkKind::Free && link.parent == 0 {
                let v = &velocity[link.freedoms.clone()];
                let (turning, moving) = (Vector3::new(v[0], v[1], v[2]), Vector3::new(v[3], v[4], v[5]));
                acceleration[link.freedoms.start + 3..link.freedoms.end]
                    .copy_from_slice(&moving.cross(turning).to_array());
                any = true;
            }
        }
        any
    }

    /// The velocity that leads from one configuration to another in unit time, quaternions by the shorter
    /// way: the inverse of [`integrate`](Self::integrate).
    pub fn difference(&self, from: &[f64], to: &[f64], velocity: &mut [f64]) {
        self.expect_configuration(from);
        self.expect_configuration(to);
        self.expect_velocity(velocity);
        for link in &self.links[1..] {
            let (p, q) = (&from[link.configuration..], &to[link.configuration..]);
            let v = &mut velocity[link.freedoms.clone()];
            match link.kind {
                LinkKind::Revolute(_) | LinkKind::Prismatic(_) | LinkKind::Screw(..) => v[0] = q[0] - p[0],
                LinkKind::Spherical => {
                    let angle = (rotation(&p[..4]).conjugate() * rotation(&q[..4])).to_rotation_vector();
                    v.copy_from_slice(&angle.to_array());
                }
                LinkKind::Free => {
                    let start = rotation(&p[3..7]);
                    let angle = (start.conjugate() * rotation(&q[3..7])).to_rotation_vector();
                    let apart = Vector3::new(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
                    let shift = left_jacobian_inverse(angle, start.to_matrix().transpose_mul(apart));
                    v[..3].copy_from_slice(&angle.to_array());
                    v[3..].copy_from_slice(&shift.to_array());
                }
            }
        }
    }

    /// Brings every quaternion back to length one; one that is zero becomes the identity, NaN stays NaN.
    pub fn normalize(&self, configuration: &mut [f64]) {
        self.expect_configuration(configuration);
        for link in &self.links[1..] {
            let start = match link.kind {
                LinkKind::Spherical => link.configuration,
                LinkKind::Free => link.configuration + 3,
                _ => continue,
            };
            let q = &mut configuration[start..start + 4];
            let unit = rotation(q);
            q.copy_from_slice(&unit.to_array());
        }
    }
}

/// The unit quaternion of four numbers; the identity where they are all zero, and NaN where one is not finite.
pub(crate) fn rotation(q: &[f64]) -> Quaternion {
    unit(Quaternion::new(q[0], q[1], q[2], q[3]))
}

fn unit(quaternion: Quaternion) -> Quaternion {
    let lost = if quaternion.to_array() == [0.0; 4] { 1.0 } else { f64::NAN };
    quaternion.unit().unwrap_or(Quaternion::new(lost, 0.0, 0.0, 0.0))
}

fn turn(q: &[f64], angle: Vector3) -> Quaternion {
    unit(rotation(q) * Quaternion::from_rotation_vector(angle))
}

/// Evenly distributed over all rotations (Shoemake).
fn random_rotation(uniform: &mut impl FnMut() -> f64) -> Quaternion {
    let (a, b, c) = (uniform(), std::f64::consts::TAU * uniform(), std::f64::consts::TAU * uniform());
    let (u, v) = ((1.0 - a).sqrt(), a.sqrt());
    let ((b_sine, b_cosine), (c_sine, c_cosine)) = (sin_cos(b), sin_cos(c));
    Quaternion::new(u * b_sine, u * b_cosine, v * c_sine, v * c_cosine)
}

/// (θ − sin θ)/θ³ and (1 − cos θ)/θ², by their series where the quotients would lose digits.
fn series(square: f64) -> (f64, f64) {
    if square < 1e-2 {
        let t = square;
        let first = (1.0 - t / 20.0 * (1.0 - t / 42.0 * (1.0 - t / 72.0 * (1.0 - t / 110.0)))) / 6.0;
        let second = (1.0 - t / 12.0 * (1.0 - t / 30.0 * (1.0 - t / 56.0 * (1.0 - t / 90.0)))) / 2.0;
        (first, second)
    } else {
        let angle = square.sqrt();
        let (sine, cosine) = sin_cos(angle);
        ((angle - sine) / (square * angle), (1.0 - cosine) / square)
    }
}

/// The shift of a body that turns by an angle while it moves along its own axes: the linear part of the
/// exponential of a screw motion.
fn left_jacobian(angle: Vector3, shift: Vector3) -> Vector3 {
    let (a, b) = series(angle.norm_squared());
    let once = angle.cross(shift);
    shift + once * b + angle.cross(once) * a
}

/// The inverse of [`left_jacobian`]: 1 − φ×/2 + (1/θ² − (1 + cos θ)/(2 θ sin θ)) φ×².
pub(crate) fn left_jacobian_inverse(angle: Vector3, shift: Vector3) -> Vector3 {
    let once = angle.cross(shift);
    shift - once * 0.5 + angle.cross(once) * inverse_coefficient(angle.norm_squared()).0
}

/// 1/θ² − cot(θ/2)/(2θ) at θ², and its derivative by θ².
pub(crate) fn inverse_coefficient(square: f64) -> (f64, f64) {
    if square < 1e-2 {
        let t = square;
        let value = 1.0 / 12.0 + t * (1.0 / 720.0 + t * (1.0 / 30_240.0 + t / 1_209_600.0));
        (value, 1.0 / 720.0 + t * (2.0 / 30_240.0 + t * (3.0 / 1_209_600.0)))
    } else {
        let angle = square.sqrt();
        let (sine, cosine) = sin_cos(0.5 * angle);
        let value = 1.0 / square - cosine / (2.0 * angle * sine);
        let slope = (-4.0 / angle + cosine / sine + 0.5 * angle / (sine * sine)) / (4.0 * square * angle);
        (value, slope)
    }
}
