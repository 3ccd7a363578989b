use crate::base64;

/// The page as it was built from `page/`: scripts and styles within, nothing to be fetched.
const PAGE: &str = include_str!("../page/built/page.html");
/// Where recordings stand in it.
const PLACE: &str = "<!--recordings-->";

/// The most bytes of frames that one page holds; longer recordings are thinned out.
pub const MOST_ON_A_PAGE: usize = 32 << 20;

/// The page with nothing in it: it asks its server.
pub(crate) fn served() -> &'static str {
    PAGE
}

/// A page that holds recordings, each with its name, and works from disk.
pub fn page(recordings: &[(String, Vec<u8>)]) -> String {
    let (before, after) = PAGE.split_once(PLACE).unwrap_or((PAGE, ""));
    let mut text = before.to_owned();
    for (name, bytes) in recordings {
        text.push_str(&format!("<script type=\"application/base64\" data-recording=\"{}\">", escaped(name)));
        base64::append(&mut text, bytes);
        text.push_str("</script>\n");
    }
    text.push_str(after);
    text
}

/// As an attribute of HTML.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}
