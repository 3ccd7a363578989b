//! Solution sets of complementary pieces as points and faces, each listed once.
//!
//! In a piece whose basic block is singular the solutions form a polyhedron. It is described in the
//! null space of the block: a corner is where as many independent inequalities are tight as the space
//! has dimensions, an extreme ray where all but one are.

use super::walk::Leaf;
use crate::{Basis, LinearProblem, Piece, Position};
use std::cmp::{Ordering, Reverse};
use stiction_linalg::kernels::{dot, norm_max};
use stiction_linalg::{DenseMatrix, Lu};

/// A whole face of solutions: convex combinations of its vertices plus nonnegative multiples of its rays.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The basis whose piece holds the face.
    pub basis: Basis,
    /// Its dimension, at least 1.
    pub dimension: usize,
    /// Its corners; where it has none (it holds a whole line), one of its points.
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
const MOST_SUBSETS: usize = 200_000;

/// The isolated points and the maximal faces of all leaves.
pub(super) fn sort_out(
    problem: &dyn LinearProblem,
    matrix: &DenseMatrix,
    leaves: Vec<Leaf>,
) -> (Vec<Vec<f64>>, Vec<Face>) {
    let mut points: Vec<Vec<f64>> = Vec::new();
    let mut faces: Vec<Face> = Vec::new();
    for leaf in leaves {
        match describe(problem, matrix, &leaf) {
            Some(face) => faces.push(face),
            None if points.iter().all(|point| distance(problem, point, &leaf.point) > SAME) => points.push(leaf.point),
            None => {}
        }
    }
    // Larger faces first, so that what lies inside one is dropped.
    faces.sort_by_key(|face| Reverse(face.dimension));
    let mut maximal: Vec<Face> = Vec::new();
    for face in faces {
        if !maximal.iter().any(|larger| holds_face(problem, larger, &face)) {
            maximal.push(face);
        }
    }
    points.retain(|point| !maximal.iter().any(|face| holds(problem, &face.basis, point)));
    points.sort_by(|a, b| {
        let differing = a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        differing.unwrap_or(Ordering::Equal)
    });
    (points, maximal)
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

/// Whether one face lies inside another: its corners do, and points far out on its rays.
fn holds_face(problem: &dyn LinearProblem, outer: &Face, inner: &Face) -> bool {
    inner.vertices.iter().all(|vertex| {
        holds(problem, &outer.basis, vertex)
            && inner.rays.iter().all(|ray| {
                let reach = (1.0 + norm_max(vertex)) / norm_max(ray).max(f64::MIN_POSITIVE);
                let far: Vec<f64> = vertex.iter().zip(ray).map(|(v, r)| v + reach * r).collect();
                holds(problem, &outer.basis, &far)
            })
    })
}

/// An inequality `slopes · t ≤ room` on the parameters of a face.
struct Inequality {
    slopes: Vec<f64>,
    room: f64,
}

/// The face of a leaf, or `None` when the leaf is a single point.
fn describe(problem: &dyn LinearProblem, matrix: &DenseMatrix, leaf: &Leaf) -> Option<Face> {
    let moves = free_moves(problem, matrix, &leaf.basis);
    if moves.is_empty() {
        return None;
    }
    let inequalities = inequalities(problem, matrix, leaf, &moves);
    let size = problem.units().size(&leaf.point);
    let listed = subsets(inequalities.len(), moves.len()) <= MOST_SUBSETS;
    let (mut corners, mut rays) = (Vec::new(), Vec::new());
    if listed {
        corners = list_corners(&inequalities, moves.len(), size);
        rays = list_rays(&inequalities, moves.len());
    }
    if corners.is_empty() {
        corners.push(vec![0.0; moves.len()]);
    }
    let dimension = if listed { spanned_dimension(&corners, &rays, size) } else { moves.len() };
    if dimension == 0 {
        return None;
    }
    let combine = |parameters: &Vec<f64>, mut z: Vec<f64>| {
        for (amount, direction) in parameters.iter().zip(&moves) {
            stiction_linalg::kernels::axpy(*amount, direction, &mut z);
        }
        z
    };
    let vertex = |corner: &Vec<f64>| {
        let mut z = combine(corner, leaf.point.clone());
        problem.bounds().project(&mut z);
        z
    };
    Some(Face {
        basis: leaf.basis.clone(),
        dimension,
        vertices: corners.iter().map(vertex).collect(),
        rays: rays.iter().map(|ray| combine(ray, vec![0.0; leaf.point.len()])).collect(),
        listed,
    })
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
    null_space(basic.len(), block).into_iter().map(expand).collect()
}

/// What the bounds of the piece say about the parameters, around the leaf's point.
fn inequalities(problem: &dyn LinearProblem, matrix: &DenseMatrix, leaf: &Leaf, moves: &[Vec<f64>]) -> Vec<Inequality> {
    let n = leaf.point.len();
    let units = problem.units();
    let piece = piece_of(problem, &leaf.basis);
    let mut w = vec![0.0; n];
    problem.evaluate(&leaf.point, &mut w);
    let w_moves: Vec<Vec<f64>> = moves
        .iter()
        .map(|direction| {
            let mut change = vec![0.0; n];
            matrix.multiply(direction, &mut change);
            change
        })
        .collect();
    let mut list = Vec::new();
    for i in 0..n {
        let (changes, value, interval, unit) = if leaf.basis[i] == Position::Basic {
            (moves, leaf.point[i], piece.z[i], units.columns[i])
        } else {
            (w_moves.as_slice(), w[i], piece.w[i], units.rows[i])
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

/// A basis of the null space of a square matrix, by elimination with complete pivoting.
fn null_space(order: usize, entry: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = (0..order).map(|i| (0..order).map(|j| entry(i, j)).collect()).collect();
    let smallest = RANK * rows.iter().map(|row| norm_max(row)).fold(f64::MIN_POSITIVE, f64::max);
    // Row k, once eliminated, leads with column `leads[k]`.
    let mut leads: Vec<usize> = Vec::new();
    while leads.len() < order {
        let rank = leads.len();
        let open = (0..order).filter(|j| !leads.contains(j));
        let places = open.flat_map(|j| (rank..order).map(move |i| (i, j)));
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
                stiction_linalg::kernels::axpy(-factor, &lead, row);
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
    for_each_subset(inequalities.len(), dimension - 1, |chosen| {
        let tight = null_space(dimension, |i, j| chosen.get(i).map_or(0.0, |&k| inequalities[k].slopes[j]));
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
            stiction_linalg::kernels::axpy(-factor, current, other);
        }
    }
    rank
}
