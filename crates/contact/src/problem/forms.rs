//! `W` in the form that is asked for, whatever the form it was given in, and its products.

use super::ContactProblem;
use crate::root_blocks::RootBlocks;
use crate::{Delassus, DelassusOperator, Law, ResponseRoot};
use std::borrow::Cow;
use stiction_linalg::{Block, BlockMatrix, DenseMatrix, NODE};

impl ContactProblem {
    /// The diagonal of `W`.
    pub fn diagonal(&self) -> Vec<f64> {
        let mut diagonal = vec![0.0; self.order()];
        match &self.delassus {
            Delassus::Dense(matrix) => (0..matrix.rows()).for_each(|i| diagonal[i] = matrix[(i, i)]),
            Delassus::Blocks(_) | Delassus::Root(_) => {
                for (row, place) in places(&self.laws).0.into_iter().enumerate() {
                    diagonal[row] = self.own_block(place / NODE).map_or(0.0, |block| block[place % NODE][place % NODE]);
                }
            }
            Delassus::Operator(operator) => operator.diagonal(&mut diagonal),
            Delassus::Primal(primal) => primal.diagonal(&mut diagonal),
        }
        diagonal
    }

    /// The block of `W` of a node with itself, where it is at hand.
    pub fn own_block(&self, node: usize) -> Option<&Block> {
        match &self.delassus {
            Delassus::Blocks(matrix) => Some(matrix.diagonal(node)),
            Delassus::Root(root) => Some(root.diagonal_at(node)),
            _ => None,
        }
    }

    /// `u = W p + b`.
    pub fn velocity(&self, impulse: &[f64]) -> Vec<f64> {
        let mut velocity = vec![0.0; self.order()];
        self.velocity_into(impulse, &mut velocity);
        velocity
    }

    /// Writes `u = W p + b`.
    pub fn velocity_into(&self, impulse: &[f64], velocity: &mut [f64]) {
        match &self.delassus {
            Delassus::Dense(matrix) => matrix.multiply(impulse, velocity),
            Delassus::Blocks(matrix) => self.multiply_blocks(matrix, impulse, velocity),
            Delassus::Root(root) => self.multiply_root(root, impulse, velocity),
            Delassus::Operator(operator) => operator.multiply(impulse, velocity),
            Delassus::Primal(primal) => primal.multiply(impulse, velocity),
        }
        velocity.iter_mut().zip(&self.free_velocity).for_each(|(u, b)| *u += b);
    }

    /// `W p` straight from the blocks: rows of a law are contiguous with padding at its end.
    fn multiply_blocks(&self, matrix: &BlockMatrix, impulse: &[f64], velocity: &mut [f64]) {
        if self.order() == matrix.order() {
            return matrix.multiply(impulse, velocity);
        }
        for node in 0..matrix.nodes() {
            let (columns, blocks) = matrix.row(node);
            let mut sum = [0.0; 4];
            for (&other, block) in columns.iter().zip(blocks) {
                let part = &impulse[self.node_rows[other]..self.node_rows[other + 1]];
                for (column, p) in block.iter().zip(part) {
                    (0..4).for_each(|lane| sum[lane] += column[lane] * p);
                }
            }
            let rows = self.node_rows[node]..self.node_rows[node + 1];
            let count = rows.len();
            velocity[rows].copy_from_slice(&sum[..count]);
        }
    }

    /// `W p` by what the impulses do to the bodies.
    fn multiply_root(&self, root: &ResponseRoot, impulse: &[f64], velocity: &mut [f64]) {
        let mut bodies = vec![0.0; NODE * root.bodies()];
        for node in 0..root.contacts() {
            let own = &impulse[self.node_rows[node]..self.node_rows[node + 1]];
            let mut padded = [0.0; NODE];
            padded[..own.len()].copy_from_slice(own);
            root.push(node, &padded, &mut bodies);
        }
        for node in 0..root.contacts() {
            let rows = self.node_rows[node]..self.node_rows[node + 1];
            let count = rows.len();
            let caused = root.response_at(node, &bodies, &impulse[rows.clone()]);
            velocity[rows].copy_from_slice(&caused[..count]);
        }
    }

    /// `W` by blocks, whatever the form it was given in.
    pub fn blocks(&self) -> Cow<'_, BlockMatrix> {
        if let Delassus::Blocks(matrix) = &self.delassus {
            return Cow::Borrowed(matrix);
        }
        let (places, nodes) = places(&self.laws);
        match &self.delassus {
            Delassus::Blocks(matrix) => Cow::Borrowed(matrix),
            Delassus::Root(root) => {
                let mut blocks = BlockMatrix::default();
                RootBlocks::default().form(root, 0..nodes, &mut blocks);
                Cow::Owned(blocks)
            }
            Delassus::Primal(primal) => Cow::Owned(primal.to_blocks(nodes, &places)),
            Delassus::Dense(matrix) => {
                let mut entries = Vec::new();
                for j in 0..matrix.columns() {
                    for (i, &value) in matrix.column(j).iter().enumerate() {
                        if value != 0.0 {
                            entries.push((places[i], places[j], value));
                        }
                    }
                }
                Cow::Owned(BlockMatrix::from_entries(nodes, &entries))
            }
            Delassus::Operator(operator) => {
                let order = self.order();
                let (mut unit, mut column) = (vec![0.0; order], vec![0.0; order]);
                let mut entries = Vec::new();
                for j in 0..order {
                    unit[j] = 1.0;
                    operator.multiply(&unit, &mut column);
                    unit[j] = 0.0;
                    let nonzero = column.iter().enumerate().filter(|(_, value)| **value != 0.0);
                    entries.extend(nonzero.map(|(i, &value)| (places[i], places[j], value)));
                }
                Cow::Owned(BlockMatrix::from_entries(nodes, &entries))
            }
        }
    }

    /// The root of `W`, where it was given or is leaner.
    pub(crate) fn root(&self) -> Option<Cow<'_, ResponseRoot>> {
        match &self.delassus {
            Delassus::Root(root) => Some(Cow::Borrowed(root)),
            Delassus::Primal(primal) => {
                let (places, nodes) = places(&self.laws);
                primal.root(nodes, &places).map(Cow::Owned)
            }
            _ => None,
        }
    }

    /// `W` with every entry, in the rows of the problem.
    pub fn dense(&self) -> Cow<'_, DenseMatrix> {
        if let Delassus::Dense(matrix) = &self.delassus {
            return Cow::Borrowed(matrix);
        }
        let (places, nodes) = places(&self.laws);
        let mut rows = vec![usize::MAX; NODE * nodes];
        places.iter().enumerate().for_each(|(row, &place)| rows[place] = row);
        let mut dense = DenseMatrix::zeros(self.order(), self.order());
        self.blocks().for_each(|i, j, value| {
            if rows[i] != usize::MAX && rows[j] != usize::MAX {
                dense[(rows[i], rows[j])] = value;
            }
        });
        Cow::Owned(dense)
    }

    /// The problem with `W + ζ I`: constraint force mixing, which is a change of model.
    pub fn relaxed(&self, relaxation: f64) -> Self {
        let mut relaxed = Self::empty();
        self.relax_into(relaxation, &mut relaxed);
        relaxed
    }

    /// Writes the problem with `W + ζ I` into the storage of another.
    pub(crate) fn relax_into(&self, relaxation: f64, relaxed: &mut Self) {
        let mut blocks = relaxed.delassus.take_blocks();
        match &self.delassus {
            Delassus::Blocks(given) => blocks.copy_from(given),
            _ => blocks = self.blocks().into_owned(),
        }
        for (law, first) in self.laws.iter().zip(&self.first_nodes) {
            for row in 0..law.rows() {
                blocks.diagonal_mut(first + row / NODE)[row % NODE][row % NODE] += relaxation;
            }
        }
        relaxed.delassus = Delassus::Blocks(blocks);
        relaxed.given_scale = self.given_scale;
        relaxed.free_velocity.clone_from(&self.free_velocity);
        relaxed.laws.clone_from(&self.laws);
        relaxed.first_rows.clone_from(&self.first_rows);
        relaxed.first_nodes.clone_from(&self.first_nodes);
        relaxed.node_rows.clone_from(&self.node_rows);
        relaxed.labels.clone_from(&self.labels);
        relaxed.slips.clone_from(&self.slips);
        // Where they would be out of range, those of the problem itself stay.
        if relaxed.find_scalings().is_err() {
            relaxed.scalings.clone_from(&self.scalings);
        }
    }
}

/// The padded place of each row, and the number of nodes.
pub(super) fn places(laws: &[Law]) -> (Vec<usize>, usize) {
    let mut places = Vec::new();
    let mut nodes = 0;
    for law in laws {
        places.extend((0..law.rows()).map(|row| NODE * nodes + row));
        nodes += law.nodes();
    }
    (places, nodes)
}
