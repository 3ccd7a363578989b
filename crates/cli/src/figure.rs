//! Figures of a comparison.

use crate::compare::{Comparison, Cost, profile};
use crate::report::number::{count, plain_power, short};
use stiction_contact::Method;
use stiction_figures::{PerformanceProfile, ProfileCurve, stroke};

/// The share of problems that each method solves within a factor of the best method's cost, as SVG.
pub fn performance_profile(comparison: &Comparison, cost: Cost) -> String {
    let curves = profile(comparison, cost);
    let (title, axis) = match cost {
        Cost::Time => {
            ("Problems solved within a factor of the fastest method's time", "time over that of the fastest method, τ")
        }
        Cost::Factorizations => {
            ("Problems solved within a factor of the fewest factorisations", "factorisations over the fewest, τ")
        }
    };
    let settings = &comparison.settings;
    let problems = comparison.problems().count();
    let mut remark = format!(
        "{}, relative residual of {} at most, {} s for each",
        count(problems, "contact problem"),
        plain_power(settings.tolerance),
        short(settings.time_limit_s)
    );
    let absent: Vec<_> =
        comparison.methods.iter().filter(|method| curves.iter().all(|curve| curve.method != **method)).collect();
    if !absent.is_empty() {
        let names: Vec<_> = absent.iter().map(|method| method.name()).collect();
        remark.push_str(&format!("; without {}: no factorisations", names.join(", ")));
    }
    // A method keeps its line in every picture.
    let place = |method: Method| Method::ALL.iter().position(|other| *other == method).unwrap_or(0);
    let curves = curves.into_iter().map(|curve| ProfileCurve {
        name: curve.method.name().to_owned(),
        stroke: stroke(place(curve.method)),
        factors: curve.factors,
    });
    PerformanceProfile { title: title.to_owned(), remark, cost: axis.to_owned(), problems, curves: curves.collect() }
        .svg()
}
