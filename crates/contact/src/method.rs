use crate::solvers::{self, ContactSolver};
use crate::{ContactProblem, ContactSolution, Settings};
use std::fmt;
use std::str::FromStr;
use stiction_complementarity::Observer;

/// The registry of methods for contact problems: the command line, files, the documentation and the tests all read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// A ladder of the others.
    Auto,
    /// Block Gauss–Seidel with an exact local solver.
    Nsgs,
    /// Semismooth Newton on the natural map.
    Newton,
    /// The proximal point method around it.
    ProximalNewton,
    /// Interior points on second-order cones.
    InteriorPoint,
    /// Alternating directions.
    Admm,
    /// Prox fixed point.
    Prox,
    /// Pyramid, complementary pivoting.
    MlcpLemke,
    /// Pyramid, Newton on the normal map along a path.
    MlcpPath,
    /// Pyramid, Fischer–Burmeister, regular Levenberg–Marquardt.
    MlcpFbRlm,
    /// Pyramid, Fischer–Burmeister, projected Levenberg–Marquardt.
    MlcpFbPlm,
    /// Implicit variables, regular Levenberg–Marquardt.
    MncpRlm,
    /// Implicit variables, projected Levenberg–Marquardt.
    MncpPlm,
    /// Sliding-speed form, Newton on the normal map along a path.
    NcpPath,
    /// Sliding-speed form, Fischer–Burmeister, projected Levenberg–Marquardt.
    NcpFbPlm,
}

impl Method {
    /// Every method that `--method` takes, in the order it is listed.
    pub const ALL: [Self; 15] = [
        Self::Auto,
        Self::Nsgs,
        Self::Newton,
        Self::ProximalNewton,
        Self::InteriorPoint,
        Self::Admm,
        Self::Prox,
        Self::MlcpLemke,
        Self::MlcpPath,
        Self::MlcpFbRlm,
        Self::MlcpFbPlm,
        Self::MncpRlm,
        Self::MncpPlm,
        Self::NcpPath,
        Self::NcpFbPlm,
    ];

    /// The method's name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Nsgs => "nsgs",
            Self::Newton => "newton",
            Self::ProximalNewton => "proximal-newton",
            Self::InteriorPoint => "interior-point",
            Self::Admm => "admm",
            Self::Prox => "prox",
            Self::MlcpLemke => "mlcp-lemke",
            Self::MlcpPath => "mlcp-path",
            Self::MlcpFbRlm => "mlcp-fb-rlm",
            Self::MlcpFbPlm => "mlcp-fb-plm",
            Self::MncpRlm => "mncp-rlm",
            Self::MncpPlm => "mncp-plm",
            Self::NcpPath => "ncp-path",
            Self::NcpFbPlm => "ncp-fb-plm",
        }
    }

    /// One line on what it is and what it may claim.
    pub fn description(self) -> &'static str {
        match self {
            Self::Auto => "tries the exact methods in turn; ends with a verified solution or reports failure",
            Self::Nsgs => {
                "nonsmooth block Gauss-Seidel, contact by contact (Jourdan, Alart and Jean 1998); cheap sweeps, slow \
                 on stacks and large mass ratios"
            }
            Self::Newton => {
                "semismooth Newton on the natural map (Alart and Curnier 1991); for a good start, or W of full rank"
            }
            Self::ProximalNewton => {
                "proximal point method with semismooth Newton steps; converges from a fair start, W of any rank"
            }
            Self::InteriorPoint => {
                "interior-point method on second-order cones with Nesterov-Todd scaling; De Saxcé and Feng's shift is \
                 part of Newton's equations"
            }
            Self::Admm => {
                "alternating direction method of multipliers (Carpentier, Le Lidec and Montaut 2024), over-relaxed, \
                 adaptive penalty; low accuracy on very degenerate problems"
            }
            Self::Prox => {
                "prox fixed point, Jacobi or Gauss-Seidel, with a choice of r (Förg, Pfeiffer and Ulbrich 2005); \
                 reports divergence"
            }
            Self::MlcpLemke => {
                "friction pyramid (Stewart and Trinkle 1996), Lemke's complementary pivoting; ends at a solution of \
                 the pyramid model or on a ray"
            }
            Self::MlcpPath => "friction pyramid, Newton on the normal map with a pivotal path search, as in PATH",
            Self::MlcpFbRlm => "friction pyramid, regular Levenberg-Marquardt on the Fischer-Burmeister equations",
            Self::MlcpFbPlm => "friction pyramid, projected Levenberg-Marquardt on the Fischer-Burmeister equations",
            Self::MncpRlm => "exact cone in implicit variables (normal map; Todorov 2010), regular Levenberg-Marquardt",
            Self::MncpPlm => {
                "exact cone in implicit variables (normal map; Todorov 2010), projected Levenberg-Marquardt"
            }
            Self::NcpPath => {
                "exact cone with sliding speeds as unknowns (Lu and Trinkle), Newton on the normal map with a pivotal \
                 path search, as in PATH"
            }
            Self::NcpFbPlm => {
                "exact cone with sliding speeds as unknowns (Lu and Trinkle), projected Levenberg-Marquardt on the \
                 Fischer-Burmeister equations"
            }
        }
    }

    /// Whether the method replaces the cone by a pyramid.
    pub fn is_pyramid(self) -> bool {
        matches!(self, Self::MlcpLemke | Self::MlcpPath | Self::MlcpFbRlm | Self::MlcpFbPlm)
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
        write!(f, "unknown method '{}' for a contact problem; expected one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;
    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}
