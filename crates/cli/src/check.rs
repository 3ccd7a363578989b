use crate::arguments::CheckArguments;
use crate::failure::Failure;
use crate::inspection::Inspection;
use crate::simulate::find_scene;
use crate::{output, report};
use std::process::ExitCode;

/// `stiction check`: every scene is looked at, whatever is wrong with those before it.
pub fn check(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let mut sound = true;
    let mut text = String::new();
    for name in &arguments.files {
        let inspected = find_scene(name, &arguments.settings).map_err(|error| error.to_string()).and_then(|loaded| {
            let inspection = Inspection::new(&loaded.scene).map_err(|error| format!("{name}: {error}"))?;
            Ok(report::scene::answer(name, &loaded, &inspection))
        });
        match inspected {
            Ok(answer) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&answer);
            }
            Err(message) => {
                sound = false;
                output::error(&format!("error: {message}\n"));
            }
        }
    }
    output::answer(&text)?;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
