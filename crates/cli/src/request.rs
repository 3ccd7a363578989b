//! What it means.

use crate::arguments::SolveArguments;
use crate::failure::Failure;
use crate::posed::Posed;
use std::time::Duration;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::{LinearSolver, Prox, ProxScaling, ProxSettings, Settings};
use stiction_contact::ProxScaling as Choice;
use stiction_formats::read_point;

/// A solve with everything decided.
pub struct Request {
    /// The file or the example, for headings.
    pub title: String,
    /// The problem.
    pub posed: Posed,
    /// The methods to run, one after the other.
    pub methods: Vec<Method>,
    /// Whether the methods are compared in a table.
    pub compare: bool,
    /// Settings for each method.
    pub settings: Settings,
    /// The parameter r of the prox method, if it is not to choose.
    pub prox_scaling: Option<ProxScaling>,
    /// Where to start.
    pub start: Option<Vec<f64>>,
    /// For each method.
    pub time_limit: Option<Duration>,
    /// Whether all solutions are to be listed.
    pub enumerate: bool,
    /// Whether the answer is JSON.
    pub json: bool,
    /// Whether iterations are logged.
    pub log: bool,
}

impl Request {
    /// Reads the start and settles the defaults.
    pub fn resolve(arguments: &SolveArguments, title: String, posed: Posed) -> Result<Self, Failure> {
        if let Some(option) = arguments.contact.given() {
            return Err(Failure::ContactOnly(option));
        }
        let compare = arguments.method.as_deref() == Some("all");
        let methods = methods(arguments, &posed, compare)?;
        if arguments.enumerate && posed.linear().is_none() {
            return Err(Failure::LinearOnly("--enumerate".to_owned()));
        }
        let start = match &arguments.start {
            Some(path) => Some(read_point(path, posed.problem().dimension())?),
            None => posed.usual_start().map(<[f64]>::to_vec),
        };
        let settings = Settings {
            tolerance: arguments.tolerance.unwrap_or(Settings::default().tolerance),
            iteration_limit: arguments.max_iterations.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX)),
            levenberg_marquardt: arguments.levenberg_marquardt()?,
        };
        Ok(Self {
            title,
            posed,
            methods,
            compare,
            settings,
            prox_scaling: arguments.contact.prox_scaling.map(prox_scaling),
            start,
            // Longer than anyone waits is no limit.
            time_limit: arguments.time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            enumerate: arguments.enumerate,
            json: arguments.json,
            log: arguments.log,
        })
    }

    /// The solver of a method for linear problems.
    pub fn linear_solver(&self, method: Method) -> Box<dyn LinearSolver> {
        match (method, self.prox_scaling) {
            (Method::Prox, Some(scaling)) => Box::new(Prox::new(ProxSettings { scaling, ..(&self.settings).into() })),
            _ => method.linear_solver(&self.settings),
        }
    }
}

/// The choice of r that `--prox-scaling` names, row by row in place of contact by contact.
fn prox_scaling(choice: Choice) -> ProxScaling {
    match choice {
        Choice::Fixed(r) => ProxScaling::Fixed(r),
        Choice::Global => ProxScaling::Global,
        Choice::Contact => ProxScaling::PerRow,
        Choice::Adaptive => ProxScaling::ADAPTIVE,
    }
}

fn methods(arguments: &SolveArguments, posed: &Posed, all: bool) -> Result<Vec<Method>, Failure> {
    let fits = |method: &Method| posed.linear().is_some() || method.is_nonlinear();
    let method = match arguments.method.as_deref() {
        _ if all => return Ok(Method::ALL.into_iter().filter(fits).collect()),
        None if arguments.enumerate => return Ok(Vec::new()),
        None => Method::Auto,
        Some(name) => name.parse().map_err(|_| Failure::contact_method(name, fits))?,
    };
    if fits(&method) { Ok(vec![method]) } else { Err(Failure::LinearOnly(format!("--method {method}"))) }
}
