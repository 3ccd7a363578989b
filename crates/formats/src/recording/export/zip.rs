//! Zip archives of stored entries, as `.npz` files are.

/// An archive; none if it would need more than 4 GiB.
pub fn archive(entries: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let at = u32::try_from(bytes.len()).ok()?;
        let common = common(name, content)?;
        bytes.extend_from_slice(b"PK\x03\x04");
        bytes.extend_from_slice(&common);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(content);
        directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        directory.extend_from_slice(&common);
        // No comment, first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (at, length) = (u32::try_from(bytes.len()).ok()?, u32::try_from(directory.len()).ok()?);
    let count = u16::try_from(entries.len()).ok()?.to_le_bytes();
    bytes.extend_from_slice(&directory);
    bytes.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00");
    bytes.extend_from_slice(&[count, count].concat());
    bytes.extend_from_slice(&[length.to_le_bytes(), at.to_le_bytes()].concat());
    bytes.extend_from_slice(&[0; 2]);
    Some(bytes)
}

/// What an entry's own head and the directory both say: version, flags, method, time, checksum, sizes, name.
fn common(name: &str, content: &[u8]) -> Option<Vec<u8>> {
    let size = u32::try_from(content.len()).ok()?.to_le_bytes();
    // The first day that the format knows: equal recordings give equal archives.
    let mut bytes = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
    bytes.extend_from_slice(&crc32(content).to_le_bytes());
    bytes.extend_from_slice(&[size, size].concat());
    bytes.extend_from_slice(&u16::try_from(name.len()).ok()?.to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    Some(bytes)
}

/// The checksum of zip archives.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0_u32; 256];
    for (index, entry) in table.iter_mut().enumerate() {
        *entry = (0..8).fold(index as u32, |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 });
    }
    !bytes.iter().fold(!0, |sum, &byte| table[((sum ^ u32::from(byte)) & 255) as usize] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_known_checksum() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}
