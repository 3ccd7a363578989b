//! The page and its data on loopback.

mod connection;
mod guard;
mod reply;
mod request;
mod routes;

use crate::lab::{Job, Lab, Limits};
use connection::Connection;
use reply::Reply;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use stiction_formats::{LoadedScene, RecordingFile};

/// Connections at a time; others are closed at once.
const MOST_CONNECTIONS: usize = 64;
/// How long to wait before the next connection where there is none to be had, as without free descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// What is served besides the lab.
#[derive(Debug, Default)]
pub struct Content {
    /// Recordings, each with the name that the page gives it.
    pub recordings: Vec<(String, RecordingFile)>,
}

/// A server that listens on loopback only.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

/// What every connection has in common.
struct Shared {
    port: u16,
    content: Content,
    lab: Lab,
    ended: AtomicBool,
}

impl Server {
    /// Begins to listen, at a free port if that is zero; in words, why not.
    pub fn start(port: u16, content: Content, lab: Lab) -> Result<Self, String> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let failed = |error: std::io::Error| format!("cannot listen on {wanted}: {error}");
        let listener = TcpListener::bind(wanted).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Arc::new(Shared { port: address.port(), content, lab, ended: AtomicBool::new(false) });
        let own = Arc::clone(&shared);
        let listening = Builder::new().name("listening".to_owned()).spawn(move || listen(&listener, &own));
        Ok(Self { address, shared, listening: listening.map_err(failed)? })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs a scene in the lab, to be watched; in words, why not.
    pub fn run(&self, loaded: LoadedScene, settings: Vec<String>, limits: &Limits) -> Result<(), String> {
        self.shared.lab.start(Job::new(loaded, settings, limits)?).map(|_| ())
    }

    /// Ends runs and answers.
    pub fn stop(self) {
        self.shared.lab.stop_all();
        self.shared.ended.store(true, Ordering::Relaxed);
        // Whoever listens looks up when somebody comes.
        if TcpStream::connect(self.address).is_ok() {
            // One that panicked has nothing more to do.
            let _ = self.listening.join();
        }
    }
}

/// Gives each connection a thread of its own, so that none waits for another.
fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    // Every connection holds one: there are as many as are open, however they end.
    let open = Arc::new(());
    loop {
        let accepted = listener.accept();
        if shared.ended.load(Ordering::Relaxed) {
            return;
        }
        let Ok((stream, _)) = accepted else {
            std::thread::sleep(PAUSE);
            continue;
        };
        if Arc::strong_count(&open) > MOST_CONNECTIONS {
            continue;
        }
        let (shared, open) = (Arc::clone(shared), Arc::clone(&open));
        // Without a thread for it, it is closed, too.
        let _ = Builder::new().name("connection".to_owned()).spawn(move || {
            serve(stream, &shared);
            drop(open);
        });
    }
}

fn serve(stream: TcpStream, shared: &Shared) {
    let Ok(mut connection) = Connection::new(stream, shared.lab.clock) else { return };
    match answer(&mut connection, shared) {
        Ok(Some(reply)) | Err(reply) => connection.send(&reply),
        Ok(None) => {}
    }
}

fn answer(connection: &mut Connection, shared: &Shared) -> Result<Option<Reply>, Reply> {
    let Some(request) = connection.head()? else { return Ok(None) };
    if let Some(refusal) = guard::refuse(&request, connection.is_local(), shared.port) {
        return Err(refusal);
    }
    let body = connection.body(&request)?;
    Ok(Some(routes::route(&request.method, &request.url, &body, &shared.content, &shared.lab)))
}
