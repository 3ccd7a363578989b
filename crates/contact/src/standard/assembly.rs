use crate::{ContactError, ContactProblem, Law};
use stiction_linalg::space::Vector3;
use stiction_linalg::{DenseMatrix, SparseMatrix};

/// Coordinates of a body: three of its centre's velocity, three of its spin.
const COORDINATES: usize = 6;

/// A rigid body at one instant, along the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Mass, kg.
    pub mass: f64,
    /// Moments of inertia about the world's axes through the centre, kg m².
    pub inertia: [f64; 3],
    /// The centre of mass, m.
    pub centre: Vector3,
    /// Its velocity at the end of a step without impulses, m/s.
    pub velocity: Vector3,
    /// The spin at the end of a step without impulses, rad/s.
    pub spin: Vector3,
}

impl Body {
    /// A box of half sizes `half`, at rest.
    pub fn cuboid(mass: f64, half: Vector3, centre: Vector3) -> Self {
        let third = mass / 3.0;
        let [x, y, z] = half.to_array().map(|size| size * size);
        let inertia = [third * (y + z), third * (x + z), third * (x + y)];
        Self { mass, inertia, centre, velocity: Vector3::ZERO, spin: Vector3::ZERO }
    }

    /// A solid ball, at rest.
    pub fn ball(mass: f64, radius: f64, centre: Vector3) -> Self {
        let inertia = [0.4 * mass * radius * radius; 3];
        Self { mass, inertia, centre, velocity: Vector3::ZERO, spin: Vector3::ZERO }
    }

    /// The same body with a velocity of its centre.
    pub fn moving(self, velocity: Vector3) -> Self {
        Self { velocity, ..self }
    }

    /// The same body with a spin.
    pub fn spinning(self, spin: Vector3) -> Self {
        Self { spin, ..self }
    }
}

/// Where two things touch, and how: the impulse acts on the second body, along a normal that points to it.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The first body; the world if there is none.
    pub first: Option<usize>,
    /// The second body.
    pub second: usize,
    /// Where, m.
    pub point: Vector3,
    /// From the first body to the second, of length one.
    pub normal: Vector3,
    /// The first tangent, of length one; the second completes the frame.
    pub tangent: Vector3,
    /// What is added to the normal velocity, m/s: a gap over the time step.
    pub opening: f64,
}

impl Touch {
    /// A touch of a body with level ground, tangents along x and y.
    pub fn ground(second: usize, point: Vector3) -> Self {
        Self { first: None, second, point, normal: Vector3::Z, tangent: Vector3::X, opening: 0.0 }
    }

    /// A touch along any normal, with tangents of its own choice.
    pub fn between(first: Option<usize>, second: usize, point: Vector3, normal: Vector3) -> Self {
        Self { first, second, point, normal, tangent: normal.tangents().0, opening: 0.0 }
    }
}

/// A handful of bodies and what holds or touches them: enough to write down `W = G M⁻¹ Gᵀ` and `b = G v + w`.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The laws, in the order of their rows.
    pub laws: Vec<Law>,
    /// The rows of `G`, by coordinate.
    rows: Vec<Vec<(usize, f64)>>,
    /// `w`.
    offsets: Vec<f64>,
}

impl Assembly {
    /// Adds a body and returns its number.
    pub fn add(&mut self, body: Body) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Coulomb's law in space.
    pub fn coulomb(&mut self, touch: Touch, friction: f64) {
        self.laws.push(Law::Coulomb { friction });
        self.contact_rows(touch, 3);
    }

    /// Coulomb's law in the plane of the normal and the first tangent.
    pub fn planar(&mut self, touch: Touch, friction: f64) {
        self.laws.push(Law::PlanarCoulomb { friction });
        self.contact_rows(touch, 2);
    }

    /// A contact without friction.
    pub fn unilateral(&mut self, touch: Touch) {
        self.laws.push(Law::Unilateral);
        self.contact_rows(touch, 1);
    }

    /// Coulomb's law with a rolling resistance.
    pub fn rolling(&mut self, touch: Touch, friction: f64, rolling_friction: f64) {
        self.laws.push(Law::Rolling { friction, rolling_friction });
        self.contact_rows(touch, 3);
        for axis in [touch.tangent, touch.normal.cross(touch.tangent)] {
            self.spin_row(touch.first, touch.second, axis);
        }
    }

    /// A point that two bodies share.
    pub fn ball_joint(&mut self, first: Option<usize>, second: usize, point: Vector3) {
        self.laws.push(Law::Bilateral { rows: 3 });
        let touch = Touch { first, second, point, normal: Vector3::X, tangent: Vector3::Y, opening: 0.0 };
        self.contact_rows(touch, 3);
    }

    /// A law on the spin of one body against the other about an axis: a joint's dry friction, motor or limit.
    pub fn spin_law(&mut self, first: Option<usize>, second: usize, axis: Vector3, law: Law) {
        self.laws.push(law);
        self.spin_row(first, second, axis);
    }

    /// A law on the velocity of a point of one body against the other along a direction; `opening` is added to it.
    pub fn point_law(&mut self, touch: Touch, law: Law) {
        self.laws.push(law);
        self.contact_rows(touch, 1);
    }

    /// Moves what the row's velocity is measured against, for the newest row: a motor's target.
    pub fn offset_last(&mut self, offset: f64) {
        if let Some(last) = self.offsets.last_mut() {
            *last += offset;
        }
    }

    fn contact_rows(&mut self, touch: Touch, count: usize) {
        let directions = [touch.normal, touch.tangent, touch.normal.cross(touch.tangent)];
        for (k, direction) in directions.into_iter().enumerate().take(count) {
            let mut row = Vec::new();
            for (body, sign) in [(touch.first, -1.0), (Some(touch.second), 1.0)] {
                let Some(body) = body else { continue };
                let arm = touch.point - self.bodies[body].centre;
                push(&mut row, body, 0, direction * sign);
                push(&mut row, body, 3, arm.cross(direction) * sign);
            }
            self.rows.push(row);
            self.offsets.push(if k == 0 { touch.opening } else { 0.0 });
        }
    }

    fn spin_row(&mut self, first: Option<usize>, second: usize, axis: Vector3) {
        let mut row = Vec::new();
        for (body, sign) in [(first, -1.0), (Some(second), 1.0)] {
            if let Some(body) = body {
                push(&mut row, body, 3, axis * sign);
            }
        }
        self.rows.push(row);
        self.offsets.push(0.0);
    }

    /// The inverse of the diagonal mass matrix.
    fn inverse_masses(&self) -> Vec<f64> {
        self.masses().iter().map(|mass| 1.0 / mass).collect()
    }

    fn masses(&self) -> Vec<f64> {
        self.bodies.iter().flat_map(|body| std::iter::repeat_n(body.mass, 3).chain(body.inertia)).collect()
    }

    /// `b = G v + w`.
    pub fn free_velocity(&self) -> Vec<f64> {
        let v: Vec<f64> = self
            .bodies
            .iter()
            .flat_map(|body| body.velocity.to_array().into_iter().chain(body.spin.to_array()))
            .collect();
        let product = |row: &Vec<(usize, f64)>| row.iter().map(|&(i, value)| value * v[i]).sum::<f64>();
        self.rows.iter().zip(&self.offsets).map(|(row, offset)| product(row) + offset).collect()
    }

    /// `W = G M⁻¹ Gᵀ`, with every entry; symmetric bit for bit.
    pub fn delassus(&self) -> DenseMatrix {
        let inverse = self.inverse_masses();
        let mut by_coordinate: Vec<Vec<(usize, f64)>> = vec![Vec::new(); inverse.len()];
        for (row, entries) in self.rows.iter().enumerate() {
            entries.iter().for_each(|&(coordinate, value)| by_coordinate[coordinate].push((row, value)));
        }
        let mut delassus = DenseMatrix::zeros(self.rows.len(), self.rows.len());
        for (inverse, entries) in inverse.iter().zip(&by_coordinate) {
            for &(i, a) in entries {
                for &(j, b) in entries {
                    delassus[(i, j)] += a * b * inverse;
                }
            }
        }
        delassus
    }

    /// The contact problem, with `W` by blocks.
    pub fn problem(&self) -> Result<ContactProblem, ContactError> {
        let delassus = self.delassus();
        let mut triplets = Vec::new();
        for j in 0..delassus.columns() {
            let column = delassus.column(j).iter().enumerate();
            triplets.extend(column.filter(|(_, value)| **value != 0.0).map(|(i, &value)| (i, j, value)));
        }
        let sparse = sparse(delassus.rows(), delassus.columns(), &triplets)?;
        ContactProblem::from_sparse(&sparse, self.free_velocity(), self.laws.clone())
    }

    /// The same in its primal form: mass matrix and Jacobian.
    pub fn primal_problem(&self) -> Result<ContactProblem, ContactError> {
        let masses = self.masses();
        let diagonal: Vec<_> = masses.iter().enumerate().map(|(i, &mass)| (i, i, mass)).collect();
        let mut entries = Vec::new();
        for (row, values) in self.rows.iter().enumerate() {
            entries.extend(values.iter().map(|&(coordinate, value)| (coordinate, row, value)));
        }
        let mass = sparse(masses.len(), masses.len(), &diagonal)?;
        let jacobian = sparse(masses.len(), self.rows.len(), &entries)?;
        let velocities =
            self.bodies.iter().flat_map(|body| body.velocity.to_array().into_iter().chain(body.spin.to_array()));
        let force: Vec<f64> = masses.iter().zip(velocities).map(|(mass, velocity)| mass * velocity).collect();
        ContactProblem::from_primal(mass, jacobian, &force, &self.offsets, self.laws.clone())
    }
}

/// Adds a vector to a row, from a body's coordinate on; nothing where it is zero.
fn push(row: &mut Vec<(usize, f64)>, body: usize, first: usize, vector: Vector3) {
    for (k, value) in vector.to_array().into_iter().enumerate() {
        if value != 0.0 {
            row.push((COORDINATES * body + first + k, value));
        }
    }
}

/// Places are never repeated here.
fn sparse(rows: usize, columns: usize, triplets: &[(usize, usize, f64)]) -> Result<SparseMatrix, ContactError> {
    SparseMatrix::from_triplets(rows, columns, triplets).map_err(ContactError::Entries)
}
