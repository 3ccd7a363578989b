//! The counted recursion: its matrix against the simulator's, and its operations by links and by contacts.

use super::lying_chain::{INERTIA, Lying, MASS};
use super::operational_space::{BallContact, Point, SerialChain};
use super::set_up_cost::{CONTACTS, FEW_CONTACTS, LINKS, MANY_LINKS};
use crate::findings::Findings;
use crate::number::short;
use crate::scenes::world;
use crate::{Check, StudyError};
use stiction_complementarity::Effort;
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, line};
use stiction_linalg::DenseMatrix;
use stiction_simulation::{Event, World};

/// When the paper's chain has become slow, s, and where its anchor is, m.
const SLOW: f64 = 7.0;
const ANCHOR: Point = [0.0, 10.1];

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    against_simulator(findings)?;
    counts(findings)
}

/// The recursion's matrix is that of the simulator, in every step of the paper's chain with several contacts.
fn against_simulator(findings: &mut Findings) -> Result<(), StudyError> {
    let mut world = world("twelve-link-pendulum", &["stepper.facets=4"])?;
    let (mut worst, mut steps) = (0.0_f64, 0);
    while world.state().time < SLOW {
        let bodies = world.bodies();
        let report = world.step().map_err(StudyError::broken)?;
        // Where the step moved bodies first, or was taken in several, its matrix is not that of the state before.
        let moved = |event: &Event| matches!(event, Event::Halved { .. } | Event::Projected { .. });
        let is_whole = !report.events.iter().any(moved);
        if report.effort == Effort::default() || world.contacts().len() < 2 || !is_whole {
            continue;
        }
        let balls = bodies[bodies.len() - 12..].iter().map(|body| [body.position.x, body.position.z]).collect();
        let chain = SerialChain { anchor: ANCHOR, balls, mass: MASS, inertia: INERTIA };
        worst = worst.max(difference(&chain, &world));
        steps += 1;
    }
    findings.value("recursion steps", steps.to_string());
    let words = "chain: W of several contacts by the counted recursion and by the simulator, relative";
    findings.check(Check::at_most(words, 1e-11, worst));
    findings.check(Check::at_least("chain: steps in which W is compared", 20.0, f64::from(steps)));
    Ok(())
}

/// The largest difference, relative to the largest entry.
fn difference(chain: &SerialChain, world: &World) -> f64 {
    let colliders = &world.scene().colliders;
    // Each contact has one place on a link, or two; the second body moves against the first.
    let mut places = Vec::new();
    for (number, contact) in world.contacts().iter().enumerate() {
        let point = [contact.point.position.x, contact.point.position.z];
        for (shape, sign) in [(contact.point.first, -1.0), (contact.point.second, 1.0)] {
            let name = colliders[shape].name.as_str();
            if let Some(link) = name.strip_prefix("link-").and_then(|link| link.parse::<usize>().ok()) {
                places.push((BallContact { link: link - 1, point }, number, sign));
            }
        }
    }
    places.sort_by_key(|(place, ..)| place.link);
    let own: Vec<_> = places.iter().map(|(place, ..)| *place).collect();
    let counted = chain.delassus(&own).matrix;
    let problem = world.contact_problem();
    let mut found = DenseMatrix::zeros(problem.order(), problem.order());
    for (a, (_, first, sign)) in places.iter().enumerate() {
        for (b, (_, second, other)) in places.iter().enumerate() {
            let (first, second) = (&world.contacts()[*first], &world.contacts()[*second]);
            let by = |k: usize, l: usize| sign * other * counted[(2 * a + k, 2 * b + l)];
            for (row, d) in problem.rows_of(first.law).zip(first.frame) {
                for (column, e) in problem.rows_of(second.law).zip(second.frame) {
                    found[(row, column)] +=
                        d.x * (by(0, 0) * e.x + by(0, 1) * e.z) + d.z * (by(1, 0) * e.x + by(1, 1) * e.z);
                }
            }
        }
    }
    let simulated = problem.dense();
    let largest = simulated.as_slice().iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let pairs = simulated.as_slice().iter().zip(found.as_slice());
    pairs.fold(0.0_f64, |worst, (a, b)| worst.max((a - b).abs())) / largest
}

/// Operations are linear in the links and quadratic in the contacts.
fn counts(findings: &mut Findings) -> Result<(), StudyError> {
    let by_links = |links: usize| Lying { links, contacts: FEW_CONTACTS }.operations() as f64;
    let by_contacts = |contacts: usize| Lying { links: MANY_LINKS, contacts }.operations() as f64;
    let per_link = (by_links(192) - by_links(96)) / 96.0;
    let bend = (by_links(192) - by_links(96)) / (by_links(96) - by_links(48));
    findings.check(Check::near("recursion: operations of 96 more links over those of 48 more", 2.0, bend, 1e-12));
    let [a, b, c, d] = [7, 13, 25, 49].map(by_contacts);
    let square = ((c - b) / 12.0 - (b - a) / 6.0) / 18.0;
    let again = ((d - c) / 24.0 - (c - b) / 12.0) / 36.0;
    findings.check(Check::near(
        "recursion: share of n_c² from 13 to 49 contacts over that from 7 to 25",
        1.0,
        again / square,
        1e-12,
    ));
    findings.value("per link", short(per_link));
    findings.value("per pair", short(square));
    findings.value("operations", Lying { links: 12, contacts: 4 }.operations().to_string());
    let points = |all: &[usize], of: &dyn Fn(usize) -> f64| all.iter().map(|&n| (n as f64, of(n))).collect::<Vec<_>>();
    let (links, contacts) = (points(&LINKS, &by_links), points(&CONTACTS, &by_contacts));
    let fit = |n: f64| a + (b - a) / 6.0 * (n - 7.0) + square * (n - 7.0) * (n - 13.0);
    let fitted: Vec<_> = (0..=100).map(|k| (0.5 * f64::from(k), fit(0.5 * f64::from(k)))).collect();
    let of_links: Vec<_> = [0.0, 200.0].map(|n| (n, by_links(96) + per_link * (n - 96.0))).to_vec();
    let parts = vec![
        Panel::new(Axis::linear("links N", 0.0, 200.0), Axis::linear("operations", 0.0, 1.1 * by_links(192)))
            .titled(format!("(a) {FEW_CONTACTS} contacts"))
            .legend(Place::LowerRight)
            .with(Mark::line(of_links, line(6)).named(format!("{} for each link", short(per_link))))
            .with(Mark::points(links, Symbol::Disc, "#000000").named("counted"))
            .into(),
        Panel::new(Axis::linear("contacts n_c", 0.0, 50.0), Axis::linear("operations", 0.0, 1.1 * by_contacts(49)))
            .titled(format!("(b) {MANY_LINKS} links"))
            .legend(Place::LowerRight)
            .with(Mark::line(fitted, line(6)).named(format!("parabola with {} n_c · n_c", short(square))))
            .with(Mark::points(contacts, Symbol::Disc, "#000000").named("counted"))
            .into(),
    ];
    let title = "Operations for the matrix of the contact problem by recursion";
    findings.figure(&Figure::new("operations", title, parts).part_size(520.0, 370.0))
}
