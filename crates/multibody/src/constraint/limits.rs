use crate::delassus::Rows;
use crate::model::{JointId, Model, rotation};
use stiction_linalg::kernels::reserve_total;
use stiction_linalg::space::Vector3;

/// Which end of a joint's range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitSide {
    /// The lowest coordinate.
    Lower,
    /// The highest coordinate.
    Upper,
    /// The largest angle of a spherical joint.
    Angle,
}

/// A limit that a joint is near: one row, whose force acts away from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The joint.
    pub joint: JointId,
    /// The degree of freedom; of a spherical joint, its first.
    pub freedom: usize,
    /// Which end.
    pub side: LimitSide,
    /// What is left to it, rad or m; below zero when it is passed.
    pub gap: f64,
}

/// The limits of a model at one configuration: inequalities `gap ≥ 0`.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// G: rates of the gaps.
    pub rows: Rows,
    /// One for each row.
    pub limits: Vec<Limit>,
}

impl Limits {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for a model's limits without further allocation.
    pub fn reserve(&mut self, model: &Model) {
        let count = 2 * model.freedoms.len();
        self.rows.reserve(count);
        reserve_total(&mut self.limits, count);
    }

    /// Finds the limits whose gap is at most a margin (rad or m; infinity for all).
    pub fn update(&mut self, model: &Model, configuration: &[f64], margin: f64) {
        model.expect_configuration(configuration);
        self.rows.clear();
        self.limits.clear();
        for (index, joint) in model.joints.iter().enumerate() {
            for freedom in joint.velocity.clone() {
                let at = &model.freedoms[freedom];
                let (Some((lower, upper)), Some(q)) = (at.properties.limits, at.coordinate) else { continue };
                let ends = [
                    (LimitSide::Lower, configuration[q] - lower, 1.0),
                    (LimitSide::Upper, upper - configuration[q], -1.0),
                ];
                for (side, gap, factor) in ends {
                    if gap.is_finite() && gap <= margin {
                        self.rows.push_coordinates(&[(freedom, factor)]);
                        self.limits.push(Limit { joint: JointId(index), freedom, side, gap });
                    }
                }
            }
            let Some(largest) = joint.angle_limit else { continue };
            let angle = rotation(&configuration[joint.configuration.clone()]).to_rotation_vector();
            let gap = largest - angle.norm();
            if gap <= margin {
                // The angle grows along the rotation's own axis, which is the same in both frames.
                let Vector3 { x, y, z } = angle.unit().unwrap_or(Vector3::X);
                let freedom = joint.velocity.start;
                self.rows.push_coordinates(&[(freedom, -x), (freedom + 1, -y), (freedom + 2, -z)]);
                self.limits.push(Limit { joint: JointId(index), freedom, side: LimitSide::Angle, gap });
            }
        }
    }
}
