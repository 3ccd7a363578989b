use super::ContactRequest;
use crate::failure::Failure;
use std::time::{Duration, Instant};
use stiction_contact::{Enumeration, EnumerationSettings, enumerate};

/// All solutions of a small contact problem, by the modes of its contacts.
pub struct ContactListing {
    /// The list.
    pub enumeration: Enumeration,
    /// What it took.
    pub wall: Duration,
}

impl ContactListing {
    /// Tries every mode of every contact.
    pub fn new(request: &ContactRequest) -> Result<Self, Failure> {
        let settings = EnumerationSettings { tolerance: request.settings.tolerance, ..EnumerationSettings::default() };
        let began = Instant::now();
        let enumeration = enumerate(&request.problem, &settings).map_err(Failure::ContactEnumeration)?;
        Ok(Self { enumeration, wall: began.elapsed() })
    }
}
