use super::Timing;
use super::request::{find_scene, steps};
use crate::arguments::BenchArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::{output, report};
use std::process::ExitCode;
use std::time::Instant;
use stiction_contact::Method;
use stiction_formats::BUILT_IN_SCENES;
use stiction_simulation::{RunSummary, SimulationError, World};

/// How one method did on one scene.
pub struct Bench {
    pub scene: String,
    pub method: Method,
    pub summary: RunSummary,
    pub timing: Timing,
    /// s of the scene's time, over s of the clock.
    pub real_time_factor: f64,
    /// What ended it early.
    pub note: Option<String>,
}

/// `stiction bench`.
pub fn bench(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    interrupt::install();
    let listening = Listening::start();
    let names: Vec<&str> = match arguments.scene.as_str() {
        "all" => BUILT_IN_SCENES.iter().map(|scene| scene.name).collect(),
        name => vec![name],
    };
    let mut benches = Vec::new();
    'all: for name in names {
        let scene = find_scene(name, &arguments.changes)?.scene;
        let methods =
            if arguments.methods.is_empty() { vec![scene.settings.method] } else { arguments.methods.clone() };
        for method in methods {
            if interrupt::requested() {
                break 'all;
            }
            let mut scene = scene.clone();
            scene.settings.method = method;
            let most = steps(scene.duration, &scene.settings)?.min(arguments.steps as usize);
            let mut world = World::new(scene).map_err(|error| Failure::Request(format!("{name}: {error}")))?;
            world.set_threads(arguments.threads);
            benches.push(one(world, most, arguments.time_limit));
        }
    }
    drop(listening);
    output::answer(&if arguments.json { report::bench::json(&benches)? } else { report::bench::text(&benches) })?;
    if interrupt::requested() {
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn one(mut world: World, most: usize, time_limit: f64) -> Bench {
    world.end_when(interrupt::requested);
    let (mut summary, mut timing, mut note) = (RunSummary::default(), Timing::default(), None);
    let began = Instant::now();
    for _ in 0..most {
        match timing.step(|watch| world.step_watched(watch)) {
            Ok(report) => summary.add(&world, &report),
            Err(SimulationError::Interrupted { .. }) => {}
            Err(error) => {
                note = Some(error.to_string());
                break;
            }
        }
        if began.elapsed().as_secs_f64() > time_limit {
            note = Some(format!("stopped at the time limit of {time_limit} s (--time-limit)"));
            break;
        }
        if interrupt::requested() {
            note = Some("stopped by Ctrl-C".to_owned());
            break;
        }
    }
    let scene = world.scene();
    let simulated = summary.steps as f64 * scene.settings.time_step;
    Bench {
        scene: scene.name.clone(),
        method: scene.settings.method,
        real_time_factor: simulated / (1e-6 * timing.mean() * timing.count() as f64).max(1e-12),
        summary,
        timing: timing.sorted(),
        note,
    }
}
