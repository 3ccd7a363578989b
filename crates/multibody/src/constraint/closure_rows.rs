use crate::constraint::{ClosureKind, LoopClosure};
use crate::dynamics::{Kinematics, Motions};
use crate::model::{Model, inverse_coefficient, left_jacobian_inverse};
use crate::spatial::{Motion, Wrench};
use stiction_linalg::space::{Pose, Quaternion, Vector3};

/// One equation of a loop closure at one state: e = 0, with ė = wrench · (motion of the second body against
/// the first) and ë = that of the acceleration, plus the bias.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClosureRow {
    /// On the second body, about the second frame's origin.
    pub wrench: Wrench,
    /// e: m, or rad.
    pub error: f64,
    /// ë at zero generalized acceleration.
    pub bias: f64,
}

/// The rows of one closure, and the point that their wrenches are about.
pub(super) struct ClosureRows {
    rows: [ClosureRow; 6],
    count: usize,
    pub point: Vector3,
}

impl ClosureRows {
    pub fn as_slice(&self) -> &[ClosureRow] {
        &self.rows[..self.count]
    }

    /// Evaluates a closure; `motions` hold velocities and the accelerations that they bring about.
    pub fn new(model: &Model, kinematics: &Kinematics, motions: &Motions, closure: &LoopClosure) -> Self {
        let pair = Pair::new(model, kinematics, motions, closure);
        let mut rows = Self { rows: Default::default(), count: 0, point: pair.second.position };
        let a = pair.first.rotation;
        let mut push = |row: ClosureRow| {
            rows.rows[rows.count] = row;
            rows.count += 1;
        };
        match closure.kind {
            ClosureKind::Point => [a.x, a.y, a.z].into_iter().for_each(|axis| push(pair.apart(axis))),
            ClosureKind::Axis => pair.parallel().into_iter().for_each(push),
            ClosureKind::Orientation => pair.turned().into_iter().for_each(push),
            ClosureKind::Weld => {
                [a.x, a.y, a.z].into_iter().for_each(|axis| push(pair.apart(axis)));
                pair.turned().into_iter().for_each(push);
            }
            ClosureKind::Distance(distance) => push(pair.distant(distance)),
            ClosureKind::Revolute => {
                [a.x, a.y, a.z].into_iter().for_each(|axis| push(pair.apart(axis)));
                pair.parallel().into_iter().for_each(push);
            }
            ClosureKind::Prismatic => {
                [a.x, a.y].into_iter().for_each(|axis| push(pair.apart(axis)));
                pair.turned().into_iter().for_each(push);
            }
            ClosureKind::Cylindrical => {
                [a.x, a.y].into_iter().for_each(|axis| push(pair.apart(axis)));
                pair.parallel().into_iter().for_each(push);
            }
            ClosureKind::Screw { pitch } => {
                [a.x, a.y].into_iter().for_each(|axis| push(pair.apart(axis)));
                pair.parallel().into_iter().for_each(&mut push);
                push(pair.screwed(pitch));
            }
            ClosureKind::Universal { cosine } => {
                [a.x, a.y, a.z].into_iter().for_each(|axis| push(pair.apart(axis)));
                push(pair.inclined(a.z, pair.second.rotation.z, cosine));
            }
            ClosureKind::Planar => {
                push(pair.apart(a.z));
                pair.parallel().into_iter().for_each(push);
            }
        }
        rows
    }
}

/// Two frames and how they move.
struct Pair {
    first: Pose,
    second: Pose,
    /// Of the first body, referred to the second frame's origin.
    turning: Vector3,
    /// Of the second body against the first, referred to the second frame's origin: velocities, and
    /// accelerations at zero generalized acceleration.
    relative: Motion,
    acceleration: Motion,
    /// Of the origins in the world: for the distance.
    drifting: (Vector3, Vector3),
}

impl Pair {
    fn new(model: &Model, kinematics: &Kinematics, motions: &Motions, closure: &LoopClosure) -> Self {
        let (a, in_a) = closure.first;
        let (b, in_b) = closure.second;
        let (first, second) = (kinematics.body_pose(model, a) * in_a, kinematics.body_pose(model, b) * in_b);
        let point = second.position;
        let velocity = |body, point| motions.velocity(model, kinematics, body, point);
        let acceleration = |body, point| motions.acceleration(model, kinematics, body, point);
        let own = first.position;
        Self {
            first,
            second,
            turning: velocity(a, point).angular,
            relative: velocity(b, point) - velocity(a, point),
            acceleration: acceleration(b, point) - acceleration(a, point),
            drifting: (
                velocity(b, point).linear - velocity(a, own).linear,
                acceleration(b, point).linear - acceleration(a, own).linear,
            ),
        }
    }

    /// How far the second origin lies along an axis of the first frame.
    fn apart(&self, axis: Vector3) -> ClosureRow {
        ClosureRow {
            wrench: Wrench::new(Vector3::ZERO, axis),
            error: axis.dot(self.second.position - self.first.position),
            // Seen from the turning first frame: the Coriolis term.
            bias: axis.dot(self.acceleration.linear - self.turning.cross(self.relative.linear) * 2.0),
        }
    }

    /// The cosine between an axis of the first frame and one of the second, less a given one.
    fn inclined(&self, a: Vector3, b: Vector3, cosine: f64) -> ClosureRow {
        let normal = b.cross(a);
        let ahead = self.turning + self.relative.angular;
        let turning = ahead.cross(b).cross(a) + b.cross(self.turning.cross(a));
        ClosureRow {
            wrench: Wrench::new(normal, Vector3::ZERO),
            error: a.dot(b) - cosine,
            bias: turning.dot(self.relative.angular) + normal.dot(self.acceleration.angular),
        }
    }

    /// The angle between the z axes, as a vector along the first's x and y: the logarithm on the sphere of
    /// directions, e = k s with s the second z axis along x and y, k = θ/sin θ.
    fn parallel(&self) -> [ClosureRow; 2] {
        let (a, b) = (self.first.rotation, self.second.rotation.z);
        let sines = [self.inclined(a.x, b, 0.0), self.inclined(a.y, b, 0.0)];
        let cosine = self.inclined(a.z, b, 0.0);
        let c = cosine.error;
        let size = sines[0].error.hypot(sines[1].error);
        if c < 0.0 && size < 1e-9 {
            // Right opposite, every way back is as short: take one.
            let opposite = |row: ClosureRow, error: f64| ClosureRow { wrench: -row.wrench, error, bias: -row.bias };
            return [opposite(sines[0], std::f64::consts::PI), opposite(sines[1], 0.0)];
        }
        let (k, slope, curvature) = angle_over_sine(size, c);
        let c_rate = cosine.wrench.power(self.relative);
        sines.map(|sine| {
            let (s, s_rate) = (sine.error, sine.wrench.power(self.relative));
            ClosureRow {
                wrench: sine.wrench * k + cosine.wrench * (slope * s),
                error: k * s,
                bias: k * sine.bias
                    + 2.0 * slope * c_rate * s_rate
                    + (curvature * c_rate * c_rate + slope * cosine.bias) * s,
            }
        })
    }

    /// The rotation vector from the first frame to the second, along the first's axes.
    fn turned(&self) -> [ClosureRow; 3] {
        let a = self.first.rotation;
        let relative = a.transpose() * self.second.rotation;
        let angle = Quaternion::from_matrix(&relative).to_rotation_vector();
        // φ̇ = J⁻¹(φ) ω, with ω along the first's axes; J⁻¹ = 1 − φ×/2 + c φ×².
        let rate = a.transpose_mul(self.relative.angular);
        let rate_of_rate = a.transpose_mul(self.acceleration.angular - self.turning.cross(self.relative.angular));
        let angle_rate = left_jacobian_inverse(angle, rate);
        let (c, slope) = inverse_coefficient(angle.norm_squared());
        let c_rate = 2.0 * slope * angle.dot(angle_rate);
        let change = angle_rate.cross(rate) * -0.5
            + angle.cross(angle.cross(rate)) * c_rate
            + (angle_rate.cross(angle.cross(rate)) + angle.cross(angle_rate.cross(rate))) * c;
        let bias = left_jacobian_inverse(angle, rate_of_rate) + change;
        // Row k of J⁻¹ is J⁻ᵀ e_k, and J⁻ᵀ(φ) = J⁻¹(−φ).
        let row = |unit: Vector3, error: f64, bias: f64| ClosureRow {
            wrench: Wrench::new(a * left_jacobian_inverse(-angle, unit), Vector3::ZERO),
            error,
            bias,
        };
        [row(Vector3::X, angle.x, bias.x), row(Vector3::Y, angle.y, bias.y), row(Vector3::Z, angle.z, bias.z)]
    }

    /// The distance of the origins, less a given one.
    fn distant(&self, distance: f64) -> ClosureRow {
        let way = self.second.position - self.first.position;
        let length = way.norm();
        // Origins in one place have no direction between them; any will part them.
        let direction = way.unit().unwrap_or(self.first.rotation.z);
        let (velocity, acceleration) = self.drifting;
        let along = direction.dot(velocity);
        let across = (velocity.norm_squared() - along * along).max(0.0);
        ClosureRow {
            wrench: Wrench::new(Vector3::ZERO, direction),
            error: length - distance,
            bias: direction.dot(acceleration) + if length > 0.0 { across / length } else { 0.0 },
        }
    }

    /// The shift along the first z axis, less the pitch times the turn about it; of the turns that look the
    /// same, the one nearest to fulfilling it.
    fn screwed(&self, pitch: f64) -> ClosureRow {
        let (a, b) = (self.first.rotation, self.second.rotation);
        let sine = self.sum([(a.y, b.x, 1.0), (a.x, b.y, -1.0)]);
        let cosine = self.sum([(a.x, b.x, 1.0), (a.y, b.y, 1.0)]);
        // ψ = atan2(s, c): ψ̇ = (c ṡ − s ċ)/(s² + c²).
        let (s, c) = (sine.error, cosine.error);
        let square = (s * s + c * c).max(1e-12);
        let angle_wrench = (sine.wrench * c - cosine.wrench * s) * (1.0 / square);
        let (s_rate, c_rate) = (sine.wrench.power(self.relative), cosine.wrench.power(self.relative));
        let rate = (c * s_rate - s * c_rate) / square;
        let angle_bias = (c * sine.bias - s * cosine.bias - 2.0 * rate * (s * s_rate + c * c_rate)) / square;
        let shift = self.apart(a.z);
        let mut error = shift.error - pitch * s.atan2(c);
        let turn = std::f64::consts::TAU * pitch;
        if turn != 0.0 {
            error -= turn * (error / turn).round();
        }
        ClosureRow { wrench: shift.wrench - angle_wrench * pitch, error, bias: shift.bias - pitch * angle_bias }
    }

    /// A sum of cosines between axes of both frames.
    fn sum(&self, terms: [(Vector3, Vector3, f64); 2]) -> ClosureRow {
        let mut total = ClosureRow::default();
        for (a, b, sign) in terms {
            let row = self.inclined(a, b, 0.0);
            total.wrench += row.wrench * sign;
            total.error += sign * row.error;
            total.bias += sign * row.bias;
        }
        total
    }
}

/// θ/sin θ with its first and second derivatives by cos θ, from sine (not negative) and cosine.
fn angle_over_sine(sine: f64, cosine: f64) -> (f64, f64, f64) {
    let t = sine * sine;
    if cosine > 0.0 && t < 1e-3 {
        // The series of arcsin s / s in t = s², by which the quotients below would lose digits.
        let value = 1.0 + t * (1.0 / 6.0 + t * (3.0 / 40.0 + t * (5.0 / 112.0 + t * (35.0 / 1152.0))));
        let by_t = 1.0 / 6.0 + t * (3.0 / 20.0 + t * (15.0 / 112.0 + t * (35.0 / 288.0)));
        let by_t_twice = 3.0 / 20.0 + t * (15.0 / 56.0 + t * (35.0 / 96.0));
        (value, -2.0 * cosine * by_t, -2.0 * by_t + 4.0 * cosine * cosine * by_t_twice)
    } else {
        let value = sine.atan2(cosine) / sine;
        let slope = -(1.0 - value * cosine) / t;
        (value, slope, (value + 3.0 * cosine * slope) / t)
    }
}
