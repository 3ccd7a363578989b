/// Appends bytes as base64 (RFC 4648).
pub fn append(text: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    text.reserve(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |k: usize| u32::from(part.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * k) & 63) as usize]);
            text.push(if k <= part.len() { digit } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::append;

    #[test]
    fn the_standards_examples() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (plain, coded) in examples {
            let mut text = String::new();
            append(&mut text, plain.as_bytes());
            assert_eq!(text, coded);
        }
    }
}
