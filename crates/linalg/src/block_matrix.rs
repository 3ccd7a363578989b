use crate::DenseMatrix;
use crate::kernels::{Kernel, vectorised};

/// The number of scalar rows of a node.
pub const NODE: usize = 3;

/// A block of three rows and columns: columns of four lanes, the last of which is zero.
pub type Block = [[f64; 4]; NODE];

/// The block of zeros.
pub const ZERO: Block = [[0.0; 4]; NODE];

/// The identity block.
pub const IDENTITY: Block = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// `c −= a b`.
#[inline(always)]
pub(crate) fn subtract_product(a: &Block, b: &Block, c: &mut Block) {
    // Copies, so that the compiler knows that nothing overlaps.
    let [a0, a1, a2] = *a;
    for (target, factors) in c.iter_mut().zip(b) {
        let ([f0, f1, f2, _], mut sum) = (*factors, *target);
        for lane in 0..4 {
            sum[lane] -= a0[lane] * f0 + a1[lane] * f1 + a2[lane] * f2;
        }
        *target = sum;
    }
}

/// `a b`.
#[inline(always)]
pub fn block_product(a: &Block, b: &Block) -> Block {
    let mut c = ZERO;
    for (target, factors) in c.iter_mut().zip(b) {
        for lane in 0..4 {
            target[lane] = a[0][lane] * factors[0] + a[1][lane] * factors[1] + a[2][lane] * factors[2];
        }
    }
    c
}

/// `a x`, with a zero in the last lane.
#[inline(always)]
pub fn block_times(a: &Block, x: &[f64]) -> [f64; 4] {
    let mut y = [0.0; 4];
    for lane in 0..4 {
        y[lane] = a[0][lane] * x[0] + a[1][lane] * x[1] + a[2][lane] * x[2];
    }
    y
}

struct Multiply<'a>(&'a BlockMatrix, &'a [f64], &'a mut [f64]);

impl Kernel for Multiply<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        for (i, target) in self.2.chunks_exact_mut(NODE).enumerate() {
            target.copy_from_slice(&self.0.row_times(i, self.1)[..NODE]);
        }
    }
}

/// `target += addition`.
#[inline(always)]
pub fn block_add(target: &mut Block, addition: &Block) {
    target.iter_mut().flatten().zip(addition.iter().flatten()).for_each(|(sum, value)| *sum += value);
}

/// The inverse by elimination with partial pivoting, or nothing where a pivot vanishes or is not finite.
#[inline(always)]
pub fn block_inverse(block: &Block) -> Option<Block> {
    // Rows of [A | I].
    let mut rows = [[0.0; 6]; NODE];
    for i in 0..NODE {
        for j in 0..NODE {
            rows[i][j] = block[j][i];
        }
        rows[i][NODE + i] = 1.0;
    }
    for k in 0..NODE {
        let mut pivot = k;
        for i in k + 1..NODE {
            if rows[i][k].abs() > rows[pivot][k].abs() {
                pivot = i;
            }
        }
        rows.swap(k, pivot);
        let reciprocal = 1.0 / rows[k][k];
        if !reciprocal.is_finite() || reciprocal == 0.0 {
            return None;
        }
        rows[k].iter_mut().for_each(|value| *value *= reciprocal);
        let pivot_row = rows[k];
        for i in 0..NODE {
            if i != k {
                let factor = rows[i][k];
                for j in k..6 {
                    rows[i][j] -= factor * pivot_row[j];
                }
            }
        }
    }
    let mut inverse = ZERO;
    for i in 0..NODE {
        for j in 0..NODE {
            inverse[j][i] = rows[i][NODE + j];
        }
    }
    Some(inverse)
}

/// A square matrix of 3×3 blocks, of which only those are stored that can differ from zero.
///
/// The pattern is symmetric and holds the diagonal. Scalar row `k` of node `i` has the number `3 i + k`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMatrix {
    starts: Vec<usize>,
    columns: Vec<usize>,
    blocks: Vec<Block>,
    diagonal: Vec<usize>,
}

impl BlockMatrix {
    /// A matrix of zeros whose pattern is that of the pairs of nodes visited, their mirror images and the diagonal.
    pub fn with_pattern(nodes: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut neighbours: Vec<Vec<usize>> = (0..nodes).map(|i| vec![i]).collect();
        let mut last = None;
        for (i, j) in pairs {
            if last != Some((i, j)) {
                neighbours[i].push(j);
                neighbours[j].push(i);
                last = Some((i, j));
            }
        }
        let mut matrix = Self { starts: vec![0], ..Self::default() };
        for (i, row) in neighbours.iter_mut().enumerate() {
            row.sort_unstable();
            row.dedup();
            let offset = row.iter().position(|&j| j == i).unwrap_or_default();
            matrix.diagonal.push(matrix.columns.len() + offset);
            matrix.columns.extend_from_slice(row);
            matrix.starts.push(matrix.columns.len());
        }
        matrix.blocks = vec![ZERO; matrix.columns.len()];
        matrix
    }

    /// Writes the part between some nodes, which are in increasing order, into the storage of another matrix. `numbers` holds
    /// the new number of every node that these reach, `usize::MAX` where it is left out.
    pub fn restrict(&self, nodes: &[usize], numbers: &[usize], part: &mut Self) {
        part.starts.clear();
        part.columns.clear();
        part.blocks.clear();
        part.diagonal.clear();
        part.starts.push(0);
        for (new, &node) in nodes.iter().enumerate() {
            let (columns, blocks) = self.row(node);
            for (&column, block) in columns.iter().zip(blocks) {
                let number = numbers[column];
                if number == new {
                    part.diagonal.push(part.columns.len());
                }
                if number != usize::MAX {
                    part.columns.push(number);
                    part.blocks.push(*block);
                }
            }
            part.starts.push(part.columns.len());
        }
    }

    /// Becomes a matrix of zeros with the pattern of pairs on and below the diagonal, their mirror images and the diagonal, in
    /// the storage that it has. `places` gets where the block of each pair and its mirror image are stored. Fast where the
    /// pairs come in order; any order is right.
    pub fn reset(&mut self, nodes: usize, pairs: &[(usize, usize)], places: &mut Vec<(usize, usize)>) {
        self.starts.clear();
        self.starts.resize(nodes + 1, 1);
        self.starts[0] = 0;
        for &(i, j) in pairs.iter().filter(|(i, j)| i != j) {
            self.starts[i + 1] += 1;
            self.starts[j + 1] += 1;
        }
        for i in 0..nodes {
            self.starts[i + 1] += self.starts[i];
        }
        self.columns.clear();
        self.columns.resize(self.starts[nodes], 0);
        // Where the next column of each row goes.
        self.diagonal.clear();
        self.diagonal.extend_from_slice(&self.starts[..nodes]);
        let put = |columns: &mut [usize], cursors: &mut [usize], i: usize, j: usize| {
            let place = cursors[i];
            columns[place] = j;
            cursors[i] += 1;
            place
        };
        places.clear();
        let mut filled = 0;
        for &(i, j) in pairs {
            // A row's own place comes after the columns before it, and before those of later rows.
            let ahead = if i == j { i + 1 } else { i };
            while filled < ahead {
                put(&mut self.columns, &mut self.diagonal, filled, filled);
                filled += 1;
            }
            if i == j {
                // Known when all is in place.
                places.push((0, 0));
            } else {
                let below = put(&mut self.columns, &mut self.diagonal, i, j);
                places.push((below, put(&mut self.columns, &mut self.diagonal, j, i)));
            }
        }
        (filled..nodes).for_each(|i| {
            put(&mut self.columns, &mut self.diagonal, i, i);
        });
        if self.sort_rows() {
            for (place, &(i, _)) in places.iter_mut().zip(pairs).filter(|(_, (i, j))| i == j) {
                *place = (self.diagonal[i], self.diagonal[i]);
            }
        } else {
            places.clear();
            let place = |i: usize, j: usize| self.find(i, j).unwrap_or_default();
            places.extend(pairs.iter().map(|&(i, j)| (place(i, j), place(j, i))));
        }
        self.blocks.clear();
        self.blocks.resize(self.columns.len(), ZERO);
    }

    /// Sorts the columns of each row, drops those named twice, and notes the places of the diagonal; whether all was in order.
    fn sort_rows(&mut self) -> bool {
        let mut end = 0;
        let mut in_order = true;
        for i in 0..self.diagonal.len() {
            let range = self.starts[i]..self.starts[i + 1];
            let row = &mut self.columns[range.clone()];
            if !row.is_sorted() {
                row.sort_unstable();
                in_order = false;
            }
            self.starts[i] = end;
            for place in range {
                let column = self.columns[place];
                if end > self.starts[i] && self.columns[end - 1] == column {
                    in_order = false;
                    continue;
                }
                if column == i {
                    self.diagonal[i] = end;
                }
                self.columns[end] = column;
                end += 1;
            }
        }
        self.columns.truncate(end);
        if let Some(last) = self.starts.last_mut() {
            *last = end;
        }
        in_order
    }

    /// The blocks of a matrix given by its entries in scalar rows and columns; repeated places add up.
    pub fn from_entries(nodes: usize, entries: &[(usize, usize, f64)]) -> Self {
        let mut matrix = Self::with_pattern(nodes, entries.iter().map(|&(i, j, _)| (i / NODE, j / NODE)));
        for &(i, j, value) in entries {
            if let Some(block) = matrix.find(i / NODE, j / NODE) {
                matrix.blocks[block][j % NODE][i % NODE] += value;
            }
        }
        matrix
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.diagonal.len()
    }

    /// The number of scalar rows: three per node.
    pub fn order(&self) -> usize {
        NODE * self.nodes()
    }

    /// The number of blocks stored.
    pub fn stored(&self) -> usize {
        self.blocks.len()
    }

    /// Where the block of a pair is stored, or nothing outside the pattern.
    pub fn find(&self, i: usize, j: usize) -> Option<usize> {
        let start = self.starts[i];
        self.columns[start..self.starts[i + 1]].binary_search(&j).ok().map(|offset| start + offset)
    }

    /// The nodes that row `i` has blocks for, in increasing order, and these blocks.
    #[inline(always)]
    pub fn row(&self, i: usize) -> (&[usize], &[Block]) {
        let range = self.starts[i]..self.starts[i + 1];
        (&self.columns[range.clone()], &self.blocks[range])
    }

    /// The same, with blocks that can be changed.
    #[inline]
    pub fn row_mut(&mut self, i: usize) -> (&[usize], &mut [Block]) {
        let range = self.starts[i]..self.starts[i + 1];
        (&self.columns[range.clone()], &mut self.blocks[range])
    }

    /// The block at a place that [`BlockMatrix::find`] gave.
    #[inline]
    pub fn block_mut(&mut self, place: usize) -> &mut Block {
        &mut self.blocks[place]
    }

    /// The diagonal block of node `i`.
    #[inline(always)]
    pub fn diagonal(&self, i: usize) -> &Block {
        &self.blocks[self.diagonal[i]]
    }

    /// The diagonal block of node `i`, to be changed.
    #[inline]
    pub fn diagonal_mut(&mut self, i: usize) -> &mut Block {
        &mut self.blocks[self.diagonal[i]]
    }

    /// Takes over another matrix' pattern and values, in storage that is reused.
    pub fn copy_from(&mut self, other: &Self) {
        self.starts.clone_from(&other.starts);
        self.columns.clone_from(&other.columns);
        self.blocks.clone_from(&other.blocks);
        self.diagonal.clone_from(&other.diagonal);
    }

    /// Whether two matrices have the same pattern.
    pub fn has_pattern_of(&self, other: &Self) -> bool {
        self.starts == other.starts && self.columns == other.columns
    }

    /// Node `i`'s part of `A x`.
    #[inline(always)]
    pub fn row_times(&self, i: usize, x: &[f64]) -> [f64; 4] {
        let (columns, blocks) = self.row(i);
        let mut sum = [0.0; 4];
        for (&j, block) in columns.iter().zip(blocks) {
            let part = &x[NODE * j..NODE * j + NODE];
            for lane in 0..4 {
                sum[lane] += block[0][lane] * part[0] + block[1][lane] * part[1] + block[2][lane] * part[2];
            }
        }
        sum
    }

    /// `y = A x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        vectorised(Multiply(self, x, y));
    }

    /// Calls `visit(row, column, value)` for every entry that differs from zero, in scalar rows and columns.
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, f64)) {
        for i in 0..self.nodes() {
            let (columns, blocks) = self.row(i);
            for (&j, block) in columns.iter().zip(blocks) {
                for row in 0..NODE {
                    for column in 0..NODE {
                        if block[column][row] != 0.0 {
                            visit(NODE * i + row, NODE * j + column, block[column][row]);
                        }
                    }
                }
            }
        }
    }

    /// The matrix with every entry stored.
    pub fn to_dense(&self) -> DenseMatrix {
        let mut dense = DenseMatrix::zeros(self.order(), self.order());
        self.for_each(|i, j, value| dense[(i, j)] = value);
        dense
    }
}
