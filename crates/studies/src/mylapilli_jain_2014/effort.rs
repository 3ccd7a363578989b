//! What each scheme solves and what that takes, in every step of the run that poses a contact problem: sizes, iterations,
//! factorisations.

use super::pendulum::Runs;
use super::schemes::{label, of_paper};
use crate::findings::Findings;
use crate::number::fixed;
use crate::table::Table;
use crate::{Check, Size};
use stiction_complementarity::Effort;
use stiction_contact::Method;

/// The directions of the pyramid, `n_f`.
const DIRECTIONS: usize = 4;

/// Mean, median and largest of some counts.
struct Counts {
    mean: f64,
    median: usize,
    most: usize,
}

impl Counts {
    fn of(mut counts: Vec<usize>) -> Self {
        counts.sort_unstable();
        let mean = counts.iter().sum::<usize>() as f64 / counts.len().max(1) as f64;
        let median = counts.get(counts.len() / 2).copied().unwrap_or(0);
        Self { mean, median, most: counts.last().copied().unwrap_or(0) }
    }

    fn words(&self) -> String {
        format!("{}, {}, {}", fixed(self.mean, 2), self.median, self.most)
    }
}

pub fn run(runs: &Runs, size: Size, findings: &mut Findings) {
    let mut table = Table::new(&[
        "method",
        "steps with a problem",
        "contacts of a problem",
        "unknowns of a problem",
        "solves of a step",
        "iterations of a step",
        "pivots of a step",
        "factorisations of a step",
        "restarts of a step",
    ]);
    let mut means = Vec::new();
    for (method, run) in runs {
        let each = |of: &dyn Fn(Effort) -> usize| Counts::of(run.solved.iter().map(|own| of(own.effort)).collect());
        let contacts = Counts::of(run.solved.iter().map(|own| own.contacts).collect());
        let unknowns = Counts::of(run.solved.iter().map(|own| unknowns(*method, own.contacts)).collect());
        let iterations = each(&|effort| effort.iterations);
        table.row([
            label(*method),
            run.solved.len().to_string(),
            contacts.words(),
            if of_paper(*method).is_some() { unknowns.words() } else { "–".to_owned() },
            Counts::of(run.solved.iter().map(|own| own.solves).collect()).words(),
            iterations.words(),
            each(&|effort| effort.pivots).words(),
            each(&|effort| effort.factorizations).words(),
            each(&|effort| effort.restarts).words(),
        ]);
        means.push((*method, iterations.mean));
    }
    findings.table("effort", table);
    let mean = |method: Method| means.iter().find(|own| own.0 == method).map_or(f64::NAN, |own| own.1);
    let [linear, regular, projected] = [Method::MlcpPath, Method::MlcpFbRlm, Method::MlcpFbPlm].map(mean);
    findings.value("iterations rlm", fixed(regular, 1));
    findings.value("iterations plm", fixed(projected, 1));
    findings.value("iterations path", fixed(linear, 1));
    findings.value("iterations mncp-rlm", fixed(mean(Method::MncpRlm), 1));
    findings.value("iterations mncp-plm", fixed(mean(Method::MncpPlm), 1));
    if size == Size::Full {
        let words = "chain: iterations a step of mlcp-fb-rlm over those of mlcp-fb-plm, mean";
        findings.check(Check::at_least(words, 3.0, regular / projected));
    }
}

/// `n_b + n_u (n_f + 2)` and `3 n_u`, with no bilateral rows.
fn unknowns(method: Method, contacts: usize) -> usize {
    contacts * if method.is_pyramid() { DIRECTIONS + 2 } else { 3 }
}
