use super::reply::Reply;

/// The head of a request: what it asks for, and its headers.
#[derive(Debug)]
pub struct Request {
    pub method: String,
    pub url: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Reads a head without the empty line at its end; else what to answer.
    pub fn parse(head: &[u8]) -> Result<Self, Reply> {
        let broken = || Reply::error(400, "expected an HTTP/1.1 request");
        let text = std::str::from_utf8(head).map_err(|_| broken())?;
        let mut lines = text.split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let &[method, url, "HTTP/1.1" | "HTTP/1.0"] = &first[..] else { return Err(broken()) };
        if !url.starts_with('/') {
            return Err(broken());
        }
        let mut headers = Vec::new();
        for line in lines {
            let (name, value) = line.split_once(':').ok_or_else(broken)?;
            if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
                return Err(broken());
            }
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        Ok(Self { method: method.to_owned(), url: url.to_owned(), headers })
    }

    /// All values of a header: more than one is often one too many.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let own = self.headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name));
        own.map(|(_, value)| value.as_str()).collect()
    }

    /// How long the body is, bytes; else what to answer.
    pub fn body_length(&self) -> Result<usize, Reply> {
        if !self.values("Transfer-Encoding").is_empty() {
            return Err(Reply::error(411, "expected the header Content-Length, not Transfer-Encoding"));
        }
        match &self.values("Content-Length")[..] {
            [] => Ok(0),
            [digits] if digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.is_empty() => {
                // More digits than a number holds are too long in any case.
                Ok(digits.parse().unwrap_or(usize::MAX))
            }
            _ => Err(Reply::error(400, "expected one header Content-Length with a number of bytes")),
        }
    }
}
