//! The same input gives the same bits.

use crate::world;

/// Of all bits of a state (FNV-1a).
fn hash(numbers: impl Iterator<Item = f64>) -> u64 {
    let bytes = numbers.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn two_runs_have_the_same_bits() {
    for (name, steps) in [("twelve-link-pendulum", 3000), ("box-stack", 300), ("ball-pit", 20), ("four-bar-loop", 500)]
    {
        let run = || {
            let mut world = world(name, &[]);
            for _ in 0..steps {
                world.step().unwrap();
            }
            hash(world.state().configuration.iter().chain(&world.state().velocity).copied())
        };
        assert_eq!(run(), run(), "{name}");
    }
}
