//! Nonsmooth Newton on normal force and friction at once: the library's method of Alart and Curnier.

use crate::findings::Findings;
use crate::random::Random;
use crate::{Check, Size, StudyError};
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
    findings.value("newton steps", steps.to_string());
    findings.check(Check::at_most(
        format!("Newton of Alart and Curnier on the point mass: largest error, {count} random loads and starts, N"),
        1e-8,
        largest,
    ));
    Ok(())
}
