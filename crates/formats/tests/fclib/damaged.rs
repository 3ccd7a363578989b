use crate::sketch::Sketch;
use proptest::prelude::*;
use stiction_formats::parse_fclib;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Changed bytes give another problem or an error with words, never a panic; what is accepted can be written.
    #[test]
    fn changed_bytes(global in any::<bool>(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = if global { Sketch::global() } else { Sketch::local() }.bytes();
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
