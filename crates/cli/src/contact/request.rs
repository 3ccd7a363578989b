use crate::arguments::SolveArguments;
use crate::failure::Failure;
use std::sync::Arc;
use std::time::Duration;
use stiction_contact::{ContactProblem, Method, Settings};
use stiction_formats::read_impulses;

/// How many contacts are listed unless it is said.
const CONTACTS: usize = 20;

/// The most rows for which the impulses that move nothing are counted, by a dense factorisation.
const LARGEST_NULL_SPACE: usize = 3000;

/// A solve of a contact problem with everything decided.
pub struct ContactRequest {
    /// The file or the example, for headings.
    pub title: String,
    /// The problem.
    pub problem: Arc<ContactProblem>,
    /// The methods to run, one after the other.
    pub methods: Vec<Method>,
    /// Whether the methods are compared in a table.
    pub compare: bool,
    /// Settings for each method.
    pub settings: Settings,
    /// Where to start.
    pub start: Option<Vec<f64>>,
    /// For each method.
    pub time_limit: Option<Duration>,
    /// Whether all solutions are to be listed.
    pub enumerate: bool,
    /// Whether the impulses that move nothing are counted.
    pub null_space: bool,
    /// How many contacts are listed.
    pub contacts: usize,
    /// Whether the answer is JSON.
    pub json: bool,
    /// Whether iterations are logged.
    pub log: bool,
}

impl ContactRequest {
    /// Reads the start and settles the defaults.
    pub fn resolve(arguments: &SolveArguments, title: String, problem: ContactProblem) -> Result<Self, Failure> {
        if arguments.enumerate && arguments.contact.relaxation.is_some() {
            return Err(Failure::Request(
                "--enumerate lists solutions of the exact laws; leave out --relaxation".to_owned(),
            ));
        }
        if arguments.contact.null_space && problem.order() > LARGEST_NULL_SPACE {
            let (limit, found) = (LARGEST_NULL_SPACE, problem.order());
            return Err(Failure::Request(format!("--null-space: expected at most {limit} rows, found {found}")));
        }
        let compare = arguments.method.as_deref() == Some("all");
        let methods = match arguments.method.as_deref() {
            Some("all") => Method::ALL.to_vec(),
            Some(name) => vec![name.parse().map_err(|_| Failure::complementarity_method(name))?],
            None if arguments.enumerate => Vec::new(),
            None => vec![Method::Auto],
        };
        let start = arguments.start.as_deref().map(|path| read_impulses(path, problem.order())).transpose()?;
        Ok(Self {
            title,
            methods,
            compare,
            settings: settings(arguments)?,
            start,
            // Longer than anyone waits is no limit.
            time_limit: arguments.time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            enumerate: arguments.enumerate,
            null_space: arguments.contact.null_space,
            contacts: arguments.contact.contacts.unwrap_or(CONTACTS),
            json: arguments.json,
            log: arguments.log,
            problem: Arc::new(problem),
        })
    }
}

/// The settings; what makes no sense is refused by the name of its option.
fn settings(arguments: &SolveArguments) -> Result<Settings, Failure> {
    let (usual, contact) = (Settings::default(), &arguments.contact);
    let settings = Settings {
        tolerance: arguments.tolerance.unwrap_or(usual.tolerance),
        iteration_limit: arguments.max_iterations.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX)),
        facets: contact.facets.unwrap_or(usual.facets),
        alignment: contact.alignment.map_or(usual.alignment, Into::into),
        relaxation: contact.relaxation.unwrap_or(usual.relaxation),
        prox_scaling: contact.prox_scaling.unwrap_or(usual.prox_scaling),
        sweep: contact.sweep.map_or(usual.sweep, Into::into),
        levenberg_marquardt: arguments.levenberg_marquardt()?,
    };
    settings.check().map_err(Failure::ContactSettings)?;
    Ok(settings)
}
