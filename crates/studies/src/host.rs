use crate::StudyError;

/// Whoever runs a study: has a clock, and somebody who may want to stop.
pub trait Host {
    /// Told how far the study is, from 0 to 1, and what it does now.
    fn progress(&mut self, share: f64, what: &str);

    /// The time, in seconds from any moment on; always zero where there is no clock.
    fn seconds(&mut self) -> f64;

    /// Whether to stop.
    fn stops(&mut self) -> bool;
}

/// Nobody: no clock, and no end before the end.
impl Host for () {
    fn progress(&mut self, _: f64, _: &str) {}

    fn seconds(&mut self) -> f64 {
        0.0
    }

    fn stops(&mut self) -> bool {
        false
    }
}

/// Tells how far the study is; an error where it is to stop.
pub(crate) fn advance(host: &mut dyn Host, share: f64, what: &str) -> Result<(), StudyError> {
    host.progress(share, what);
    if host.stops() { Err(StudyError::Interrupted) } else { Ok(()) }
}
