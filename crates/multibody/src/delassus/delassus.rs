use crate::delassus::{ArticulatedRoute, DelassusBlock, MassRoute, Pairs, Rows};
use crate::dynamics::{InertiaFactor, Kinematics};
use crate::model::Model;
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::reserve_total;

/// The Delassus matrix `W = G M⁻¹ Gᵀ`, as the blocks that may differ from zero.
#[derive(Clone, Debug, Default)]
pub struct Delassus {
    blocks: Vec<DelassusBlock>,
    order: usize,
    pairs: Pairs,
    mass: MassRoute,
    articulated: ArticulatedRoute,
}

impl Delassus {
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for so many rows on a model without further allocation, by either route.
    pub fn reserve(&mut self, model: &Model, rows: usize) {
        let depth = model.freedoms.iter().map(|freedom| freedom.depth + 1).max().unwrap_or(0);
        reserve_total(&mut self.blocks, rows * (rows + 1) / 2);
        self.pairs.reserve(rows);
        self.mass.reserve(3 * rows, depth);
        self.articulated.reserve(model, 3 * rows);
    }

    /// Computes the matrix from a factored mass matrix.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics, factor: &InertiaFactor, rows: &Rows) {
        self.order = rows.len();
        self.blocks.clear();
        let Self { blocks, pairs, mass, articulated, .. } = self;
        let mut push = |later: usize, earlier: usize, values| {
            blocks.push(DelassusBlock::new(&rows.packs[later], &rows.packs[earlier], values));
        };
        match factor {
            InertiaFactor::Mass(factor) => {
                mass.prepare(model, kinematics, factor, rows);
                pairs.each(model, rows, |later, earlier| {
                    if let Some(values) = mass.block(factor, &rows.packs[later], &rows.packs[earlier]) {
                        push(later, earlier, values);
                    }
                });
            }
            InertiaFactor::Articulated(factor) => {
                articulated.prepare(model, kinematics, factor, rows);
                pairs.each(model, rows, |later, earlier| {
                    if let Some(values) = articulated.block(later, earlier) {
                        push(later, earlier, values);
                    }
                });
            }
        }
    }

    /// How many rows and columns there are.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The blocks on and below the diagonal that may differ from zero.
    pub fn blocks(&self) -> &[DelassusBlock] {
        &self.blocks
    }

    /// As a full matrix.
    pub fn dense(&self, matrix: &mut DenseMatrix) {
        matrix.reset(self.order, self.order);
        for block in &self.blocks {
            for (r, values) in block.values[..block.rows].iter().enumerate() {
                for (c, &value) in values[..block.columns].iter().enumerate() {
                    matrix[(block.row + r, block.column + c)] = value;
                    matrix[(block.column + c, block.row + r)] = value;
                }
            }
        }
    }
}
