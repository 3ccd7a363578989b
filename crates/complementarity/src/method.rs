use crate::solvers::{LinearSolver, NonlinearSolver, Settings};
use crate::{LinearProblem, Observer, Solution};
use std::fmt;
use std::str::FromStr;

/// The registry of methods: the command line, the documentation and the tests all read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A ladder of the others.
    Auto,
    /// Complementary pivoting.
    Lemke,
    /// Block principal pivoting.
    BlockPivoting,
    /// Projected Gauss–Seidel.
    Pgs,
    /// Prox fixed point.
    Prox,
    /// Fischer–Burmeister, regular Levenberg–Marquardt.
    FbRlm,
    /// Fischer–Burmeister, projected Levenberg–Marquardt.
    FbPlm,
    /// Newton on the normal map with pivoting along a path.
    Path,
    /// Mehrotra's predictor–corrector.
    InteriorPoint,
    /// Branching over complementary pieces.
    Enumeration,
}

impl Method {
    /// Every method that `--method` takes, in the order it is listed.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::Lemke,
        Self::BlockPivoting,
        Self::Path,
        Self::InteriorPoint,
        Self::FbRlm,
        Self::FbPlm,
        Self::Pgs,
        Self::Prox,
        Self::Enumeration,
    ];

    /// The method's name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Lemke => "lemke",
            Self::BlockPivoting => "block-pivoting",
            Self::Pgs => "pgs",
            Self::Prox => "prox",
            Self::FbRlm => "fb-rlm",
            Self::FbPlm => "fb-plm",
            Self::Path => "path",
            Self::InteriorPoint => "interior-point",
            Self::Enumeration => "enumeration",
        }
    }

    /// One line on what it is and what it may claim.
    pub fn description(self) -> &'static str {
        match self {
            Self::Auto => {
                "a ladder of the others; ends in a judged solution, a checked proof that there is none, or says so"
            }
            Self::Lemke => {
                "complementary pivoting, lexicographic; ends on every problem, solves copositive and P matrices"
            }
            Self::BlockPivoting => {
                "block principal pivoting (Judice and Pires); fastest on positive definite and P matrices"
            }
            Self::Pgs => "projected Gauss-Seidel with relaxation; cheap sweeps, symmetric positive definite matrices",
            Self::Prox => "prox fixed point (projected Jacobi) with a choice of r; says when it diverges",
            Self::FbRlm => "Fischer-Burmeister equations by regular Levenberg-Marquardt",
            Self::FbPlm => "Fischer-Burmeister equations by projected Levenberg-Marquardt with QR and a watchdog",
            Self::Path => "Newton on the normal map, pivoting along a path; also for nonlinear problems",
            Self::InteriorPoint => "Mehrotra's predictor-corrector; monotone (positive semidefinite) problems",
            Self::Enumeration => {
                "branches over the complementary pieces; small problems, solves or proves that there is no solution"
            }
        }
    }

    /// Whether the method also takes nonlinear problems.
    pub fn is_nonlinear(self) -> bool {
        matches!(self, Self::Auto | Self::Path | Self::FbRlm | Self::FbPlm)
    }

    /// Solves a linear problem with default settings.
    pub fn solve_linear(
        self,
        problem: &dyn LinearProblem,
        start: Option<&[f64]>,
        watch: &mut dyn Observer,
    ) -> Solution {
        self.linear_solver(&Settings::default()).solve(problem, start, watch)
    }

    /// A solver of this method for linear problems, which keeps its workspace between problems.
    pub fn linear_solver(self, settings: &Settings) -> Box<dyn LinearSolver> {
        crate::solvers::linear(self, settings)
    }

    /// A solver of this method for nonlinear problems, or `None` where it is for linear ones only.
    pub fn nonlinear_solver(self, settings: &Settings) -> Option<Box<dyn NonlinearSolver>> {
        crate::solvers::nonlinear(self, settings)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not in the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod(pub String);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
        write!(f, "unknown method '{}'; expected one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;
    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}
