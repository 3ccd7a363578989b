use crate::arguments::CompareArguments;
use crate::report::number::plain_power;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stiction_contact::Settings;

/// What every line of one results file was computed with, kept beside it as `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareSettings {
    /// The program and its version.
    pub program: String,
    /// The largest relative natural map that counts as solved.
    pub tolerance: f64,
    /// Seconds for one method on one problem.
    pub time_limit_s: f64,
}

impl CompareSettings {
    /// As they were asked for.
    pub fn new(arguments: &CompareArguments) -> Self {
        Self {
            program: concat!("stiction ", env!("CARGO_PKG_VERSION")).to_owned(),
            tolerance: arguments.tolerance.unwrap_or(Settings::default().tolerance),
            time_limit_s: arguments.time_limit,
        }
    }

    /// What differs from another choice, there and here.
    pub fn difference(&self, there: &Self) -> Option<(&'static str, String, String)> {
        if self.tolerance != there.tolerance {
            return Some(("--tolerance", plain_power(there.tolerance), plain_power(self.tolerance)));
        }
        if self.time_limit_s != there.time_limit_s {
            return Some(("--time-limit", there.time_limit_s.to_string(), self.time_limit_s.to_string()));
        }
        (self.program != there.program).then(|| ("the program", there.program.clone(), self.program.clone()))
    }

    /// For the methods.
    pub fn solver(&self) -> Settings {
        Settings { tolerance: self.tolerance, ..Settings::default() }
    }

    /// For one method on one problem; longer than anyone waits is no limit.
    pub fn time_limit(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.time_limit_s).ok()
    }
}
