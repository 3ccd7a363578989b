use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};
use stiction_contact::{ContactProblem, Method};

/// Operations that a solve may take, roughly: about a second. A clock would make outcomes depend on the machine.
const MOST: f64 = 6e8;

/// Stops a solve after a fixed amount of work, counted by its iterations.
pub struct WorkLimit {
    /// What one iteration costs, in operations.
    cost: f64,
    spent: f64,
}

impl WorkLimit {
    /// For a method on a problem. Sweeps cost a few operations per row, factorisations of sparse matrices more; what is dense
    /// costs the square of its size for a pivot and the third power for a factorisation.
    pub fn new(method: Method, problem: &ContactProblem) -> Self {
        let rows = problem.order() as f64;
        let contacts = problem.laws().iter().filter(|law| law.has_normal()).count() as f64;
        // Facets and a sliding speed for each contact, in place of its tangents.
        let pyramid = rows + 3.0 * contacts;
        let cost = match method {
            Method::Nsgs | Method::Prox | Method::Admm => 60.0 * rows,
            Method::Auto => 20.0 * rows,
            Method::Newton | Method::ProximalNewton | Method::InteriorPoint => 100.0 * rows.powf(1.5),
            Method::MlcpLemke | Method::MlcpPath => pyramid.powi(2),
            Method::NcpPath => (rows + contacts).powi(2),
            Method::MlcpFbRlm | Method::MlcpFbPlm => pyramid.powi(3) / 2.0,
            Method::MncpRlm | Method::MncpPlm => rows.powi(3) / 2.0,
            Method::NcpFbPlm => (rows + contacts).powi(3) / 2.0,
        };
        Self { cost, spent: 0.0 }
    }

    /// Whether not even a few iterations are within the limit.
    pub fn is_hopeless(&self) -> bool {
        3.0 * self.cost > MOST
    }
}

impl Observer for WorkLimit {
    fn iteration(&mut self, _: &Iteration<'_>) -> ControlFlow<()> {
        self.spent += self.cost;
        if self.spent > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stops(&mut self) -> bool {
        self.spent > MOST
    }
}
