use std::ops::ControlFlow;
use stiction_complementarity::{Iteration, Observer};
use stiction_contact::{ContactProblem, Method};

/// Operations that a solve may take, roughly: well below a second. A clock would make outcomes depend on the machine.
const MOST: f64 = 2e8;

/// Stops a solve after a fixed amount of work, counted by its iterations.
pub struct WorkLimit {
    /// What one iteration costs, in operations.
    cost: f64,
    /// The fewest iterations in which the method gets anywhere.
    fewest: f64,
    spent: f64,
}

impl WorkLimit {
    /// For a method on a problem. Sweeps cost a few operations per row, factorisations of sparse matrices more; what is dense
    /// costs the square of its size for a pivot, of which there are about as many as unknowns, and the third power for a
    /// factorisation, by QR four times as much.
    pub fn new(method: Method, problem: &ContactProblem) -> Self {
        let rows = problem.order() as f64;
        let contacts = problem.laws().iter().filter(|law| law.has_normal()).count() as f64;
        // Facets and a sliding speed for each contact, in place of its tangents.
        let pyramid = rows + 3.0 * contacts;
        let sliding = rows + contacts;
        let (cost, fewest) = match method {
            Method::Nsgs => (100.0 * rows, 1.0),
            Method::Prox | Method::Admm => (60.0 * rows, 1.0),
            Method::Auto => (20.0 * rows, 1.0),
            Method::Newton | Method::ProximalNewton | Method::InteriorPoint => (30.0 * rows.powf(1.5), 1.0),
            Method::MlcpLemke => (pyramid.powi(2), pyramid),
            Method::MlcpPath => (3.0 * pyramid.powi(2), pyramid),
            // A linearisation for each of its few pivots.
            Method::NcpPath => (8.0 * sliding.powi(2), sliding),
            Method::MlcpFbRlm => (pyramid.powi(3) / 2.0, 10.0),
            Method::MlcpFbPlm => (2.0 * pyramid.powi(3), 10.0),
            Method::MncpRlm => (rows.powi(3) / 2.0, 10.0),
            Method::MncpPlm => (2.0 * rows.powi(3), 10.0),
            Method::NcpFbPlm => (2.0 * sliding.powi(3), 10.0),
        };
        Self { cost, fewest, spent: 0.0 }
    }

    /// Whether the method cannot get anywhere within the limit.
    pub fn is_hopeless(&self) -> bool {
        self.fewest * self.cost > MOST
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
