use std::fmt;
use std::path::PathBuf;
use stiction_complementarity::Method;
use stiction_complementarity::solvers::EnumerationError;
use stiction_contact::{
    ContactError, EnumerationError as ContactEnumerationError, Method as ContactMethod, SettingsError,
};
use stiction_formats::FormatError;

/// Why a command could not be carried out: bad input or usage, never an outcome of a solve.
#[derive(Debug)]
pub enum Failure {
    /// A file at fault.
    File(FormatError),
    /// A file with a contact problem whose parts do not fit.
    Contact(String, ContactError),
    /// The argument that names no example, the name, and perhaps a near one.
    UnknownExample(&'static str, String, Option<String>),
    /// A method for linear problems only, on a nonlinear one.
    LinearOnly(String),
    /// An option for contact problems, on another.
    ContactOnly(&'static str),
    /// A method that is none for problems of this kind; those that are.
    WrongMethod(String, &'static str, Vec<&'static str>),
    /// A contact problem too large to enumerate.
    ContactEnumeration(ContactEnumerationError),
    /// A setting of a contact method that makes no sense.
    ContactSettings(SettingsError),
    /// An example that is code and has no file form.
    NoFileForm(String),
    /// A model too large for its dense mass matrix.
    TooLarge(usize),
    /// Too large to enumerate.
    Enumeration(EnumerationError),
    /// A file that would be overwritten.
    Exists(PathBuf),
    /// Results of another choice of settings: which ones, as they are there and as they are now.
    OtherSettings(PathBuf, Vec<(&'static str, String, String)>),
    /// What is wrong with what was asked for, in words.
    Request(String),
    /// The terminal or pipe refused the answer.
    Output(std::io::Error),
}

impl Failure {
    /// The most degrees of freedom for which a full mass matrix is formed: 200 MB.
    pub const LARGEST_MODEL: usize = 5000;
    /// The exit code of every failure.
    pub const EXIT_CODE: u8 = 2;

    /// A method for contact problems, on a complementarity problem.
    pub fn contact_method(name: &str, fits: impl Fn(&Method) -> bool) -> Self {
        let right = Method::ALL.iter().filter(|method| fits(method)).map(|method| method.name()).collect();
        Self::WrongMethod(name.to_owned(), "complementarity problems", right)
    }

    /// A method for complementarity problems, on a contact problem.
    pub fn complementarity_method(name: &str) -> Self {
        let right = ContactMethod::ALL.iter().map(|method| method.name()).collect();
        Self::WrongMethod(name.to_owned(), "contact problems", right)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Contact(file, error) => write!(f, "{file}: {error}"),
            Self::UnknownExample(argument, name, near) => {
                write!(f, "{argument}: expected a name listed by `stiction examples`, found '{name}'")?;
                near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean '{near}'?"))
            }
            Self::LinearOnly(what) => {
                write!(f, "{what} supports linear problems only; for others use --method auto, path, fb-rlm or fb-plm")
            }
            Self::ContactOnly(option) => {
                write!(f, "{option} applies to contact problems; this is a complementarity problem")
            }
            Self::WrongMethod(name, kind, right) => {
                write!(f, "--method {name} does not solve {kind}; expected {} or all", right.join(", "))
            }
            Self::ContactEnumeration(error) => write!(f, "--enumerate: {error}"),
            Self::ContactSettings(error) => {
                let option = match error {
                    SettingsError::Tolerance { .. } => "--tolerance",
                    SettingsError::Facets { .. } => "--facets",
                    SettingsError::Relaxation { .. } => "--relaxation",
                    SettingsError::ProxScaling { .. } => "--prox-scaling",
                    SettingsError::LevenbergMarquardt { .. } => "--levenberg-marquardt",
                };
                write!(f, "{option}: {}", error.expectation())
            }
            Self::NoFileForm(name) => {
                write!(f, "example '{name}' is nonlinear, defined in code, and has no problem file")
            }
            Self::TooLarge(freedoms) => {
                let limit = Self::LARGEST_MODEL;
                write!(f, "--at: expected a model of at most {limit} degrees of freedom, found {freedoms}")
            }
            Self::Enumeration(error) => write!(f, "--enumerate: {error}"),
            Self::Exists(path) => write!(f, "{}: exists; --force overwrites it", path.display()),
            Self::OtherSettings(path, differences) => {
                let words = differences.iter().map(|(what, there, now)| format!("{what} {there}, not {now}"));
                let words = words.collect::<Vec<_>>().join("; ");
                let path = path.display();
                write!(f, "{path}: holds results for {words}; choose another --output, or delete them with --restart")
            }
            Self::Request(what) => f.write_str(what),
            Self::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::File(error)
    }
}

impl From<EnumerationError> for Failure {
    fn from(error: EnumerationError) -> Self {
        Self::Enumeration(error)
    }
}
