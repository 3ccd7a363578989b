//! The Rapier program of the comparison: the commands of `benchmarks/simulation/rival.py`, one per line on standard input, each
//! answered by one line of JSON. It is unmodified Rapier, in single precision and on one thread: `default` has its
//! default settings; `accurate` has 20 iterations instead of 4, Coulomb's law at each point instead of one friction for
//! up to four, and looks for contacts anew in each step. Nothing sleeps, and nothing is damped that is not damped in our scene.

mod chain;
mod clock;
mod frames;
mod judgement;
mod memory;
mod scene;
mod shapes;
mod simulation;

use scene::Scene;
use serde_json::{Value, json};
use simulation::{Simulation, VARIANTS};
use std::io::BufRead;
use std::str::FromStr;

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        println!("{}", answer(&words).unwrap_or_else(|message| json!({ "error": message })));
    }
}

fn answer(words: &[&str]) -> Result<Value, String> {
    match *words {
        ["about"] => Ok(json!({ "program": "Rapier", "version": rapier3d::VERSION, "variants": VARIANTS })),
        ["time", scene, variant, skip, steps, seconds, _cap] => {
            let scene = Scene::load(scene)?;
            clock::time(|| Simulation::new(&scene, variant), number(skip)?, number(steps)?, number(seconds)?)
        }
        ["judge", scene, variant, skip, steps, probe, cap] => {
            let before = memory::peak()?;
            let simulation = Simulation::new(&Scene::load(scene)?, variant)?;
            let steps = number::<usize>(skip)? + number::<usize>(steps)?;
            let mut judged = judgement::judge(simulation, steps, number(probe)?, number(cap)?);
            judged["memory_before"] = json!(before);
            judged["memory"] = json!(memory::peak()?);
            Ok(judged)
        }
        _ => Err(format!("expected about, time, judge or quit; found '{}'", words.join(" "))),
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("expected a number, found '{word}'"))
}
