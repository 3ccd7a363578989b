//! The first impact by hand: a planar chain in absolute angles, one contact, three cases. Nothing of the simulator but the state
//! before the step goes into it.

use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_linalg::{DenseMatrix, Lu};

const LINKS: usize = 12;
const GRAVITY: f64 = 9.81;
const FRICTION: f64 = 0.5;
const RESTITUTION: f64 = 0.7;
/// m, and kg m² of a solid ball of 1 kg.
const RADIUS: f64 = 0.25;
const INERTIA: f64 = 0.4 * RADIUS * RADIUS;
/// The anchor's height, and that of the floor's top, m.
const ANCHOR: f64 = 10.1;
const FLOOR: f64 = 0.1;

type Links = [f64; LINKS];

/// The chain: angles of the links to the vertical, to the left, and their rates.
struct Chain {
    angles: Links,
    rates: Links,
}

/// The problem of one contact: `u = W p + b`, normal first, and the normal velocity before.
struct OneContact {
    matrix: [[f64; 2]; 2],
    free: [f64; 2],
    approach: f64,
}

impl Chain {
    /// From angles and rates of joints, each against the link before.
    fn new(joints: &[f64], velocities: &[f64]) -> Self {
        let summed = |values: &[f64]| -> Links {
            std::array::from_fn(|k| values[..=k.min(values.len().saturating_sub(1))].iter().sum())
        };
        Self { angles: summed(joints), rates: summed(velocities) }
    }

    /// The masses that two links both carry.
    fn carried(i: usize, j: usize) -> f64 {
        (LINKS - i.max(j)) as f64
    }

    /// The contact of the last ball with the floor, after forces have acted for a step; its place is that share of the gap below
    /// the ball.
    fn contact(&self, step: f64, share: f64) -> OneContact {
        let Self { angles, rates } = self;
        let mass = DenseMatrix::from_function(LINKS, LINKS, |i, j| {
            Self::carried(i, j) * (angles[i] - angles[j]).cos() + if i == j { INERTIA } else { 0.0 }
        });
        let mut factors = Lu::new();
        factors.factor(&mass);
        let mut force: Links = std::array::from_fn(|i| {
            let turning = |j: usize| Self::carried(i, j) * (angles[i] - angles[j]).sin() * rates[j] * rates[j];
            -Self::carried(i, i) * GRAVITY * angles[i].sin() - (0..LINKS).map(turning).sum::<f64>()
        });
        factors.solve(&mut force);
        let gap = ANCHOR - angles.iter().map(|angle| angle.cos()).sum::<f64>() - RADIUS - FLOOR;
        let normal: Links = angles.map(f64::sin);
        let mut tangent: Links = angles.map(|angle| -angle.cos());
        tangent[LINKS - 1] -= RADIUS + share * gap;
        let dot = |a: &Links, b: &Links| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let rows = [normal, tangent];
        let images = rows.map(|mut row| {
            factors.solve(&mut row);
            row
        });
        OneContact {
            matrix: rows.map(|row| [dot(&row, &images[0]), dot(&row, &images[1])]),
            free: rows.map(|row| dot(&row, rates) + step * dot(&row, &force)),
            approach: dot(&normal, rates),
        }
    }
}

/// One case of the three, whether it may be or not.
struct Case {
    name: &'static str,
    impulse: [f64; 2],
    slip: f64,
    energy: f64,
    is_consistent: bool,
}

impl OneContact {
    fn case(&self, name: &'static str, impulse: [f64; 2], fits: &dyn Fn(f64) -> bool) -> Case {
        let [[nn, nt], [tn, tt]] = self.matrix;
        let after =
            [nn * impulse[0] + nt * impulse[1] + self.free[0], tn * impulse[0] + tt * impulse[1] + self.free[1]];
        let energy = (0..2).map(|k| 0.5 * impulse[k] * (self.free[k] + after[k])).sum();
        Case { name, impulse, slip: after[1], energy, is_consistent: impulse[0] >= 0.0 && fits(after[1]) }
    }

    /// Stick, slide on, slide back; the normal velocity is reversed and shrunk in each.
    fn cases(&self) -> [Case; 3] {
        let [[nn, nt], [tn, tt]] = self.matrix;
        let change = -RESTITUTION * self.approach - self.free[0];
        let determinant = nn * tt - nt * tn;
        let sticking =
            [(tt * change + nt * self.free[1]) / determinant, (-nn * self.free[1] - tn * change) / determinant];
        let within = sticking[1].abs() <= FRICTION * sticking[0];
        let ahead = self.free[1].signum();
        let sliding = |sense: f64| {
            let normal = change / (nn - FRICTION * sense * nt);
            [normal, -FRICTION * sense * normal]
        };
        [
            self.case("stick", sticking, &|_| within),
            self.case("slide on", sliding(ahead), &|slip| slip * ahead >= 0.0),
            self.case("slide back", sliding(-ahead), &|slip| slip * ahead <= 0.0),
        ]
    }
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut world = world("twelve-link-pendulum", &["stepper.impact_law=newton"])?;
    let step = world.scene().settings.time_step;
    let (mut chain, mut found, mut added) = (None, [f64::NAN; 2], f64::NAN);
    for _ in 0..300 {
        let before = Chain::new(&world.state().configuration, &world.state().velocity);
        let report = world.step().map_err(StudyError::broken)?;
        let impulse = world.contacts().first().map(|contact| world.impulse(contact));
        if let Some(impulse) = impulse.filter(|impulse| impulse.x > 0.0) {
            (found, added) = ([impulse.x, impulse.y.hypot(impulse.z)], report.contact_energy);
            chain = Some(before);
            break;
        }
    }
    let chain = chain.ok_or_else(|| crate::error::missing("the first impact"))?;
    // The simulator takes the place midway between ball and floor.
    let contact = chain.contact(step, 0.5);
    for (name, share) in [("at the ball", 0.0), ("at the floor", 1.0)] {
        findings.value(name, fixed(chain.contact(step, share).cases()[2].impulse[0], 0));
    }
    let cases = contact.cases();
    let mut table = Table::new(&[
        "case",
        "normal impulse, N·s",
        "friction impulse, N·s",
        "slip after the impact, m/s",
        "energy added, J",
        "consistent?",
    ]);
    for case in &cases {
        let words = match (case.is_consistent, case.name) {
            (true, _) => "yes",
            (false, "stick") => "no: more friction than μ allows",
            _ => "no: slip in the opposite direction",
        };
        let [normal, friction] = case.impulse;
        table.row([
            case.name.to_owned(),
            fixed(normal, 2),
            fixed(friction, 2),
            short((case.slip * 1e9).round() / 1e9),
            short(case.energy),
            words.to_owned(),
        ]);
    }
    findings.table("three cases", table);
    let [[nn, _], [tn, _]] = contact.matrix;
    findings.value("paradox ratio", fixed(nn / tn.abs(), 3));
    let names: Vec<_> = cases.iter().filter(|case| case.is_consistent).map(|case| case.name).collect();
    findings.check(Check::is("Newton's law, first impact by hand: consistent cases", "slide back", names.join(", ")));
    let back = &cases[2];
    for (what, expected, got) in [
        ("normal impulse, N·s", back.impulse[0], found[0]),
        ("friction impulse, N·s", back.impulse[1].abs(), found[1]),
        ("energy created, J", back.energy, added),
    ] {
        let words = format!("Newton's law, first impact, simulator and hand calculation: {what}");
        findings.check(Check::near(words, expected, got, 1e-4));
    }
    Ok(())
}
