use crate::arguments::CompareArguments;
use crate::report::number::plain_power;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stiction_contact::Settings;
use stiction_formats::fingerprint;

/// What every line of one results file was computed with, kept beside it as `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareSettings {
    /// The program and its version.
    pub program: String,
    /// The fingerprint of the program's file: one version has many builds while it is worked on, each with its own
    /// numbers and times.
    pub build: String,
    /// The largest relative natural map that counts as solved.
    pub tolerance: f64,
    /// Seconds for one method on one problem.
    pub time_limit_s: f64,
}

impl CompareSettings {
    /// As they were asked for.
    pub fn new(arguments: &CompareArguments) -> Self {
        let build = std::env::current_exe().ok().and_then(|program| fingerprint(&program).ok());
        Self {
            program: concat!("stiction ", env!("CARGO_PKG_VERSION")).to_owned(),
            build: build.map_or_else(|| "unknown".to_owned(), |build| format!("{build:016x}")),
            tolerance: arguments.tolerance.unwrap_or(Settings::default().tolerance),
            time_limit_s: arguments.time_limit,
        }
    }

    /// What differs from another choice: its name, there and here. How many jobs there were changes no result.
    pub fn differences(&self, there: &Self) -> Vec<(&'static str, String, String)> {
        let pairs = [
            ("--tolerance", plain_power(there.tolerance), plain_power(self.tolerance)),
            ("--time-limit", plain_power(there.time_limit_s), plain_power(self.time_limit_s)),
            ("program", there.program.clone(), self.program.clone()),
            ("build", there.build.clone(), self.build.clone()),
        ];
        pairs.into_iter().filter(|(_, there, here)| there != here).collect()
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
