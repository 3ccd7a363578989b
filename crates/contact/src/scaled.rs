//! A contact problem in units in which every law's own block of `W` has mean diagonal one and the free velocity, or what
//! bounds force upon their rows, size one.
//!
//! With `s_i² = tr W_ii / rows`, `W̃_ij = W_ij / (s_i s_j)` and `b̃_i = b_i / (s_i Q)`, the impulses are `p_i = Q x_i / s_i`.
//! The scale is the same for all rows of a law, so that cones stay cones, and the judge's scaling of each law becomes one.

use crate::law::LARGEST_CONTACT;
use crate::response::Response;
use crate::worst_row::WorstRow;
use crate::{ContactProblem, Law};
use std::sync::Arc;
use stiction_linalg::kernels::norm;
use stiction_linalg::{BlockMatrix, NODE};

/// A contact without an impulse that parts faster than this is clearly open: a share of the largest free velocity.
pub(crate) const PARTING: f64 = 0.02;

/// The scaled problem; vectors have three places per node.
#[derive(Debug, Default)]
pub(crate) struct Scaled {
    pub response: Response,
    pub vector: Vec<f64>,
    pub laws: Vec<Law>,
    pub first_nodes: Vec<usize>,
    /// `s_i`.
    units: Vec<f64>,
    /// `Q`.
    size: f64,
    /// The first row of each law in the problem's order.
    first_rows: Vec<usize>,
    /// What a law's natural map is multiplied by to give the judge's relative residual.
    pub weights: Vec<f64>,
    /// The first row, in the problem's order, of the law with the largest residual when it was last measured.
    pub worst_row: WorstRow,
    work: Vec<f64>,
}

impl Scaled {
    /// Takes over a problem.
    pub fn prepare(&mut self, problem: &ContactProblem) {
        self.units.clear();
        self.units.extend((0..problem.laws().len()).map(|law| (1.0 / problem.scaling(law)).sqrt()));
        self.first_nodes.clear();
        self.first_nodes.extend((0..problem.laws().len()).map(|law| problem.first_node(law)));
        self.first_nodes.push(problem.nodes());
        self.first_rows.clear();
        self.first_rows.extend((0..problem.laws().len()).map(|law| problem.rows_of(law).start));
        // The inverse unit of each node.
        self.work.clear();
        for (law, unit) in self.units.iter().enumerate() {
            self.work.extend(std::iter::repeat_n(1.0 / unit, problem.laws()[law].nodes()));
        }
        self.take_response(problem);
        self.vector.clear();
        self.vector.resize(NODE * problem.nodes(), 0.0);
        let mut size = 0.0_f64;
        for law in 0..self.units.len() {
            let start = NODE * self.first_nodes[law];
            for (k, &b) in problem.free_velocity()[problem.rows_of(law)].iter().enumerate() {
                let value = b / self.units[law];
                self.vector[start + k] = value;
                size = size.max(value.abs());
            }
        }
        for (law, unit) in problem.laws().iter().zip(&self.units) {
            // Impulses that bounds force upon a row are not small either.
            if let Law::Bounded { lower, upper } = *law {
                size = size.max(lower.max(-upper).max(0.0) * unit);
            }
        }
        self.size = if size > 0.0 { size } else { 1.0 };
        self.vector.iter_mut().for_each(|value| *value /= self.size);
        self.worst_row.set(None);
        self.laws.clear();
        self.laws.extend(problem.laws().iter().zip(&self.units).map(|(law, unit)| match *law {
            Law::Bounded { lower, upper } => {
                let factor = unit / self.size;
                Law::Bounded { lower: lower * factor, upper: upper * factor }
            }
            other => other,
        }));
        let scale = problem.velocity_scale();
        self.weights.clear();
        self.weights.extend(self.units.iter().map(|unit| unit * self.size / scale));
    }

    /// Takes over `W`, or its root where that is leaner.
    fn take_response(&mut self, problem: &ContactProblem) {
        if let Some(root) = problem.root() {
            let mut scaled = std::mem::take(&mut self.response).into_root();
            scaled.scale_from(&root, &self.work);
            self.response = Response::Root(Arc::new(scaled));
            return;
        }
        let mut matrix = std::mem::take(&mut self.response).into_matrix();
        matrix.copy_from(&problem.blocks());
        close_pattern(&mut matrix, problem);
        for i in 0..matrix.nodes() {
            let own = self.work[i];
            let (columns, blocks) = matrix.row_mut(i);
            for (&j, block) in columns.iter().zip(blocks) {
                let factor = own * self.work[j];
                block.iter_mut().flatten().for_each(|value| *value *= factor);
            }
        }
        self.response = Response::Matrix(matrix);
    }

    /// Writes the same problem with some of its laws only, in the same units and by the same measure; the others get no impulse.
    /// `nodes` becomes those of these laws; `numbers` is scratch.
    pub fn restrict(&self, laws: &[usize], nodes: &mut Vec<usize>, numbers: &mut Vec<usize>, part: &mut Self) {
        nodes.clear();
        for buffer in [&mut part.first_nodes, &mut part.first_rows] {
            buffer.clear();
        }
        for buffer in [&mut part.vector, &mut part.units, &mut part.weights] {
            buffer.clear();
        }
        part.laws.clear();
        for &law in laws {
            part.first_nodes.push(nodes.len());
            part.first_rows.push(self.first_rows[law]);
            part.units.push(self.units[law]);
            part.weights.push(self.weights[law]);
            part.laws.push(self.laws[law]);
            nodes.extend(self.first_nodes[law]..self.first_nodes[law + 1]);
        }
        part.first_nodes.push(nodes.len());
        part.vector.extend(nodes.iter().flat_map(|node| &self.vector[NODE * node..NODE * node + NODE]));
        part.size = self.size;
        part.worst_row = self.worst_row.clone();
        self.response.restrict(nodes, numbers, &mut part.response);
    }

    /// The number of places: three per node.
    pub fn order(&self) -> usize {
        self.vector.len()
    }

    /// The places of a law's rows.
    #[inline]
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        let start = NODE * self.first_nodes[law];
        start..start + self.laws[law].rows()
    }

    /// A start in these units: from the problem's, or all zero where there is none or it does not fit.
    pub fn start(&self, impulses: Option<&[f64]>, x: &mut Vec<f64>) {
        x.clear();
        x.resize(self.order(), 0.0);
        let fits = |impulses: &&[f64]| {
            let order: usize = self.laws.iter().map(Law::rows).sum();
            impulses.len() == order && impulses.iter().all(|value| value.is_finite())
        };
        let Some(impulses) = impulses.filter(fits) else { return };
        let mut row = 0;
        for law in 0..self.laws.len() {
            let factor = self.units[law] / self.size;
            for place in self.rows_of(law) {
                x[place] = impulses[row] * factor;
                row += 1;
            }
        }
    }

    /// Impulses in the problem's units.
    pub fn unscale(&self, x: &[f64]) -> Vec<f64> {
        self.unscale_in(Vec::new(), x)
    }

    /// The same, in given storage.
    pub fn unscale_in(&self, mut impulses: Vec<f64>, x: &[f64]) -> Vec<f64> {
        impulses.clear();
        impulses.reserve(x.len());
        for law in 0..self.laws.len() {
            let factor = self.size / self.units[law];
            impulses.extend(x[self.rows_of(law)].iter().map(|value| value * factor));
        }
        impulses
    }

    /// `u = W x + b`.
    pub fn velocity(&self, x: &[f64], u: &mut [f64]) {
        self.response.multiply(x, u);
        u.iter_mut().zip(&self.vector).for_each(|(u, b)| *u += b);
    }

    /// The judge's relative residual, from its own formula in these units.
    pub fn residual(&self, x: &[f64], u: &[f64]) -> f64 {
        // Stays zero unless an entry is infinite or NaN.
        let probe: f64 = x.iter().chain(u).map(|value| 0.0 * value).sum();
        let mut largest = probe;
        let mut worst = None;
        for (index, law) in self.laws.iter().enumerate() {
            let size = self.natural_map(index, law, x, u) * self.weights[index];
            if size > largest || size.is_nan() {
                largest = size;
                worst = Some(self.first_rows[index]);
            }
        }
        self.worst_row.set(worst);
        largest
    }

    #[inline]
    fn natural_map(&self, index: usize, law: &Law, x: &[f64], u: &[f64]) -> f64 {
        let rows = self.rows_of(index);
        if let Law::Bilateral { .. } = law {
            return norm(&u[rows]);
        }
        let mut map = [0.0; LARGEST_CONTACT];
        law.natural_map(1.0, &x[rows.clone()], &u[rows.clone()], &mut map);
        norm(&map[..rows.len()])
    }

    /// Whether a law is a contact without an impulse that parts faster than this.
    #[inline]
    pub fn is_open(&self, law: usize, x: &[f64], velocity: &[f64], parting: f64) -> bool {
        let rows = self.rows_of(law);
        self.laws[law].has_normal() && velocity[rows.start] > parting && x[rows].iter().all(|&value| value == 0.0)
    }

    /// Moves impulses to admissible ones.
    pub fn project(&self, x: &mut [f64]) {
        let mut projected = [0.0; LARGEST_CONTACT];
        for (index, law) in self.laws.iter().enumerate() {
            if let Law::Bilateral { .. } = law {
                continue;
            }
            let rows = self.rows_of(index);
            law.project(&x[rows.clone()], &mut projected);
            let count = rows.len();
            x[rows].copy_from_slice(&projected[..count]);
        }
    }
}

/// Gives both nodes of a rolling contact blocks at the same places, as its normal acts on the rows of both.
fn close_pattern(matrix: &mut BlockMatrix, problem: &ContactProblem) {
    let mut missing = Vec::new();
    for (law, kind) in problem.laws().iter().enumerate() {
        if let Law::Rolling { .. } = kind {
            let first = problem.first_node(law);
            let (columns, _) = matrix.row(first);
            let absent = columns.iter().filter(|&&j| matrix.find(first + 1, j).is_none());
            missing.extend(absent.map(|&j| (first + 1, j)));
        }
    }
    if missing.is_empty() {
        return;
    }
    let old = std::mem::take(matrix);
    let pairs = (0..old.nodes()).flat_map(|i| old.row(i).0.iter().map(move |&j| (i, j)));
    *matrix = BlockMatrix::with_pattern(old.nodes(), pairs.chain(missing));
    for i in 0..old.nodes() {
        let (columns, blocks) = old.row(i);
        for (&j, block) in columns.iter().zip(blocks) {
            if let Some(place) = matrix.find(i, j) {
                *matrix.block_mut(place) = *block;
            }
        }
    }
}
