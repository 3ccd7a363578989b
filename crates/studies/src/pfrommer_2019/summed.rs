//! Section 2.3.2: constant velocity without friction, where the second row shows a force that is none.

use super::small_lcp::SmallLcp;
use crate::findings::Findings;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_complementarity::Method;

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
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
    Ok(())
}
