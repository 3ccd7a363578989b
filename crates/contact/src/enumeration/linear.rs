//! Modes whose equations are linear: everything but slips in space.
//!
//! The equations of a mode leave a flat. Where it is a point, the inequalities are looked at there. Else a point of the
//! flat is looked for that obeys them, first well inside, then at the limits.

use super::Mode;
use super::dense_problem::DenseProblem;
use super::flat::{Contradiction, Flat};
use super::least_distance::{Nearest, nearest};
use crate::Law;
use stiction_linalg::DenseMatrix;
use stiction_linalg::kernels::dot;

/// Rows `a·x + c`: zero, or not negative; where strict, the mode wants it positive.
#[derive(Default)]
struct Conditions {
    equations: Vec<(Vec<f64>, f64)>,
    inequalities: Vec<(Vec<f64>, f64, bool)>,
}

/// How far inside of the strict inequalities a point is looked for, in turn.
const MARGINS: [f64; 4] = [0.1, 1e-3, 1e-6, 0.0];

/// What was found in a mode.
pub(super) enum Found {
    Nothing,
    /// A point, and whether it is the only one.
    Point(Vec<f64>, bool),
    /// The search failed without a proof that there is nothing.
    Undecided,
}

impl Conditions {
    fn new(problem: &DenseProblem, modes: &[Mode]) -> Self {
        let mut conditions = Self::default();
        let order = problem.order();
        let x = |row: usize, factor: f64| {
            let mut a = vec![0.0; order];
            a[row] = factor;
            a
        };
        let u = |row: usize, factor: f64| {
            let a: Vec<f64> = (0..order).map(|j| factor * problem.matrix[(row, j)]).collect();
            (a, factor * problem.vector[row])
        };
        for ((law, rows), mode) in problem.laws.iter().zip(&problem.rows).zip(modes) {
            let first = rows.start;
            match *mode {
                Mode::Open => {
                    conditions.equations.extend(rows.clone().map(|row| (x(row, 1.0), 0.0)));
                    let (a, c) = u(first, 1.0);
                    conditions.inequalities.push((a, c, false));
                }
                Mode::AtLower | Mode::AtUpper | Mode::Between => {
                    let Law::Bounded { lower, upper } = *law else { continue };
                    let (sign, bound) = if *mode == Mode::AtLower { (1.0, lower) } else { (-1.0, upper) };
                    if *mode == Mode::Between {
                        conditions.equations.push(u(first, 1.0));
                        if lower.is_finite() {
                            conditions.inequalities.push((x(first, 1.0), -lower, true));
                        }
                        if upper.is_finite() {
                            conditions.inequalities.push((x(first, -1.0), upper, true));
                        }
                    } else {
                        conditions.equations.push((x(first, 1.0), -bound));
                        let (a, c) = u(first, sign);
                        conditions.inequalities.push((a, c, false));
                    }
                }
                Mode::SlipForward | Mode::SlipBackward => {
                    let sign = if *mode == Mode::SlipForward { 1.0 } else { -1.0 };
                    let friction = law.discs().next().map_or(0.0, |(_, _, friction)| friction);
                    conditions.equations.push(u(first, 1.0));
                    let mut edge = x(first + 1, 1.0);
                    edge[first] = sign * friction;
                    conditions.equations.push((edge, 0.0));
                    conditions.inequalities.push((x(first, 1.0), 0.0, true));
                    let (a, c) = u(first + 1, sign);
                    conditions.inequalities.push((a, c, true));
                }
                // Held in all rows; discs in space are looked at afterwards.
                _ => {
                    conditions.equations.extend(rows.clone().map(|row| u(row, 1.0)));
                    if *mode != Mode::Held {
                        conditions.inequalities.push((x(first, 1.0), 0.0, true));
                    }
                    for (disc, count, friction) in law.discs().filter(|&(_, count, _)| count == 1) {
                        debug_assert_eq!(count, 1);
                        for sign in [1.0, -1.0] {
                            let mut a = x(first + disc, sign);
                            a[first] = friction;
                            conditions.inequalities.push((a, 0.0, false));
                        }
                    }
                }
            }
        }
        conditions
    }
}

/// A point of a mode in which nothing slides in space.
pub(super) fn find(problem: &DenseProblem, modes: &[Mode], tolerance: f64) -> Found {
    let Conditions { equations, inequalities } = Conditions::new(problem, modes);
    let order = problem.order();
    let matrix = DenseMatrix::from_function(equations.len(), order, |i, j| equations[i].0[j]);
    let right: Vec<f64> = equations.iter().map(|(_, c)| -c).collect();
    let flat = match Flat::solve(&matrix, &right) {
        Ok(flat) => flat,
        Err(Contradiction { certain: true }) => return Found::Nothing,
        Err(Contradiction { certain: false }) => return Found::Undecided,
    };
    let has_discs = problem
        .laws
        .iter()
        .zip(modes)
        .any(|(law, mode)| *mode != Mode::Open && law.discs().any(|(_, count, _)| count > 1));
    if flat.directions.is_empty() {
        let inside = problem.holds(modes, &flat.point, tolerance, tolerance);
        return if inside { Found::Point(flat.point, true) } else { Found::Nothing };
    }
    if has_discs {
        return match alternate(problem, modes, &flat) {
            Some(point) if problem.holds(modes, &point, tolerance, tolerance) => Found::Point(point, false),
            _ => Found::Undecided,
        };
    }
    let (count, dimension) = (inequalities.len(), flat.directions.len());
    let slopes = DenseMatrix::from_function(count, dimension, |i, k| dot(&inequalities[i].0, &flat.directions[k]));
    let constants: Vec<f64> = inequalities.iter().map(|(a, c, _)| dot(a, &flat.point) + c).collect();
    let mut undecided = false;
    for margin in MARGINS {
        let least = constants.iter().zip(&inequalities);
        let least: Vec<f64> = least.map(|(c, (_, _, strict))| if *strict { margin - c } else { -c }).collect();
        let y = match nearest(&slopes, &least) {
            Nearest::Point(y) => y,
            Nearest::Empty => {
                undecided = false;
                continue;
            }
            Nearest::Undecided => {
                undecided = true;
                continue;
            }
        };
        let mut point = flat.point.clone();
        for (direction, y) in flat.directions.iter().zip(&y) {
            point.iter_mut().zip(direction).for_each(|(x, d)| *x += d * y);
        }
        if problem.holds(modes, &point, tolerance, tolerance) {
            return Found::Point(point, false);
        }
        undecided = true;
    }
    // The last margin is zero: what it says is said of the mode with its limits.
    if undecided { Found::Undecided } else { Found::Nothing }
}

/// Projections on the laws' impulses and on the flat in turn: they meet where the two sets do.
fn alternate(problem: &DenseProblem, modes: &[Mode], flat: &Flat) -> Option<Vec<f64>> {
    let dimension = flat.directions.len();
    let gram = DenseMatrix::from_function(dimension, dimension, |i, j| dot(&flat.directions[i], &flat.directions[j]));
    let mut factors = stiction_linalg::Lu::new();
    if !factors.factor(&gram) {
        return None;
    }
    let mut point = flat.point.clone();
    for _ in 0..ALTERNATIONS {
        let mut inside = point.clone();
        for ((law, rows), mode) in problem.laws.iter().zip(&problem.rows).zip(modes) {
            if law.has_normal() && *mode != Mode::Open {
                project_inside(law, &mut inside[rows.clone()]);
            }
        }
        let mut y: Vec<f64> = flat
            .directions
            .iter()
            .map(|direction| (0..point.len()).map(|i| direction[i] * (inside[i] - flat.point[i])).sum())
            .collect();
        factors.solve(&mut y);
        let mut next = flat.point.clone();
        for (direction, y) in flat.directions.iter().zip(&y) {
            next.iter_mut().zip(direction).for_each(|(x, d)| *x += d * y);
        }
        let change = next.iter().zip(&point).fold(0.0_f64, |largest, (a, b)| largest.max((a - b).abs()));
        point = next;
        if change < 1e-15 {
            break;
        }
    }
    Some(point)
}

const ALTERNATIONS: usize = 2000;
/// Cones are made narrower by this share, so that the point that is met lies inside.
const INSIDE: f64 = 0.99;

/// Moves an impulse to the nearest one of a slightly narrower cone, with a little normal impulse.
fn project_inside(law: &Law, x: &mut [f64]) {
    let narrower = match *law {
        Law::Coulomb { friction } => Law::Coulomb { friction: INSIDE * friction },
        Law::PlanarCoulomb { friction } => Law::PlanarCoulomb { friction: INSIDE * friction },
        Law::Rolling { friction, rolling_friction } => {
            Law::Rolling { friction: INSIDE * friction, rolling_friction: INSIDE * rolling_friction }
        }
        other => other,
    };
    narrower.project_on_cone(x);
    x[0] = x[0].max(1e-6);
}
