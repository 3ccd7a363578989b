//! The system `(A + B (Yᵀ Y + C)) d = c` by bodies. `B C` has one block per node as `A` has, and goes with it: below, `A` is the
//! sum. With `y = Y d` the system is `(I + Y A⁻¹ B Yᵀ) y = Y A⁻¹ c`, whose matrix has a block for each two body nodes that share a
//! contact, and `d = A⁻¹ (c − B Yᵀ y)`.
//!
//! The second node of a law may depend on its first: `A` and `B` then have one block each below the diagonal.

use crate::ResponseRoot;
use stiction_linalg::{
    Block, BlockLu, BlockMatrix, IDENTITY, NODE, ZERO, block_add, block_inverse, block_product, block_times,
};

/// One such system, in storage that is reused.
#[derive(Default)]
pub(super) struct RootSystem {
    /// The blocks of `A + B C` and `B` at each contact node, and those below the diagonal, with the law's first node.
    own: Vec<Block>,
    left: Vec<Block>,
    coupled: Vec<(usize, usize, Block, Block)>,
    /// `A⁻¹` and `A⁻¹ B` at each contact node, and those below the diagonal, in the order of `coupled`.
    inverse: Vec<Block>,
    weight: Vec<Block>,
    coupled_inverse: Vec<(Block, Block)>,
    /// The pattern that `matrix` belongs to, and where it keeps the blocks of each contact node's pairs of body nodes.
    pattern: ResponseRoot,
    places: Vec<usize>,
    matrix: BlockMatrix,
    factors: BlockLu,
    bodies: Vec<f64>,
}

impl RootSystem {
    /// Takes over the pattern of a root.
    pub fn prepare(&mut self, root: &ResponseRoot) {
        let nodes = root.contacts();
        for buffer in [&mut self.own, &mut self.left, &mut self.inverse, &mut self.weight] {
            buffer.resize(nodes, ZERO);
        }
        self.coupled.clear();
        if self.pattern.has_pattern_of(root) {
            return;
        }
        self.pattern.clone_from(root);
        let pairs = (0..nodes).flat_map(|node| pairs_of(root.bodies_at(node)));
        self.matrix = BlockMatrix::with_pattern(root.bodies(), pairs);
        self.places.clear();
        for node in 0..nodes {
            let places = pairs_of(root.bodies_at(node)).filter_map(|(i, j)| self.matrix.find(i, j));
            self.places.extend(places);
        }
    }

    /// Products of blocks that a factorisation takes at most, and those that a product with `W` takes.
    pub fn cost(&mut self) -> (usize, usize) {
        self.factors.analyse(&self.matrix);
        (self.factors.products() + self.places.len(), 2 * self.pattern.reached_in_all())
    }

    /// The blocks of `A` and `B` at a node.
    pub fn set_row(&mut self, root: &ResponseRoot, node: usize, own: &Block, left: &Block) {
        self.own[node] = with_compliance(own, left, root.compliance_at(node));
        self.left[node] = *left;
        self.coupled.retain(|(other, ..)| *other != node);
    }

    /// Those of a law's second node in the columns of its first.
    pub fn couple(&mut self, root: &ResponseRoot, node: usize, first: usize, own: &Block, left: &Block) {
        self.coupled.push((node, first, with_compliance(own, left, root.compliance_at(first)), *left));
    }

    /// Factorises; whether there are factors.
    pub fn factor(&mut self, root: &ResponseRoot) -> bool {
        for node in 0..root.contacts() {
            let Some(inverse) = block_inverse(&self.own[node]) else { return false };
            self.inverse[node] = inverse;
            self.weight[node] = block_product(&inverse, &self.left[node]);
        }
        self.coupled_inverse.clear();
        for (node, first, own, left) in &self.coupled {
            // [A₀ 0; A₁₀ A₁]⁻¹ has −A₁⁻¹ A₁₀ A₀⁻¹ below its diagonal.
            let inverse = negated(&block_product(&block_product(&self.inverse[*node], own), &self.inverse[*first]));
            let mut weight = block_product(&self.inverse[*node], left);
            block_add(&mut weight, &block_product(&inverse, &self.left[*first]));
            self.coupled_inverse.push((inverse, weight));
        }
        for body in 0..root.bodies() {
            self.matrix.row_mut(body).1.fill(ZERO);
            *self.matrix.diagonal_mut(body) = IDENTITY;
        }
        let mut places = self.places.iter();
        for node in 0..root.contacts() {
            let blocks = root.blocks_at(node);
            for right in blocks {
                // Column by column of the pairs, as they were listed.
                let moved = times_transposed(&self.weight[node], right);
                for (block, &place) in blocks.iter().zip(places.by_ref()) {
                    block_add(self.matrix.block_mut(place), &block_product(block, &moved));
                }
            }
        }
        for ((node, first, ..), (_, weight)) in self.coupled.iter().zip(&self.coupled_inverse) {
            for (&j, right) in root.bodies_at(*first).iter().zip(root.blocks_at(*first)) {
                let moved = times_transposed(weight, right);
                for (&i, block) in root.bodies_at(*node).iter().zip(root.blocks_at(*node)) {
                    if let Some(place) = self.matrix.find(i, j) {
                        block_add(self.matrix.block_mut(place), &block_product(block, &moved));
                    }
                }
            }
        }
        self.factors.factor(&self.matrix)
    }

    /// Overwrites `c` with `d`.
    pub fn solve(&mut self, root: &ResponseRoot, c: &mut [f64]) {
        self.divide(c);
        root.bodies_of(c, &mut self.bodies);
        self.factors.solve(&mut self.bodies);
        // d = A⁻¹ c − A⁻¹ B Yᵀ y.
        let velocity = |node: usize, bodies: &[f64]| root.velocity_at(node, bodies);
        for node in 0..root.contacts() {
            let change = block_times(&self.weight[node], &velocity(node, &self.bodies)[..NODE]);
            subtract(&mut c[NODE * node..NODE * node + NODE], &change);
        }
        for ((node, first, ..), (_, weight)) in self.coupled.iter().zip(&self.coupled_inverse) {
            let change = block_times(weight, &velocity(*first, &self.bodies)[..NODE]);
            subtract(&mut c[NODE * node..NODE * node + NODE], &change);
        }
    }

    /// Overwrites `c` with `A⁻¹ c`.
    fn divide(&self, c: &mut [f64]) {
        let mut below: Vec<(usize, [f64; 4])> = Vec::new();
        for ((node, first, ..), (inverse, _)) in self.coupled.iter().zip(&self.coupled_inverse) {
            below.push((*node, block_times(inverse, &c[NODE * first..NODE * first + NODE])));
        }
        for (inverse, part) in self.inverse.iter().zip(c.chunks_exact_mut(NODE)) {
            let quotient = block_times(inverse, part);
            part.copy_from_slice(&quotient[..NODE]);
        }
        for (node, change) in below {
            (0..NODE).for_each(|k| c[NODE * node + k] += change[k]);
        }
    }

    /// Writes `(A + B W) d`.
    pub fn multiply(&mut self, root: &ResponseRoot, d: &[f64], product: &mut [f64]) {
        root.bodies_of(d, &mut self.bodies);
        let mut add_row = |node: usize, from: usize, own: &Block, left: &Block| {
            let velocity = root.velocity_at(from, &self.bodies);
            let (here, moved) =
                (block_times(own, &d[NODE * from..NODE * from + NODE]), block_times(left, &velocity[..NODE]));
            (0..NODE).for_each(|k| product[NODE * node + k] += here[k] + moved[k]);
        };
        for node in 0..root.contacts() {
            add_row(node, node, &self.own[node], &self.left[node]);
        }
        for (node, first, own, left) in &self.coupled {
            add_row(*node, *first, own, left);
        }
    }

    /// The blocks of `A` and `B` at a node and the first node of its law.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &Block, &Block)> {
        let own = self.own.iter().zip(&self.left).enumerate().map(|(node, (own, left))| (node, node, own, left));
        own.chain(self.coupled.iter().map(|(node, first, own, left)| (*node, *first, own, left)))
    }
}

/// All pairs of a contact node's body nodes, column by column.
fn pairs_of(bodies: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    bodies.iter().flat_map(move |&j| bodies.iter().map(move |&i| (i, j)))
}

/// `a bᵀ`.
#[inline(always)]
fn times_transposed(a: &Block, b: &Block) -> Block {
    let mut product = ZERO;
    for (column, target) in product.iter_mut().enumerate() {
        for k in 0..NODE {
            (0..NODE).for_each(|row| target[row] += a[k][row] * b[k][column]);
        }
    }
    product
}

/// `A + B C`.
fn with_compliance(own: &Block, left: &Block, compliance: &[f64; NODE]) -> Block {
    let mut sum = *own;
    for (k, &give) in compliance.iter().enumerate() {
        (0..NODE).for_each(|row| sum[k][row] += give * left[k][row]);
    }
    sum
}

fn negated(block: &Block) -> Block {
    block.map(|column| column.map(|value| -value))
}

fn subtract(target: &mut [f64], change: &[f64; 4]) {
    target.iter_mut().zip(change).for_each(|(target, change)| *target -= change);
}
