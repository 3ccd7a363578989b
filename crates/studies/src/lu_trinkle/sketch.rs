//! Fig. 1: the particle above the plane.

use crate::StudyError;
use crate::findings::Findings;
use stiction_figures::{Anchor, Axis, Figure, INK, Mark, Panel, Place, Symbol, dashed, line};

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    // From (1, 1, 0.15) at (1, 0, −1) m/s over 0.1 s; with g = −10 it would arrive 0.05 m below the plane.
    let (from, to) = ((1.0, 0.15), (1.1, -0.05));
    let panel = Panel::new(Axis::linear("position x, m", 0.9, 1.35), Axis::linear("height z, m", -0.1, 0.22))
        .titled("g = −10 m/s², one step of 0.1 s")
        .legend(Place::Right)
        .with(
            Mark::area(vec![(0.0, 0.0), (2.0, 0.0), (2.0, -1.0), (0.0, -1.0)], "#009e73", 0.16).named("plane, μ = 0.5"),
        )
        .with(Mark::line(vec![from, (1.0, 0.0)], dashed(0)).named("gap ψ_n = 0.15 m"))
        .with(Mark::arrow(from, (1.1, 0.05), line(2)).named("velocity (1, 0, −1) m/s × h"))
        .with(Mark::line(vec![from, to], dashed(1)).named("without a contact impulse"))
        .with(Mark::points(vec![from], Symbol::Disc, "#0072b2").named("before the step"))
        .with(Mark::points(vec![to], Symbol::Ring, "#d55e00").named("after the step, without contact"))
        .with(Mark::arrow((1.2, 0.0), (1.2, 0.1), line(4)).named("contact impulse p_n"))
        .with(Mark::arrow((1.2, 0.0), (1.15, 0.0), line(5)).named("friction p_t = −μ p_n"))
        .with(Mark::words((1.21, 0.05), "0.5 N·s", Anchor::Start, INK))
        .with(Mark::words((1.145, 0.012), "−0.25 N·s", Anchor::End, INK));
    findings.figure(
        &Figure::new("particle", "The particle and the plane (Fig. 1)", vec![panel.into()]).part_size(760.0, 360.0),
    )
}
