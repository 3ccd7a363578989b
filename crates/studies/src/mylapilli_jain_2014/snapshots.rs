//! Fig. 4 and what follows: the chain at some times.

use crate::findings::Findings;
use crate::scenes::world;
use crate::{Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Symbol, line, thin};

/// s.
const TIMES: [f64; 6] = [0.0, 0.157, 0.6, 1.15, 2.4, 20.0];
/// Pixels for a metre, the same along both axes.
const METRE: f64 = 22.0;

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut world = world("twelve-link-pendulum", &[])?;
    let step = world.scene().settings.time_step;
    let times = if size == Size::Full { &TIMES[..] } else { &TIMES[..2] };
    let mut parts: Vec<Part> = Vec::new();
    for time in times {
        while world.state().time < time - 0.5 * step {
            world.step().map_err(StudyError::broken)?;
        }
        let bodies = world.bodies();
        let links = &bodies[bodies.len().saturating_sub(12)..];
        let balls: Vec<_> = links.iter().map(|link| (link.position.x, link.position.z)).collect();
        // They hang from a point 10 m above the floor's top.
        let chain = std::iter::once((0.0, 10.1)).chain(balls.iter().copied()).collect();
        let solid = |corners| Mark::area(corners, "#80868b", 0.45);
        parts.push(
            Panel::new(Axis::linear("x, m", -9.5, 4.6), Axis::linear("height, m", -0.6, 12.0))
                .titled(format!("{time} s"))
                .legend(Place::Hidden)
                .with(solid(vec![(-20.0, 0.1), (20.0, 0.1), (20.0, -0.1), (-20.0, -0.1)]))
                .with(solid(vec![(4.0, 20.0), (4.2, 20.0), (4.2, 0.1), (4.0, 0.1)]))
                .with(Mark::line(chain, thin(0)))
                .with(Mark::points_of(balls.clone(), Symbol::Disc, "#0072b2", 0.25 * METRE))
                .with(Mark::points_of(
                    balls.last().copied().into_iter().collect(),
                    Symbol::Disc,
                    "#d55e00",
                    0.25 * METRE,
                ))
                .with(Mark::points_of(vec![(0.0, 10.1)], Symbol::Square, line(0).colour, 3.0))
                .into(),
        );
    }
    let title = "The chain, its last ball in orange; floor and wall in grey";
    findings
        .figure(&Figure::new("snapshots", title, parts).columns(3).part_size(90.0 + 14.1 * METRE, 88.0 + 12.6 * METRE))
}
