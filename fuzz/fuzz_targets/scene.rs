//! No bytes make the reader of scenes panic; what it accepts is a world that takes a step or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_formats::{NoSceneFiles, SceneFile};
use stiction_simulation::World;

/// Scenes with more shapes than this are read, but not stepped: that takes long by right.
const MOST_SHAPES: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    // What stands after a zero byte is a setting.
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let text = parts.next().unwrap_or_default();
    let settings: Vec<String> = parts.map(|setting| String::from_utf8_lossy(setting).into_owned()).collect();
    let loaded =
        SceneFile::parse("scene.toml", text, &settings).and_then(|file| file.resolve("scene", &mut NoSceneFiles));
    match loaded {
        Ok(loaded) => {
            let few = loaded.scene.colliders.len() <= MOST_SHAPES && loaded.scene.model.velocity_size() <= MOST_SHAPES;
            if let Ok(mut world) = World::new(loaded.scene)
                && few
            {
                let _ = world.step();
            }
        }
        Err(error) => assert!(error.position.is_some() && !error.message.is_empty()),
    }
});
