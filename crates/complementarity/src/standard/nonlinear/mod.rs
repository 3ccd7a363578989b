//! Nonlinear problems of the complementarity literature, one file each.
//!
//! Most are in MCPLIB: S. P. Dirkse, M. C. Ferris, MCPLIB: a collection of nonlinear mixed
//! complementarity problems, Optimization Methods and Software 5 (1995) 319–345. Starts are its starts
//! where a file says so.

mod billups;
mod josephy;
mod kojima_shindo;
mod mathiesen;
mod nash_cournot;
mod scarf;
mod tobin;

use super::NonlinearExample;
use crate::{Jacobian, Mcp};

/// The examples of this folder.
pub(super) const EXAMPLES: &[fn() -> Option<NonlinearExample>] = &[
    kojima_shindo::example,
    josephy::example,
    mathiesen::example,
    nash_cournot::five_firms,
    nash_cournot::ten_firms,
    billups::example,
    scarf::example,
    tobin::example,
];

/// The eight starts that MCPLIB gives both `kojshin` and `josephy`.
const FOUR_ROW_STARTS: [[f64; 4]; 8] = [
    [0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0],
    [100.0, 100.0, 100.0, 100.0],
    [1.0, 0.0, 1.0, 0.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0, 1.0],
    [1.25, 0.0, 0.0, 0.5],
];

/// A problem on the orthant with names for its rows and a sparse derivative.
fn on_orthant(
    names: Vec<String>,
    function: impl Fn(&[f64], &mut [f64]) + Send + Sync + 'static,
    derivative: impl Fn(&[f64], &mut dyn FnMut(usize, usize, f64)) + Send + Sync + 'static,
) -> Option<Mcp> {
    let (lower, upper) = (vec![0.0; names.len()], vec![f64::INFINITY; names.len()]);
    let problem = Mcp::new(function, Jacobian::Sparse(Box::new(derivative)), lower, upper).ok()?;
    Some(problem.with_names(names))
}

/// `prefix 1`, `prefix 2`, …
fn numbered(prefix: &str, count: usize) -> impl Iterator<Item = String> + '_ {
    (1..=count).map(move |i| format!("{prefix} {i}"))
}

#[cfg(test)]
mod tests {
    use super::super::nonlinear_examples;
    use crate::{DenseMatrix, Problem};

    #[test]
    fn known_solutions_solve_and_starts_are_admissible() {
        for example in nonlinear_examples() {
            let (name, problem) = (example.name, &example.problem);
            let points = example.known.points();
            assert!(!points.is_empty(), "{name}");
            for point in points {
                let residual = problem.residual(&point);
                assert!(residual.absolute.natural < 1e-11, "{name}: {residual:?}");
            }
            assert!(!example.starts.is_empty(), "{name}");
            for start in &example.starts {
                let mut inside = start.clone();
                problem.bounds().project(&mut inside);
                assert_eq!(inside, *start, "{name}");
                let mut w = vec![0.0; start.len()];
                problem.evaluate(start, &mut w);
                assert!(w.iter().all(|value| value.is_finite()), "{name} at {start:?}");
            }
        }
    }

    #[test]
    fn derivatives_agree_with_differences() {
        for example in nonlinear_examples() {
            let problem = &example.problem;
            let order = problem.dimension();
            let (mut jacobian, mut above, mut below) = (DenseMatrix::default(), vec![0.0; order], vec![0.0; order]);
            for point in example.starts.iter().cloned().chain(example.known.points()) {
                // Off the boundary, where roots have no derivative.
                let point: Vec<f64> = point.iter().enumerate().map(|(i, x)| x + 0.1 + 0.01 * i as f64).collect();
                problem.jacobian(&point, &mut jacobian);
                for column in 0..order {
                    let step = 1e-6 * (1.0 + point[column].abs());
                    let mut moved = point.clone();
                    moved[column] += step;
                    problem.evaluate(&moved, &mut above);
                    moved[column] -= 2.0 * step;
                    problem.evaluate(&moved, &mut below);
                    for row in 0..order {
                        let difference = (above[row] - below[row]) / (2.0 * step);
                        let entry = jacobian[(row, column)];
                        let size = 1.0 + entry.abs() + 1e-4 * above[row].abs();
                        assert!(
                            (difference - entry).abs() < 1e-5 * size,
                            "{} ({row}, {column}): {entry} against {difference}",
                            example.name
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_row_has_a_name() {
        for example in nonlinear_examples() {
            for row in 0..example.problem.dimension() {
                assert_ne!(example.problem.row_name(row), format!("row {row}"), "{}", example.name);
            }
        }
    }
}
