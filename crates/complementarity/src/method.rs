use crate::registry;
use crate::solvers::{
    Auto, BlockPivoting, Dantzig, EnumerationSolver, InteriorPoint, Lemke, LinearSolver, NonlinearSolver, Path,
    ProjectedGaussSeidel, ProjectedLevenbergMarquardt, Prox, RegularLevenbergMarquardt, Settings,
};
use crate::{LinearProblem, Observer, Solution};

/// What the registry holds of a method.
pub(crate) struct Row {
    name: &'static str,
    description: &'static str,
    linear: Create<dyn LinearSolver>,
    /// Absent where the method is for linear problems only.
    nonlinear: Option<Create<dyn NonlinearSolver>>,
}

/// Makes a solver from settings.
type Create<Solver> = fn(&Settings) -> Box<Solver>;

registry! {
    /// The registry of methods: the command line, the documentation and the tests all read it.
    Method of Row, unknown: "unknown method '{}'";

    /// A sequence of the others.
    Auto = Row {
        name: "auto",
        description: "tries the other methods in turn; ends with a verified solution, a checked proof that none exists, \
                      or reports failure",
        linear: |settings| Box::new(Auto::new(settings.into())),
        nonlinear: Some(|settings| Box::new(Auto::new(settings.into()))),
    };

    /// Complementary pivoting.
    Lemke = Row {
        name: "lemke",
        description: "Lemke's complementary pivoting (1965), lexicographic; terminates on every problem, solves P and \
                      copositive matrices",
        linear: |settings| Box::new(Lemke::new(settings.into())),
        nonlinear: None,
    };

    /// Principal pivoting, row by row.
    Dantzig = Row {
        name: "dantzig",
        description: "principal pivoting of Cottle and Dantzig (1968), one row after the other (Baraff 1994), lexicographic; \
                      for P and positive semidefinite matrices",
        linear: |settings| Box::new(Dantzig::new(settings.into())),
        nonlinear: None,
    };

    /// Block principal pivoting.
    BlockPivoting = Row {
        name: "block-pivoting",
        description: "block principal pivoting (Júdice and Pires 1994); fastest on positive definite and P matrices",
        linear: |settings| Box::new(BlockPivoting::new(settings.into())),
        nonlinear: None,
    };

    /// Newton on the normal map with pivoting along a path.
    Path = Row {
        name: "path",
        description: "Newton on the normal map with a pivotal path search, PATH's algorithm (Dirkse and Ferris 1995) but not that \
                      program; also for nonlinear problems",
        linear: |settings| Box::new(Path::new(settings.into())),
        nonlinear: Some(|settings| Box::new(Path::new(settings.into()))),
    };

    /// Mehrotra's predictor–corrector.
    InteriorPoint = Row {
        name: "interior-point",
        description: "interior-point predictor-corrector (Mehrotra 1992); for monotone (positive semidefinite) problems",
        linear: |settings| Box::new(InteriorPoint::new(settings.into())),
        nonlinear: None,
    };

    /// Fischer–Burmeister, regular Levenberg–Marquardt.
    FbRlm = Row {
        name: "fb-rlm",
        description: "regular Levenberg-Marquardt on the Fischer-Burmeister equations; also for nonlinear problems",
        linear: |settings| Box::new(RegularLevenbergMarquardt::new(settings.into())),
        nonlinear: Some(|settings| Box::new(RegularLevenbergMarquardt::new(settings.into()))),
    };

    /// Fischer–Burmeister, projected Levenberg–Marquardt.
    FbPlm = Row {
        name: "fb-plm",
        description: "projected Levenberg-Marquardt (Kanzow and Petra 2004) on the Fischer-Burmeister equations, with QR \
                      and a watchdog; also for nonlinear problems",
        linear: |settings| Box::new(ProjectedLevenbergMarquardt::new(settings.into())),
        nonlinear: Some(|settings| Box::new(ProjectedLevenbergMarquardt::new(settings.into()))),
    };

    /// Projected Gauss–Seidel.
    Pgs = Row {
        name: "pgs",
        description: "projected Gauss-Seidel with relaxation (Cryer 1971); cheap sweeps; for symmetric positive definite \
                      matrices",
        linear: |settings| Box::new(ProjectedGaussSeidel::new(settings.into())),
        nonlinear: None,
    };

    /// Prox fixed point.
    Prox = Row {
        name: "prox",
        description: "prox fixed point (projected Jacobi) with a choice of r (Förg, Pfeiffer and Ulbrich 2005); reports \
                      divergence",
        linear: |settings| Box::new(Prox::new(settings.into())),
        nonlinear: None,
    };

    /// Branching over complementary pieces.
    Enumeration = Row {
        name: "enumeration",
        description: "branch and bound over the complementary bases; for small problems; finds a solution or proves that \
                      none exists",
        linear: |settings| Box::new(EnumerationSolver { settings: settings.into() }),
        nonlinear: None,
    };
}

impl Method {
    /// Whether the method also takes nonlinear problems.
    pub fn is_nonlinear(self) -> bool {
        self.row().nonlinear.is_some()
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
        (self.row().linear)(settings)
    }

    /// A solver of this method for nonlinear problems, or `None` where it is for linear ones only.
    pub fn nonlinear_solver(self, settings: &Settings) -> Option<Box<dyn NonlinearSolver>> {
        self.row().nonlinear.map(|create| create(settings))
    }
}
