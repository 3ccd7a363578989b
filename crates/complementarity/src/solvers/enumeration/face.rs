//! Solution sets of complementary pieces as points and faces, each listed once.
//!
//! In a piece whose basic block is singular the solutions form a polyhedron. It is described in the
//! null space of the block: a corner is where as many independent inequalities are tight as the space
//! has dimensions, an extreme ray where all but one are.

use super::walk::Leaf;
use crate::{Basis, LinearProblem, Piece, Position};
use std::cmp::{Ordering, Reverse};
use stiction_linalg::kernels::{axpy, dot, norm_max};
use stiction_linalg::{DenseMatrix, Lu};

/// A whole face of solutions: convex combinations of its vertices plus nonnegative multiples of its rays.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The basis whose piece holds the face.
    pub basis: Basis,
    /// Its dimension, at least 1.
    pub dimension: usize,
    /// Its corners; where it has none (it holds a whole line), points on all its smallest faces.
    pub vertices: Vec<Vec<f64>>,
    /// Its unbounded directions.
    pub rays: Vec<Vec<f64>>,
    /// Whether vertices and rays are all listed; not so for faces of high dimension.
    pub listed: bool,
}

/// Points nearer than this, in the problem's units and relative to its size, are the same.
const SAME: f64 = 1e-8;
/// A pivot below this ends the elimination that finds a null space.
const RANK: f64 = 1e-9;
/// Subsets of inequalities to look at before a face is left without its list of corners.
const MOST_SUBSETS: usize = 20_000;

/// The isolated points and the maximal faces of all leaves.
pub(super) fn sort_out(
    problem: &dyn LinearProblem,
    matrix: &DenseMatrix,
    leaves: Vec<Leaf>,
) -> (Vec<Vec<f64>>, Vec<Face>) {
    let mut points: Vec<Vec<f64>> = Vec::new();
    let mut flats: Vec<Flat> = Vec::new();
    for leaf in leaves {
        let moves = free_moves(problem, matrix, &leaf.basis);
        if !moves.is_empty() {
            flats.push(Flat::new(problem, matrix, leaf, moves));
        } else if points.iter().all(|point| distance(problem, point, &leaf.point) > SAME) {
            points.push(leaf.point);
        }
    }
    // Those with most freedom first, so that what lies inside one is dropped before it is described.
    flats.sort_by_key(|flat| Reverse(flat.moves.len()));
    let mut maximal: Vec<&Flat> = Vec::new();
    let mut faces: Vec<Face> = Vec::new();
    for flat in &flats {
        if maximal.iter().any(|larger| larger.holds(problem, flat)) {
            continue;
        }
        match flat.describe(problem) {
            Some(face) => {
                maximal.push(flat);
                faces.push(face);
            }
            // Its inequalities leave one point of it.
            None if points.iter().all(|point| distance(problem, point, &flat.leaf.point) > SAME) => {
                points.push(flat.leaf.point.clone());
            }
            None => {}
        }
    }
    faces.sort_by_key(|face| Reverse(face.dimension));
    // Inequalities may have made a face smaller than its freedom: look once more, corner by corner.
    let mut kept: Vec<Face> = Vec::new();
    for face in faces {
        let inside = |larger: &Face| {
            face.listed && face.vertices.iter().chain(&face.far_points()).all(|z| holds(problem, &larger.basis, z))
        };
        if !kept.iter().any(inside) {
            kept.push(face);
        }
    }
    points.retain(|point| !kept.iter().any(|face| holds(problem, &face.basis, point)));
    points.sort_by(|a, b| {
        let differing = a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        differing.unwrap_or(Ordering::Equal)
    });
    (points, kept)
}

impl Face {
    /// Points far out on every ray.
    fn far_points(&self) -> Vec<Vec<f64>> {
        let far = |vertex: &Vec<f64>, ray: &Vec<f64>| {
            let reach = (1.0 + norm_max(vertex)) / norm_max(ray).max(f64::MIN_POSITIVE);
            vertex.iter().zip(ray).map(|(v, r)| v + reach * r).collect()
        };
        self.vertices.iter().flat_map(|vertex| self.rays.iter().map(move |ray| far(vertex, ray))).collect()
    }
}

/// A leaf whose basic block is singular, with the directions that its solutions may move in.
struct Flat {
    leaf: Leaf,
    w: Vec<f64>,
    moves: Vec<Vec<f64>>,
    /// What each of the moves does to `w`.
    w_moves: Vec<Vec<f64>>,
}

impl Flat {
    fn new(problem: &dyn LinearProblem, matrix: &DenseMatrix, leaf: Leaf, moves: Vec<Vec<f64>>) -> Self {
        let n = leaf.point.len();
        let mut w = vec![0.0; n];
        problem.evaluate(&leaf.point, &mut w);
        let effect = |direction: &Vec<f64>| {
            let mut change = vec![0.0; n];
            matrix.multiply(direction, &mut change);
            change
        };
        let w_moves = moves.iter().map(effect).collect();
        Self { leaf, w, moves, w_moves }
    }

    /// Whether the other's whole flat obeys this one's equations: then its solutions lie inside, as both
    /// have the same inequalities otherwise.
    fn holds(&self, problem: &dyn LinearProblem, other: &Flat) -> bool {
        let units = problem.units();
        let slack = SAME * units.size(&other.leaf.point);
        let still = |moves: &[Vec<f64>], i: usize, unit: f64| moves.iter().all(|change| change[i].abs() <= RANK * unit);
        (0..self.w.len()).all(|i| {
            let bound = match self.leaf.basis[i] {
                Position::Basic => {
                    return other.w[i].abs() <= slack * units.rows[i] && still(&other.w_moves, i, units.rows[i]);
                }
                Position::Lower => problem.bounds().lower()[i],
                Position::Upper => problem.bounds().upper()[i],
            };
            let rests = (other.leaf.point[i] - bound).abs() <= slack * units.columns[i];
            // At the other end of a box, w has the other sign.
            let same_side = other.leaf.basis[i] == self.leaf.basis[i] || other.leaf.basis[i] == Position::Basic;
            rests && same_side && still(&other.moves, i, units.columns[i])
        })
    }

    /// What the bounds of the piece say about the parameters, around the leaf's point.
    fn inequalities(&self, problem: &dyn LinearProblem) -> Vec<Inequality> {
        let units = problem.units();
        let piece = piece_of(problem, &self.leaf.basis);
        let mut list = Vec::new();
        for i in 0..self.w.len() {
            let (changes, value, interval, unit) = if self.leaf.basis[i] == Position::Basic {
                (&self.moves, self.leaf.point[i], piece.z[i], units.columns[i])
            } else {
                (&self.w_moves, self.w[i], piece.w[i], units.rows[i])
            };
            let slopes: Vec<f64> = changes.iter().map(|change| change[i] / unit).collect();
            if norm_max(&slopes) <= RANK {
                continue;
            }
            if interval.lower.is_finite() {
                let slopes = slopes.iter().map(|slope| -slope).collect();
                list.push(Inequality { slopes, room: (value - interval.lower).max(0.0) / unit });
            }
            if interval.upper.is_finite() {
                list.push(Inequality { slopes, room: (interval.upper - value).max(0.0) / unit });
            }
        }
        list
    }

    /// The face, or `None` when the inequalities leave a single point of the flat.
    fn describe(&self, problem: &dyn LinearProblem) -> Option<Face> {
        let freedom = self.moves.len();
        let inequalities = self.inequalities(problem);
        // Whole lines first: what no inequality feels. The rest has corners.
        let lines = kernel(&inequalities, freedom);
        let across = complement(&lines, freedom);
        let project = |row: &Inequality| Inequality {
            slopes: across.iter().map(|direction| dot(&row.slopes, direction)).collect(),
            room: row.room,
        };
        let pointed: Vec<Inequality> = inequalities.iter().map(project).collect();
        let size = problem.units().size(&self.leaf.point);
        let listed = subsets(pointed.len(), across.len()) <= MOST_SUBSETS;
        let (mut corners, mut rays) = (Vec::new(), Vec::new());
        if listed {
            corners = list_corners(&pointed, across.len(), size);
            rays = list_rays(&pointed, across.len());
        }
        if corners.is_empty() {
            corners.push(vec![0.0; across.len()]);
        }
        let spanned = if listed { spanned_dimension(&corners, &rays, size) } else { across.len() };
        if spanned + lines.len() == 0 {
            return None;
        }
        let expand = |amounts: &Vec<f64>| combine(amounts, &across, vec![0.0; freedom]);
        let vertex = |corner: &Vec<f64>| {
            let mut z = combine(&expand(corner), &self.moves, self.leaf.point.clone());
            problem.bounds().project(&mut z);
            z
        };
        let both_ways = lines.iter().flat_map(|line| [line.clone(), line.iter().map(|value| -value).collect()]);
        let direction = |parameters: Vec<f64>| combine(&parameters, &self.moves, vec![0.0; self.w.len()]);
        Some(Face {
            basis: self.leaf.basis.clone(),
            dimension: spanned + lines.len(),
            vertices: corners.iter().map(vertex).collect(),
            rays: rays.iter().map(expand).chain(both_ways).map(direction).collect(),
            listed,
        })
    }
}

/// `start + Σ amounts · directions`.
fn combine(amounts: &[f64], directions: &[Vec<f64>], mut start: Vec<f64>) -> Vec<f64> {
    for (amount, direction) in amounts.iter().zip(directions) {
        axpy(*amount, direction, &mut start);
    }
    start
}

/// The directions that no inequality feels.
fn kernel(inequalities: &[Inequality], dimension: usize) -> Vec<Vec<f64>> {
    null_space(inequalities.len(), dimension, |i, j| inequalities[i].slopes[j])
}

/// Directions that together with the given independent ones span the space, by elimination.
fn complement(directions: &[Vec<f64>], dimension: usize) -> Vec<Vec<f64>> {
    null_space(directions.len(), dimension, |i, j| directions[i][j])
}

fn distance(problem: &dyn LinearProblem, a: &[f64], b: &[f64]) -> f64 {
    let units = problem.units();
    let size = units.size(a).max(units.size(b));
    let scaled = a.iter().zip(b).zip(&units.columns).map(|((a, b), unit)| ((a - b) / unit).abs());
    scaled.fold(0.0, f64::max) / size
}

fn piece_of(problem: &dyn LinearProblem, basis: &Basis) -> Piece {
    let bounds = problem.bounds();
    let mut piece = Piece::root(bounds);
    for (row, &position) in basis.iter().enumerate() {
        piece.restrict(bounds, row, position);
    }
    piece
}

/// Whether a point lies in the piece of a basis.
fn holds(problem: &dyn LinearProblem, basis: &Basis, z: &[f64]) -> bool {
    let piece = piece_of(problem, basis);
    let units = problem.units();
    let slack = SAME * units.size(z);
    let mut w = vec![0.0; z.len()];
    problem.evaluate(z, &mut w);
    (0..z.len()).all(|i| {
        piece.z[i].contains(z[i], slack * units.columns[i]) && piece.w[i].contains(w[i], slack * units.rows[i])
    })
}

/// An inequality `slopes · t ≤ room` on the parameters of a face.
struct Inequality {
    slopes: Vec<f64>,
    room: f64,
}

/// Directions in which the basic `z` can move with every basic `w` staying zero.
fn free_moves(problem: &dyn LinearProblem, matrix: &DenseMatrix, basis: &Basis) -> Vec<Vec<f64>> {
    let basic: Vec<usize> = (0..basis.len()).filter(|&i| basis[i] == Position::Basic).collect();
    let units = problem.units();
    let block = |i: usize, j: usize| matrix[(basic[i], basic[j])] * units.columns[basic[j]] / units.rows[basic[i]];
    let expand = |direction: Vec<f64>| {
        let mut full = vec![0.0; basis.len()];
        for (&j, value) in basic.iter().zip(direction) {
            full[j] = value * units.columns[j];
        }
        full
    };
    null_space(basic.len(), basic.len(), block).into_iter().map(expand).collect()
}

/// A basis of the null space of a matrix with `order` columns, by elimination with complete pivoting.
fn null_space(height: usize, order: usize, entry: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = (0..height).map(|i| (0..order).map(|j| entry(i, j)).collect()).collect();
    let smallest = RANK * rows.iter().map(|row| norm_max(row)).fold(f64::MIN_POSITIVE, f64::max);
    // Row k, once eliminated, leads with column `leads[k]`.
    let mut leads: Vec<usize> = Vec::new();
    while leads.len() < order.min(height) {
        let rank = leads.len();
        let open = (0..order).filter(|j| !leads.contains(j));
        let places = open.flat_map(|j| (rank..height).map(move |i| (i, j)));
        let Some((i, j)) = places.max_by(|&(i, j), &(k, l)| rows[i][j].abs().total_cmp(&rows[k][l].abs())) else {
            break;
        };
        if rows[i][j].abs() <= smallest {
            break;
        }
        rows.swap(i, rank);
        let pivot = rows[rank][j];
        rows[rank].iter_mut().for_each(|value| *value /= pivot);
        let lead = rows[rank].clone();
        for (k, row) in rows.iter_mut().enumerate() {
            if k != rank {
                let factor = row[j];
                axpy(-factor, &lead, row);
            }
        }
        leads.push(j);
    }
    let free = (0..order).filter(|j| !leads.contains(j));
    free.map(|j| {
        let mut direction = vec![0.0; order];
        direction[j] = 1.0;
        for (row, &lead) in leads.iter().enumerate() {
            direction[lead] = -rows[row][j];
        }
        direction
    })
    .collect()
}

/// The number of subsets of a size.
fn subsets(of: usize, size: usize) -> usize {
    (0..size).fold(1_usize, |count, k| count.saturating_mul(of.saturating_sub(k)) / (k + 1))
}

/// Calls `visit` with every subset of `0..of` of the given size.
fn for_each_subset(of: usize, size: usize, mut visit: impl FnMut(&[usize])) {
    if size > of {
        return;
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        visit(&chosen);
        let Some(k) = (0..size).rev().find(|&k| chosen[k] < of - size + k) else { return };
        chosen[k] += 1;
        for next in k + 1..size {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

fn list_corners(inequalities: &[Inequality], dimension: usize, size: f64) -> Vec<Vec<f64>> {
    let mut corners: Vec<Vec<f64>> = Vec::new();
    let mut lu = Lu::new();
    for_each_subset(inequalities.len(), dimension, |chosen| {
        if !lu.factor_with(dimension, |i, j| inequalities[chosen[i]].slopes[j]) || lu.pivot_ratio() < RANK {
            return;
        }
        let mut corner: Vec<f64> = chosen.iter().map(|&k| inequalities[k].room).collect();
        lu.solve(&mut corner);
        let slack = SAME * size.max(norm_max(&corner));
        let inside = inequalities.iter().all(|row| dot(&row.slopes, &corner) <= row.room + slack);
        if inside && corners.iter().all(|other| differs(other, &corner, slack)) {
            corners.push(corner);
        }
    });
    corners
}

fn list_rays(inequalities: &[Inequality], dimension: usize) -> Vec<Vec<f64>> {
    let mut rays: Vec<Vec<f64>> = Vec::new();
    if dimension == 0 {
        return rays;
    }
    for_each_subset(inequalities.len(), dimension - 1, |chosen| {
        let tight = null_space(chosen.len(), dimension, |i, j| inequalities[chosen[i]].slopes[j]);
        let [direction] = tight.as_slice() else { return };
        let length = norm_max(direction);
        for sign in [1.0, -1.0] {
            let ray: Vec<f64> = direction.iter().map(|value| sign * value / length).collect();
            let unbounded = inequalities.iter().all(|row| dot(&row.slopes, &ray) <= SAME);
            if unbounded && rays.iter().all(|other| differs(other, &ray, SAME)) {
                rays.push(ray);
            }
        }
    });
    rays
}

fn differs(a: &[f64], b: &[f64], slack: f64) -> bool {
    a.iter().zip(b).any(|(a, b)| (a - b).abs() > slack)
}

/// The dimension that corners and rays span together.
fn spanned_dimension(corners: &[Vec<f64>], rays: &[Vec<f64>], size: f64) -> usize {
    let from_first = |corner: &Vec<f64>| corner.iter().zip(&corners[0]).map(|(a, b)| (a - b) / size).collect();
    let mut spanning: Vec<Vec<f64>> = corners[1..].iter().map(from_first).collect();
    spanning.extend(rays.iter().cloned());
    // The rank, by elimination: each vector takes its largest entry out of those after it.
    let mut rank = 0;
    for k in 0..spanning.len() {
        let (done, rest) = spanning.split_at_mut(k + 1);
        let current = &done[k];
        let Some(lead) = (0..current.len()).max_by(|&a, &b| current[a].abs().total_cmp(&current[b].abs())) else {
            break;
        };
        if current[lead].abs() <= SAME {
            continue;
        }
        rank += 1;
        for other in rest {
            let factor = other[lead] / current[lead];
            axpy(-factor, current, other);
        }
    }
    rank
}
