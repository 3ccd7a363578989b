//! Beyond the particle: problems with many contacts, every rule for `r`, both orders of sweeps.

use crate::csv::Csv;
use crate::error::missing;
use crate::findings::Findings;
use crate::host::advance;
use crate::recorded::recorded;
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::{ContactProblem, Method, ProxScaling, Settings, Sweep, standard};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, Symbol, stroke};

/// Standard problems, and recorded ones by their file.
pub const PROBLEMS: [(&str, &str); 12] = [
    ("box at rest", "box-at-rest"),
    ("box sliding", "box-sliding"),
    ("table, 16 legs", "table-16"),
    ("stack of 5", "stack-5"),
    ("stack of 10", "stack-10"),
    ("pile, 50 contacts", "pile-50-3"),
    ("pile, unequal masses", "pile-50-4"),
    ("10⁶ kg on two of 1 kg", "heavy-on-light-pushed"),
    ("FCLIB two cubes", "fc3d/2cubes_t0.hdf5"),
    ("FCLIB box stack", "fc3d/BoxesStack1-i100000-32.hdf5"),
    ("FCLIB capsules", "fc3d/Capsules-i101-404.hdf5"),
    ("FCLIB rover", "fc3d/Rover1041.hdf5"),
];

const RULES: [(&str, ProxScaling); 4] = [
    ("fixed, r = 1", ProxScaling::Fixed(1.0)),
    ("global, eq. 32", ProxScaling::Global),
    ("per contact", ProxScaling::Contact),
    ("adaptive", ProxScaling::Adaptive),
];

const TOLERANCE: f64 = 1e-6;
const LIMIT: usize = 10_000;

pub fn problem(name: &str) -> Result<ContactProblem, StudyError> {
    if name.contains('/') { recorded(name) } else { Ok(standard::sample(name).ok_or_else(|| missing(name))?.problem) }
}

/// The largest eigenvalue of `W`, by power iteration.
pub fn largest_eigenvalue(problem: &ContactProblem) -> f64 {
    let b = problem.free_velocity();
    // Any start that is not special.
    let mut x: Vec<f64> = (0..problem.order()).map(|k| 1.0 + 0.37 * (k as f64).sin()).collect();
    let mut value = 0.0;
    for _ in 0..300 {
        let length = x.iter().map(|value| value * value).sum::<f64>().sqrt();
        x.iter_mut().for_each(|value| *value /= length);
        let image: Vec<f64> = problem.velocity(&x).iter().zip(b).map(|(u, b)| u - b).collect();
        value = image.iter().zip(&x).map(|(a, b)| a * b).sum();
        x = image;
    }
    value
}

/// Iterations, or how it ended.
fn solve(
    problem: &ContactProblem,
    prox_scaling: ProxScaling,
    sweep: Sweep,
    limit: usize,
) -> Result<usize, &'static str> {
    let settings =
        Settings { tolerance: TOLERANCE, iteration_limit: Some(limit), prox_scaling, sweep, ..Settings::default() };
    let solution = Method::Prox.solve(problem, &settings, None, &mut ());
    if solution.is_solved() { Ok(solution.effort.iterations) } else { Err(solution.outcome.name()) }
}

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let sweeps = [("Jacobi", Sweep::Jacobi), ("Gauss-Seidel", Sweep::GaussSeidel)];
    let mut columns = vec!["problem".to_owned(), "contacts".to_owned()];
    columns.extend(sweeps.iter().flat_map(|(sweep, _)| RULES.map(|(rule, _)| format!("{rule}, {sweep}"))));
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let mut csv = Csv::new(&["problem", "contacts", "sweep", "rule", "ending", "iterations"]);
    let mut solved = [[0_usize; RULES.len()]; 2];
    let (mut by_auto, mut defeated) = (0, 0);
    let count = if size == Size::Full { PROBLEMS.len() } else { 4 };
    for (place, (words, name)) in PROBLEMS.iter().take(count).enumerate() {
        advance(host, 0.3 + 0.3 * place as f64 / count as f64, &format!("rules for r on {name}"))?;
        let problem = problem(name)?;
        let contacts = problem.laws().iter().filter(|law| law.has_normal()).count();
        let settings = Settings { tolerance: TOLERANCE, ..Settings::default() };
        by_auto += usize::from(Method::Auto.solve(&problem, &settings, None, &mut ()).is_solved());
        let mut row = vec![(*words).to_owned(), contacts.to_string()];
        let before: usize = solved.iter().flatten().sum();
        for (order, (sweep_name, sweep)) in sweeps.iter().enumerate() {
            for (rule, (rule_name, scaling)) in RULES.iter().enumerate() {
                let ended = solve(&problem, *scaling, *sweep, LIMIT);
                solved[order][rule] += usize::from(ended.is_ok());
                let iterations = ended.map_or(String::new(), |count| count.to_string());
                csv.cells(&[
                    *name,
                    &contacts.to_string(),
                    sweep_name,
                    rule_name,
                    ended.err().unwrap_or("solved"),
                    &iterations,
                ]);
                row.push(ended.map_or_else(str::to_owned, |count| count.to_string()));
            }
        }
        defeated += usize::from(solved.iter().flatten().sum::<usize>() == before);
        table.row(row);
    }
    findings.value("defeated", defeated.to_string());
    let mut last = vec!["**solved**".to_owned(), String::new()];
    last.extend(solved.iter().flatten().map(|solved| format!("**{solved} of {count}**")));
    table.row(last);
    findings.table("rules", table);
    findings.data("rules", csv);
    let names = ["fixed", "global", "contact", "adaptive"];
    for (order, sweep) in ["jacobi", "gauss"].iter().enumerate() {
        for (rule, name) in names.iter().enumerate() {
            findings.value(&format!("{name} {sweep}"), solved[order][rule].to_string());
        }
    }
    let more = solved[0][3] as f64 - solved[0][1] as f64;
    findings.check(Check::at_least(
        "many contacts, Jacobi: problems solved by the adaptive rule minus those solved by eq. 32",
        0.0,
        more,
    ));
    findings.check(Check::count("many contacts: problems that auto solves to the same tolerance", count, by_auto));
    findings.value("problems", count.to_string());
    sweep_r(size, host, findings)
}

fn sweep_r(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let chosen = [1, 3, 5, 7, 8, 10];
    let mut csv = Csv::new(&["problem", "sweep", "r_times_largest_eigenvalue", "iterations"]);
    let mut parts = Vec::new();
    let mut beyond = 0;
    let number = if size == Size::Full { chosen.len() } else { 2 };
    for (sweep_name, sweep) in [("Jacobi", Sweep::Jacobi), ("Gauss-Seidel", Sweep::GaussSeidel)] {
        let mut panel = Panel::new(
            Axis::logarithmic("r·λ_max(W)", 0.05, 20.0),
            Axis::logarithmic("iterations to 10⁻⁶", 5.0, 5000.0),
        )
        .titled(sweep_name)
        .legend(Place::Right)
        .with(Mark::line(vec![(2.0, 0.01), (2.0, 1e4)], stiction_figures::dashed(0)).named("2/λ_max"));
        for (place, index) in chosen.into_iter().take(number).enumerate() {
            let (words, name) = PROBLEMS[index];
            advance(
                host,
                0.6 + 0.4 * place as f64 / 12.0 + if sweep == Sweep::Jacobi { 0.0 } else { 0.2 },
                &format!("iterations against r on {name}, {sweep_name}"),
            )?;
            let problem = problem(name)?;
            let largest = largest_eigenvalue(&problem);
            let mut points = Vec::new();
            for k in 0..=26 {
                let share = 0.05 * 10_f64.powf(0.1 * f64::from(k));
                let ended = solve(&problem, ProxScaling::Fixed(share / largest), sweep, 3000);
                csv.cells(&[
                    name.to_owned(),
                    sweep_name.to_owned(),
                    format!("{share:?}"),
                    ended.map_or_else(str::to_owned, |count| count.to_string()),
                ]);
                match ended {
                    Ok(count) => {
                        beyond += usize::from(sweep == Sweep::Jacobi && share > 2.5);
                        points.push((share, (count as f64).max(1.0)));
                    }
                    Err(_) => points.push((share, f64::NAN)),
                }
            }
            let name = if points.iter().any(|point| point.1.is_finite()) {
                words.to_owned()
            } else {
                format!("{words}: never")
            };
            let ends = points.iter().copied().filter(|point| point.1.is_finite()).collect();
            let line = stroke(place + 1);
            panel = panel.with(Mark::line(points, line).named(name)).with(Mark::points_of(
                ends,
                Symbol::Disc,
                line.colour,
                2.4,
            ));
        }
        parts.push(panel.into());
    }
    findings.data("many-contacts", csv);
    findings.value("beyond", beyond.to_string());
    findings.figure(
        &Figure::new(
            "many-contacts",
            "Iterations against r with many contacts; a line ends where 3000 are not enough",
            parts,
        )
        .part_size(680.0, 400.0),
    )
}
