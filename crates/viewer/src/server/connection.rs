use super::reply::Reply;
use super::request::Request;
use crate::Clock;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// The longest head and body of a request, bytes.
const LONGEST_HEAD: usize = 16 << 10;
const LONGEST_BODY: usize = 16 << 10;
/// How long a request may take to come, s.
const PATIENCE: f64 = 10.0;
/// How long a write may wait for its reader.
const LONGEST_WRITE: Duration = Duration::from_secs(30);
/// What is still read, and thrown away, after an answer to a request that was not: bytes, and s.
const MOST_LEFT: usize = 1 << 20;
const LINGERING: f64 = 1.0;

/// One request and its answer. Neither its size nor its time is the sender's to choose.
pub struct Connection {
    stream: TcpStream,
    clock: Clock,
    /// What has come and is not used yet.
    buffer: Vec<u8>,
}

impl Connection {
    pub fn new(stream: TcpStream, clock: Clock) -> io::Result<Self> {
        stream.set_write_timeout(Some(LONGEST_WRITE))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, clock, buffer: Vec::new() })
    }

    /// Whether the other side is on this machine.
    pub fn is_local(&self) -> bool {
        self.stream.peer_addr().is_ok_and(|from| from.ip().is_loopback())
    }

    /// The head of the request; none if nothing came, as from browsers that connect in advance; else what to answer.
    pub fn head(&mut self) -> Result<Option<Request>, Reply> {
        let end = (self.clock)() + PATIENCE;
        let mut looked = 0;
        loop {
            let found = self.buffer[looked..].windows(4).position(|part| part == b"\r\n\r\n");
            if let Some(at) = found.map(|at| at + looked) {
                let request = Request::parse(&self.buffer[..at]);
                self.buffer.drain(..at + 4);
                return request.map(Some);
            }
            looked = self.buffer.len().saturating_sub(3);
            if self.buffer.len() > LONGEST_HEAD {
                return Err(Reply::error(431, "expected at most 16 kB of request headers"));
            }
            if self.more(end)? == 0 {
                return if self.buffer.is_empty() { Ok(None) } else { Err(broken_off()) };
            }
        }
    }

    /// The body of the request; else what to answer.
    pub fn body(&mut self, request: &Request) -> Result<Vec<u8>, Reply> {
        let length = request.body_length()?;
        if length > LONGEST_BODY {
            return Err(Reply::error(413, "expected a request body of at most 16 kB"));
        }
        let end = (self.clock)() + PATIENCE;
        while self.buffer.len() < length {
            if self.more(end)? == 0 {
                return Err(broken_off());
            }
        }
        Ok(self.buffer.drain(..length).collect())
    }

    /// Waits for more until a moment; how many bytes came, none at the end.
    fn more(&mut self, end: f64) -> Result<usize, Reply> {
        let late = || Reply::error(408, "expected a complete request within 10 s");
        let left = end - (self.clock)();
        if left <= 0.0 {
            return Err(late());
        }
        let mut bytes = [0; 4096];
        // At least a millisecond: zero would mean forever.
        let wait = Duration::from_secs_f64(left.max(1e-3));
        match self.stream.set_read_timeout(Some(wait)).and_then(|()| self.stream.read(&mut bytes)) {
            Ok(count) => {
                self.buffer.extend_from_slice(&bytes[..count]);
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => self.more(end),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Err(late()),
            Err(_) => Err(broken_off()),
        }
    }

    /// Answers and ends.
    pub fn send(mut self, reply: &Reply) {
        // Whoever asked may be gone.
        if self.stream.write_all(&reply.head()).is_ok() && self.stream.write_all(&reply.content).is_ok() {
            self.linger();
        }
    }

    /// Lets the answer arrive: to close while something is unread would take it back.
    fn linger(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let end = (self.clock)() + LINGERING;
        let mut thrown = 0;
        while thrown < MOST_LEFT {
            self.buffer.clear();
            match self.more(end) {
                Ok(count) if count > 0 => thrown += count,
                _ => return,
            }
        }
    }
}

fn broken_off() -> Reply {
    Reply::error(400, "expected a complete request; the connection closed early")
}
