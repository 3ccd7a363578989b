//! What is asked: the problem in a few lines.

use crate::report::number::{count, short};
use stiction_contact::{ContactProblem, Delassus, Law};

/// Title, size, laws and the form of `W`.
pub fn answer(title: &str, problem: &ContactProblem) -> String {
    let contacts = problem.laws().iter().filter(|law| law.has_normal()).count();
    let others = problem.laws().len() - contacts;
    let others = if others == 0 { String::new() } else { format!(", {}", count(others, "other law")) };
    format!(
        "{title}: contact problem, {}{others}, {}\nlaws       {}\nmatrix     {}\n",
        count(contacts, "contact"),
        count(problem.order(), "row"),
        laws(problem),
        form(problem)
    )
}

/// How many of each law, with the range of the friction.
fn laws(problem: &ContactProblem) -> String {
    let mut kinds: Vec<(&'static str, usize, Vec<f64>)> = Vec::new();
    for law in problem.laws() {
        let place = kinds.iter().position(|kind| kind.0 == law.name()).unwrap_or_else(|| {
            kinds.push((law.name(), 0, Vec::new()));
            kinds.len() - 1
        });
        kinds[place].1 += 1;
        if let Law::Coulomb { friction } | Law::PlanarCoulomb { friction } | Law::Rolling { friction, .. } = *law {
            kinds[place].2.push(friction);
        }
    }
    if kinds.is_empty() {
        return "none".to_owned();
    }
    let words = kinds.iter().map(|(name, count, frictions)| {
        let least = frictions.iter().copied().fold(f64::INFINITY, f64::min);
        let most = frictions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match () {
            () if frictions.is_empty() => format!("{count} {name}"),
            () if least == most => format!("{count} {name}, friction {}", short(least)),
            () => format!("{count} {name}, friction {} to {}", short(least), short(most)),
        }
    });
    words.collect::<Vec<_>>().join("; ")
}

/// The form in which `W` is at hand.
fn form(problem: &ContactProblem) -> String {
    match problem.delassus() {
        Delassus::Dense(_) => "W, dense".to_owned(),
        Delassus::Blocks(blocks) => {
            let all = blocks.nodes() * blocks.nodes();
            format!("W in 3 × 3 blocks, {} of {all} nonzero", blocks.stored())
        }
        Delassus::Root(root) => format!("square-root factor of W, {}", count(root.bodies(), "body node")),
        Delassus::Operator(_) => "W as an operator".to_owned(),
        Delassus::Primal(primal) => {
            format!("mass matrix and Jacobian, {} of freedom", count(primal.mass().rows(), "degree"))
        }
    }
}
