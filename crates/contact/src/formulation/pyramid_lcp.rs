//! A pyramid as a pure linear complementarity problem.
//!
//! With free unknowns `z_f` and others `z_c = o + S x`, `x ≥ 0`, `S` of signs, the free rows give
//! `z_f = −M_ff⁻¹ (M_fc z_c + q_f)`. A box of width `d` becomes two pairs: `0 ≤ x ⊥ w + y ≥ 0` and
//! `0 ≤ y ⊥ d − x ≥ 0`, where `y` is how far the velocity is on the side of the upper bound.

use super::{FormulationError, Pyramid};
use stiction_complementarity::{Lcp, LinearProblem, Problem};
use stiction_linalg::{DenseMatrix, Lu};

/// Entries of the inverse times those of the matrix, beyond which the free rows count as redundant.
const LARGEST_CONDITION: f64 = 1e13;

/// The pure problem, and the way back.
#[derive(Debug)]
pub struct PyramidLcp<'a> {
    pyramid: &'a Pyramid<'a>,
    lcp: Lcp,
    free: Vec<usize>,
    kept: Vec<Kept>,
    /// `z_f = offset + shares z_c`.
    shares: DenseMatrix,
    offset: Vec<f64>,
}

/// An unknown of the mixed problem that is `offset + sign · x`.
#[derive(Clone, Copy, Debug)]
struct Kept {
    place: usize,
    offset: f64,
    sign: f64,
    /// The width of its box, where it has both bounds.
    width: Option<f64>,
}

impl<'a> PyramidLcp<'a> {
    pub(super) fn new(pyramid: &'a Pyramid<'a>) -> Result<Self, FormulationError> {
        let mixed = pyramid.to_mixed_lcp()?;
        let (bounds, matrix, q) = (mixed.bounds(), mixed.matrix().to_dense(), mixed.vector());
        let (free, others): (Vec<_>, Vec<_>) = (0..mixed.dimension()).partition(|&row| bounds.is_free(row));
        let kept: Vec<_> = others
            .iter()
            .map(|&place| {
                let (lower, upper) = (bounds.lower()[place], bounds.upper()[place]);
                let (offset, sign) = if lower.is_finite() { (lower, 1.0) } else { (upper, -1.0) };
                let width = (lower.is_finite() && upper.is_finite()).then_some(upper - lower);
                Kept { place, offset, sign, width }
            })
            .collect();
        let (shares, offset) = eliminate(&matrix, q, &free, &kept).ok_or(FormulationError::SingularBilateral)?;
        // Rows of w by x, with the free unknowns eliminated.
        let slack: Vec<_> = (0..kept.len()).filter(|&k| kept[k].width.is_some()).collect();
        let (count, order) = (kept.len(), kept.len() + slack.len());
        let mut pure = DenseMatrix::zeros(order, order);
        let mut vector = vec![0.0; order];
        for (a, row) in kept.iter().enumerate() {
            let mut constant = q[row.place];
            for (k, &f) in free.iter().enumerate() {
                constant += matrix[(row.place, f)] * offset[k];
            }
            for (b, column) in kept.iter().enumerate() {
                let mut entry = matrix[(row.place, column.place)];
                for (k, &f) in free.iter().enumerate() {
                    entry += matrix[(row.place, f)] * shares[(k, b)];
                }
                constant += entry * column.offset;
                pure[(a, b)] = row.sign * entry * column.sign;
            }
            vector[a] = row.sign * constant;
        }
        for (s, &k) in slack.iter().enumerate() {
            pure[(k, count + s)] = 1.0;
            pure[(count + s, k)] = -1.0;
            vector[count + s] = kept[k].width.unwrap_or(0.0);
        }
        let lcp = Lcp::new(pure, vector)?;
        Ok(Self { pyramid, lcp, free, kept, shares, offset })
    }

    /// The problem: the kept unknowns in their order, then the slack of each box.
    pub fn problem(&self) -> &Lcp {
        &self.lcp
    }

    /// The impulses of a point of the pure problem.
    pub fn recover(&self, x: &[f64]) -> Vec<f64> {
        let mut z = vec![0.0; self.pyramid.dimension()];
        for (kept, x) in self.kept.iter().zip(x) {
            z[kept.place] = kept.offset + kept.sign * x;
        }
        for (k, &place) in self.free.iter().enumerate() {
            let terms = self.kept.iter().enumerate().map(|(b, kept)| self.shares[(k, b)] * z[kept.place]);
            z[place] = self.offset[k] + terms.sum::<f64>();
        }
        self.pyramid.recover(&z)
    }
}

/// `−M_ff⁻¹ M_fc` and `−M_ff⁻¹ q_f`; nothing where there is no inverse.
fn eliminate(matrix: &DenseMatrix, q: &[f64], free: &[usize], kept: &[Kept]) -> Option<(DenseMatrix, Vec<f64>)> {
    let order = free.len();
    let mut lu = Lu::new();
    if order > 0 && !lu.factor_with(order, |i, j| matrix[(free[i], free[j])]) {
        return None;
    }
    let mut largest = (0.0_f64, 0.0_f64);
    let mut column = vec![0.0; order];
    for j in 0..order {
        column.fill(0.0);
        column[j] = 1.0;
        lu.solve(&mut column);
        for i in 0..order {
            largest = (largest.0.max(matrix[(free[i], free[j])].abs()), largest.1.max(column[i].abs()));
        }
    }
    if largest.0 * largest.1 > LARGEST_CONDITION || largest.1.is_nan() {
        return None;
    }
    let mut shares = DenseMatrix::zeros(order, kept.len());
    for (j, kept) in kept.iter().enumerate() {
        let column = shares.column_mut(j);
        free.iter().enumerate().for_each(|(i, &f)| column[i] = -matrix[(f, kept.place)]);
        if order > 0 {
            lu.solve(column);
        }
    }
    let mut offset: Vec<f64> = free.iter().map(|&f| -q[f]).collect();
    if order > 0 {
        lu.solve(&mut offset);
    }
    Some((shares, offset))
}
