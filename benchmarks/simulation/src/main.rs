//! Times and judges the steps of built-in scenes, one command per line on standard input, each answered by one line of
//! JSON. The commands are those of the rivals' programs: see `benchmarks/simulation/rival.py`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod clock;
mod description;
mod judgement;
mod memory;
mod motion;
mod spread;

use motion::Motion;
use serde_json::{Value, json};
use std::io::BufRead;
use std::process::ExitCode;

fn main() -> ExitCode {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return ExitCode::from(2) };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        println!("{}", answer(&words).unwrap_or_else(|message| json!({ "error": message })));
    }
    ExitCode::SUCCESS
}

fn answer(words: &[&str]) -> Result<Value, String> {
    match *words {
        ["about"] => Ok(
            json!({ "program": "Stiction", "version": env!("CARGO_PKG_VERSION"), "variants": ["built-in", "rigid"] }),
        ),
        ["describe", scene] => description::describe(&Motion::new(scene, 0, Some(1))?.scene),
        ["time", scene, variant, skip, steps, seconds, _cap] => {
            clock::time(&Motion::variant(scene, variant, count(skip)?, count(steps)?)?, number(seconds)?)
        }
        ["judge", scene, variant, skip, steps, probe, cap] => judgement::judge(
            &Motion::variant(scene, variant, count(skip)?, count(steps)?)?,
            count(probe)?,
            number(cap)?,
        ),
        ["spread", scene, skip, steps, seconds] => {
            let steps = if steps == "all" { None } else { Some(count(steps)?) };
            spread::spread(&Motion::new(scene, count(skip)?, steps)?, number(seconds)?)
        }
        _ => Err(format!(
            "expected about, describe SCENE, time SCENE VARIANT SKIP STEPS SECONDS CAP, judge SCENE VARIANT SKIP STEPS PROBE \
             CAP, spread SCENE SKIP STEPS|all SECONDS, or quit; found '{}'",
            words.join(" ")
        )),
    }
}

fn count(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("expected a number of steps, found '{word}'"))
}

fn number(word: &str) -> Result<f64, String> {
    word.parse().map_err(|_| format!("expected seconds, found '{word}'"))
}
