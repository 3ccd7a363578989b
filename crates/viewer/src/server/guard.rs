//! Who may ask: pages that this server gave out, and programs of this machine; no page from elsewhere, by whatever name it
//! reaches loopback.

use super::reply::Reply;
use tiny_http::{Method, Request};

fn header<'r>(request: &'r Request, name: &str) -> Option<&'r str> {
    let own = |header: &&tiny_http::Header| header.field.as_str().as_str().eq_ignore_ascii_case(name);
    request.headers().iter().find(own).map(|header| header.value.as_str())
}

/// What to answer to those who may not ask.
pub fn refuse(request: &Request, port: u16) -> Option<Reply> {
    if !request.remote_addr().is_some_and(|from| from.ip().is_loopback()) {
        return Some(Reply::error(403, "expected a request from this machine"));
    }
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    if !header(request, "Host").is_some_and(|host| hosts.iter().any(|own| own == host)) {
        return Some(Reply::error(403, &format!("expected the header Host: 127.0.0.1:{port}")));
    }
    if let Some(origin) = header(request, "Origin") {
        let own = origin.strip_prefix("http://").is_some_and(|host| hosts.iter().any(|own| own == host));
        if !own {
            return Some(Reply::error(403, "expected a request from this server's own page"));
        }
    }
    if request.url().starts_with("/api/")
        && header(request, "Sec-Fetch-Site").is_some_and(|site| !matches!(site, "same-origin" | "none"))
    {
        return Some(Reply::error(403, "expected a request from this server's own page"));
    }
    match request.method() {
        Method::Get => None,
        // Forms of other pages cannot send this type without being asked first.
        Method::Post if header(request, "Content-Type").is_some_and(|kind| kind.starts_with("application/json")) => {
            None
        }
        Method::Post => Some(Reply::error(415, "expected the header Content-Type: application/json")),
        _ => Some(Reply::error(405, "expected GET or POST")),
    }
}
