use crate::failure::Failure;
use crate::output;
use std::process::ExitCode;
use stiction_formats::{BUILT_IN_SCENES, BuiltInScene, SceneFile, built_in_scene, nearest};

/// `stiction scenes`: the built-in scenes, one line on each; or one of them as a scene file.
pub fn scenes(name: Option<&str>) -> Result<ExitCode, Failure> {
    match name {
        Some(name) => output::answer(find(name)?.text)?,
        None => output::answer(&list()?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Result<&'static BuiltInScene, Failure> {
    built_in_scene(name).ok_or_else(|| {
        let near = nearest(name, BUILT_IN_SCENES.iter().map(|scene| scene.name));
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        Failure::Request(format!("expected a name listed by `stiction scenes`, found '{name}'{hint}"))
    })
}

fn list() -> Result<String, Failure> {
    let width = BUILT_IN_SCENES.iter().map(|scene| scene.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for scene in BUILT_IN_SCENES {
        let file = SceneFile::parse(scene.name, scene.text.as_bytes(), &[] as &[&str])?;
        text.push_str(&format!("{:<width$}  {}\n", scene.name, file.description()));
    }
    Ok(text)
}
