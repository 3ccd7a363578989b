use crate::FormatError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A number that tells files of different content apart (FNV-1a, 64 bits): against changes by accident, not by intent.
pub fn fingerprint(path: &Path) -> Result<u64, FormatError> {
    let failed = |error| FormatError::whole_file(&path.display().to_string(), format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(failed)?;
    let mut part = vec![0; 1 << 16];
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    loop {
        let count = file.read(&mut part).map_err(failed)?;
        if count == 0 {
            return Ok(hash);
        }
        for &byte in &part[..count] {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
