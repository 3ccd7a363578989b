use crate::sketch::Sketch;
use proptest::prelude::*;
use proptest::sample::Index;
use std::path::PathBuf;
use stiction_formats::parse_fclib;

/// A file as it is written here, and one as FCLIB writes them.
fn good(kind: usize) -> Vec<u8> {
    match kind {
        0 => Sketch::local().bytes(),
        1 => Sketch::global().bytes(),
        _ => {
            let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../data/contact/fc3d/Rover1039.hdf5"].iter().collect();
            std::fs::read(path).unwrap()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Changed bytes give another problem or an error with words, never a panic; what is accepted can be written.
    #[test]
    fn changed_bytes(kind in 0usize..3, changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6)) {
        let mut bytes = good(kind);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        match parse_fclib("p.hdf5", &bytes) {
            Ok(file) => {
                let again = file.to_bytes("q.hdf5").unwrap();
                prop_assert_eq!(parse_fclib("q.hdf5", &again).unwrap(), file);
            }
            Err(error) => prop_assert!(error.to_string().starts_with("p.hdf5: ")),
        }
    }
}
