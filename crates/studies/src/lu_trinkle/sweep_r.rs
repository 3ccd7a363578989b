//! Iterations against a fixed `r`, for many contacts and for robots.

use super::problems::{CONTACTS, Named, ROBOTS, largest_eigenvalue};
use super::rules::{SWEEPS, solve};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::{Host, Size, StudyError};
use stiction_contact::{ProxScaling, Sweep};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, dashed, stroke};

const LIMIT: usize = 10_000;

/// The curve of one problem for each of both sweeps; an unsolved point is not a number.
type Curves = [Vec<(f64, f64)>; 2];

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut csv = Csv::new(&["problem", "sweep", "r_times_largest_eigenvalue", "iterations"]);
    let (contacts, robots) = if size == Size::Full { (12, 9) } else { (2, 2) };
    let bodies = curves(&CONTACTS[..contacts], (0.7, size), host, &mut csv)?;
    let machines = curves(&ROBOTS[..robots], (0.85, size), host, &mut csv)?;
    findings.data("many-contacts", csv);
    let beyond =
        bodies.iter().flat_map(|(_, [jacobi, _])| jacobi).filter(|(share, count)| *share > 2.5 && count.is_finite());
    findings.value("beyond", beyond.count().to_string());
    let never = |curves: &[(&str, Curves)]| {
        let names: Vec<_> = curves.iter().filter(|(_, own)| !is_seen(own)).map(|(name, _)| *name).collect();
        match names.len() {
            0 => "All are drawn.".to_owned(),
            _ => format!("Not drawn, because no r solves them: {}.", names.join("; ")),
        }
    };
    findings.value("never solved", never(&bodies));
    findings.value("robots never solved", never(&machines));
    draw("many-contacts", "Many contacts: iterations against r", bodies, findings)?;
    draw("robots", "Robots: iterations against r", machines, findings)
}

fn is_seen(curves: &Curves) -> bool {
    curves.iter().flatten().any(|point| point.1.is_finite())
}

fn curves(
    problems: &[Named],
    (begin, size): (f64, Size),
    host: &mut dyn Host,
    csv: &mut Csv,
) -> Result<Vec<(&'static str, Curves)>, StudyError> {
    let mut found = Vec::new();
    for (place, named) in problems.iter().enumerate() {
        advance(
            host,
            begin + 0.15 * place as f64 / problems.len() as f64,
            &format!("iterations against r on {}", named.name()),
        )?;
        let problem = named.problem()?;
        let largest = largest_eigenvalue(&problem);
        let last = if size == Size::Full { 22 } else { 11 };
        let own = SWEEPS.map(|(sweep_name, sweep)| {
            let points = (0..=last).map(|k| 0.1 * 10_f64.powf(2.0 * f64::from(k) / f64::from(last)));
            points
                .map(|share| {
                    let ended = solve(&problem, ProxScaling::Fixed(share / largest), sweep, LIMIT);
                    let words = ended.map_or_else(str::to_owned, |count| count.to_string());
                    csv.cells(&[named.name(), sweep_name.to_owned(), format!("{share:?}"), words]);
                    (share, ended.map_or(f64::NAN, |count| (count as f64).max(1.0)))
                })
                .collect()
        });
        found.push((named.words, own));
    }
    Ok(found)
}

/// Draws the curves that have a point.
fn draw(
    name: &str,
    title: &str,
    curves: Vec<(&'static str, Curves)>,
    findings: &mut Findings,
) -> Result<(), StudyError> {
    let seen: Vec<_> = curves.into_iter().filter(|(_, own)| is_seen(own)).collect();
    let parts = SWEEPS.iter().enumerate().map(|(order, (sweep_name, sweep))| {
        let mut panel =
            Panel::new(Axis::logarithmic("r·λ_max(W)", 0.1, 10.0), Axis::logarithmic("iterations to 10⁻⁶", 3.0, 1e4))
                .titled(*sweep_name)
                .legend(Place::Right);
        if *sweep == Sweep::Jacobi {
            panel = panel.with(Mark::line(vec![(2.0, 0.01), (2.0, 1e5)], dashed(0)).named("2/λ_max"));
        }
        for (place, (words, own)) in seen.iter().enumerate() {
            let solved: Vec<_> = own[order].iter().copied().filter(|point| point.1.is_finite()).collect();
            if solved.is_empty() {
                continue;
            }
            let line = stroke(place);
            // Every other one has large rings, so that two lines that coincide are both seen; beyond the seventh, colours repeat.
            let (symbol, size) = match place {
                0..7 if place % 2 == 0 => (Symbol::Ring, 5.0),
                0..7 => (Symbol::Disc, 2.4),
                _ => (Symbol::Square, 3.0),
            };
            panel = panel.with(Mark::line(own[order].clone(), line).named(*words)).with(Mark::points_of(
                solved,
                symbol,
                line.colour,
                size,
            ));
        }
        panel.into()
    });
    findings.figure(
        &Figure::new(name, format!("{title}; a line ends where 10,000 are not enough"), parts.collect())
            .part_size(620.0, 420.0),
    )
}
