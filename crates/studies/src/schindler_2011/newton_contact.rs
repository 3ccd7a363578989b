//! Nonsmooth Newton on normal force and friction at once: the library's method of Alart and Curnier.

use super::rod::ANGLE;
use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size, StudyError};
use stiction_complementarity::{Lcp, Method as LcpMethod};
use stiction_contact::{ContactProblem, Law, Method, Settings};
use stiction_linalg::DenseMatrix;

/// The point mass under random loads, from random starts.
pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let count = if size == Size::Full { 2_000 } else { 200 };
    let mut random = Random::new(8);
    let (mut largest, mut steps) = (0.0_f64, 0);
    for _ in 0..count {
        let (friction, along, up) = (random.between(0.1, 1.0), random.between(-10.0, 10.0), random.between(-10.0, 4.0));
        let start = [random.between(-5.0, 15.0), random.between(-10.0, 10.0)];
        let problem =
            ContactProblem::new(DenseMatrix::identity(2), vec![up, along], vec![Law::PlanarCoulomb { friction }])
                .map_err(StudyError::broken)?;
        let settings = Settings { tolerance: 1e-10, ..Settings::default() };
        let solution = Method::Newton.solve(&problem, &settings, Some(&start), &mut ());
        let pressed = (-up).max(0.0);
        let exact = [pressed, (-along).clamp(-friction * pressed, friction * pressed)];
        let error = (0..2).map(|k| (solution.impulses[k] - exact[k]).abs()).fold(0.0, f64::max);
        largest = largest.max(if solution.is_solved() { error } else { f64::INFINITY });
        steps = steps.max(solution.effort.iterations);
    }
    coupled(count, findings)?;
    findings.value("newton steps", in_words(steps));
    findings.check(Check::at_most(
        format!("Newton of Alart and Curnier on the point mass: largest error, {count} random loads and starts, N"),
        1e-8,
        largest,
    ));
    Ok(())
}

fn in_words(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

/// The tip of the rod at 60°, where the normal force also moves it along: the answer is that of Lemke's method on the LCP of
/// size four. With `μ ≤ 1/2` there is one solution.
fn coupled(count: usize, findings: &mut Findings) -> Result<(), StudyError> {
    let (sine, cosine) = ANGLE.sin_cos();
    let (up_up, up_along, along_along) = (1.0 + 3.0 * cosine * cosine, -3.0 * sine * cosine, 1.0 + 3.0 * sine * sine);
    let mut random = Random::new(9);
    let (mut largest, mut steps) = (0.0_f64, 0);
    for _ in 0..count {
        let (friction, along, up) = (random.between(0.1, 0.5), random.between(-10.0, 10.0), random.between(-10.0, 4.0));
        let start = [random.between(-5.0, 15.0), random.between(-10.0, 10.0)];
        let matrix = DenseMatrix::from_function(2, 2, |i, j| [[up_up, up_along], [up_along, along_along]][i][j]);
        let problem = ContactProblem::new(matrix, vec![up, along], vec![Law::PlanarCoulomb { friction }])
            .map_err(StudyError::broken)?;
        let settings = Settings { tolerance: 1e-10, ..Settings::default() };
        let solution = Method::Newton.solve(&problem, &settings, Some(&start), &mut ());
        let rows = [
            [up_up, up_along, -up_along, 0.0],
            [up_along, along_along, -along_along, 1.0],
            [-up_along, -along_along, along_along, 1.0],
            [friction, -1.0, -1.0, 0.0],
        ];
        let four = Lcp::new(DenseMatrix::from_function(4, 4, |i, j| rows[i][j]), vec![up, along, -along, 0.0])
            .map_err(StudyError::broken)?;
        let four = LcpMethod::Lemke.solve_linear(&four, None, &mut ());
        let exact = [four.z[0], four.z[1] - four.z[2]];
        let error = (0..2).map(|k| (solution.impulses[k] - exact[k]).abs()).fold(0.0, f64::max);
        largest = largest.max(if solution.is_solved() && four.is_solved() { error } else { f64::INFINITY });
        steps = steps.max(solution.effort.iterations);
    }
    findings.value("newton steps of the rod", in_words(steps));
    findings.check(Check::at_most(
        format!("Newton of Alart and Curnier on the rod's tip: largest difference from Lemke, {count} random loads, N"),
        1e-7,
        largest,
    ));
    Ok(())
}
