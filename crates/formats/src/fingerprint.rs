use crate::FormatError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The hash of no bytes.
pub(crate) const NO_HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// Fowler, Noll and Vo's hash of 64 bits (FNV-1a), with more bytes after those hashed so far.
pub(crate) fn hash(so_far: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(so_far, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A number that tells files of different content apart (FNV-1a, 64 bits): against changes by accident, not by intent.
pub fn fingerprint(path: &Path) -> Result<u64, FormatError> {
    let failed = |error| FormatError::whole_file(&path.display().to_string(), format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(failed)?;
    let mut part = vec![0; 1 << 16];
    let mut found = NO_HASH;
    loop {
        let count = file.read(&mut part).map_err(failed)?;
        if count == 0 {
            return Ok(found);
        }
        found = hash(found, &part[..count]);
    }
}
