//! Coulomb friction by pyramids, at velocity level: the LCP of Stewart and Trinkle and its mixed form.
//!
//! # Symbols
//! `J_n`, `D` the Jacobians of the normal and of the facet directions, `A = J M⁻¹ Jᵀ` over both,
//! `v` the velocity without contact impulses, `μ` friction, `E` one column of ones per contact.
//! Unknowns: normal impulses `c_n`, facet impulses `β`, sliding speeds `λ`:
//!
//! ```text
//! M = ⎡ J_n M⁻¹ J_nᵀ   J_n M⁻¹ Dᵀ   0 ⎤        q = ⎡ J_n v ⎤
//!     ⎢ D M⁻¹ J_nᵀ     D M⁻¹ Dᵀ     E ⎥            ⎢ D v   ⎥
//!     ⎣ μ I            −Eᵀ          0 ⎦            ⎣ 0     ⎦
//! ```
//!
//! `zᵀMz = ‖Jᵀp‖² in M⁻¹ + μ c_nᵀλ ≥ 0` on the orthant: copositive. Where it vanishes with `Mz ≥ 0`, `Jᵀp = 0`, so
//! `qᵀz = 0`: Lemke's method ends in a solution.
//!
//! D. E. Stewart, J. C. Trinkle, International Journal for Numerical Methods in Engineering 39 (1996)
//! 2673–2691; M. Anitescu, F. A. Potra, Nonlinear Dynamics 14 (1997) 231–247.

use super::random::Generator;
use crate::{DenseMatrix, Lcp, MixedLcp, ProblemError};

const GRAVITY: f64 = 9.81;

type Vector = [f64; 3];

/// A tower of unit cubes with friction, pushed sideways: one step of its motion as an LCP.
///
/// Each cube stands on the one below (the first on the ground) by its four lower corners. Masses are
/// `10^U(−1, 1)`, so neighbours differ by up to 100 to 1; normals are tilted by about one hundredth; velocities
/// are random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxStack {
    /// The number of cubes.
    pub boxes: usize,
    /// The number of facet directions of each pyramid.
    pub directions: usize,
    /// The coefficient of friction.
    pub friction: f64,
    /// The time step, in seconds.
    pub time_step: f64,
}

impl Default for BoxStack {
    fn default() -> Self {
        Self { boxes: 1, directions: 8, friction: 0.5, time_step: 0.01 }
    }
}

impl BoxStack {
    /// The number of unknowns that each box adds.
    pub fn order_per_box(&self) -> usize {
        4 * (self.directions + 2)
    }

    /// The LCP of a seed, of order `boxes · order_per_box()`.
    pub fn problem(&self, seed: u64) -> Result<Lcp, ProblemError> {
        let mut random = Generator::new(seed);
        let (inverse_masses, velocity) = bodies(self.boxes, self.time_step, &mut random);
        let mut contacts = Vec::new();
        for body in 0..self.boxes {
            for corner in 0..4 {
                let [x, y] = [corner / 2, corner % 2].map(|side| side as f64 - 0.5);
                let normal = normalized([1e-2 * random.normal(), 1e-2 * random.normal(), 1.0]);
                let mut sides = vec![Side { body, arm: [x, y, -0.5], sign: 1.0 }];
                if body > 0 {
                    sides.push(Side { body: body - 1, arm: [x, y, 0.5], sign: -1.0 });
                }
                contacts.push(Contact { normal, sides });
            }
        }
        let jacobian = pyramid_jacobian(&contacts, self.directions, self.boxes);
        let (matrix, vector) = pyramid_problem(&jacobian, 0, contacts.len(), self.friction, &inverse_masses, &velocity);
        Lcp::new(matrix, vector)
    }
}

/// A chain of bodies joined by ball joints, each touching the world at random points with friction:
/// one step of its motion as a mixed LCP. The joints are equations, and come first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointedBodies {
    /// The number of bodies.
    pub bodies: usize,
    /// The number of contacts of each body with the world.
    pub contacts_per_body: usize,
    /// The number of facet directions of each pyramid.
    pub directions: usize,
    /// The coefficient of friction.
    pub friction: f64,
    /// The time step, in seconds.
    pub time_step: f64,
}

impl Default for JointedBodies {
    fn default() -> Self {
        Self { bodies: 2, contacts_per_body: 1, directions: 8, friction: 0.5, time_step: 0.01 }
    }
}

impl JointedBodies {
    /// The least chain, of two bodies or more, whose problem reaches an order.
    pub fn of_order(order: usize) -> Self {
        let mut chain = Self::default();
        while chain.order() < order {
            chain.bodies += 1;
        }
        chain
    }

    /// The order of the problem.
    pub fn order(&self) -> usize {
        self.joint_rows() + self.bodies * self.contacts_per_body * (self.directions + 2)
    }

    fn joint_rows(&self) -> usize {
        3 * self.bodies.saturating_sub(1)
    }

    /// The mixed LCP of a seed. Body `k`'s joint with body `k + 1` is half a length along `x` from each.
    pub fn problem(&self, seed: u64) -> Result<MixedLcp, ProblemError> {
        let mut random = Generator::new(seed);
        let (inverse_masses, velocity) = bodies(self.bodies, self.time_step, &mut random);
        let mut contacts = Vec::new();
        for body in 0..self.bodies {
            for _ in 0..self.contacts_per_body {
                let normal = normalized([random.normal(), random.normal(), 0.5 + random.normal().abs()]);
                let arm = [0; 3].map(|_| random.uniform(-0.5, 0.5));
                contacts.push(Contact { normal, sides: vec![Side { body, arm, sign: 1.0 }] });
            }
        }
        let mut jacobian = Vec::new();
        for body in 1..self.bodies {
            let sides = [
                Side { body: body - 1, arm: [0.5, 0.0, 0.0], sign: -1.0 },
                Side { body, arm: [-0.5, 0.0, 0.0], sign: 1.0 },
            ];
            for axis in 0..3 {
                let mut direction = [0.0; 3];
                direction[axis] = 1.0;
                jacobian.push(jacobian_row(&sides, direction, self.bodies));
            }
        }
        jacobian.extend(pyramid_jacobian(&contacts, self.directions, self.bodies));
        let joint_rows = self.joint_rows();
        let (matrix, vector) =
            pyramid_problem(&jacobian, joint_rows, contacts.len(), self.friction, &inverse_masses, &velocity);
        let lower = (0..vector.len()).map(|row| if row < joint_rows { f64::NEG_INFINITY } else { 0.0 }).collect();
        let upper = vec![f64::INFINITY; vector.len()];
        MixedLcp::new(matrix, vector, lower, upper)
    }
}

/// A contact: its normal, and the bodies that it pushes along it (sign 1) or against it (sign −1).
struct Contact {
    normal: Vector,
    sides: Vec<Side>,
}

struct Side {
    body: usize,
    arm: Vector,
    sign: f64,
}

/// The diagonal of the inverse mass matrix of unit cubes, and velocities after a step of gravity.
fn bodies(count: usize, time_step: f64, random: &mut Generator) -> (Vec<f64>, Vec<f64>) {
    let (mut inverse_masses, mut velocity) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mass = 10.0_f64.powf(random.uniform(-1.0, 1.0));
        // The moment of inertia of a unit cube is m / 6 about each axis.
        inverse_masses.extend([1.0 / mass, 1.0 / mass, 1.0 / mass, 6.0 / mass, 6.0 / mass, 6.0 / mass]);
        velocity.extend([0.3 * random.normal(), 0.3 * random.normal(), -GRAVITY * time_step]);
        velocity.extend([0; 3].map(|_| 0.3 * random.normal()));
    }
    (inverse_masses, velocity)
}

/// The rows of every normal, then of every facet direction of the first contact, of the second, …
fn pyramid_jacobian(contacts: &[Contact], directions: usize, bodies: usize) -> Vec<Vec<f64>> {
    let mut rows: Vec<_> =
        contacts.iter().map(|contact| jacobian_row(&contact.sides, contact.normal, bodies)).collect();
    for contact in contacts {
        let first = normalized(cross([0.0, 1.0, 0.0], contact.normal));
        let second = cross(contact.normal, first);
        for k in 0..directions {
            let (sine, cosine) = (std::f64::consts::TAU * k as f64 / directions as f64).sin_cos();
            let direction = [0, 1, 2].map(|axis| cosine * first[axis] + sine * second[axis]);
            rows.push(jacobian_row(&contact.sides, direction, bodies));
        }
    }
    rows
}

/// The velocity along `direction` of the sides' points, as a linear form of all velocities.
fn jacobian_row(sides: &[Side], direction: Vector, bodies: usize) -> Vec<f64> {
    let mut row = vec![0.0; 6 * bodies];
    for side in sides {
        let turn = cross(side.arm, direction);
        for axis in 0..3 {
            row[6 * side.body + axis] = side.sign * direction[axis];
            row[6 * side.body + 3 + axis] = side.sign * turn[axis];
        }
    }
    row
}

/// The matrix and the vector of the problem: `joint_rows` equations, normals, facets, sliding speeds.
fn pyramid_problem(
    jacobian: &[Vec<f64>],
    joint_rows: usize,
    contacts: usize,
    friction: f64,
    inverse_masses: &[f64],
    velocity: &[f64],
) -> (DenseMatrix, Vec<f64>) {
    let impulses = jacobian.len();
    let directions = (impulses - joint_rows).checked_div(contacts).map_or(0, |rows| rows - 1);
    let (normals, facets) = (joint_rows, joint_rows + contacts);
    let order = impulses + contacts;
    let delassus = |i: usize, j: usize| -> f64 {
        jacobian[i].iter().zip(&jacobian[j]).zip(inverse_masses).map(|((a, b), inverse)| a * inverse * b).sum()
    };
    let contact_of = |row: usize| (row >= facets && row < impulses).then(|| (row - facets) / directions);
    let matrix = DenseMatrix::from_function(order, order, |i, j| match (i < impulses, j < impulses) {
        (true, true) => delassus(i.min(j), i.max(j)),
        (true, false) if contact_of(i) == Some(j - impulses) => 1.0,
        (false, true) if j == normals + (i - impulses) => friction,
        (false, true) if contact_of(j) == Some(i - impulses) => -1.0,
        _ => 0.0,
    });
    let mut vector: Vec<f64> = jacobian.iter().map(|row| row.iter().zip(velocity).map(|(a, v)| a * v).sum()).collect();
    vector.resize(order, 0.0);
    (matrix, vector)
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn normalized(vector: Vector) -> Vector {
    let length = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
    vector.map(|value| value / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinearProblem, Problem};

    #[test]
    fn the_blocks_are_where_they_belong() {
        let stack = BoxStack { boxes: 2, ..BoxStack::default() };
        let problem = stack.problem(1).unwrap();
        assert_eq!(problem.dimension(), 80);
        let matrix = problem.matrix().to_dense();
        for contact in 0..8 {
            for other in 0..8 {
                let own = if contact == other { 1.0 } else { 0.0 };
                assert_eq!(matrix[(72 + contact, other)], 0.5 * own);
                for facet in 0..8 {
                    assert_eq!(matrix[(72 + contact, 8 + 8 * other + facet)], -own);
                    assert_eq!(matrix[(8 + 8 * other + facet, 72 + contact)], own);
                }
            }
        }
        // Opposite directions cancel, and the rest is symmetric and positive semidefinite.
        for i in 0..72 {
            for j in 0..72 {
                assert_eq!(matrix[(i, j)], matrix[(j, i)]);
            }
            assert!((matrix[(i, 8)] + matrix[(i, 12)]).abs() < 1e-12);
            assert!(matrix[(i, i)] > 0.0);
        }
        // The sliding speeds' rows have no constant.
        assert!(problem.vector()[72..].iter().all(|&q| q == 0.0));
    }

    #[test]
    fn the_joints_are_equations_of_full_rank() {
        let chain = JointedBodies { bodies: 4, contacts_per_body: 2, ..JointedBodies::default() };
        let problem = chain.problem(2).unwrap();
        assert_eq!(problem.dimension(), chain.order());
        assert_eq!(chain.order(), 9 + 8 * 10);
        assert!((0..chain.order()).all(|row| problem.bounds().is_free(row) == (row < 9)));
        let matrix = problem.matrix().to_dense();
        let mut lu = stiction_linalg::Lu::new();
        assert!(lu.factor_with(9, |i, j| matrix[(i, j)]));
        assert!(lu.pivot_ratio() > 1e-6);
        assert!(JointedBodies::of_order(100).order() >= 100);
    }

    #[test]
    fn a_pyramid_without_bodies_is_refused() {
        assert_eq!(BoxStack { boxes: 0, ..BoxStack::default() }.problem(0), Err(ProblemError::Empty));
    }
}
