//! A part of a problem: some of its laws, measured as in the whole.

use super::ContactProblem;
use crate::partition::Partition;
use crate::root_blocks::RootBlocks;
use crate::{Delassus, Law};
use stiction_linalg::NODE;

impl ContactProblem {
    /// Writes an island of this problem, which has `W` or its root by blocks, into the storage of another. `scale` is the velocity
    /// scale of this one.
    pub(crate) fn restrict(
        &self,
        partition: &Partition,
        island: usize,
        scale: f64,
        part: &mut Self,
        root_blocks: &mut RootBlocks,
    ) {
        let (laws, nodes) = (partition.laws(island), partition.nodes(island));
        match &self.delassus {
            Delassus::Blocks(matrix) => {
                let mut blocks = part.delassus.take_blocks();
                matrix.restrict(nodes, partition.numbers(), &mut blocks);
                part.delassus = Delassus::Blocks(blocks);
            }
            Delassus::Root(whole) if 2 * nodes.len() >= self.nodes() => {
                let mut root = part.delassus.take_root();
                whole.restrict(nodes, &mut root);
                part.delassus = Delassus::Root(root);
            }
            // Parts that are much smaller have no use for the bodies of all.
            Delassus::Root(whole) => {
                let mut blocks = part.delassus.take_blocks();
                root_blocks.form(whole, nodes.iter().copied(), &mut blocks);
                part.delassus = Delassus::Blocks(blocks);
            }
            // Partitions know no islands of these.
            Delassus::Dense(_) | Delassus::Operator(_) | Delassus::Primal(_) => {}
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
