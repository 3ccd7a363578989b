//! LU of a matrix of 3×3 blocks, in an order of elimination that keeps the factors sparse.
//!
//! The order is found once per pattern.
//! There is no pivoting beyond a node's own block, which suits matrices that are positive definite or nearly so.
//! The caller checks the residual of what it solves, and turns to a dense factorisation where it is poor.

use crate::block_matrix::{
    Block, BlockMatrix, NODE, ZERO, block_inverse, block_product, block_times, subtract_product,
};
use crate::elimination::Elimination;
use crate::kernels::{Kernel, vectorised};

/// `A = L U` by blocks, in storage that is reused from one matrix to the next.
#[derive(Default)]
pub struct BlockLu {
    /// The pattern that the symbolic part belongs to.
    pattern: BlockMatrix,
    /// The node eliminated at each step, and the step of each node.
    node_at: Vec<usize>,
    step_of: Vec<usize>,
    /// Steps left of the diagonal in each row of `L`, and right of it in each row of `U`.
    lower_starts: Vec<usize>,
    lower_steps: Vec<usize>,
    lower: Vec<Block>,
    upper_starts: Vec<usize>,
    upper_steps: Vec<usize>,
    upper: Vec<Block>,
    inverse_diagonal: Vec<Block>,
    /// Rows of `U` with nothing right of the diagonal in value: they change no other row.
    alone: Vec<bool>,
    row: Vec<Block>,
    work: Vec<f64>,
}

impl BlockLu {
    /// A workspace that grows as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Blocks of `L` and `U` together: the cost of a solve.
    pub fn stored(&self) -> usize {
        self.lower.len() + self.upper.len() + self.inverse_diagonal.len()
    }

    /// Products of blocks that a factorisation takes at most.
    pub fn products(&self) -> usize {
        self.upper_starts.windows(2).map(|range| (range[1] - range[0]).pow(2)).sum()
    }

    /// Finds the order of elimination and the factors' pattern, unless the last pattern was the same.
    pub fn analyse(&mut self, matrix: &BlockMatrix) {
        if self.pattern.nodes() == matrix.nodes() && self.pattern.has_pattern_of(matrix) {
            return;
        }
        self.pattern.copy_from(matrix);
        let elimination = Elimination::of(matrix);
        self.node_at = elimination.node_at;
        self.step_of = elimination.step_of;
        self.lay_out(&elimination.rows);
    }

    /// Lays out `U` by its rows, and `L` with the mirror image of their pattern.
    fn lay_out(&mut self, rows: &[Vec<usize>]) {
        let nodes = rows.len();
        let mut lower: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        for (step, row) in rows.iter().enumerate() {
            row.iter().for_each(|&later| lower[later].push(step));
        }
        for (from, starts, steps) in [
            (rows, &mut self.upper_starts, &mut self.upper_steps),
            (&lower[..], &mut self.lower_starts, &mut self.lower_steps),
        ] {
            starts.clear();
            steps.clear();
            starts.push(0);
            for row in from {
                steps.extend_from_slice(row);
                starts.push(steps.len());
            }
        }
        self.upper.clear();
        self.upper.resize(self.upper_steps.len(), ZERO);
        self.lower.clear();
        self.lower.resize(self.lower_steps.len(), ZERO);
        self.inverse_diagonal.resize(nodes, ZERO);
        self.alone.resize(nodes, false);
        self.row.resize(nodes, ZERO);
        self.work.resize(NODE * nodes, 0.0);
    }

    /// Factorises a matrix. Returns whether every pivot block can be inverted; if not, the factors must not be used.
    pub fn factor(&mut self, matrix: &BlockMatrix) -> bool {
        self.analyse(matrix);
        vectorised(Eliminate(self, matrix))
    }

    #[inline(always)]
    fn eliminate(&mut self, matrix: &BlockMatrix) -> bool {
        for step in 0..matrix.nodes() {
            let node = self.node_at[step];
            let uppers = self.upper_starts[step]..self.upper_starts[step + 1];
            let lowers = self.lower_starts[step]..self.lower_starts[step + 1];
            // Scatter the row; places of fill start from zero.
            for &later in &self.upper_steps[uppers.clone()] {
                self.row[later] = ZERO;
            }
            for &earlier in &self.lower_steps[lowers.clone()] {
                self.row[earlier] = ZERO;
            }
            let (columns, blocks) = matrix.row(node);
            for (&j, block) in columns.iter().zip(blocks) {
                self.row[self.step_of[j]] = *block;
            }
            for place in lowers {
                let earlier = self.lower_steps[place];
                if self.row[earlier] == ZERO {
                    self.lower[place] = ZERO;
                    continue;
                }
                let multiplier = block_product(&self.row[earlier], &self.inverse_diagonal[earlier]);
                self.lower[place] = multiplier;
                if self.alone[earlier] {
                    continue;
                }
                let range = self.upper_starts[earlier]..self.upper_starts[earlier + 1];
                for (&later, block) in self.upper_steps[range.clone()].iter().zip(&self.upper[range]) {
                    subtract_product(&multiplier, block, &mut self.row[later]);
                }
            }
            let Some(inverse) = block_inverse(&self.row[step]) else { return false };
            self.inverse_diagonal[step] = inverse;
            let mut alone = true;
            for place in uppers {
                self.upper[place] = self.row[self.upper_steps[place]];
                alone &= self.upper[place] == ZERO;
            }
            self.alone[step] = alone;
        }
        true
    }

    /// Overwrites `b` with the solution of `A x = b`.
    pub fn solve(&mut self, b: &mut [f64]) {
        vectorised(Substitute(self, b));
    }

    #[inline(always)]
    fn substitute(&mut self, b: &mut [f64]) {
        let nodes = self.node_at.len();
        for step in 0..nodes {
            let node = NODE * self.node_at[step];
            let mut sum = [b[node], b[node + 1], b[node + 2], 0.0];
            let range = self.lower_starts[step]..self.lower_starts[step + 1];
            for (&earlier, block) in self.lower_steps[range.clone()].iter().zip(&self.lower[range]) {
                subtract_times(block, &self.work[NODE * earlier..NODE * earlier + NODE], &mut sum);
            }
            self.work[NODE * step..NODE * step + NODE].copy_from_slice(&sum[..NODE]);
        }
        for step in (0..nodes).rev() {
            let place = NODE * step;
            let mut sum = [self.work[place], self.work[place + 1], self.work[place + 2], 0.0];
            if !self.alone[step] {
                let range = self.upper_starts[step]..self.upper_starts[step + 1];
                for (&later, block) in self.upper_steps[range.clone()].iter().zip(&self.upper[range]) {
                    subtract_times(block, &self.work[NODE * later..NODE * later + NODE], &mut sum);
                }
            }
            let solution = block_times(&self.inverse_diagonal[step], &sum[..NODE]);
            self.work[place..place + NODE].copy_from_slice(&solution[..NODE]);
            let node = NODE * self.node_at[step];
            b[node..node + NODE].copy_from_slice(&solution[..NODE]);
        }
    }
}

struct Eliminate<'a>(&'a mut BlockLu, &'a BlockMatrix);

impl Kernel for Eliminate<'_> {
    type Output = bool;
    #[inline(always)]
    fn call(self) -> bool {
        self.0.eliminate(self.1)
    }
}

struct Substitute<'a>(&'a mut BlockLu, &'a mut [f64]);

impl Kernel for Substitute<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.substitute(self.1);
    }
}

#[inline(always)]
fn subtract_times(block: &Block, x: &[f64], sum: &mut [f64; 4]) {
    for lane in 0..4 {
        sum[lane] -= block[0][lane] * x[0] + block[1][lane] * x[1] + block[2][lane] * x[2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of nodes with a few more links, diagonally dominant and unsymmetric.
    fn sample(nodes: usize, alone: usize) -> BlockMatrix {
        let mut entries = Vec::new();
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for i in 0..3 * nodes {
            for j in 0..3 * nodes {
                let linked = (i / 3).abs_diff(j / 3) <= 1 || (i / 3 + j / 3) % 5 == 0;
                if linked {
                    let value = if i == j { 20.0 } else { random() };
                    let kept = i / 3 != alone || i == j;
                    entries.push((i, j, if kept { value } else { 0.0 }));
                }
            }
        }
        BlockMatrix::from_entries(nodes, &entries)
    }

    #[test]
    fn a_solve_undoes_a_product() {
        let mut lu = BlockLu::new();
        for (nodes, alone) in [(1, 9), (2, 9), (7, 3), (30, 4), (70, 0), (7, 5)] {
            let matrix = sample(nodes, alone);
            assert!(lu.factor(&matrix));
            let x: Vec<f64> = (0..3 * nodes).map(|i| (i as f64).sin()).collect();
            let mut b = vec![0.0; 3 * nodes];
            matrix.multiply(&x, &mut b);
            let mut dense = vec![0.0; 3 * nodes];
            matrix.to_dense().multiply(&x, &mut dense);
            assert!(b.iter().zip(&dense).all(|(a, b)| (a - b).abs() < 1e-13));
            lu.solve(&mut b);
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-12), "{nodes} nodes");
        }
    }

    #[test]
    fn a_singular_block_is_refused() {
        let mut lu = BlockLu::new();
        assert!(!lu.factor(&BlockMatrix::from_entries(2, &[(0, 0, 1.0)])));
        assert!(!lu.factor(&BlockMatrix::from_entries(1, &[(0, 0, f64::NAN), (1, 1, 1.0), (2, 2, 1.0)])));
    }

    #[test]
    fn a_chain_is_factorised_without_fill() {
        let links: Vec<(usize, usize)> = (0..40).map(|i| (i, (i + 1) % 40)).filter(|&(i, j)| i < j).collect();
        let mut matrix = BlockMatrix::with_pattern(40, links.into_iter());
        for i in 0..40 {
            *matrix.diagonal_mut(i) = crate::block_matrix::IDENTITY;
        }
        let mut lu = BlockLu::new();
        assert!(lu.factor(&matrix));
        assert_eq!(lu.stored(), matrix.stored());
    }
}
