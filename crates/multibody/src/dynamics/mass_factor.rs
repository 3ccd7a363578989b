use crate::dynamics::{Kinematics, Paths};
use crate::model::{FreedomKind, Model};
use crate::spatial::CompositeInertia;
use stiction_linalg::kernels::{axpy, axpy4};
use stiction_linalg::{DenseMatrix, NODE};

/// The mass matrix, by composite rigid bodies (Walker and Orin 1982), and its factorisation `M = Lᵀ D L`
/// that keeps the zeros of the tree (Featherstone 2005). Rows are kept along the paths from the root.
#[derive(Clone, Debug)]
pub struct MassFactor {
    pub(crate) paths: Paths,
    composites: Vec<CompositeInertia>,
    /// Kind and link of each degree of freedom, close together for the innermost loop.
    motions: Vec<(FreedomKind, usize)>,
    /// Rows of M; after factoring, rows of L without its unit diagonal.
    pub(crate) rows: Vec<f64>,
    /// 1 / D.
    pub(crate) inverses: Vec<f64>,
    /// The place of each degree of freedom where those of every tree begin a node of three places, and the number of nodes.
    pub(crate) places: Vec<usize>,
    pub(crate) nodes: usize,
}

impl MassFactor {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        let paths = Paths::new(model);
        let (places, nodes) = places(&paths, model.freedoms.len());
        Self {
            composites: vec![CompositeInertia::default(); model.links.len()],
            motions: model.freedoms.iter().map(|freedom| (freedom.kind, freedom.link)).collect(),
            rows: vec![0.0; paths.total()],
            inverses: vec![0.0; model.freedoms.len()],
            paths,
            places,
            nodes,
        }
    }

    /// Computes and factors the mass matrix at a place.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics) {
        self.compose(model, kinematics);
        self.factor();
    }

    /// The mass matrix as a full matrix, armature included; what was factored here is lost.
    pub fn mass_matrix(&mut self, model: &Model, kinematics: &Kinematics, matrix: &mut DenseMatrix) {
        self.compose(model, kinematics);
        matrix.reset(self.inverses.len(), self.inverses.len());
        let n = self.inverses.len();
        let entries = matrix.as_mut_slice();
        for k in 0..n {
            let (before, column) = entries.split_at_mut(k * n);
            let row = &self.rows[self.paths.start(k)..];
            for (&j, &value) in self.paths.of(k).iter().zip(row) {
                column[j] = value;
                if j < k {
                    before[j * n + k] = value;
                }
            }
        }
    }

    fn compose(&mut self, model: &Model, kinematics: &Kinematics) {
        let links = &model.links[..];
        let composites = &mut self.composites[..links.len()];
        let offsets = &kinematics.offsets[..links.len()];
        let freedoms = &model.freedoms[..];
        let axes = &kinematics.axes[..freedoms.len()];
        for ((composite, link), pose) in composites.iter_mut().zip(links).zip(&kinematics.poses) {
            *composite = match link.massless {
                true => CompositeInertia::default(),
                false => link.inertia.rotated(pose),
            };
        }
        for (i, link) in links.iter().enumerate().skip(1).rev() {
            let composite = composites[i];
            for k in link.freedoms.clone().rev() {
                let freedom = &freedoms[k];
                let axis = axes[k];
                let mut momentum = composite.moving(freedom.kind, axis);
                let start = self.paths.start(k);
                let path = self.paths.of(k);
                let row = &mut self.rows[start..start + path.len()];
                let mut here = i;
                // Itself, its own link's degrees of freedom before it, then its ancestors'.
                for (value, &j) in row.iter_mut().zip(path).rev() {
                    let (kind, link) = self.motions[j];
                    if link != here {
                        momentum = momentum.about(offsets[here]);
                        here = link;
                    }
                    *value = kind.project(axes[j], &momentum);
                }
                row[freedom.depth] += freedom.properties.armature;
            }
            if link.parent != 0 {
                composites[link.parent].add_shifted(&composite, offsets[i]);
            }
        }
    }

    fn factor(&mut self) {
        for k in (0..self.inverses.len()).rev() {
            let (above, row) = self.rows.split_at_mut(self.paths.start(k));
            let path = self.paths.of(k);
            let depth = path.len() - 1;
            let inverse = 1.0 / row[depth];
            self.inverses[k] = inverse;
            for (e, &j) in path[..depth].iter().enumerate() {
                let factor = row[e] * inverse;
                let start = self.paths.start(j);
                axpy(-factor, &row[..=e], &mut above[start..=start + e]);
            }
            for value in &mut row[..depth] {
                *value *= inverse;
            }
        }
    }

    /// Solves `M x = force`, in place.
    pub fn solve(&self, force: &mut [f64]) {
        assert_eq!(force.len(), self.inverses.len(), "numbers of a joint force");
        for k in (0..self.inverses.len()).rev() {
            let value = force[k];
            let path = self.paths.of(k);
            let row = &self.rows[self.paths.start(k)..];
            for (&j, l) in path[..path.len() - 1].iter().zip(row) {
                force[j] -= l * value;
            }
        }
        for k in 0..self.inverses.len() {
            let path = self.paths.of(k);
            let row = &self.rows[self.paths.start(k)..];
            let mut value = force[k] * self.inverses[k];
            for (&j, l) in path[..path.len() - 1].iter().zip(row) {
                value -= l * force[j];
            }
            force[k] = value;
        }
    }

    /// The inverse of the mass matrix: from `L M⁻¹ = D⁻¹ L⁻ᵀ`, whose lower part is zero, row by row from the root.
    pub fn inverse(&self, matrix: &mut DenseMatrix) {
        let n = self.inverses.len();
        matrix.reset(self.inverses.len(), self.inverses.len());
        for k in 0..n {
            let path = self.paths.of(k);
            let row = &self.rows[self.paths.start(k)..];
            let (before, rest) = matrix.as_mut_slice().split_at_mut(k * n);
            let column = &mut rest[..n];
            // The rows of ancestors, which are complete up to here; rows are columns by symmetry.
            let above = &path[..path.len() - 1];
            let (fours, rest) = above.as_chunks::<4>();
            for (js, ls) in fours.iter().zip(row.as_chunks::<4>().0) {
                axpy4(ls.map(|l| -l), js.map(|j| &before[j * n..j * n + k]), &mut column[..k]);
            }
            for (&j, l) in rest.iter().zip(&row[4 * fours.len()..]) {
                axpy(-l, &before[j * n..j * n + k], &mut column[..k]);
            }
            let mut diagonal = self.inverses[k];
            for (&j, l) in path[..path.len() - 1].iter().zip(row) {
                diagonal -= l * column[j];
            }
            column[k] = diagonal;
            for j in 0..k {
                before[j * n + k] = column[j];
            }
        }
    }
}

/// Places of degrees of freedom, each tree from a multiple of a node's size on, and the number of nodes.
fn places(paths: &Paths, freedoms: usize) -> (Vec<usize>, usize) {
    let first = |freedom: usize| paths.of(freedom)[0];
    // The size of each tree, at its first degree of freedom, and then where its next one goes.
    let mut next = vec![0_usize; freedoms];
    (0..freedoms).for_each(|freedom| next[first(freedom)] += 1);
    let mut end = 0;
    for size in &mut next {
        let start = end;
        end += size.next_multiple_of(NODE);
        *size = start;
    }
    let places = (0..freedoms).map(|freedom| {
        let place = &mut next[first(freedom)];
        *place += 1;
        *place - 1
    });
    (places.collect(), end / NODE)
}
