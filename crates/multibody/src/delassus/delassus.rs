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

    /// Room for so many rows, of up to three terms each, and so many blocks (up to `rows (rows + 1) / 2`) on a
    /// model without further allocation, by either route. Without it the room grows with use, and is kept.
    pub fn reserve(&mut self, model: &Model, rows: usize, blocks: usize) {
        let depth = model.freedoms.iter().map(|freedom| freedom.depth + 1).max().unwrap_or(0);
        reserve_total(&mut self.blocks, blocks);
        self.pairs.reserve(rows);
        self.mass.reserve(3 * rows, depth);
        self.articulated.reserve(model, 3 * rows);
    }

    /// Computes the matrix from a factored mass matrix.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics, factor: &InertiaFactor, rows: &Rows) {
        self.prepare(model, kinematics, factor, rows);
        self.form(model, factor, rows);
    }

    /// Computes what the matrix is made of, which is all that its root takes.
    pub fn prepare(&mut self, model: &Model, kinematics: &Kinematics, factor: &InertiaFactor, rows: &Rows) {
        self.order = rows.len();
        self.blocks.clear();
        match factor {
            InertiaFactor::Mass(factor) => self.mass.prepare(model, kinematics, factor, rows),
            InertiaFactor::Articulated(factor) => self.articulated.prepare(model, kinematics, factor, rows),
        }
    }

    /// Forms the blocks of what was just prepared from the same.
    fn form(&mut self, model: &Model, factor: &InertiaFactor, rows: &Rows) {
        let Self { blocks, pairs, mass, articulated, .. } = self;
        pairs.each(model, rows, |pack, partners| {
            let first = blocks.len();
            blocks.extend(partners.iter().map(|&partner| DelassusBlock::zero(&rows.packs[pack], &rows.packs[partner])));
            match factor {
                InertiaFactor::Mass(factor) => {
                    mass.add_blocks(factor, &rows.packs, pack, partners, &mut blocks[first..]);
                }
                InertiaFactor::Articulated(_) => articulated.add_blocks(pack, partners, &mut blocks[first..]),
            }
        });
    }

    /// Visits a root `Y` of the matrix, `W = Yᵀ Y`, as it was prepared last: of each pack of rows in turn, the rows, the place of
    /// a degree of freedom, and `Y` there, row by row. Three places are a node, of which no two trees share one. Whether the route that
    /// it was prepared by has a root.
    pub fn visit_root(
        &self,
        factor: &InertiaFactor,
        rows: &Rows,
        mut visit: impl FnMut(std::ops::Range<usize>, usize, &[f64; 4]),
    ) -> bool {
        let InertiaFactor::Mass(factor) = factor else { return false };
        self.mass.visit_root(factor, &rows.packs, |pack, place, values| visit(pack.rows.clone(), place, values));
        true
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
