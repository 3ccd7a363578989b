use crate::standard::example::combination;

/// A polyhedron of solutions: convex combinations of its vertices plus nonnegative multiples of its rays.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// Its corners, at least one.
    pub vertices: Vec<Vec<f64>>,
    /// Its unbounded directions.
    pub rays: Vec<Vec<f64>>,
}

/// What is known about a problem's solutions.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// There is none.
    NoSolution,
    /// These, and no others.
    Solutions(Vec<Vec<f64>>),
    /// These; there may be others.
    Some(Vec<Vec<f64>>),
    /// Infinitely many: the union of these polyhedra, and no others.
    Continuum(Vec<Polyhedron>),
    /// Nothing.
    Unknown,
}

impl Known {
    /// Points that solve the problem: every listed one, and for a continuum its corners, the middle of
    /// each polyhedron and a point far along each ray.
    pub fn points(&self) -> Vec<Vec<f64>> {
        match self {
            Self::NoSolution | Self::Unknown => Vec::new(),
            Self::Solutions(points) | Self::Some(points) => points.clone(),
            Self::Continuum(polyhedra) => polyhedra.iter().flat_map(Polyhedron::points).collect(),
        }
    }
}

impl Polyhedron {
    fn points(&self) -> Vec<Vec<f64>> {
        let mut points = self.vertices.clone();
        let share = 1.0 / self.vertices.len() as f64;
        let middle = self.vertices.iter().map(|vertex| (share, vertex));
        points.extend(combination(middle.clone()));
        for ray in &self.rays {
            points.extend(combination(middle.clone().chain([(10.0, ray)])));
        }
        points
    }
}
