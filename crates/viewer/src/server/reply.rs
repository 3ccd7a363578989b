use serde::Serialize;
use std::io::Cursor;
use tiny_http::{Header, Response};

/// Nothing but what is within the page, and this server's data.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// An answer.
pub struct Reply {
    code: u16,
    kind: &'static str,
    content: Vec<u8>,
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

    pub fn into_response(self) -> Response<Cursor<Vec<u8>>> {
        let headers = [
            ("Content-Type", self.kind),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", POLICY),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let mut response = Response::from_data(self.content).with_status_code(self.code);
        for (name, value) in headers {
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        response
    }
}
