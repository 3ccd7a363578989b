//! The server: who may ask, what is refused, and that runs are bounded.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use stiction_formats::{Frame, Recording, RecordingEncoder, RecordingFile, RecordingHeader, built_in_scene};
use stiction_simulation::World;
use stiction_viewer::{Content, Lab, Limits, Server, page};

fn clock() -> f64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn recording(steps: usize) -> Vec<u8> {
    let loaded = built_in_scene("bouncing-ball").unwrap().load(&[] as &[&str]).unwrap();
    let mut world = World::new(loaded.scene).unwrap();
    let mut encoder = RecordingEncoder::new(&RecordingHeader::new(&world, 1));
    encoder.frame(&Frame::start(&world));
    for _ in 0..steps {
        let report = world.step().unwrap();
        encoder.frame(&Frame::of_step(&world, &report));
    }
    encoder.into_bytes()
}

fn start(limits: Limits) -> Server {
    let file = RecordingFile::from_bytes("ball", recording(50)).unwrap();
    Server::start(0, Content { recordings: vec![("ball".to_owned(), file)] }, Lab::new(limits, clock)).unwrap()
}

/// Sends lines as they are, and gives the code and the body of the answer.
fn send(address: SocketAddr, head: &str, body: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
    (text.split(' ').nth(1).unwrap().parse().unwrap(), bytes[end + 4..].to_vec())
}

fn get(address: SocketAddr, path: &str) -> (u16, Vec<u8>) {
    send(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}"), "")
}

fn post(address: SocketAddr, path: &str, body: &str) -> (u16, Value) {
    let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json");
    let (code, answer) = send(address, &head, body);
    (code, serde_json::from_slice(&answer).unwrap())
}

/// Waits until a run is in another state than `running`.
fn ended(address: SocketAddr, id: u64) -> Value {
    for _ in 0..600 {
        let runs: Value = serde_json::from_slice(&get(address, "/api/runs").1).unwrap();
        let run = runs.as_array().unwrap().iter().find(|run| run["id"] == id).unwrap().clone();
        if run["state"] != "running" {
            return run;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("run {id} goes on");
}

#[test]
fn only_this_machines_own_page_may_ask() {
    let server = start(Limits::default());
    let address = server.address();
    assert!(address.ip().is_loopback());
    let port = address.port();
    assert_eq!(get(address, "/").0, 200);
    assert_eq!(send(address, &format!("GET / HTTP/1.1\r\nHost: localhost:{port}"), "").0, 200);
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example"] {
        assert_eq!(send(address, &format!("GET /api/state HTTP/1.1\r\nHost: {host}"), "").0, 403, "{host}");
    }
    let json = format!("POST /api/runs HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json");
    for origin in ["http://evil.example", "null", "https://127.0.0.1", &format!("http://evil.example:{port}")] {
        let (code, _) = send(address, &format!("{json}\r\nOrigin: {origin}"), r#"{"scene":"box-stack"}"#);
        assert_eq!(code, 403, "{origin}");
    }
    let (code, _) =
        send(address, &format!("GET /api/state HTTP/1.1\r\nHost: {address}\r\nSec-Fetch-Site: cross-site"), "");
    assert_eq!(code, 403);
    // A form of another page sends this type.
    let plain = format!("POST /api/runs HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/plain");
    assert_eq!(send(address, &plain, r#"{"scene":"box-stack"}"#).0, 415);
    assert_eq!(send(address, &format!("DELETE /api/runs HTTP/1.1\r\nHost: {address}"), "").0, 405);
    let runs: Value = serde_json::from_slice(&get(address, "/api/runs").1).unwrap();
    assert_eq!(runs, serde_json::json!([]), "nothing was started");
    server.stop();
}

#[test]
fn what_makes_no_sense_is_refused_with_its_field() {
    let server = start(Limits::default());
    let address = server.address();
    let cases = [
        ("{", "expected a JSON object"),
        ("[]", "expected a JSON object"),
        (r#"{"scene":"box-stack","speed":3}"#, "unknown field"),
        (r#"{"scene":"/etc/passwd"}"#, "scene: expected the name of a built-in scene"),
        (r#"{"scene":"box-stack","method":"magic"}"#, "method: expected the name of a method"),
        (r#"{"scene":"box-stack","stepper":"magic"}"#, "stepper: expected the name of a stepper"),
        (r#"{"scene":"box-stack","friction":-0.1}"#, "friction: expected a number from 0 to 10"),
        (r#"{"scene":"box-stack","restitution":1.5}"#, "restitution: expected a number from 0 to 1"),
        (r#"{"scene":"box-stack","time_step":0}"#, "time_step: expected a number from"),
        (r#"{"scene":"box-stack","r":0}"#, "r: expected a number from"),
        (r#"{"scene":"box-stack","friction":"0.3"}"#, "expected a JSON object"),
        (r#"{"scene":"box-stack","time_step":1e-6,"duration":600}"#, "expected 1 to 500000 steps"),
    ];
    for (body, expected) in cases {
        let (code, answer) = post(address, "/api/runs", body);
        let error = answer["error"].as_str().unwrap_or("");
        assert!(code == 400 && error.contains(expected), "{body}: {code} {error}");
    }
    assert_eq!(post(address, "/api/runs", &" ".repeat(20_000)).0, 413);
    for path in ["/nothing", "/api/recordings/9", "/api/runs/4/bytes?from=0", "/api/scenes/none", "/api/../Cargo.toml"]
    {
        assert_eq!(get(address, path).0, 404, "{path}");
    }
    for query in ["", "?from=1", "?from=9&to=3", "?from=-1&to=3", "?from=0&to=x"] {
        assert_eq!(get(address, &format!("/api/recordings/0/frames{query}")).0, 400, "{query}");
    }
    server.stop();
}

/// Sends bytes as they are, and gives what comes back until the server closes.
fn answer(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may have closed before the end.
    let _ = stream.write_all(bytes);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn requests_that_are_none_are_refused_and_harm_nobody() {
    let server = start(Limits::default());
    let address = server.address();
    let host = format!("Host: {address}");
    let json = format!("POST /api/runs HTTP/1.1\r\n{host}\r\nContent-Type: application/json");
    let cases = [
        ("\r\n\r\n".to_owned(), "400"),
        ("GET /\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/2.0\r\n{host}\r\n\r\n"), "400"),
        (format!("GET http://evil.example/ HTTP/1.1\r\n{host}\r\n\r\n"), "400"),
        (format!("GET / HTTP/1.1\r\n{host}\r\nno colon\r\n\r\n"), "400"),
        (format!("GET / HTTP/1.1\r\n{host}\r\nHost : evil.example\r\n\r\n"), "400"),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "403"),
        (format!("GET / HTTP/1.1\r\n{host}\r\nHost: evil.example\r\n\r\n"), "403"),
        (format!("GET //api/state HTTP/1.1\r\n{host}\r\nSec-Fetch-Site: cross-site\r\n\r\n"), "403"),
        (format!("GET / HTTP/1.1\r\n{host}\r\nX: {}\r\n\r\n", "a".repeat(100_000)), "431"),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n\r\n", "a".repeat(100_000)), "431"),
        // None of these lengths is believed.
        (format!("{json}\r\nContent-Length: 99999999999999\r\n\r\n{{}}"), "413"),
        (format!("{json}\r\nContent-Length: 99999999999999999999999999\r\n\r\n{{}}"), "413"),
        (format!("{json}\r\nContent-Length: -5\r\n\r\n{{}}"), "400"),
        (format!("{json}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"), "400"),
        (format!("{json}\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"), "411"),
        (format!("GET / HTTP/1.1\r\n{host}\r\nConnection: upgrade\r\n\r\n"), "200"),
    ];
    for (request, code) in cases {
        let text = answer(address, request.as_bytes());
        let start: String = request.chars().take(120).collect();
        assert!(text.starts_with(&format!("HTTP/1.1 {code} ")), "{start:?}: {:?}", text.get(..80));
    }
    assert!(answer(address, &[&b"GET / HTTP/1.1\r\n"[..], &[0xff, 0xfe], b"\r\n\r\n"].concat()).contains("400"));
    server.stop();
}

#[test]
fn those_who_never_finish_hold_up_nobody() {
    let server = start(Limits::default());
    let address = server.address();
    let begun = format!("POST /api/runs HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    let mut held = Vec::new();
    for part in ["", "GE", &begun, &format!("{begun}Content-Length: 100\r\n\r\n{{")].repeat(10) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(part.as_bytes()).unwrap();
        held.push(stream);
    }
    let began = Instant::now();
    assert_eq!(get(address, "/api/state").0, 200);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(held);
    // More at once than there is room for: some are turned away, and then all is well again.
    let crowd: Vec<_> = (0..300).filter_map(|_| TcpStream::connect(address).ok()).collect();
    drop(crowd);
    for _ in 0..200 {
        if answer(address, format!("GET /api/runs HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).contains("200 OK") {
            return server.stop();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the server does not come back");
}

#[test]
fn recordings_are_served_whole_or_in_pieces() {
    let server = start(Limits::default());
    let address = server.address();
    let whole = Recording::parse("served", &get(address, "/api/recordings/0").1).unwrap();
    assert_eq!(whole, Recording::parse("own", &recording(50)).unwrap());
    let piece = get(address, "/api/recordings/0/frames?from=10&to=20").1;
    let all = recording(50);
    assert!(all.windows(piece.len()).any(|part| part == piece));
    let state: Value = serde_json::from_slice(&get(address, "/api/state").1).unwrap();
    assert_eq!(state["recordings"][0]["name"], "ball");
    server.stop();
}

#[test]
fn runs_end_by_themselves_by_limits_and_on_request() {
    let limits = Limits { seconds: 0.4, running: 1, kept: 2, ..Limits::default() };
    let server = start(limits);
    let address = server.address();
    let short = r#"{"scene":"bouncing-ball","duration":0.1,"restitution":0.25}"#;
    assert_eq!(post(address, "/api/runs", short).1["id"], 1);
    assert_eq!(ended(address, 1)["state"], "done");
    let bytes = get(address, "/api/runs/1/bytes?from=0").1;
    let recording = Recording::parse("run", &bytes).unwrap();
    assert_eq!((recording.torn, recording.frames.last().unwrap().time), (0, 0.1));
    assert!(recording.summary.unwrap().contains("done"));
    assert_eq!(get(address, &format!("/api/runs/1/bytes?from={}", bytes.len())).1.len(), 0);

    let long = r#"{"scene":"twelve-link-pendulum","duration":400}"#;
    assert_eq!(post(address, "/api/runs", long).1["id"], 2);
    let (code, answer) = post(address, "/api/runs", long);
    assert!(
        code == 400 && answer["error"].as_str().unwrap().contains("at the same time: expected at most 1"),
        "{answer}"
    );
    let run = ended(address, 2);
    assert_eq!(
        (run["state"].as_str(), run["message"].as_str().unwrap().contains("0.4 s computing time")),
        (Some("limit"), true)
    );

    assert_eq!(post(address, "/api/runs", long).1["id"], 3);
    assert_eq!(post(address, "/api/runs/3/stop", "{}").0, 200);
    assert_eq!(ended(address, 3)["state"], "stopped");
    assert_eq!(get(address, "/api/runs/1/bytes?from=0").0, 404, "the oldest made room");
    server.stop();
}

#[test]
fn a_page_holds_its_recordings() {
    let bytes = recording(3);
    let text = page(&[("a <\"b\">".to_owned(), bytes.clone()), ("c".to_owned(), bytes)]);
    assert_eq!(text.matches("<script type=\"application/base64\"").count(), 2);
    assert!(text.contains("data-recording=\"a &lt;&quot;b&quot;&gt;\"") && text.contains("U1RJQ1RSRUMC"));
    assert!(text.contains("The MIT License") || text.contains("MIT License"), "notices of what is within");
    let outside = ["src=\"http", "href=\"http", "@import", "url(http"];
    assert!(outside.iter().all(|what| !text.contains(what)), "nothing is fetched");
}
