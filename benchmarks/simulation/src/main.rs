//! Times and judges the steps of built-in scenes, one command per line on standard input, each answered by one line of
//! JSON. The commands are those of the rivals' programs: see `benchmarks/simulation/rival.py`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod clock;
mod description;
mod judgement;
mod memory;
mod motion;

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
        ["about"] => {
            Ok(json!({ "program": "Stiction", "version": env!("CARGO_PKG_VERSION"), "variants": ["built-in"] }))
        }
        ["describe", scene] => description::describe(&Motion::new(scene, 0, 1)?.scene),
        ["memory", scene, steps] => memory::peak(&Motion::new(scene, 0, number(steps)?)?),
        ["time", scene, "built-in", skip, steps, seconds, _cap] => {
            let motion = Motion::new(scene, number(skip)?, number(steps)?)?;
            clock::time(&motion, seconds.parse().map_err(|_| format!("expected seconds, found '{seconds}'"))?)
        }
        ["judge", scene, "built-in", skip, steps, probe, _cap] => {
            judgement::judge(&Motion::new(scene, number(skip)?, number(steps)?)?, number(probe)?)
        }
        _ => Err(format!(
            "expected about, describe SCENE, memory SCENE STEPS, time SCENE built-in SKIP STEPS SECONDS CAP, judge SCENE built-in SKIP STEPS PROBE CAP, or \
             quit; found '{}'",
            words.join(" ")
        )),
    }
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("expected a number of steps, found '{word}'"))
}
