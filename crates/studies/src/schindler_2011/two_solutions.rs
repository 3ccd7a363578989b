//! Fig. 12: which solver ends at which of the two solutions, from which start.

use super::cobweb::words;
use super::rod::{ANGLE, CASES, coefficient};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::short;
use crate::table::Table;
use crate::{Check, StudyError};
use stiction_complementarity::solvers::{Covering, Lemke, LemkeSettings, LinearSolver, enumerate};
use stiction_complementarity::{Lcp, Method, Position, Solution};

const STARTS: [f64; 5] = [0.0, 5.0, 11.0, 12.0, 20.0];
/// Methods of the library with a start.
const METHODS: [(Method, &str); 8] = [
    (Method::Lemke, "Lemke with the start"),
    (Method::Dantzig, "Dantzig (principal pivoting) with the start"),
    (Method::Path, "our path method (Newton on the normal map; not the program PATH)"),
    (Method::FbPlm, "fb-plm (semismooth Newton on the Fischer-Burmeister equations)"),
    (Method::FbRlm, "fb-rlm (the same with regularised steps)"),
    (Method::Pgs, "pgs (Gauss-Seidel)"),
    (Method::BlockPivoting, "block pivoting"),
    (Method::InteriorPoint, "interior point"),
];

fn ended(solution: &Solution) -> String {
    if solution.is_solved() {
        format!("→ {}", short((solution.z[0] * 1e4).round() / 1e4))
    } else {
        solution.outcome.name().to_owned()
    }
}

fn lemke(problem: &Lcp, covering: Covering, start: Option<Position>) -> Solution {
    let start_basis = start.map(|position| vec![position]);
    Lemke::new(LemkeSettings { covering, start_basis, ..LemkeSettings::default() }).solve(problem, None, &mut ())
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let case = &CASES[3];
    let problem = case.problem()?;
    let second = case.gravity / coefficient(ANGLE, case.friction);
    let mut table = Table::new(&["solver", "without a start", "from 0 N", "5 N", "11 N", "12 N", "20 N"]);
    let mut csv = Csv::new(&["solver", "start_n", "ending"]);
    // By name and start.
    let mut endings = Vec::new();
    let mut row = |name: &str, all: &[String; 5]| {
        for (start, ending) in STARTS.iter().zip(all) {
            csv.cells(&[name.to_owned(), format!("{start:?}"), ending.clone()]);
        }
        endings.extend(all.iter().cloned());
        table.row([vec![name.to_owned(), "–".to_owned()], all.to_vec()].concat());
    };
    let coverings = [Covering::Ones, Covering::Constants, Covering::Weights(vec![1e-3]), Covering::Weights(vec![1e3])];
    let covered: Vec<_> = coverings.into_iter().map(|covering| lemke(&problem, covering, None)).collect();
    let of_covering: Vec<_> = covered.iter().map(ended).collect();
    let bases = [Position::Lower, Position::Basic].map(|start| ended(&lemke(&problem, Covering::Ones, Some(start))));
    row("prox, r = 0.8 kg", &STARTS.map(|start| words(case.iteration(0.8).ending(start))));
    row("semismooth Newton on f_U, r = 0.8 kg", &STARTS.map(|start| words(case.iteration(0.8).newton_ending(start))));
    let (mut ours, mut pivoting) = (Vec::new(), Vec::new());
    for (method, name) in METHODS {
        let all = STARTS.map(|start| ended(&method.solve_linear(&problem, Some(&[start]), &mut ())));
        match method {
            Method::Path => ours.extend(all.clone()),
            Method::Lemke | Method::Dantzig => pivoting.push(all.join(", ")),
            _ => {}
        }
        row(name, &all);
    }
    // These have no start, so that they end once.
    for (name, ending) in [
        ("Lemke without a start, four covering vectors", unanimous(&of_covering)),
        ("Lemke from the basis λ_U = 0", bases[0].clone()),
        ("Lemke from the basis u̇ = 0, that of the second solution", bases[1].clone()),
    ] {
        csv.cells(&[name.to_owned(), String::new(), ending.clone()]);
        table.row([vec![name.to_owned(), ending.clone()], vec!["–".to_owned(); STARTS.len()]].concat());
        endings.push(ending);
    }
    findings.table("two solutions", table);
    findings.data("two-solutions", csv);
    let (zero, far) = ("→ 0".to_owned(), format!("→ {}", short((second * 1e4).round() / 1e4)));
    let strange =
        endings.iter().filter(|ending| ending.starts_with('→') && **ending != zero && **ending != far).count();
    findings.check(Check::count("two solutions: endings that are neither 0 nor the second solution", 0, strange));
    findings.check(Check::is(
        "two solutions: Lemke without a start, four covering vectors",
        zero.clone(),
        unanimous(&of_covering),
    ));
    let pivots = covered.iter().map(|solution| solution.effort.pivots).sum();
    findings.check(Check::count("two solutions: its pivots, as q = −g > 0 is already a solution", 0, pivots));
    findings.check(Check::is(
        "two solutions: Lemke from the bases λ_U = 0 and u̇ = 0",
        format!("{zero}, {far}"),
        bases.join(", "),
    ));
    findings.check(Check::is(
        "two solutions: Lemke and Dantzig with the start, from 0, 5, 11, 12, 20 N",
        [&*zero, &*far, &*far, &*far, &*far].join(", "),
        unanimous(&pivoting),
    ));
    findings.check(Check::is(
        "two solutions: our path method from 0 N and from 20 N",
        format!("{zero}, {far}"),
        format!("{}, {}", ours[0], ours[4]),
    ));
    let mut all: Vec<_> =
        enumerate(&problem, &mut ()).map_err(StudyError::broken)?.points.iter().map(|point| point[0]).collect();
    all.sort_by(f64::total_cmp);
    let found = all.iter().map(|force| format!("→ {}", short((force * 1e4).round() / 1e4))).collect::<Vec<_>>();
    findings.check(Check::is("two solutions: enumeration", format!("{zero}, {far}"), found.join(", ")));
    // Where no solution exists, none may be claimed.
    let none = CASES[2].problem()?;
    let claims = METHODS
        .iter()
        .flat_map(|(method, _)| STARTS.map(|start| method.solve_linear(&none, Some(&[start]), &mut ()).is_solved()))
        .filter(|solved| *solved)
        .count();
    findings.check(Check::count("Fig. 11: solutions claimed by eight methods from five starts", 0, claims));
    Ok(())
}

/// What all say, or each.
fn unanimous(all: &[String]) -> String {
    match all {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => all.join(" / "),
    }
}
