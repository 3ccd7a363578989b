//! Records: kind, length, content, checksum.

/// The bytes of a record around its content.
pub(super) const FRAMING: usize = 9;

/// Fowler, Noll and Vo's hash of 32 bits (FNV-1a).
pub(super) fn checksum(parts: &[&[u8]]) -> u32 {
    parts.iter().copied().flatten().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Appends a record, and gives its checksum; none if the content is too long for one.
pub(super) fn append(bytes: &mut Vec<u8>, kind: u8, content: &[u8]) -> Option<u32> {
    let length = u32::try_from(content.len()).ok()?;
    let mut head = [kind, 0, 0, 0, 0];
    head[1..].copy_from_slice(&length.to_le_bytes());
    let sum = checksum(&[&head, content]);
    bytes.extend_from_slice(&head);
    bytes.extend_from_slice(content);
    bytes.extend_from_slice(&sum.to_le_bytes());
    Some(sum)
}

/// The kind and content of the next whole record, and what follows it.
pub(super) fn next(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let head = bytes.get(..5)?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
    let content = bytes.get(5..5_usize.checked_add(length)?)?;
    let sum = bytes.get(5 + length..FRAMING + length)?;
    (sum == checksum(&[head, content]).to_le_bytes()).then_some((head[0], content, &bytes[FRAMING + length..]))
}
