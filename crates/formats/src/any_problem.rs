use crate::{FclibFile, LoadedContact, LoadedProblem};

/// A problem of any kind that can be read.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one is made per file")]
pub enum AnyProblem {
    /// From a problem file with `"kind": "lcp"` or `"mlcp"`.
    Linear(LoadedProblem),
    /// From a problem file with `"kind": "contact"`.
    Contact(LoadedContact),
    /// From an FCLIB file.
    Fclib(FclibFile),
}
