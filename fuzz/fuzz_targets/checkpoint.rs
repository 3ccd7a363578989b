//! No bytes make the reader of checkpoints panic; what it accepts is written and read back the same, and is a world that
//! takes a step or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::Checkpoint;
use stiction_simulation::World;

/// Scenes with more shapes than this are read, but not stepped: that takes long by right.
const MOST_SHAPES: usize = 20;

fuzz_target!(|content: &[u8]| {
    // The input is the content; around it go a head and a checksum that are right, which no mutation would find.
    let mut bytes = b"STICTCHK\x01\0\0\0".to_vec();
    bytes.extend_from_slice(&(content.len() as u64).to_le_bytes());
    bytes.extend_from_slice(content);
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    bytes.extend_from_slice(&sum.to_le_bytes());
    // As it is, too.
    let _ = Checkpoint::parse("plain", content);
    match Checkpoint::parse("run.checkpoint", &bytes) {
        Ok(checkpoint) => {
            let written = checkpoint.to_bytes();
            let again = Checkpoint::parse("again.checkpoint", &written).map(|checkpoint| checkpoint.to_bytes());
            assert!(again.is_ok_and(|again| again == written));
            let Ok(loaded) = checkpoint.scene.load() else { return };
            let scene = loaded.scene;
            let few = scene.colliders.len() <= MOST_SHAPES && scene.model.velocity_size() <= MOST_SHAPES;
            if let Ok(mut world) = World::restore(scene, &checkpoint.snapshot)
                && few
            {
                let _ = world.step();
            }
        }
        Err(error) => assert!(!error.message.is_empty()),
    }
});
