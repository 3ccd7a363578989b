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
                "tries the other methods in turn; ends with a verified solution, a checked proof that none exists, or \
                 reports failure"
            }
            Self::Lemke => {
                "Lemke's complementary pivoting (1965), lexicographic; terminates on every problem, solves P and \
                 copositive matrices"
            }
            Self::BlockPivoting => {
                "block principal pivoting (Júdice and Pires 1994); fastest on positive definite and P matrices"
            }
            Self::Pgs => {
                "projected Gauss-Seidel with relaxation (Cryer 1971); cheap sweeps; for symmetric positive definite \
                 matrices"
            }
            Self::Prox => {
                "prox fixed point (projected Jacobi) with a choice of r (Förg, Pfeiffer and Ulbrich 2005); reports \
                 divergence"
            }
            Self::FbRlm => {
                "regular Levenberg-Marquardt on the Fischer-Burmeister equations; also for nonlinear problems"
            }
            Self::FbPlm => {
                "projected Levenberg-Marquardt (Kanzow and Petra 2004) on the Fischer-Burmeister equations, with QR \
                 and a watchdog; also for nonlinear problems"
            }
            Self::Path => {
                "Newton on the normal map with a pivotal path search, as in PATH (Dirkse and Ferris 1995); also for \
                 nonlinear problems"
            }
            Self::InteriorPoint => {
                "interior-point predictor-corrector (Mehrotra 1992); for monotone (positive semidefinite) problems"
            }
            Self::Enumeration => {
                "branch and bound over the complementary bases; for small problems; finds a solution or proves that \
                 none exists"
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
