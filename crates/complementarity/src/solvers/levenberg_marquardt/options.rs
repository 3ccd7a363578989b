//! What both Levenberg–Marquardt methods can be told, by name.

use std::fmt;

/// Parameters of both Levenberg–Marquardt methods; what is not given is as the method has it.
///
/// The command line, scene files and Python set them by name, so that names and ranges are the same everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevenbergMarquardtOptions {
    /// `λ` at the start.
    pub damping: Option<f64>,
    /// What `λ` is multiplied or divided by; `rlm` only.
    pub damping_factor: Option<f64>,
    /// The smallest `λ`; `rlm` only.
    pub smallest_damping: Option<f64>,
    /// The ratio of actual to predicted decrease below which `λ` grows; `rlm` only.
    pub poor_ratio: Option<f64>,
    /// The ratio above which `λ` shrinks; `rlm` only.
    pub good_ratio: Option<f64>,
    /// The merit `ψ` at which to stop, solved or not.
    pub merit_tolerance: Option<f64>,
    /// How many past merits a step may be compared to, a whole number; `plm` only.
    pub memory: Option<f64>,
    /// Iterations without the best merit halving before the watchdog acts, a whole number; `plm` only.
    pub watchdog_iterations: Option<f64>,
    /// Other starts tried after a stall, a whole number.
    pub restarts: Option<f64>,
}

/// A parameter of the Levenberg–Marquardt methods.
#[derive(Clone, Copy, Debug)]
pub struct LevenbergMarquardtParameter {
    /// As it is written on the command line; files and Python have underscores.
    pub name: &'static str,
    /// What it is, and its default.
    pub description: &'static str,
    /// The least and the largest value that makes sense.
    range: (f64, f64),
    is_count: bool,
    field: fn(&mut LevenbergMarquardtOptions) -> &mut Option<f64>,
}

/// The largest damping: more than makes every step vanish.
const MOST: f64 = 1e20;
/// The largest count.
const MANY: f64 = 1e9;

impl LevenbergMarquardtOptions {
    /// All parameters, in the order they are listed.
    pub const PARAMETERS: [LevenbergMarquardtParameter; 9] = [
        LevenbergMarquardtParameter {
            name: "damping",
            description: "λ at the start [default: rlm 1e-3, plm 1e-16]",
            range: (0.0, MOST),
            is_count: false,
            field: |options| &mut options.damping,
        },
        LevenbergMarquardtParameter {
            name: "damping-factor",
            description: "rlm: λ is multiplied or divided by it [default: 20]",
            range: (1.0, MOST),
            is_count: false,
            field: |options| &mut options.damping_factor,
        },
        LevenbergMarquardtParameter {
            name: "smallest-damping",
            description: "rlm: the smallest λ [default: 1e-25]",
            range: (0.0, MOST),
            is_count: false,
            field: |options| &mut options.smallest_damping,
        },
        LevenbergMarquardtParameter {
            name: "poor-ratio",
            description: "rlm: λ grows below this ratio of actual to predicted decrease [default: 0.3]",
            range: (0.0, 1.0),
            is_count: false,
            field: |options| &mut options.poor_ratio,
        },
        LevenbergMarquardtParameter {
            name: "good-ratio",
            description: "rlm: λ shrinks above this ratio [default: 0.8]",
            range: (0.0, 1.0),
            is_count: false,
            field: |options| &mut options.good_ratio,
        },
        LevenbergMarquardtParameter {
            name: "merit-tolerance",
            description: "ψ at which to stop, solved or not [default: 1e-30]",
            range: (0.0, 1.0),
            is_count: false,
            field: |options| &mut options.merit_tolerance,
        },
        LevenbergMarquardtParameter {
            name: "memory",
            description: "plm: past values of ψ that a step is compared to, 1 for a monotone search [default: 10]",
            range: (1.0, MANY),
            is_count: true,
            field: |options| &mut options.memory,
        },
        LevenbergMarquardtParameter {
            name: "watchdog-iterations",
            description: "plm: iterations in which the best ψ falls by less than half, before the search returns to it [default: 15]",
            range: (1.0, MANY),
            is_count: true,
            field: |options| &mut options.watchdog_iterations,
        },
        LevenbergMarquardtParameter {
            name: "restarts",
            description: "other starts tried after a stall [default: 4]",
            range: (0.0, MANY),
            is_count: true,
            field: |options| &mut options.restarts,
        },
    ];

    /// Sets a parameter by name. Underscores are read as hyphens.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), LevenbergMarquardtError> {
        let hyphened = name.replace('_', "-");
        let Some(parameter) = Self::PARAMETERS.iter().find(|parameter| parameter.name == hyphened) else {
            return Err(LevenbergMarquardtError::Unknown { name: name.to_owned() });
        };
        if !parameter.accepts(value) {
            let expectation = parameter.expectation();
            return Err(LevenbergMarquardtError::Value { name: parameter.name, expectation, found: value });
        }
        *(parameter.field)(self) = Some(value);
        Ok(())
    }

    /// Refuses fields that were set to what makes no sense.
    pub fn check(&self) -> Result<(), LevenbergMarquardtError> {
        let mut checked = *self;
        Self::PARAMETERS.iter().try_for_each(|parameter| match *(parameter.field)(&mut checked) {
            Some(value) => Self::default().set(parameter.name, value),
            None => Ok(()),
        })
    }
}

impl LevenbergMarquardtParameter {
    fn accepts(&self, value: f64) -> bool {
        let (least, most) = self.range;
        (least..=most).contains(&value) && (!self.is_count || value.fract() == 0.0)
    }

    /// What a value should be.
    pub fn expectation(&self) -> String {
        let (least, most) = self.range;
        let kind = if self.is_count { "whole number" } else { "number" };
        let least = if least == 0.0 { "0".to_owned() } else { format!("{least}") };
        if most >= MANY { format!("a {kind}, {least} or more") } else { format!("a {kind} from {least} to {most}") }
    }
}

/// A parameter that makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub enum LevenbergMarquardtError {
    /// There is no parameter of this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is out of range.
    Value {
        /// Of which.
        name: &'static str,
        /// What it should be.
        expectation: String,
        /// What it is.
        found: f64,
    },
}

impl fmt::Display for LevenbergMarquardtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                let names: Vec<_> = LevenbergMarquardtOptions::PARAMETERS.iter().map(|own| own.name).collect();
                write!(f, "unknown parameter '{name}'; expected one of {}", names.join(", "))
            }
            Self::Value { name, expectation, found } => write!(f, "{name}: expected {expectation}, found {found}"),
        }
    }
}

impl std::error::Error for LevenbergMarquardtError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::{ProjectedLevenbergMarquardtSettings, RegularLevenbergMarquardtSettings, Settings};

    #[test]
    fn every_parameter_reaches_its_method() {
        let usual = Settings::default();
        for parameter in LevenbergMarquardtOptions::PARAMETERS {
            let mut options = LevenbergMarquardtOptions::default();
            options.set(parameter.name, if parameter.range.1 == 1.0 { 0.5 } else { 2.0 }).unwrap();
            let settings = Settings { levenberg_marquardt: options, ..usual };
            let regular = RegularLevenbergMarquardtSettings::from(&settings);
            let projected = ProjectedLevenbergMarquardtSettings::from(&settings);
            let changes = regular != RegularLevenbergMarquardtSettings::from(&usual)
                || projected != ProjectedLevenbergMarquardtSettings::from(&usual);
            assert!(changes, "{}", parameter.name);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut options = LevenbergMarquardtOptions::default();
        let unknown = options.set("lambda", 1.0).unwrap_err().to_string();
        assert!(
            unknown.starts_with("unknown parameter 'lambda'; expected one of damping, damping-factor"),
            "{unknown}"
        );
        let found =
            |name: &str, value: f64| LevenbergMarquardtOptions::default().set(name, value).unwrap_err().to_string();
        assert_eq!(found("damping", f64::NAN), "damping: expected a number, 0 or more, found NaN");
        assert_eq!(found("memory", 2.5), "memory: expected a whole number, 1 or more, found 2.5");
        assert_eq!(found("poor-ratio", 2.0), "poor-ratio: expected a number from 0 to 1, found 2");
        options.set("damping_factor", 10.0).unwrap();
        assert_eq!((options.damping_factor, options.check()), (Some(10.0), Ok(())));
        options.memory = Some(0.0);
        assert_eq!(options.check().unwrap_err().to_string(), "memory: expected a whole number, 1 or more, found 0");
    }
}
