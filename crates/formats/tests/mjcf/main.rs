//! MJCF as MuJoCo means it: expected numbers are closed forms, or were read off MuJoCo 4.0.
#![allow(clippy::unwrap_used)]

mod damaged;
mod errors;
mod extras;
mod inertia;
mod joints;
mod meshes;

use stiction_formats::{FormatError, Robot, parse_mjcf};

/// Reads a text under the name robot.xml, with files beside it.
fn parse_with(text: &str, files: &[(&str, &[u8])]) -> Result<Robot, FormatError> {
    parse_mjcf("robot.xml", text.as_bytes(), &mut |path| match files.iter().find(|(name, _)| *name == path) {
        Some((_, bytes)) => Ok(bytes.to_vec()),
        None => Err(FormatError {
            file: path.to_owned(),
            position: None,
            field: String::new(),
            message: "there is none".to_owned(),
        }),
    })
}

fn parse(text: &str) -> Robot {
    parse_with(text, &[]).unwrap()
}

/// The text of a model with so much in its world, after so much before it.
fn model(before: &str, world: &str, after: &str) -> String {
    format!("<mujoco>{before}<worldbody>{world}</worldbody>{after}</mujoco>")
}

fn refusal(text: &str) -> String {
    parse_with(text, &[]).unwrap_err().to_string()
}

fn notices(robot: &Robot) -> Vec<String> {
    robot.notices.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn assert_near(found: impl IntoIterator<Item = f64>, expected: impl IntoIterator<Item = f64>) {
    let (found, expected): (Vec<f64>, Vec<f64>) = (found.into_iter().collect(), expected.into_iter().collect());
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    assert!(found.len() == expected.len() && found.iter().zip(&expected).all(near), "{found:?} is not {expected:?}");
}
