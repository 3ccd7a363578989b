//! Fig. 4 and what follows: the chain at some times.

use crate::findings::Findings;
use crate::scenes::world;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Part, Place, Symbol, line, thin};
use stiction_simulation::World;

/// s.
const TIMES: [f64; 6] = [0.0, FIRST_FLOOR, 0.6, WALL, FLOOR_AGAIN, 20.0];
/// When a contact on floor, wall and floor again first has an impulse, s.
const FIRST_FLOOR: f64 = 0.157;
const WALL: f64 = 1.09;
const FLOOR_AGAIN: f64 = 2.428;
/// Pixels for a metre, the same along both axes.
const METRE: f64 = 22.0;

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let mut world = world("twelve-link-pendulum", &[])?;
    let step = world.scene().settings.time_step;
    let times = if size == Size::Full { &TIMES[..] } else { &TIMES[..2] };
    let mut parts: Vec<Part> = Vec::new();
    let mut touches: Vec<Touch> = Vec::new();
    for time in times {
        while world.state().time < time - 0.5 * step {
            world.step().map_err(StudyError::broken)?;
            touches.extend(touch(&world));
        }
        let bodies = world.bodies();
        let links = &bodies[bodies.len().saturating_sub(12)..];
        let balls: Vec<_> = links.iter().map(|link| (link.position.x, link.position.z)).collect();
        // They hang from a point 10 m above the floor's top.
        let chain = std::iter::once((0.0, 10.1)).chain(balls.iter().copied()).collect();
        let solid = |corners| Mark::area(corners, "#80868b", 0.45);
        parts.push(
            Panel::new(Axis::linear("x, m", -9.5, 4.6), Axis::linear("height, m", -0.6, 12.0))
                .titled(title(*time, &touches))
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
    order(size, &touches, findings);
    let title = "The chain, its last ball in orange; floor and wall in grey";
    findings
        .figure(&Figure::new("snapshots", title, parts).columns(3).part_size(90.0 + 14.1 * METRE, 88.0 + 12.6 * METRE))
}

/// A step in which the floor or the wall has an impulse.
struct Touch {
    /// s, at the end of the step.
    time: f64,
    floor: bool,
    wall: bool,
}

fn touch(world: &World) -> Option<Touch> {
    let scene = world.scene();
    let touched = |name: &str| {
        world.contacts().iter().any(|contact| {
            let bodies = [contact.point.first, contact.point.second].map(|shape| scene.colliders[shape].name.as_str());
            bodies.contains(&name) && world.impulse(contact).x > 0.0
        })
    };
    let (floor, wall) = (touched("floor"), touched("wall"));
    (floor || wall).then(|| Touch { time: world.state().time, floor, wall })
}

/// The time, and what the chain touches in the step that ends then.
fn title(time: f64, touches: &[Touch]) -> String {
    let now = touches.iter().find(|touch| (touch.time - time).abs() < 1e-6);
    let what = now.map_or("", |touch| match (touch.floor, touch.wall) {
        (true, true) => ", on floor and wall",
        (false, true) => ", on the wall",
        _ => ", on the floor",
    });
    format!("{time} s{what}")
}

/// Floor, wall, floor.
fn order(size: Size, touches: &[Touch], findings: &mut Findings) {
    let first =
        |test: &dyn Fn(&Touch) -> bool| touches.iter().find(|touch| test(touch)).map_or(f64::NAN, |touch| touch.time);
    let floor = first(&|touch| touch.floor);
    findings.check(Check::near("chain: first impulse of the floor, s", FIRST_FLOOR, floor, 5e-4));
    if size == Size::Full {
        let wall = first(&|touch| touch.wall);
        findings.check(Check::near("chain: first impulse of the wall, s", WALL, wall, 5e-4));
        let again = first(&|touch| touch.floor && touch.time > wall);
        findings.check(Check::near("chain: first impulse of the floor after the wall, s", FLOOR_AGAIN, again, 5e-4));
    }
}
