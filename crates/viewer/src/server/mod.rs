//! The page and its data on loopback.

mod guard;
mod reply;
mod routes;

use crate::lab::{Job, Lab, Limits};
use reply::Reply;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use stiction_formats::{LoadedScene, RecordingFile};
use tiny_http::{Request, Server as Listener};

/// Requests that are answered at a time.
const WORKERS: usize = 4;
/// The longest body of a request, bytes.
const LONGEST_BODY: u64 = 16 << 10;

/// What is served besides the lab.
#[derive(Debug, Default)]
pub struct Content {
    /// Recordings, each with the name that the page gives it.
    pub recordings: Vec<(String, RecordingFile)>,
}

/// A server that listens on loopback only.
pub struct Server {
    listener: Arc<Listener>,
    address: SocketAddr,
    lab: Arc<Lab>,
    workers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Begins to listen, at a free port if that is zero; in words, why not.
    pub fn start(port: u16, content: Content, lab: Lab) -> Result<Self, String> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = Listener::http(wanted).map_err(|error| format!("cannot listen at {wanted}: {error}"))?;
        let address = listener.server_addr().to_ip().unwrap_or(wanted);
        let (listener, lab, content) = (Arc::new(listener), Arc::new(lab), Arc::new(content));
        let mut workers = Vec::new();
        for _ in 0..WORKERS {
            let (listener, lab, content) = (Arc::clone(&listener), Arc::clone(&lab), Arc::clone(&content));
            workers.push(std::thread::spawn(move || {
                while let Ok(request) = listener.recv() {
                    answer(request, address.port(), &content, &lab);
                }
            }));
        }
        Ok(Self { listener, address, lab, workers })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs a scene in the lab, to be watched; in words, why not.
    pub fn run(&self, loaded: LoadedScene, settings: Vec<String>, limits: &Limits) -> Result<(), String> {
        self.lab.start(Job::new(loaded, settings, limits)?).map(|_| ())
    }

    /// Ends runs and answers.
    pub fn stop(self) {
        self.lab.stop_all();
        self.workers.iter().for_each(|_| self.listener.unblock());
        for worker in self.workers {
            // One that panicked has nothing more to do.
            let _ = worker.join();
        }
    }
}

fn answer(mut request: Request, port: u16, content: &Content, lab: &Lab) {
    let reply = match guard::refuse(&request, port) {
        Some(refusal) => refusal,
        None => {
            let mut body = Vec::new();
            match request.as_reader().take(LONGEST_BODY + 1).read_to_end(&mut body) {
                Err(_) => Reply::error(400, "the request breaks off"),
                Ok(length) if length as u64 > LONGEST_BODY => Reply::error(413, "expected a body of at most 16 kB"),
                Ok(_) => routes::route(request.method(), request.url(), &body, content, lab),
            }
        }
    };
    // Whoever asked may be gone.
    let _ = request.respond(reply.into_response());
}
