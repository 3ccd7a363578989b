use crate::arguments::ModelArguments;
use crate::evaluation::Evaluation;
use crate::failure::Failure;
use crate::{output, report};
use std::process::ExitCode;
use stiction_formats::{read_robot, read_state};

/// `stiction model`.
pub fn model(arguments: &ModelArguments) -> Result<ExitCode, Failure> {
    let robot = read_robot(&arguments.file, arguments.root.map(Into::into))?;
    let state = arguments.at.as_deref().map(|path| read_state(path, &robot)).transpose()?;
    let freedoms = robot.model.velocity_size();
    if state.is_some() && freedoms > Failure::LARGEST_MODEL {
        return Err(Failure::TooLarge(freedoms));
    }
    let evaluation = state.map(|state| Evaluation::new(&robot.model, state));
    let file = arguments.file.display().to_string();
    output::answer(&if arguments.json {
        report::model_json::answer(&file, &robot, evaluation.as_ref())?
    } else {
        let mut text = report::model::answer(&file, &robot);
        if let Some(evaluation) = &evaluation {
            text.push('\n');
            text.push_str(&report::evaluation::answer(&robot.model, evaluation));
        }
        text
    })?;
    Ok(ExitCode::SUCCESS)
}
