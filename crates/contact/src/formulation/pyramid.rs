//! The friction pyramid: a polygon in place of each disc (Stewart and Trinkle 1996; Anitescu and Potra 1997).
//!
//! With unit directions `d_j`, facet impulses `β ≥ 0` and a sliding speed `σ` per disc,
//!
//! ```text
//! 0 ≤ p_n ⊥ u_n ≥ 0,   0 ≤ β ⊥ Dᵀu_t + E σ ≥ 0,   0 ≤ σ ⊥ μ p_n − Eᵀβ ≥ 0,   p_t = D β
//! ```
//!
//! is linear, of size n_b + n_u (n_f + 2) (Lu and Trinkle, eq. 12–14; Mylapilli and Jain 2014, eq. 14–22). In the
//! plane both directions ±t give Coulomb's law itself.

use super::dimensionless::Dimensionless;
use super::direction::Directions;
use super::{FormulationError, PyramidLcp};
use crate::law::LARGEST_CONTACT;
use crate::{Alignment, ContactProblem, Law, Settings};
use stiction_complementarity::MixedLcp;
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::{dot, norm};

/// Friction within this share of its limit is taken to be at it.
const AT_LIMIT: f64 = 1e-9;

/// A contact problem with a pyramid in place of each cone.
#[derive(Debug)]
pub struct Pyramid<'a> {
    problem: &'a ContactProblem,
    posed: Dimensionless,
    unknowns: Vec<Unknown>,
    discs: Vec<Disc>,
    model: Option<String>,
}

/// What one unknown is, and what it adds to the impulses.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    lower: f64,
    upper: f64,
    /// Rows of the problem, and the impulse there per unit of the unknown; zero for sliding speeds.
    rows: [usize; 2],
    values: [f64; 2],
}

impl Unknown {
    const SPEED: Self = Self { lower: 0.0, upper: f64::INFINITY, rows: [0; 2], values: [0.0; 2] };

    fn impulse(row: usize, lower: f64, upper: f64) -> Self {
        Self { lower, upper, rows: [row; 2], values: [1.0, 0.0] }
    }
}

/// One disc of a law with friction.
#[derive(Debug)]
struct Disc {
    law: usize,
    /// Its first row, counted in the law.
    row: usize,
    friction: f64,
    /// Places among the unknowns; the sliding speed follows the facets.
    normal: usize,
    first_facet: usize,
    directions: Directions,
}

impl Disc {
    fn facets(&self) -> std::ops::Range<usize> {
        self.first_facet..self.first_facet + self.directions.count()
    }

    fn speed(&self) -> usize {
        self.first_facet + self.directions.count()
    }
}

impl<'a> Pyramid<'a> {
    /// The pyramid with the settings' facets and alignment, in the problem's units. A disc in space takes three facets or
    /// more.
    pub fn new(problem: &'a ContactProblem, settings: &Settings) -> Result<Self, FormulationError> {
        Self::with_units(problem, Dimensionless::raw(problem), settings)
    }

    /// The same in units in which impulses and velocities are of size one: better to solve, the same to read.
    pub fn scaled(problem: &'a ContactProblem, settings: &Settings) -> Result<Self, FormulationError> {
        let posed = Dimensionless::scaled(problem, |law| problem.scaling(law));
        Self::with_units(problem, posed, settings)
    }

    fn with_units(
        problem: &'a ContactProblem,
        posed: Dimensionless,
        settings: &Settings,
    ) -> Result<Self, FormulationError> {
        let mut pyramid = Self { problem, posed, unknowns: Vec::new(), discs: Vec::new(), model: None };
        for index in 0..problem.laws().len() {
            pyramid.add_law(index, settings)?;
        }
        Ok(pyramid)
    }

    fn add_law(&mut self, index: usize, settings: &Settings) -> Result<(), FormulationError> {
        let law = self.posed.laws[index];
        let rows = self.problem.rows_of(index);
        match law {
            Law::Bilateral { .. } => {
                let free = |row| Unknown::impulse(row, f64::NEG_INFINITY, f64::INFINITY);
                self.unknowns.extend(rows.map(free));
                return Ok(());
            }
            Law::Bounded { lower, upper } => {
                self.unknowns.push(Unknown::impulse(rows.start, lower, upper));
                return Ok(());
            }
            _ => {}
        }
        let normal = self.unknowns.len();
        self.unknowns.push(Unknown::impulse(rows.start, 0.0, f64::INFINITY));
        for (row, count, friction) in law.discs() {
            let slip = match settings.alignment {
                Alignment::Fixed => [0.0; 2],
                Alignment::Slip if row == 1 => self.problem.slip(index),
                // Nobody gives the rolling before the step.
                Alignment::Slip => {
                    let b = &self.problem.free_velocity()[rows.clone()];
                    [b[row], b[row + 1]]
                }
            };
            let directions = if count == 1 {
                Directions::in_plane(slip[0])
            } else if settings.facets < 3 {
                return Err(FormulationError::Facets { found: settings.facets });
            } else {
                self.model.get_or_insert_with(|| model(settings));
                Directions::in_space(settings.facets, slip)
            };
            let first = rows.start + row;
            let first_facet = self.unknowns.len();
            for facet in 0..directions.count() {
                let vector = directions.vector(facet);
                let second = vector.get(1).copied().unwrap_or(0.0);
                let last = first + directions.rows() - 1;
                let (rows, values) = ([first, last], [vector[0], second]);
                self.unknowns.push(Unknown { rows, values, ..Unknown::SPEED });
            }
            self.unknowns.push(Unknown::SPEED);
            self.discs.push(Disc { law: index, row, friction, normal, first_facet, directions });
        }
        Ok(())
    }

    /// What stands in the exact law's place, in a few words; nothing where the pyramid is exact, as in the plane.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// The number of unknowns: n_b + n_u (n_f + 2) where all contacts are Coulomb's.
    pub fn dimension(&self) -> usize {
        self.unknowns.len()
    }

    /// The mixed problem: free bilateral rows, boxes for bounded ones. Law by law, a contact's unknowns are its normal
    /// impulse and for each disc facet impulses and sliding speed.
    pub fn to_mixed_lcp(&self) -> Result<MixedLcp, FormulationError> {
        let order = self.dimension();
        let delassus = &self.posed.matrix;
        let mut matrix = DenseMatrix::from_function(order, order, |i, j| {
            let (row, column) = (&self.unknowns[i], &self.unknowns[j]);
            let mut sum = 0.0;
            for (&a, &factor) in row.rows.iter().zip(&row.values) {
                for (&b, &value) in column.rows.iter().zip(&column.values) {
                    if factor != 0.0 && value != 0.0 {
                        sum += factor * delassus[(a, b)] * value;
                    }
                }
            }
            sum
        });
        for disc in &self.discs {
            for facet in disc.facets() {
                matrix[(facet, disc.speed())] = 1.0;
                matrix[(disc.speed(), facet)] = -1.0;
            }
            matrix[(disc.speed(), disc.normal)] = disc.friction;
        }
        let b = &self.posed.vector;
        let vector = self.unknowns.iter().map(|unknown| along(unknown, b)).collect();
        let lower = self.unknowns.iter().map(|unknown| unknown.lower).collect();
        let upper = self.unknowns.iter().map(|unknown| unknown.upper).collect();
        Ok(MixedLcp::new(matrix, vector, lower, upper)?)
    }

    /// The pure problem `0 ≤ x ⊥ M x + q ≥ 0`: free rows are eliminated, boxes become pairs with a slack.
    pub fn to_lcp(&self) -> Result<PyramidLcp<'_>, FormulationError> {
        PyramidLcp::new(self)
    }

    /// A point of the mixed problem with these impulses: facet impulses next to the friction, and the sliding speed that
    /// the velocities ask for, none where friction is within its limit.
    ///
    /// Pivoting reads from it which unknowns are basic: so an open contact that slides has one facet impulse that is as
    /// good as zero, without which its basis would be singular.
    pub fn lift(&self, impulse: &[f64]) -> Vec<f64> {
        let impulse = self.posed.shrink(impulse);
        let velocity = self.posed.velocity(&impulse);
        let mut z: Vec<f64> = self.unknowns.iter().map(|unknown| impulse[unknown.rows[0]]).collect();
        for disc in &self.discs {
            let first = self.problem.rows_of(disc.law).start + disc.row;
            let rows = first..first + disc.directions.rows();
            disc.directions.decompose(&impulse[rows.clone()], &mut z[disc.facets()]);
            let (used, limit) = (z[disc.facets()].iter().sum::<f64>(), disc.friction * z[disc.normal]);
            let (mut speed, mut opposed) = (0.0, disc.first_facet);
            for (facet, place) in disc.facets().enumerate() {
                let against = -dot(disc.directions.vector(facet), &velocity[rows.clone()]);
                if against > speed {
                    (speed, opposed) = (against, place);
                }
            }
            let sticks = used < (1.0 - AT_LIMIT) * limit;
            z[disc.speed()] = if sticks { 0.0 } else { speed };
            if !sticks && speed > 0.0 && used == 0.0 {
                z[opposed] = f64::MIN_POSITIVE;
            }
        }
        z
    }

    /// The contact problem's row that an unknown of the mixed problem belongs to: for facets and speeds, their disc's first.
    pub fn row_of(&self, unknown: usize) -> Option<usize> {
        let disc = self.discs.iter().find(|disc| (disc.first_facet..=disc.speed()).contains(&unknown));
        match disc {
            Some(disc) => Some(self.problem.rows_of(disc.law).start + disc.row),
            None => self.unknowns.get(unknown).map(|unknown| unknown.rows[0]),
        }
    }

    /// The impulses of a point of the mixed problem.
    pub fn recover(&self, z: &[f64]) -> Vec<f64> {
        let mut impulse = vec![0.0; self.problem.order()];
        for (unknown, z) in self.unknowns.iter().zip(z) {
            for (&row, value) in unknown.rows.iter().zip(unknown.values) {
                impulse[row] += value * z;
            }
        }
        self.posed.grow(&impulse)
    }

    /// How far impulses are from the pyramid's law, in the judge's measure: the largest natural map of a law, with the
    /// projection on the polygon in place of that on the disc, over the largest free velocity.
    ///
    /// The pyramid's law says that friction does the most work against the slip among the polygon's impulses, so
    /// `p_t` is the projection of `p_t − r u_t` on the polygon. No facet impulse enters.
    pub fn residual(&self, impulse: &[f64]) -> f64 {
        let velocity = self.problem.velocity(impulse);
        let mut discs = self.discs.iter().peekable();
        let mut largest = 0.0;
        for (index, law) in self.problem.laws().iter().enumerate() {
            let (p, u) = (&impulse[self.problem.rows_of(index)], &velocity[self.problem.rows_of(index)]);
            let size = if let Law::Bilateral { .. } = law {
                norm(u)
            } else {
                let r = self.problem.scaling(index);
                let (mut y, mut projected) = ([0.0; LARGEST_CONTACT], [0.0; LARGEST_CONTACT]);
                (0..p.len()).for_each(|k| y[k] = p[k] - r * u[k]);
                law.project(&y, &mut projected);
                while let Some(disc) = discs.next_if(|disc| disc.law == index) {
                    let radius = disc.friction * projected[0];
                    disc.directions.project(&y[disc.row..], radius, &mut projected[disc.row..]);
                }
                let square: f64 = p.iter().zip(&projected).map(|(p, q)| (p - q).powi(2)).sum();
                square.sqrt() / r
            };
            if size > largest || size.is_nan() {
                largest = size;
            }
        }
        largest / self.problem.velocity_scale()
    }
}

fn model(settings: &Settings) -> String {
    let alignment = match settings.alignment {
        Alignment::Fixed => "fixed directions",
        Alignment::Slip => "aligned with the slip",
    };
    format!("friction pyramid of {} facets, {alignment}", settings.facets)
}

/// The part of a velocity that an unknown feels.
fn along(unknown: &Unknown, velocity: &[f64]) -> f64 {
    unknown.rows.iter().zip(unknown.values).map(|(&row, value)| value * velocity[row]).sum()
}
