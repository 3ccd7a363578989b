use crate::{Primal, ResponseRoot};
use std::fmt;
use stiction_linalg::{BlockMatrix, DenseMatrix};

/// `W = G M⁻¹ Gᵀ`: what an impulse does to the velocities, in one of the forms in which it can be at hand.
#[derive(Debug)]
pub enum Delassus {
    /// Every entry.
    Dense(DenseMatrix),
    /// Blocks of 3×3 between nodes, where each law starts a node of its own; rows beyond a law's last are zero.
    Blocks(BlockMatrix),
    /// The blocks of a root: bodies that many contacts share.
    Root(ResponseRoot),
    /// Only its products.
    Operator(Box<dyn DelassusOperator>),
    /// Mass matrix and Jacobian.
    Primal(Box<Primal>),
}

impl Delassus {
    /// Takes the blocks out, or their storage, to fill them again.
    pub(crate) fn take_blocks(&mut self) -> BlockMatrix {
        match std::mem::replace(self, Self::Blocks(BlockMatrix::default())) {
            Self::Blocks(blocks) => blocks,
            _ => BlockMatrix::default(),
        }
    }

    /// The same for the root.
    pub(crate) fn take_root(&mut self) -> ResponseRoot {
        match std::mem::replace(self, Self::Blocks(BlockMatrix::default())) {
            Self::Root(root) => root,
            _ => ResponseRoot::default(),
        }
    }
}

/// A Delassus matrix that is known by its products.
pub trait DelassusOperator: fmt::Debug + Send + Sync {
    /// The number of rows.
    fn order(&self) -> usize;

    /// `velocity = W impulse`.
    fn multiply(&self, impulse: &[f64], velocity: &mut [f64]);

    /// Writes the diagonal; by one product per row unless the operator knows better.
    fn diagonal(&self, diagonal: &mut [f64]) {
        let order = self.order();
        let (mut unit, mut column) = (vec![0.0; order], vec![0.0; order]);
        for j in 0..order {
            unit[j] = 1.0;
            self.multiply(&unit, &mut column);
            diagonal[j] = column[j];
            unit[j] = 0.0;
        }
    }
}
