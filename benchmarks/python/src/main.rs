//! What Rust takes for the calls that the Python package makes: `step SCENE STEPS`, `lcp FILE TIMES`. Prints the mean of each
//! round in nanoseconds.
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::path::Path;
use std::time::Instant;
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::{Lcp, Method};
use stiction_formats::{built_in_scene, read_problem};
use stiction_simulation::World;

/// Many short ones: on a machine that does other things, the least is what counts.
const ROUNDS: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, which, times] = &arguments[..] else { return Err("expected step SCENE STEPS or lcp FILE TIMES".into()) };
    let times: usize = times.parse()?;
    for _ in 0..ROUNDS {
        let nanoseconds = match what.as_str() {
            "step" => step(which, times)?,
            "lcp" => solve(which, times)?,
            other => return Err(format!("expected step or lcp, found {other}").into()),
        };
        println!("{nanoseconds}");
    }
    Ok(())
}

fn step(scene: &str, times: usize) -> Result<f64, Box<dyn std::error::Error>> {
    let scene = built_in_scene(scene).ok_or("expected a built-in scene")?.load(&[] as &[&str])?.scene;
    let mut world = World::new(scene)?;
    let began = Instant::now();
    for _ in 0..times {
        std::hint::black_box(world.step()?);
    }
    Ok(began.elapsed().as_secs_f64() * 1e9 / times as f64)
}

fn solve(file: &str, times: usize) -> Result<f64, Box<dyn std::error::Error>> {
    let loaded = read_problem(Path::new(file))?;
    let (matrix, vector) = (loaded.as_linear().matrix().clone(), loaded.as_linear().vector().to_vec());
    let began = Instant::now();
    for _ in 0..times {
        let problem = Lcp::new(matrix.clone(), vector.clone())?;
        std::hint::black_box(Method::Auto.linear_solver(&Settings::default()).solve(&problem, None, &mut ()));
    }
    Ok(began.elapsed().as_secs_f64() * 1e9 / times as f64)
}
