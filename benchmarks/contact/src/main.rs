//! Times a method on one contact problem and prints a line of JSON, with the impulses, so that others can judge them.
//!
//! Usage: `stiction-benchmark-contact METHOD TOLERANCE SECONDS FILE`. A cold solve has a new solver, a warm one is the solve
//! of a problem whose unconstrained velocity is slightly different, from the first one's impulses. Each is repeated for SECONDS, and
//! the fastest counts.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use stiction_contact::{ContactProblem, ContactSolution, Method, Settings};
use stiction_formats::{AnyProblem, read_any_problem};

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
    let [method, tolerance, seconds, file] = arguments else {
        return Err("expected METHOD TOLERANCE SECONDS FILE".into());
    };
    let method: Method = method.parse()?;
    let settings = Settings { tolerance: tolerance.parse()?, ..Settings::default() };
    let budget = Duration::try_from_secs_f64(seconds.parse()?)?;
    let problem = match read_any_problem(Path::new(file))? {
        AnyProblem::Contact(contact) => contact.pose()?,
        AnyProblem::Fclib(fclib) => fclib.pose()?,
        AnyProblem::Linear(_) => return Err("expected a contact problem".into()),
    };
    let mut solution = None;
    let cold = fastest(budget, || {
        let mut solver = method.solver(&settings);
        time(|| solution = Some(solver.solve(&problem, None, &mut ())))
    });
    let solution = solution.ok_or("SECONDS is too short for a single solve")?;
    let changed = slightly_changed(&problem, &solution.impulses)?;
    let mut solver = method.solver(&settings);
    let mut next = None;
    let warm = fastest(budget, || time(|| next = Some(solver.solve(&changed, Some(&solution.impulses), &mut ()))));
    let next: ContactSolution = next.ok_or("SECONDS is too short for a single solve")?;
    let impulses: Vec<String> = solution.impulses.iter().map(|value| format!("{value:e}")).collect();
    writeln!(
        std::io::stdout(),
        "{{\"outcome\": \"{}\", \"relative\": {:e}, \"seconds\": {cold:e}, \"warm_outcome\": \"{}\", \"warm_seconds\": {warm:e}, \
         \"factorizations\": {}, \"iterations\": {}, \"answered_by\": \"{}\", \"impulses\": [{}]}}",
        solution.outcome.name(),
        solution.residual.relative,
        next.outcome.name(),
        solution.effort.factorizations,
        solution.effort.iterations,
        solution.answered_by,
        impulses.join(", ")
    )?;
    Ok(())
}

/// The same contacts a moment later: the free velocity changes by what up to half a hundredth of each impulse does, so that
/// the change is one that forces on the bodies can make.
fn slightly_changed(problem: &ContactProblem, impulses: &[f64]) -> Result<ContactProblem, Box<dyn Error>> {
    let share = |row: usize| 0.01 * ((row * 37 % 11) as f64 / 11.0 - 0.5);
    let push: Vec<f64> = impulses.iter().enumerate().map(|(row, impulse)| share(row) * impulse).collect();
    let free_velocity = problem.velocity(&push);
    Ok(ContactProblem::from_blocks(problem.blocks().into_owned(), free_velocity, problem.laws().to_vec())?)
}

/// Seconds of the fastest of as many runs as fit; very short ones are timed in bunches, as the clock is not free.
fn fastest(budget: Duration, mut timed: impl FnMut() -> f64) -> f64 {
    let began = Instant::now();
    let mut best = timed();
    while began.elapsed() < budget {
        best = best.min(timed());
    }
    best
}

fn time(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}
