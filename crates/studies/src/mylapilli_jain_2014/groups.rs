//! The groups that the chain's runs form in the last second.

use super::pendulum::{Runs, of};
use super::schemes::{REFERENCE, of_paper};
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::{Check, Size, StudyError};
use stiction_contact::Method;

/// How far heights of the paper's schemes are apart at the most, at one time of the last second, m.
pub fn spread(runs: &Runs, takes: &dyn Fn(Method) -> bool) -> f64 {
    let own: Vec<_> = runs.iter().filter(|(method, _)| of_paper(*method).is_some() && takes(*method)).collect();
    let last = own.iter().map(|(_, run)| run.samples.len()).min().unwrap_or(0);
    let range = |k: usize| {
        let heights = own.iter().map(|(_, run)| run.samples[k].height);
        heights.clone().fold(f64::NEG_INFINITY, f64::max) - heights.fold(f64::INFINITY, f64::min)
    };
    (last.saturating_sub(101)..last).map(range).fold(0.0, f64::max)
}

/// Whether linear schemes stay together at the end, and nonlinear ones.
pub fn run(runs: &Runs, size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let (linear, nonlinear) = (spread(runs, &Method::is_pyramid), spread(runs, &|method| !method.is_pyramid()));
    let all = spread(runs, &|_| true);
    findings.value("spread linear", short(linear));
    findings.value("spread nonlinear", short(nonlinear));
    findings.value("spread", short(all));
    findings.value("spread ratio", short(all / linear.max(nonlinear)));
    // Methods that the paper does not have, a cone, a pyramid and our exact method, beside one linear and one nonlinear scheme.
    let mut ratios = Vec::new();
    for method in [Method::NcpFbPlm, Method::MlcpDantzig, REFERENCE] {
        let [linear, nonlinear] = [Method::MlcpPath, Method::MncpPlm].map(|other| last_apart(runs, method, other));
        let (linear, nonlinear) = (linear?, nonlinear?);
        findings.value(&format!("{method} to linear"), fixed(1e6 * linear, 1));
        findings.value(&format!("{method} to nonlinear"), fixed(1e6 * nonlinear, 1));
        ratios.push(linear / nonlinear);
    }
    if size == Size::Full {
        let words = "chain, last second: ncp-fb-plm (cone), distance from mlcp-path over that from mncp-plm";
        findings.check(Check::at_most(words, 0.5, ratios[0]));
        let words = "chain, last second: mlcp-dantzig (pyramid), distance from mlcp-path over that from mncp-plm";
        findings.check(Check::at_least(words, 2.0, ratios[1]));
    }
    Ok(())
}

/// How far the heights by two methods are apart in the last second at the most, m.
fn last_apart(runs: &Runs, method: Method, other: Method) -> Result<f64, StudyError> {
    let pairs = of(runs, method)?.samples.iter().zip(&of(runs, other)?.samples);
    Ok(pairs.rev().take(101).map(|(a, b)| (a.height - b.height).abs()).fold(0.0, f64::max))
}
