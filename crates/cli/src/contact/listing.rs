use super::ContactRequest;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::watch::Stop;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use stiction_contact::{Enumeration, EnumerationSettings, enumerate};

/// How often it is asked whether to stop.
const TICK: Duration = Duration::from_millis(20);
/// As much as the main thread has.
const STACK: usize = 8 << 20;

/// All solutions of a small contact problem, by the modes of its contacts.
pub struct ContactListing {
    /// The list.
    pub enumeration: Enumeration,
    /// What it took.
    pub wall: Duration,
    /// Who stopped it before it had a list, if anyone.
    pub stop: Option<Stop>,
}

impl ContactListing {
    /// Tries every mode of every contact. The search listens to nobody, so it has a thread of its own: who stops it
    /// leaves it behind, and it ends with the program.
    pub fn new(request: &ContactRequest) -> Result<Self, Failure> {
        let settings = EnumerationSettings { tolerance: request.settings.tolerance, ..EnumerationSettings::default() };
        let (sender, receiver) = channel();
        let problem = Arc::clone(&request.problem);
        let began = Instant::now();
        let deadline = request.time_limit.and_then(|limit| began.checked_add(limit));
        let _listening = Listening::start();
        // Nobody is left to tell once the search was stopped.
        let search = move || drop(sender.send(enumerate(&problem, &settings)));
        let search = std::thread::Builder::new().stack_size(STACK).spawn(search).map_err(Failure::Output)?;
        let stop = loop {
            match receiver.recv_timeout(TICK) {
                Ok(listed) => {
                    let enumeration = listed.map_err(Failure::ContactEnumeration)?;
                    return Ok(Self { enumeration, wall: began.elapsed(), stop: None });
                }
                Err(RecvTimeoutError::Disconnected) => match search.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => break Stop::User,
                },
                Err(RecvTimeoutError::Timeout) if interrupt::requested() => break Stop::User,
                Err(RecvTimeoutError::Timeout) if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    break Stop::Clock;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        let reason = match stop {
            Stop::Clock => "stopped by the time limit before the enumeration was complete",
            Stop::User => "interrupted before the enumeration was complete",
        };
        let enumeration = Enumeration { solutions: Vec::new(), complete: false, reason: reason.to_owned(), tried: 0 };
        Ok(Self { enumeration, wall: began.elapsed(), stop: Some(stop) })
    }
}
