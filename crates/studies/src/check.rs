use crate::number::{rounded, short};

/// A number that a study expects, and what it got.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What was looked at.
    pub what: String,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub got: String,
    /// How far it may be off.
    pub tolerance: String,
    /// Whether it is as expected.
    pub passes: bool,
}

impl Check {
    /// A number near another.
    pub fn near(what: impl Into<String>, expected: f64, got: f64, tolerance: f64) -> Self {
        Self {
            what: what.into(),
            expected: rounded(expected, tolerance),
            got: rounded(got, tolerance),
            tolerance: format!("± {}", short(tolerance)),
            // Not a number is never near.
            passes: (got - expected).abs() <= tolerance,
        }
    }

    /// A number up to a limit.
    pub fn at_most(what: impl Into<String>, limit: f64, got: f64) -> Self {
        Self {
            what: what.into(),
            expected: format!("≤ {}", short(limit)),
            got: short(got),
            tolerance: "–".to_owned(),
            passes: got <= limit,
        }
    }

    /// A number from a limit on.
    pub fn at_least(what: impl Into<String>, limit: f64, got: f64) -> Self {
        Self {
            what: what.into(),
            expected: format!("≥ {}", short(limit)),
            got: short(got),
            tolerance: "–".to_owned(),
            passes: got >= limit,
        }
    }

    /// A number of things.
    pub fn count(what: impl Into<String>, expected: usize, got: usize) -> Self {
        Self {
            what: what.into(),
            expected: expected.to_string(),
            got: got.to_string(),
            tolerance: "exact".to_owned(),
            passes: got == expected,
        }
    }

    /// Words.
    pub fn is(what: impl Into<String>, expected: impl Into<String>, got: impl Into<String>) -> Self {
        let (expected, got) = (expected.into(), got.into());
        let passes = got == expected;
        Self { what: what.into(), expected, got, tolerance: "exact".to_owned(), passes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_none_does_not_pass() {
        assert!(Check::near("x", 1.0, 1.05, 0.1).passes);
        assert!(!Check::near("x", 1.0, f64::NAN, 0.1).passes);
        assert!(!Check::at_most("x", 1.0, f64::NAN).passes);
        assert!(!Check::at_least("x", 1.0, f64::NAN).passes);
        assert!(!Check::count("x", 2, 3).passes);
    }
}
