//! Section 2.3.2: constant velocity without friction, where the second row shows a force that is none.

use super::GRAVITY;
use super::small_lcp::SmallLcp;
use crate::findings::Findings;
use crate::random::Random;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_complementarity::solvers::enumerate;
use stiction_complementarity::{DenseMatrix, Lcp, Method};

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    // ẋ₊ = 1, ẋ₋ = 0, u = 0, μg = 0, h = 1, as in the notes.
    let (ahead, back) = (1.0, 0.0);
    let own: f64 = back - ahead;
    let mut lcp = SmallLcp::new(Method::Lemke);
    let ([next_ahead, next_back], [unused_back, unused_ahead]) = lcp.solve([[1.0, 0.0], [0.0, 1.0]], [own, -own])?;
    // λ = μg − λ'.
    let (friction_back, friction_ahead) = (-unused_back, -unused_ahead);
    let summed = 2.0 * (ahead - back) + friction_ahead - friction_back;
    findings.check(Check::near("summed velocities: ẋ₊ does not change, m/s", 1.0, next_ahead, 1e-12));
    findings.check(Check::near("summed velocities: ẋ₋ does not change, m/s", 0.0, next_back, 1e-12));
    findings.check(Check::near("summed velocities: second w of the LCP (1 in the notes)", 1.0, unused_ahead, 1e-12));
    findings.check(Check::near("summed velocities: the fictitious force λ₊, N", -1.0, friction_ahead, 1e-12));
    findings.check(Check::near("summed velocities: eq. 2, ẋ₊ − ẋ₋, m/s", next_ahead - next_back, summed, 1e-12));
    let mut table = Table::new(&["quantity", "in the notes", "here"]);
    let mut row =
        |what: &str, there: &str, here: f64| table.row([what.to_owned(), there.to_owned(), crate::number::short(here)]);
    row("ẋ₊ after the step", "1", next_ahead);
    row("ẋ₋ after the step", "0", next_back);
    row("w₂ = λ₊', called λ₊ in the text", "1", unused_ahead);
    row("λ₊ = μg − λ₊'", "−1", friction_ahead);
    row("right side of eq. 2", "1", summed);
    findings.table("summed", table);
    signs(size, findings)
}

/// Both friction forces under random pushes: a physical one, at most `μg`, and a fictitious one of the opposite sign.
fn signs(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    const STEP: f64 = 0.01;
    const LIMIT: f64 = 0.5 * GRAVITY;
    let count = if size == Size::Full { 3_000 } else { 300 };
    let mut random = Random::new(232);
    let mut lcp = SmallLcp::new(Method::Lemke);
    let mut velocities = [0.0; 2];
    let (mut alike, mut beyond, mut sliding, mut resting, mut solutions) = (0, 0.0_f64, 0.0_f64, 0.0_f64, 0);
    for _ in 0..count {
        let push = random.between(-4.0 * LIMIT, 4.0 * LIMIT);
        let own = (velocities[1] - velocities[0]) / STEP - push;
        let vector = [own + LIMIT, -own + LIMIT];
        let matrix = DenseMatrix::from_function(2, 2, |i, j| if i == j { 1.0 / STEP } else { 0.0 });
        let problem = Lcp::new(matrix, vector.to_vec()).map_err(StudyError::broken)?;
        let all = enumerate(&problem, &mut ()).map_err(StudyError::broken)?;
        solutions = solutions.max(all.points.len() + 2 * all.faces.len());
        let unused;
        (velocities, unused) = lcp.solve([[1.0 / STEP, 0.0], [0.0, 1.0 / STEP]], vector)?;
        let forces = unused.map(|own| LIMIT - own);
        alike += usize::from(forces[0] * forces[1] >= 0.0);
        let larger = forces[0].max(forces[1]);
        beyond = beyond.max(larger - LIMIT);
        if velocities[0] + velocities[1] > 0.0 {
            sliding = sliding.max((larger - LIMIT).abs());
        } else {
            resting = resting.max((forces[0] + forces[1]).abs());
        }
    }
    findings.check(Check::count(
        format!("fictitious force: steps of {count} where both forces have one sign"),
        0,
        alike,
    ));
    findings.check(Check::at_most("fictitious force: excess of the positive force over μg, N", 1e-9, beyond));
    findings.check(Check::at_most("fictitious force: |positive force − μg| while the block slides, N", 1e-9, sliding));
    findings.check(Check::at_most("fictitious force: sum of both forces while the block is at rest, N", 1e-9, resting));
    findings.check(Check::count("two-way block: largest number of solutions of a step, by enumeration", 1, solutions));
    Ok(())
}
