use serde::Serialize;

/// Nothing but what is within the page, and this server's data.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// An answer.
#[derive(Debug)]
pub struct Reply {
    code: u16,
    kind: &'static str,
    pub content: Vec<u8>,
}

impl Reply {
    pub fn html(text: &str) -> Self {
        Self { code: 200, kind: "text/html; charset=utf-8", content: text.as_bytes().to_vec() }
    }

    pub fn bytes(content: Vec<u8>) -> Self {
        Self { code: 200, kind: "application/octet-stream", content }
    }

    pub fn json(value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(content) => Self { code: 200, kind: "application/json", content },
            Err(error) => Self::error(500, &error.to_string()),
        }
    }

    pub fn error(code: u16, message: &str) -> Self {
        let content = serde_json::json!({ "error": message }).to_string().into_bytes();
        Self { code, kind: "application/json", content }
    }

    /// All that goes before the content.
    pub fn head(&self) -> Vec<u8> {
        let length = self.content.len().to_string();
        let headers = [
            ("Content-Type", self.kind),
            ("Content-Length", &length),
            ("Connection", "close"),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", POLICY),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let mut text = format!("HTTP/1.1 {} {}\r\n", self.code, reason(self.code));
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        text.into_bytes()
    }
}

/// What a code is called, for people who look at the traffic.
fn reason(code: u16) -> &'static str {
    match code {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        _ => "Bad Request",
    }
}
