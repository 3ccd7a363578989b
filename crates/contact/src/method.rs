use crate::formulation::unknowns;
use crate::solvers::{self, ContactSolver};
use crate::{ContactProblem, ContactSolution, Settings};
use stiction_complementarity::{Method as Inner, Observer, registry};

/// What the registry holds of a method.
pub(crate) struct Row {
    name: &'static str,
    description: &'static str,
    pub form: Form,
    cost: Cost,
}

/// What a method makes of the laws, and how it is then made.
pub(crate) enum Form {
    /// Works on the laws themselves.
    Laws(fn(&Settings) -> Box<dyn ContactSolver>),
    /// Replaces the cone by a pyramid, for a method for linear problems.
    Pyramid(Inner),
    /// Implicit variables, for a method for nonlinear problems.
    Implicit(Inner),
    /// Sliding speeds as unknowns, for a method for nonlinear problems.
    Sliding(Inner),
}

/// What an iteration costs, in operations, by the number of unknowns `n`.
enum Cost {
    /// Sweeps over sparse rows: a few operations each.
    Sweep(f64),
    /// Factorisations of sparse matrices, `n^1.5`.
    Sparse(f64),
    /// Pivots on a dense matrix, `n²`; about as many as unknowns.
    Pivot(f64),
    /// Factorisations of a dense matrix, `n³`; by QR four times as many operations.
    Dense(f64),
}

registry! {
    /// The registry of methods for contact problems: the command line, files, the documentation and the tests all read it.
    Method of Row, unknown: "unknown method '{}' for a contact problem";

    /// A sequence of the others.
    Auto = Row {
        name: "auto",
        description: "tries the exact methods in turn; ends with a verified solution or reports failure",
        form: Form::Laws(|settings| Box::new(solvers::Auto::new(settings))),
        cost: Cost::Sweep(20.0),
    };

    /// Block Gauss–Seidel with an exact local solver.
    Nsgs = Row {
        name: "nsgs",
        description: "nonsmooth block Gauss-Seidel, contact by contact (Jourdan, Alart and Jean 1998); cheap sweeps, slow \
                      on stacks and large mass ratios",
        form: Form::Laws(|settings| Box::new(solvers::Exact::new(Method::Nsgs, settings))),
        cost: Cost::Sweep(100.0),
    };

    /// Semismooth Newton on the natural map.
    Newton = Row {
        name: "newton",
        description: "semismooth Newton on the natural map (Alart and Curnier 1991); for a good start, or W of full rank",
        form: Form::Laws(|settings| Box::new(solvers::Exact::new(Method::Newton, settings))),
        cost: Cost::Sparse(30.0),
    };

    /// The proximal point method around it.
    ProximalNewton = Row {
        name: "proximal-newton",
        description: "proximal point method with semismooth Newton steps; converges from a fair start, W of any rank",
        form: Form::Laws(|settings| Box::new(solvers::Exact::new(Method::ProximalNewton, settings))),
        cost: Cost::Sparse(30.0),
    };

    /// Interior points on second-order cones.
    InteriorPoint = Row {
        name: "interior-point",
        description: "interior-point method on second-order cones with Nesterov-Todd scaling; De Saxcé and Feng's shift is \
                      part of Newton's equations",
        form: Form::Laws(|settings| Box::new(solvers::Exact::new(Method::InteriorPoint, settings))),
        cost: Cost::Sparse(30.0),
    };

    /// Alternating directions.
    Admm = Row {
        name: "admm",
        description: "alternating direction method of multipliers (Carpentier, Le Lidec and Montaut 2024), over-relaxed, \
                      adaptive penalty; low accuracy on very degenerate problems",
        form: Form::Laws(|settings| Box::new(solvers::Exact::new(Method::Admm, settings))),
        cost: Cost::Sweep(60.0),
    };

    /// Prox fixed point.
    Prox = Row {
        name: "prox",
        description: "prox fixed point, Jacobi or Gauss-Seidel, with a choice of r (Förg, Pfeiffer and Ulbrich 2005); \
                      reports divergence",
        form: Form::Laws(|settings| Box::new(solvers::Prox::new(settings))),
        cost: Cost::Sweep(60.0),
    };

    /// Pyramid, complementary pivoting.
    MlcpLemke = Row {
        name: "mlcp-lemke",
        description: "friction pyramid (Stewart and Trinkle 1996), Lemke's complementary pivoting; ends at a solution of \
                      the pyramid model or on a ray",
        form: Form::Pyramid(Inner::Lemke),
        cost: Cost::Pivot(1.0),
    };

    /// Pyramid, principal pivoting row by row.
    MlcpDantzig = Row {
        name: "mlcp-dantzig",
        description: "friction pyramid, principal pivoting of Cottle and Dantzig (1968), contact by contact (Baraff 1994); \
                      may end on a ray where friction decides",
        form: Form::Pyramid(Inner::Dantzig),
        cost: Cost::Pivot(2.0),
    };

    /// Pyramid, Newton on the normal map along a path.
    MlcpPath = Row {
        name: "mlcp-path",
        description: "friction pyramid, Newton on the normal map with a pivotal path search: PATH's algorithm, not that program",
        form: Form::Pyramid(Inner::Path),
        cost: Cost::Pivot(3.0),
    };

    /// Pyramid, Fischer–Burmeister, regular Levenberg–Marquardt.
    MlcpFbRlm = Row {
        name: "mlcp-fb-rlm",
        description: "friction pyramid, regular Levenberg-Marquardt on the Fischer-Burmeister equations",
        form: Form::Pyramid(Inner::FbRlm),
        cost: Cost::Dense(0.5),
    };

    /// Pyramid, Fischer–Burmeister, projected Levenberg–Marquardt.
    MlcpFbPlm = Row {
        name: "mlcp-fb-plm",
        description: "friction pyramid, projected Levenberg-Marquardt on the Fischer-Burmeister equations",
        form: Form::Pyramid(Inner::FbPlm),
        cost: Cost::Dense(2.0),
    };

    /// Implicit variables, regular Levenberg–Marquardt.
    MncpRlm = Row {
        name: "mncp-rlm",
        description: "exact cone in implicit variables (normal map; Todorov 2010), regular Levenberg-Marquardt",
        form: Form::Implicit(Inner::FbRlm),
        cost: Cost::Dense(0.5),
    };

    /// Implicit variables, projected Levenberg–Marquardt.
    MncpPlm = Row {
        name: "mncp-plm",
        description: "exact cone in implicit variables (normal map; Todorov 2010), projected Levenberg-Marquardt",
        form: Form::Implicit(Inner::FbPlm),
        cost: Cost::Dense(2.0),
    };

    /// Sliding-speed form, Newton on the normal map along a path.
    NcpPath = Row {
        name: "ncp-path",
        description: "exact cone with sliding speeds as unknowns (Lu and Trinkle), Newton on the normal map with a pivotal \
                      path search: PATH's algorithm, not that program",
        form: Form::Sliding(Inner::Path),
        cost: Cost::Pivot(8.0),
    };

    /// Sliding-speed form, Fischer–Burmeister, projected Levenberg–Marquardt.
    NcpFbPlm = Row {
        name: "ncp-fb-plm",
        description: "exact cone with sliding speeds as unknowns (Lu and Trinkle), projected Levenberg-Marquardt on the \
                      Fischer-Burmeister equations",
        form: Form::Sliding(Inner::FbPlm),
        cost: Cost::Dense(2.0),
    };
}

/// Roughly what a solve takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Operations of one iteration.
    pub operations: f64,
    /// The fewest iterations in which the method gets anywhere.
    pub iterations: f64,
}

impl Method {
    /// Whether the method replaces the cone by a pyramid.
    pub fn is_pyramid(self) -> bool {
        matches!(self.row().form, Form::Pyramid(_))
    }

    /// Whether the method poses a complementarity problem, with a dense matrix.
    pub fn is_dense(self) -> bool {
        !matches!(self.row().form, Form::Laws(_))
    }

    /// Whether the method is one of Levenberg and Marquardt's.
    pub fn is_levenberg_marquardt(self) -> bool {
        let (Form::Pyramid(inner) | Form::Implicit(inner) | Form::Sliding(inner)) = self.row().form else {
            return false;
        };
        matches!(inner, Inner::FbRlm | Inner::FbPlm)
    }

    /// Whether the method has a parameter `r` ([`Settings::prox_scaling`]).
    pub fn takes_prox_scaling(self) -> bool {
        matches!((self, &self.row().form), (Self::Prox, _) | (_, Form::Implicit(_)))
    }

    /// The number of unknowns that the method makes of a problem; `facets` counts for pyramids.
    pub fn unknowns(self, problem: &ContactProblem, facets: usize) -> usize {
        match self.row().form {
            Form::Laws(_) | Form::Implicit(_) => problem.order(),
            Form::Pyramid(_) => unknowns::of_pyramid(problem, facets),
            Form::Sliding(_) => unknowns::with_sliding_speeds(problem),
        }
    }

    /// Roughly what solving a problem takes, in operations and not in seconds: the same on every machine.
    pub fn estimate(self, problem: &ContactProblem, facets: usize) -> Estimate {
        let n = self.unknowns(problem, facets) as f64;
        let (operations, iterations) = match self.row().cost {
            Cost::Sweep(factor) => (factor * n, 1.0),
            Cost::Sparse(factor) => (factor * n.powf(1.5), 1.0),
            Cost::Pivot(factor) => (factor * n * n, n),
            Cost::Dense(factor) => (factor * n * n * n, 10.0),
        };
        Estimate { operations, iterations }
    }

    /// A solver of this method, which keeps its workspace between problems. With a relaxation, it solves the relaxed
    /// problem and judges the answer against both laws; settings that make no sense ([`Settings::check`]) make one that
    /// answers `Unsuited`.
    pub fn solver(self, settings: &Settings) -> Box<dyn ContactSolver> {
        solvers::create(self, settings)
    }

    /// Solves a problem with a solver of its own.
    pub fn solve(
        self,
        problem: &ContactProblem,
        settings: &Settings,
        start: Option<&[f64]>,
        watch: &mut dyn Observer,
    ) -> ContactSolution {
        self.solver(settings).solve(problem, start, watch)
    }
}
