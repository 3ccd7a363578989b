//! Times methods on the linear complementarity problems of a folder and prints CSV.
//!
//! Usage: `stiction-benchmark-lcp FOLDER REPEATS CAP METHOD...`, where CAP is in seconds per solve. Each
//! answer is also written beside its problem as `NAME.METHOD.z`, so that others can judge it.

mod clock;
mod problem;

use clock::Timer;
use problem::{Named, read_folder};
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use stiction_complementarity::solvers::Settings;
use stiction_complementarity::{Iteration, LinearProblem, Method, Solution};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, repeats, cap, methods @ ..] = arguments else {
        return Err("expected FOLDER REPEATS CAP METHOD...".into());
    };
    let folder = Path::new(folder);
    let (repeats, cap): (usize, f64) = (repeats.parse()?, cap.parse()?);
    let cap = Duration::try_from_secs_f64(cap)?;
    let methods = methods.iter().map(|name| name.parse()).collect::<Result<Vec<Method>, _>>()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "family,n,seed,method,outcome,residual,iterations,pivots,seconds")?;
    // One solver per method for all problems: its workspace is made once and reused.
    let mut solvers: Vec<_> = methods.iter().map(|m| (*m, m.linear_solver(&Settings::default()))).collect();
    for Named { name, problem } in read_folder(folder)? {
        for (method, solver) in &mut solvers {
            let mut timer = Timer::new(repeats);
            let mut first = None;
            while timer.goes_on() {
                let deadline = Instant::now() + cap;
                let mut seen = 0_usize;
                let mut watch = |_: &Iteration<'_>| {
                    seen += 1;
                    // Looking at the clock every time would show in the times of small problems.
                    let late = seen.is_multiple_of(64) && Instant::now() >= deadline;
                    if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let solution = timer.time(|| solver.solve(&problem, None, &mut watch));
                first.get_or_insert(solution);
            }
            let Some(solution) = first else { return Err("expected REPEATS of at least 1".into()) };
            let bytes: Vec<u8> = solution.z.iter().flat_map(|value| value.to_le_bytes()).collect();
            std::fs::write(folder.join(format!("{name}.{method}.z")), bytes)?;
            let fields = name.replace('-', ",");
            let (outcome, effort) = (solution.outcome.name(), solution.effort);
            let residual = ruler(&problem, &solution);
            let (iterations, pivots, seconds) = (effort.iterations, effort.pivots, timer.seconds());
            writeln!(out, "{fields},{method},{outcome},{residual:e},{iterations},{pivots},{seconds:e}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// `max |min(z, w)| / (1 + max |q|)`, the measure that every side is judged by.
fn ruler(problem: &dyn LinearProblem, solution: &Solution) -> f64 {
    let size = problem.vector().iter().fold(0.0_f64, |size, q| size.max(q.abs()));
    solution.residual.absolute.natural / (1.0 + size)
}
