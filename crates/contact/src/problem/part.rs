//! A part of a problem: some of its laws, measured as in the whole.

use super::ContactProblem;
use crate::partition::Partition;
use crate::{Delassus, Law};
use stiction_linalg::{BlockMatrix, NODE};

impl ContactProblem {
    /// Writes an island of this problem, which has `W` by blocks, into the storage of another. `scale` is the velocity scale of
    /// this one.
    pub(crate) fn restrict(&self, partition: &Partition, island: usize, scale: f64, part: &mut Self) {
        let (laws, nodes) = (partition.laws(island), partition.nodes(island));
        let mut blocks = match std::mem::replace(&mut part.delassus, Delassus::Blocks(BlockMatrix::default())) {
            Delassus::Blocks(blocks) => blocks,
            _ => BlockMatrix::default(),
        };
        if let Delassus::Blocks(matrix) = &self.delassus {
            matrix.restrict(nodes, partition.numbers(), &mut blocks);
        }
        part.delassus = Delassus::Blocks(blocks);
        // Parts that are much smaller have no use for the bodies of all.
        match self.root.as_ref().filter(|_| 2 * nodes.len() >= self.nodes()) {
            Some(whole) => whole.restrict(nodes, part.root.get_or_insert_default()),
            None => part.root = None,
        }
        for list in [&mut part.first_rows, &mut part.first_nodes, &mut part.node_rows] {
            list.clear();
        }
        for list in [&mut part.free_velocity, &mut part.scalings] {
            list.clear();
        }
        part.laws.clear();
        part.labels.clear();
        part.slips.clear();
        let mut node = 0;
        for &law in laws {
            let row = part.free_velocity.len();
            let kind: Law = self.laws[law];
            part.first_rows.push(row);
            part.first_nodes.push(node);
            part.node_rows.extend((0..kind.nodes()).map(|k| row + NODE * k));
            node += kind.nodes();
            part.free_velocity.extend_from_slice(&self.free_velocity[self.rows_of(law)]);
            part.scalings.push(self.scalings[law]);
            part.slips.extend(self.slips.get(law));
            part.laws.push(kind);
        }
        part.first_rows.push(part.free_velocity.len());
        part.first_nodes.push(node);
        part.node_rows.push(part.free_velocity.len());
        part.given_scale = Some(scale);
    }
}
