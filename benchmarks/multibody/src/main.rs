//! Times multibody algorithms, one batch per command on standard input: see `benchmarks/multibody/README.md`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod algorithm;
mod case;

use algorithm::{ALGORITHMS, Bench};
use case::Case;
use std::hint::black_box;
use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut cases = Vec::new();
    for file in &files {
        match Case::read(file) {
            Ok(case) => cases.push(case),
            Err(message) => {
                eprintln!("error: {message}");
                return ExitCode::from(2);
            }
        }
    }
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return ExitCode::from(2) };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit"] => break,
            ["list"] => {
                let models: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
                println!("{{\"models\":{models:?},\"algorithms\":{ALGORITHMS:?}}}");
            }
            [model, algorithm, seconds] => println!("{}", answer(&cases, model, algorithm, seconds)),
            _ => println!("{{\"error\":\"expected MODEL ALGORITHM SECONDS\"}}"),
        }
    }
    ExitCode::SUCCESS
}

fn answer(cases: &[Case], model: &str, algorithm: &str, seconds: &str) -> String {
    let Some(case) = cases.iter().find(|case| case.name == model) else {
        return format!("{{\"error\":\"no model {model}\"}}");
    };
    let Some(algorithm) = ALGORITHMS.iter().find(|name| **name == algorithm) else {
        return format!("{{\"error\":\"no algorithm {algorithm}\"}}");
    };
    let seconds: f64 = seconds.parse().unwrap_or(0.2);
    let mut bench = Bench::new(case, algorithm);
    let (median, least, batches, calls) = time(&mut bench, case, algorithm, seconds);
    bench.run(algorithm, &case.states[0]);
    let output = bench.output(algorithm, &case.states[0]);
    let wave: f64 = output.iter().enumerate().map(|(k, x)| (k as f64).cos() * x).sum();
    let squares: f64 = output.iter().map(|x| x * x).sum();
    format!(
        "{{\"program\":\"stiction\",\"version\":\"{}\",\"model\":\"{model}\",\"algorithm\":\"{algorithm}\",\
         \"microseconds\":{:.4},\"least\":{:.4},\"batches\":{batches},\"calls\":{calls},\
         \"checksum\":{{\"length\":{},\"wave\":{wave:e},\"squares\":{squares:e}}}}}",
        env!("CARGO_PKG_VERSION"),
        1e6 * median,
        1e6 * least,
        output.len()
    )
}

/// Median and minimum time on the processor per call, over batches of whole passes over the states.
fn time(bench: &mut Bench, case: &Case, algorithm: &str, seconds: f64) -> (f64, f64, usize, usize) {
    let mut pass = |passes: usize| {
        let before = on_processor();
        for _ in 0..passes {
            for state in &case.states {
                bench.run(black_box(algorithm), black_box(state));
                black_box(&mut *bench);
            }
        }
        on_processor() - before
    };
    pass(2);
    let one = pass(8) / 8.0;
    let passes = ((seconds / 25.0 / one).ceil() as usize).clamp(1, 1_000_000);
    let calls = passes * case.states.len();
    let batches = ((seconds / (one * passes as f64)).round() as usize).clamp(5, 25);
    let mut times: Vec<f64> = (0..batches).map(|_| pass(passes) / calls as f64).collect();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[0], batches, calls)
}

/// Seconds that this program has spent on a processor.
fn on_processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
