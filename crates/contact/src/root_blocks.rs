use crate::ResponseRoot;
use crate::response_root::add_transposed_product;
use stiction_linalg::{BlockMatrix, NODE};

/// Forms blocks of `W` from those of its root, in storage that is reused.
#[derive(Debug, Default)]
pub(crate) struct RootBlocks {
    /// A body node, the number of a contact node that reaches it, and where its block of `Y` is, in order.
    reached: Vec<(usize, usize, usize)>,
    pairs: Vec<(usize, usize)>,
    places: Vec<(usize, usize)>,
}

impl RootBlocks {
    /// Writes `W` between some contact nodes.
    pub fn form(
        &mut self,
        root: &ResponseRoot,
        nodes: impl ExactSizeIterator<Item = usize> + Clone,
        blocks: &mut BlockMatrix,
    ) {
        let count = nodes.len();
        self.reached.clear();
        for (number, node) in nodes.clone().enumerate() {
            let places = root.starts[node]..root.starts[node + 1];
            self.reached.extend(places.map(|place| (root.reached[place], number, place)));
        }
        self.reached.sort_unstable();
        self.pairs.clear();
        for contacts in self.reached.chunk_by(|a, b| a.0 == b.0) {
            for (k, (_, i, _)) in contacts.iter().enumerate() {
                self.pairs.extend(contacts[..=k].iter().map(|(_, j, _)| (*i, *j)));
            }
        }
        blocks.reset(count, &self.pairs, &mut self.places);
        let mut places = self.places.iter();
        for contacts in self.reached.chunk_by(|a, b| a.0 == b.0) {
            for (k, (_, _, left)) in contacts.iter().enumerate() {
                for ((_, _, right), &(below, above)) in contacts[..=k].iter().zip(places.by_ref()) {
                    let (left, right) = (&root.blocks[*left], &root.blocks[*right]);
                    add_transposed_product(left, right, blocks.block_mut(below));
                    if above != below {
                        add_transposed_product(right, left, blocks.block_mut(above));
                    }
                }
            }
        }
        for (number, node) in nodes.enumerate() {
            let own = blocks.diagonal_mut(number);
            (0..NODE).for_each(|k| own[k][k] += root.compliance_at(node)[k]);
        }
    }
}
