//! What a second thread brings on the clock.

use super::parallel::Jacobi;
use super::parallelism::differing;
use crate::csv::Csv;
use crate::error::missing;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::ContactProblem;
use stiction_contact::standard::{Assembly, Body, Touch};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, line};
use stiction_linalg::space::Vector3;

/// Balls in a cubic lattice, each in contact with its neighbours and the lowest with the ground.
fn lattice(side: usize) -> Result<ContactProblem, StudyError> {
    let mut assembly = Assembly::default();
    let number = |x: usize, y: usize, z: usize| (z * side + y) * side + x;
    let centre = |x: usize, y: usize, z: usize| Vector3::new(x as f64, y as f64, z as f64 + 0.5);
    for place in 0..side.pow(3) {
        let (x, y, z) = (place % side, place / side % side, place / (side * side));
        let push = Vector3::new(0.02 * (place as f64).sin(), 0.02 * (place as f64).cos(), -0.1);
        assembly.add(Body::ball(1.0, 0.5, centre(x, y, z)).moving(push));
    }
    for place in 0..side.pow(3) {
        let (x, y, z) = (place % side, place / side % side, place / (side * side));
        let half = 0.5;
        if z == 0 {
            assembly.coulomb(Touch::ground(place, centre(x, y, z) - Vector3::Z * half), 0.5);
        }
        let neighbours = [(x + 1, y, z, Vector3::X), (x, y + 1, z, Vector3::Y), (x, y, z + 1, Vector3::Z)];
        for (a, b, c, normal) in neighbours {
            if a < side && b < side && c < side {
                let point = centre(x, y, z) + normal * half;
                assembly.coulomb(Touch::between(Some(place), number(a, b, c), point, normal), 0.5);
            }
        }
    }
    assembly.primal_problem().map_err(StudyError::broken)
}

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let sides: &[usize] = if size == Size::Full { &[2, 3, 5, 8, 12, 18] } else { &[2, 3] };
    let mut table = Table::new(&["contacts", "1 thread, µs per iteration", "2 threads, µs per iteration", "speed-up"]);
    let mut csv = Csv::new(&["contacts", "threads", "seconds_per_iteration"]);
    let (mut points, mut bits) = (Vec::new(), 0);
    // The shortest of several runs: other programs may run beside this one.
    let repeats = if size == Size::Full { 25 } else { 3 };
    for side in sides {
        let problem = lattice(*side)?;
        let contacts = problem.laws().len();
        let jacobi = Jacobi::new(&problem, 0.1).ok_or_else(|| missing("problem with laws of up to three rows"))?;
        let iterations = (60_000 / contacts).clamp(4, 3_000);
        let mut seconds = [f64::INFINITY; 2];
        let mut one = None;
        for _ in 0..repeats {
            for (threads, seconds) in [1, 2].into_iter().zip(&mut seconds) {
                let before = host.seconds();
                let found = jacobi.run(iterations, threads);
                *seconds = seconds.min((host.seconds() - before) / iterations as f64);
                bits += differing(one.get_or_insert_with(|| found.clone()), &found);
            }
        }
        for (threads, seconds) in [1, 2].into_iter().zip(seconds) {
            csv.numbers(&[contacts as f64, f64::from(threads), seconds]);
        }
        let gain = seconds[0] / seconds[1];
        points.push((contacts as f64, gain));
        table.row([contacts.to_string(), short(seconds[0] * 1e6), short(seconds[1] * 1e6), fixed(gain, 2)]);
    }
    findings.check(Check::count(
        "parallel prox, balls in a lattice: numbers that differ between 1 and 2 threads",
        0,
        bits,
    ));
    let (contacts, gain) = points.iter().copied().fold(
        (0.0, f64::NEG_INFINITY),
        |best: (f64, f64), own: (f64, f64)| {
            if own.1 > best.1 { own } else { best }
        },
    );
    findings.value("timings gain", fixed(gain, 2));
    findings.value("timings contacts", short(contacts));
    findings.table("timings parallel", table);
    findings.data("timings-parallel", csv);
    let known = points.into_iter().filter(|point| point.1.is_finite()).collect();
    let panel = Panel::new(Axis::logarithmic("contacts", 5.0, 40_000.0), Axis::linear("speed-up", 0.0, 3.0))
        .legend(Place::UpperLeft)
        .with(Mark::line(vec![(1.0, 1.0), (1e6, 1.0)], line(0)).named("one thread"))
        .with(Mark::line(vec![(1.0, 2.0), (1e6, 2.0)], dashed(0)).named("ideal with two threads"))
        .with(Mark::points(known, Symbol::Disc, "#0072b2").named("two threads, measured"));
    findings.figure(&Figure::new(
        "timings-parallel",
        "Speed-up of the prox iteration by two threads",
        vec![panel.into()],
    ))
}
