//! Who may ask: pages that this server gave out, and programs of this machine; no page from elsewhere, by whatever name it
//! reaches loopback.

use super::reply::Reply;
use super::request::Request;

/// What to answer to those who may not ask.
pub fn refuse(request: &Request, local: bool, port: u16) -> Option<Reply> {
    if !local {
        return Some(Reply::error(403, "expected a request from this machine"));
    }
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    let is_own = |host: &str| hosts.iter().any(|own| own == host);
    if !matches!(request.values("Host")[..], [host] if is_own(host)) {
        return Some(Reply::error(403, &format!("expected the header Host: 127.0.0.1:{port}")));
    }
    let foreign = |origin: &&str| !origin.strip_prefix("http://").is_some_and(is_own);
    // The page itself may be opened from anywhere, by a link; what it asks for, only by itself.
    let elsewhere = |site: &&str| request.url != "/" && !matches!(*site, "same-origin" | "none");
    if request.values("Origin").iter().any(foreign) || request.values("Sec-Fetch-Site").iter().any(elsewhere) {
        return Some(Reply::error(403, "expected a request from the page of this server"));
    }
    let json = |kind: &&str| kind.starts_with("application/json");
    match &request.method[..] {
        "GET" => None,
        // Forms of other pages cannot send this type without being asked first.
        "POST" if request.values("Content-Type").iter().any(json) => None,
        "POST" => Some(Reply::error(415, "expected the header Content-Type: application/json")),
        _ => Some(Reply::error(405, "expected GET or POST")),
    }
}
