use super::{Comparison, Row};
use stiction_contact::Method;

/// What a solve is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Wall time.
    Time,
    /// Matrix factorisations, at least one; methods that never factor take no part.
    Factorizations,
}

/// A method's share of problems solved within a factor of the best one's cost (Dolan and Moré 2002).
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The method.
    pub method: Method,
    /// The factors at which a problem is solved, growing.
    pub factors: Vec<f64>,
}

/// The curve of each method, over all problems, solved or not. A proof that nothing solves a problem settles it.
pub fn profile(comparison: &Comparison, cost: Cost) -> Vec<Curve> {
    let methods = &comparison.methods;
    let of = |row: &Row| match cost {
        Cost::Time => row.wall_us,
        Cost::Factorizations => row.factorizations.max(1) as f64,
    };
    let takes_part = |method: &Method| {
        cost == Cost::Time || comparison.rows.iter().any(|row| row.method == *method && row.factorizations > 0)
    };
    let mut curves: Vec<_> = methods
        .iter()
        .filter(|method| takes_part(method))
        .map(|&method| Curve { method, factors: Vec::new() })
        .collect();
    for problem in comparison.problems() {
        let costs: Vec<(Method, f64)> = problem
            .iter()
            .filter(|row| {
                (row.is_solved() || row.is_proved_empty()) && curves.iter().any(|curve| curve.method == row.method)
            })
            .map(|row| (row.method, of(row)))
            .collect();
        let best = costs.iter().map(|cost| cost.1).fold(f64::INFINITY, f64::min);
        for (method, cost) in costs {
            if let Some(curve) = curves.iter_mut().find(|curve| curve.method == method) {
                curve.factors.push(if best > 0.0 { cost / best } else { 1.0 });
            }
        }
    }
    curves.iter_mut().for_each(|curve| curve.factors.sort_by(f64::total_cmp));
    curves
}
