//! What impulses do to velocities, in the form in which the methods use it: `W` by blocks, or its root.

use crate::ResponseRoot;
use std::sync::Arc;
use stiction_linalg::{Block, BlockMatrix, NODE, ZERO};

/// `W`, by its blocks or by those of its root.
#[derive(Debug)]
pub(crate) enum Response {
    /// All blocks of `W`.
    Matrix(BlockMatrix),
    /// Those of its root, shared with the linear systems.
    Root(Arc<ResponseRoot>),
}

impl Default for Response {
    fn default() -> Self {
        Self::Matrix(BlockMatrix::default())
    }
}

impl Response {
    /// `y = W x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        match self {
            Self::Matrix(matrix) => matrix.multiply(x, y),
            Self::Root(root) => {
                let mut bodies = Vec::new();
                root.bodies_of(x, &mut bodies);
                for (node, (impulse, target)) in x.chunks_exact(NODE).zip(y.chunks_exact_mut(NODE)).enumerate() {
                    target.copy_from_slice(&root.response_at(node, &bodies, impulse)[..NODE]);
                }
            }
        }
    }

    /// The storage of the matrix, if there is one.
    pub fn into_matrix(self) -> BlockMatrix {
        if let Self::Matrix(matrix) = self { matrix } else { BlockMatrix::default() }
    }

    /// The storage of the root, if there is one that nobody else looks at.
    pub fn into_root(self) -> ResponseRoot {
        let Self::Root(root) = self else { return ResponseRoot::default() };
        Arc::into_inner(root).unwrap_or_default()
    }

    /// Writes the part between some nodes, in the storage of another; `numbers` is scratch.
    pub fn restrict(&self, nodes: &[usize], numbers: &mut Vec<usize>, part: &mut Self) {
        match self {
            Self::Matrix(matrix) => {
                let mut kept = std::mem::take(part).into_matrix();
                numbers.clear();
                numbers.resize(matrix.nodes(), usize::MAX);
                nodes.iter().enumerate().for_each(|(new, &node)| numbers[node] = new);
                matrix.restrict(nodes, numbers, &mut kept);
                *part = Self::Matrix(kept);
            }
            Self::Root(root) => {
                let mut kept = std::mem::take(part).into_root();
                root.restrict(nodes, &mut kept);
                *part = Self::Root(Arc::new(kept));
            }
        }
    }

    /// The block of a pair of nodes.
    pub fn block(&self, i: usize, j: usize) -> Block {
        match self {
            Self::Matrix(matrix) => {
                let (columns, blocks) = matrix.row(i);
                columns.binary_search(&j).map_or(ZERO, |place| blocks[place])
            }
            Self::Root(root) => {
                let mut block = root.block(i, j);
                if i == j {
                    (0..NODE).for_each(|k| block[k][k] += root.compliance_at(i)[k]);
                }
                block
            }
        }
    }

    /// The block of a node with itself.
    #[inline(always)]
    pub fn diagonal(&self, node: usize) -> &Block {
        match self {
            Self::Matrix(matrix) => matrix.diagonal(node),
            Self::Root(root) => root.diagonal_at(node),
        }
    }
}

/// `W x`, node by node, while `x` changes node by node.
#[derive(Debug, Default)]
pub(crate) struct Following {
    /// `Y x`, where the root is used.
    bodies: Vec<f64>,
}

impl Following {
    /// Begins with this `x`.
    #[inline(always)]
    pub fn begin(&mut self, response: &Response, x: &[f64]) {
        if let Response::Root(root) = response {
            root.bodies_of(x, &mut self.bodies);
        }
    }

    /// Node `i`'s part of `W x`.
    #[inline(always)]
    pub fn product_at(&self, response: &Response, node: usize, x: &[f64]) -> [f64; 4] {
        match response {
            Response::Matrix(matrix) => matrix.row_times(node, x),
            Response::Root(root) => root.response_at(node, &self.bodies, &x[NODE * node..NODE * node + NODE]),
        }
    }

    /// Node `i`'s part of `x` has changed by this much.
    #[inline(always)]
    pub fn changed(&mut self, response: &Response, node: usize, change: &[f64]) {
        if let Response::Root(root) = response {
            root.push(node, change, &mut self.bodies);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::partition::Partition;
    use crate::root_blocks::RootBlocks;
    use crate::scaled::Scaled;
    use crate::{ContactProblem, ContactSolver, Delassus, Islands, Law, Method, Settings, standard};
    use stiction_linalg::SparseMatrix;

    fn random(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        }
    }

    /// Two bodies, joined by a ball joint, with so many contacts that the primal form is leaner.
    fn crowded(law: Law, contacts: usize) -> ContactProblem {
        let mut number = random(7);
        let rows = law.rows();
        let mass: Vec<_> = (0..12).map(|i| (i, i, 1.0 + (i % 5) as f64)).collect();
        let mut jacobian = Vec::new();
        let mut offset = Vec::new();
        for contact in 0..contacts {
            for row in 0..rows {
                let column = contact * rows + row;
                for k in 0..6 {
                    let upward = if row == 0 && k == 5 { 1.0 } else { 0.0 };
                    jacobian.push((6 * (contact % 2) + k, column, upward + 0.3 * number()));
                }
                offset.push(if row == 0 { 0.05 } else { 0.0 });
            }
        }
        for row in 0..3 {
            jacobian.push((row, contacts * rows + row, 1.0));
            jacobian.push((6 + row, contacts * rows + row, -1.0));
            offset.push(0.0);
        }
        let mut laws = vec![law; contacts];
        laws.push(Law::Bilateral { rows: 3 });
        let force: Vec<f64> = (0..12).map(|k| if k % 6 == 5 { -3.0 } else { number() }).collect();
        let mass = SparseMatrix::from_triplets(12, 12, &mass).unwrap();
        let jacobian = SparseMatrix::from_triplets(12, contacts * rows + 3, &jacobian).unwrap();
        ContactProblem::from_primal(mass, jacobian, &force, &offset, laws).unwrap()
    }

    fn formed(problem: &ContactProblem) -> ContactProblem {
        let (blocks, laws) = (problem.blocks().into_owned(), problem.laws().to_vec());
        ContactProblem::from_blocks(blocks, problem.free_velocity().to_vec(), laws).unwrap()
    }

    #[test]
    fn the_primal_form_has_the_products_and_blocks_of_its_matrix() {
        let laws = [Law::Coulomb { friction: 0.4 }, Law::Rolling { friction: 0.4, rolling_friction: 0.1 }];
        for law in laws {
            let problem = crowded(law, 40);
            assert!(problem.root().is_some());
            let (mut primal, mut dual) = (Scaled::default(), Scaled::default());
            primal.prepare(&problem);
            dual.prepare(&formed(&problem));
            let mut number = random(3);
            let x: Vec<f64> = (0..primal.order()).map(|_| number()).collect();
            let (mut a, mut b) = (x.clone(), x.clone());
            primal.response.multiply(&x, &mut a);
            dual.response.multiply(&x, &mut b);
            assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12));
            for (i, j) in [(0, 0), (0, 2), (5, 3), (7, 7)] {
                let (a, b) = (primal.response.block(i, j), dual.response.block(i, j));
                assert!(a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-12));
            }
        }
    }

    #[test]
    fn a_root_has_the_rows_products_and_islands_of_its_matrix() {
        // Free bodies that come in pairs: each two are an island, of laws with three rows and with fewer.
        let laws = [Law::Coulomb { friction: 0.4 }, Law::Unilateral, Law::PlanarCoulomb { friction: 0.4 }];
        for (pairs, gives) in [(1, 0.0), (4, 0.0), (1, 0.3), (4, 0.3)] {
            let mut number = random(11);
            let (mut root, mut all, mut order) = (ResponseRoot::default(), Vec::new(), 0);
            for contact in 0..10 * pairs {
                let law = laws[contact % laws.len()];
                let first = 4 * (contact % pairs);
                for body in first..first + if contact % 3 == 0 { 2 } else { 4 } {
                    let mut block = ZERO;
                    block
                        .iter_mut()
                        .take(law.rows())
                        .flat_map(|column| &mut column[..NODE])
                        .for_each(|v| *v = number());
                    root.add(body, &block);
                }
                root.end_node();
                (0..law.rows()).for_each(|row| root.add_compliance(contact, row, gives * (number() + 0.5)));
                all.push(law);
                order += law.rows();
            }
            let free: Vec<f64> = (0..order).map(|_| number()).collect();
            let problem = ContactProblem::from_root(root, free, all).unwrap();
            let matrix = formed(&problem);
            assert!(matches!(matrix.delassus(), Delassus::Blocks(_)));
            let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
            let impulse: Vec<f64> = (0..order).map(|_| number()).collect();
            assert!(near(&problem.velocity(&impulse), &matrix.velocity(&impulse)));
            assert!(near(&problem.diagonal(), &matrix.diagonal()));
            let (mut islands, mut others) = (Partition::default(), Partition::default());
            assert_eq!(islands.find(&problem), pairs);
            assert_eq!(others.find(&matrix), pairs);
            for island in 0..if pairs > 1 { pairs } else { 0 } {
                assert_eq!(islands.laws(island), others.laws(island));
                let (mut part, mut other) = (ContactProblem::empty(), ContactProblem::empty());
                let mut root_blocks = RootBlocks::default();
                problem.restrict(&islands, island, 1.0, &mut part, &mut root_blocks);
                matrix.restrict(&others, island, 1.0, &mut other, &mut root_blocks);
                let impulse = &impulse[..part.order()];
                assert!(near(&part.velocity(impulse), &other.velocity(impulse)), "island {island}");
            }
            let settings = Settings::default();
            let [by_root, by_blocks] =
                [&problem, &matrix].map(|problem| Islands::new(Method::Auto, &settings).solve(problem, None, &mut ()));
            assert!(by_root.is_solved() && by_blocks.is_solved());
            assert!(matrix.residual(&by_root.impulses).within(1e-8));
        }
    }

    #[test]
    fn every_exact_method_solves_the_primal_form_as_its_matrix() {
        let laws = [
            Law::Coulomb { friction: 0.4 },
            Law::PlanarCoulomb { friction: 0.4 },
            Law::Rolling { friction: 0.4, rolling_friction: 0.1 },
        ];
        for law in laws {
            let problem = crowded(law, 40);
            let matrix = formed(&problem);
            for method in
                [Method::Auto, Method::Nsgs, Method::ProximalNewton, Method::InteriorPoint, Method::Admm, Method::Prox]
            {
                let settings = Settings::default();
                let primal = method.solve(&problem, &settings, None, &mut ());
                let dual = method.solve(&matrix, &settings, None, &mut ());
                assert_eq!(primal.outcome, dual.outcome, "{method} on {law:?}");
                if method == Method::InteriorPoint && !matches!(law, Law::Rolling { .. }) {
                    assert!(primal.residual.within(1e-8), "{method} on {law:?}: {}", primal.residual.relative);
                }
                if primal.is_solved() {
                    assert!(matrix.residual(&primal.impulses).within(2e-8), "{method} on {law:?}");
                }
            }
            assert!(Method::Auto.solve(&problem, &Settings::default(), None, &mut ()).is_solved());
        }
    }

    #[test]
    fn a_table_of_many_legs_is_solved_without_its_matrix() {
        let sample = standard::sample("table-16").unwrap();
        let problem = sample.assembly.primal_problem().unwrap();
        assert!(problem.root().is_some());
        let solution = Method::Auto.solve(&problem, &Settings::default(), None, &mut ());
        assert!(solution.is_solved());
        assert!(sample.problem.residual(&solution.impulses).within(2e-8));
    }
}
