//! Random families of linear problems, reproducible from a seed.
//!
//! CPS: R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem, Academic Press 1992.

use super::LinearKind;
use super::pyramids::{BoxStack, JointedBodies};
use crate::{DenseMatrix, Lcp, MixedLcp, ProblemError};

/// A generator of pseudo-random numbers: xoshiro256++, seeded by splitmix64.
///
/// D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM Transactions on
/// Mathematical Software 47 (2021) 36.
#[derive(Clone, Debug)]
pub struct Generator {
    state: [u64; 4],
}

impl Generator {
    /// The generator of a seed; different seeds give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        let mut counter = seed;
        let mut splitmix = || {
            counter = counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut bits = counter;
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            bits ^ (bits >> 31)
        };
        Self { state: [splitmix(), splitmix(), splitmix(), splitmix()] }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform in `[lower, upper)`.
    pub fn uniform(&mut self, lower: f64, upper: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 * (0.5_f64).powi(53);
        lower + (upper - lower) * unit
    }

    /// A normal deviate of mean 0 and variance 1 (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform(0.0, 1.0)).ln()).sqrt();
        radius * self.uniform(0.0, std::f64::consts::TAU).cos()
    }

    /// One of `0, …, count − 1`, each as likely; 0 when `count` is 0.
    pub fn choice(&mut self, count: usize) -> usize {
        ((self.uniform(0.0, 1.0) * count as f64) as usize).min(count.saturating_sub(1))
    }

    fn normals(&mut self, rows: usize, columns: usize) -> DenseMatrix {
        DenseMatrix::from_function(rows, columns, |_, _| self.normal())
    }

    fn vector(&mut self, order: usize) -> Vec<f64> {
        (0..order).map(|_| self.normal()).collect()
    }
}

/// A kind of random linear problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `M = BBᵀ + I` with normal `B`: symmetric positive definite, one solution.
    PositiveDefinite,
    /// `M = BBᵀ` of rank half the order, and the `q` of a prescribed solution with a third of its rows
    /// degenerate. Positive semidefinite and feasible, so solvable (theorem 3.1.2 of CPS).
    SemidefiniteLowRank,
    /// `M = R C`: `R` strictly row diagonally dominant with positive diagonal, not symmetric; `C` a positive
    /// diagonal that takes the dominance away. Every principal submatrix of `R` is again dominant, so has a
    /// positive determinant, and `C` multiplies that by positive numbers: a P-matrix, one solution.
    PMatrix,
    /// Friction pyramids of stacks of boxes (see [`BoxStack`]): copositive, solvable by Lemke's method.
    CopositivePyramid,
    /// `M = N + BBᵀ + K`: nonnegative entries with a positive diagonal, a part of low rank, a skew part.
    /// Strictly copositive, so solvable by Lemke's method for every `q` (CPS section 4.4).
    Copositive,
    /// `M = BBᵀ + 10 K`: low rank plus a large skew part, and the `q` of a prescribed solution. Monotone and
    /// feasible, so solvable.
    SkewLarge,
    /// `R (BBᵀ + I) C` with row and column factors `10^U(−8, 8)`, and `q` scaled with the rows: a
    /// P-matrix, so one solution, sixteen orders of magnitude apart in either direction.
    BadlyScaled,
    /// Normal entries, no class: none, one or several solutions.
    General,
    /// A positive definite matrix with a skew part; each row is free, bounded below, bounded above or in a box,
    /// each as likely. One solution.
    MixedBoxes,
    /// Bodies in a chain of ball joints with pyramid friction against the world (see [`JointedBodies`]):
    /// equations for the joints, copositive on the rest, solvable.
    MixedPyramid,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 10] = [
        Self::PositiveDefinite,
        Self::SemidefiniteLowRank,
        Self::PMatrix,
        Self::CopositivePyramid,
        Self::Copositive,
        Self::SkewLarge,
        Self::BadlyScaled,
        Self::General,
        Self::MixedBoxes,
        Self::MixedPyramid,
    ];

    /// The family's name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::PositiveDefinite => "positive-definite",
            Self::SemidefiniteLowRank => "semidefinite-low-rank",
            Self::PMatrix => "p-matrix",
            Self::CopositivePyramid => "copositive-pyramid",
            Self::Copositive => "copositive",
            Self::SkewLarge => "skew-large",
            Self::BadlyScaled => "badly-scaled",
            Self::General => "general",
            Self::MixedBoxes => "mixed-boxes",
            Self::MixedPyramid => "mixed-pyramid",
        }
    }

    /// Whether theory says that every problem of the family has a solution that pivoting finds.
    pub fn guarantees_solution(self) -> bool {
        self != Self::General
    }

    /// The family's problem of that order and seed. The pyramids come in whole bodies: theirs is the
    /// least order that reaches `order`. Only order 0 is an error, and not for pyramids.
    pub fn problem(self, order: usize, seed: u64) -> Result<LinearKind, ProblemError> {
        let mut generator = Generator::new(seed);
        let random = &mut generator;
        match self {
            Self::PositiveDefinite => {
                let matrix = definite(order, random);
                lcp(matrix, random.vector(order))
            }
            Self::SemidefiniteLowRank => {
                let matrix = low_rank(order, random);
                feasible(matrix, random)
            }
            Self::PMatrix => {
                let matrix = scaled_dominant(order, random);
                lcp(matrix, random.vector(order))
            }
            Self::CopositivePyramid => {
                let boxes = order.div_ceil(BoxStack::default().order_per_box()).max(1);
                BoxStack { boxes, ..BoxStack::default() }.problem(seed).map(LinearKind::Lcp)
            }
            Self::Copositive => {
                let (mut matrix, skew) = (low_rank(order, random), skew(order, random));
                for j in 0..order {
                    for i in 0..order {
                        let least = if i == j { 0.1 } else { 0.0 };
                        matrix[(i, j)] += skew[(i, j)] + random.uniform(0.0, 1.0).max(least);
                    }
                }
                lcp(matrix, random.vector(order))
            }
            Self::SkewLarge => {
                let (mut matrix, skew) = (low_rank(order, random), skew(order, random));
                add(&mut matrix, 10.0, &skew);
                feasible(matrix, random)
            }
            Self::BadlyScaled => {
                let mut matrix = definite(order, random);
                let mut vector = random.vector(order);
                let mut factors = || (0..order).map(|_| 10.0_f64.powf(random.uniform(-8.0, 8.0))).collect::<Vec<_>>();
                let (rows, columns) = (factors(), factors());
                for j in 0..order {
                    vector[j] *= rows[j];
                    for i in 0..order {
                        matrix[(i, j)] *= rows[i] * columns[j];
                    }
                }
                lcp(matrix, vector)
            }
            Self::General => {
                let matrix = random.normals(order, order);
                lcp(matrix, random.vector(order))
            }
            Self::MixedBoxes => {
                let (mut matrix, skew) = (definite(order, random), skew(order, random));
                add(&mut matrix, 1.0, &skew);
                let vector = random.vector(order);
                let (lower, upper) = (0..order).map(|_| random_bounds(random)).unzip();
                MixedLcp::new(matrix, vector, lower, upper).map(LinearKind::Mixed)
            }
            Self::MixedPyramid => JointedBodies::of_order(order).problem(seed).map(LinearKind::Mixed),
        }
    }
}

fn lcp(matrix: DenseMatrix, vector: Vec<f64>) -> Result<LinearKind, ProblemError> {
    Lcp::new(matrix, vector).map(LinearKind::Lcp)
}

/// `BBᵀ + I` with normal `B`.
fn definite(order: usize, random: &mut Generator) -> DenseMatrix {
    let factor = random.normals(order, order);
    let mut matrix = factor.product(&factor.transposed());
    for i in 0..order {
        matrix[(i, i)] += 1.0;
    }
    matrix
}

/// `BBᵀ` with normal `B` of half as many columns as rows.
fn low_rank(order: usize, random: &mut Generator) -> DenseMatrix {
    let factor = random.normals(order, (order / 2).max(1));
    factor.product(&factor.transposed())
}

/// `B − Bᵀ` with normal `B`.
fn skew(order: usize, random: &mut Generator) -> DenseMatrix {
    let factor = random.normals(order, order);
    DenseMatrix::from_function(order, order, |i, j| factor[(i, j)] - factor[(j, i)])
}

fn add(matrix: &mut DenseMatrix, factor: f64, other: &DenseMatrix) {
    for (value, other) in matrix.as_mut_slice().iter_mut().zip(other.as_slice()) {
        *value += factor * other;
    }
}

/// A strictly row diagonally dominant matrix times a positive diagonal.
fn scaled_dominant(order: usize, random: &mut Generator) -> DenseMatrix {
    let mut matrix = random.normals(order, order);
    for i in 0..order {
        let others: f64 = (0..order).filter(|&j| j != i).map(|j| matrix[(i, j)].abs()).sum();
        matrix[(i, i)] = 0.1 + others * random.uniform(1.0, 1.1);
    }
    for j in 0..order {
        let factor = 10.0_f64.powf(random.uniform(-1.0, 1.0));
        matrix.column_mut(j).iter_mut().for_each(|value| *value *= factor);
    }
    matrix
}

/// The problem with `q = w − M z` for a random complementary pair, both zero in a third of the rows.
fn feasible(matrix: DenseMatrix, random: &mut Generator) -> Result<LinearKind, ProblemError> {
    let order = matrix.rows();
    let (mut z, mut vector) = (vec![0.0; order], vec![0.0; order]);
    for i in 0..order {
        match random.choice(3) {
            0 => z[i] = random.uniform(0.0, 1.0),
            1 => vector[i] = random.uniform(0.0, 1.0),
            _ => {}
        }
    }
    let mut product = vec![0.0; order];
    matrix.multiply(&z, &mut product);
    vector.iter_mut().zip(product).for_each(|(q, value)| *q -= value);
    lcp(matrix, vector)
}

fn random_bounds(random: &mut Generator) -> (f64, f64) {
    let (first, second) = (random.normal(), random.normal());
    match random.choice(4) {
        0 => (f64::NEG_INFINITY, f64::INFINITY),
        1 => (first, f64::INFINITY),
        2 => (f64::NEG_INFINITY, first),
        _ => (first.min(second), first.max(second)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_matches_its_reference() {
        // The published splitmix64 stream from seed 1234567 starts like this.
        let state = Generator::new(1_234_567).state;
        assert_eq!(state, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]);
        // xoshiro256++ from the state (1, 2, 3, 4), from the reference implementation.
        let mut generator = Generator { state: [1, 2, 3, 4] };
        let drawn: Vec<u64> = (0..3).map(|_| generator.bits()).collect();
        assert_eq!(drawn, [41943041, 58720359, 3588806011781223]);
    }

    #[test]
    fn deviates_have_their_moments() {
        let mut generator = Generator::new(7);
        let count = 20_000;
        let sample = generator.vector(count);
        let mean = sample.iter().sum::<f64>() / count as f64;
        let variance = sample.iter().map(|x| x * x).sum::<f64>() / count as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05);
        assert!((0..1000).all(|_| (-8.0..8.0).contains(&generator.uniform(-8.0, 8.0)) && generator.choice(3) < 3));
    }

    #[test]
    fn families_are_reproducible_and_of_their_order() {
        for family in Family::ALL {
            for order in [1, 5, 17] {
                let problem = family.problem(order, 3).unwrap();
                assert_eq!(problem, family.problem(order, 3).unwrap(), "{family:?}");
                assert_ne!(problem, family.problem(order, 4).unwrap(), "{family:?}");
                let found = problem.as_linear().dimension();
                let whole = matches!(family, Family::CopositivePyramid | Family::MixedPyramid);
                assert!(if whole { found >= order } else { found == order }, "{family:?} {order} {found}");
            }
        }
    }

    #[test]
    fn p_matrices_have_positive_principal_minors() {
        let mut lu = stiction_linalg::Lu::new();
        for seed in 0..5 {
            for family in [Family::PMatrix, Family::PositiveDefinite] {
                let problem = family.problem(6, seed).unwrap();
                let matrix = problem.as_linear().matrix().to_dense().into_owned();
                for subset in 1..64_usize {
                    let rows: Vec<usize> = (0..6).filter(|i| subset >> i & 1 == 1).collect();
                    // det(A) > 0 for every principal submatrix, by Cramer's rule on its last diagonal entry.
                    let (last, head) = rows.split_last().unwrap();
                    assert!(lu.factor_with(rows.len(), |i, j| matrix[(rows[i], rows[j])]));
                    let mut unit = vec![0.0; rows.len()];
                    unit[head.len()] = 1.0;
                    lu.solve(&mut unit);
                    assert!(unit[head.len()] > 0.0, "{family:?} {seed} {head:?} {last}");
                }
            }
        }
    }

    #[test]
    fn copositive_and_monotone_families_are_what_they_say() {
        for seed in 0..5 {
            for (family, orthant) in
                [(Family::Copositive, true), (Family::CopositivePyramid, true), (Family::SkewLarge, false)]
            {
                let problem = family.problem(12, seed).unwrap();
                let order = problem.as_linear().dimension();
                let mut random = Generator::new(100 + seed);
                for _ in 0..200 {
                    // Sparse points reach the faces of the orthant.
                    let z: Vec<f64> = (0..order)
                        .map(|_| {
                            let value = random.normal() * f64::from(u8::from(random.choice(2) == 0));
                            if orthant { value.abs() } else { value }
                        })
                        .collect();
                    let mut product = vec![0.0; order];
                    problem.as_linear().matrix().multiply_add(&z, &mut product);
                    let (form, size) = z
                        .iter()
                        .zip(&product)
                        .fold((0.0, 0.0), |(form, size), (z, w)| (form + z * w, size + (z * w).abs()));
                    assert!(form >= -1e-12 * size, "{family:?}: {form}");
                }
            }
        }
    }
}
