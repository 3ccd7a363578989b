//! `stiction compare`: results, pictures, and going on after a stop.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use support::{Run, SMALL, command, file, folder, recorded, stiction};

/// A folder with three contact problems and two files that are none; and one for the results, not made yet.
fn bench(test: &str) -> (PathBuf, PathBuf) {
    let root = folder(test);
    let _ = std::fs::remove_dir_all(&root);
    let problems = root.join("problems");
    std::fs::create_dir_all(problems.join("deeper")).unwrap();
    for (from, to) in [
        ("fc3d/Rover4144.hdf5", "rover.hdf5"),
        ("fc3d/2cubes_t0.hdf5", "deeper/cubes, two.hdf5"),
        ("rolling3d/RFC3D_sphere_2.json", "sphere.json"),
    ] {
        std::fs::copy(recorded(from), problems.join(to)).unwrap();
    }
    std::fs::write(problems.join("linear.json"), SMALL).unwrap();
    std::fs::write(problems.join("broken.json"), "{\n  \"kind\": ").unwrap();
    std::fs::write(problems.join("notes.txt"), "no problem").unwrap();
    (problems, root.join("results"))
}

fn compare(problems: &Path, results: &Path, more: &[&str]) -> Run {
    let paths = [problems.to_str().unwrap(), "--output", results.to_str().unwrap()];
    stiction(&[&["compare"], &paths[..], &["--methods", "nsgs,auto"], more].concat())
}

fn table(results: &Path) -> Vec<String> {
    std::fs::read_to_string(results.join("results.csv")).unwrap().lines().map(str::to_owned).collect()
}

/// A line without its time: the fifth cell from the end.
fn timeless(line: &str) -> String {
    let mut cells: Vec<_> = line.split(',').collect();
    cells.remove(cells.len() - 5);
    cells.join(",")
}

#[test]
fn every_method_on_every_problem() {
    let (problems, results) = bench("compare");
    let run = compare(&problems, &results, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("3 contact problems, 2 methods, tolerance 1e-8, time limit 10 s\n"));
    assert!(run.stdout.contains("\nskipped 2 files\n"), "{}", run.stdout);
    assert!(run.stdout.contains("linear.json: a complementarity problem; only contact problems are compared\n"));
    assert!(run.stdout.contains("broken.json: line 2:"), "{}", run.stdout);
    // Nobody watches: a line per result.
    assert_eq!(run.stderr.lines().filter(|line| line.contains(" on ")).count(), 6, "{}", run.stderr);

    let lines = table(&results);
    assert_eq!(
        lines[0],
        "file,contacts,rows,method,outcome,relative_residual,natural_m_per_s,fclib_measure,factorizations,iterations,\
         wall_us,solved,no_solution,content,note"
    );
    assert_eq!(lines.len(), 7);
    let starts: Vec<_> = lines[1..].iter().map(|line| line.replace(problems.to_str().unwrap(), "")).collect();
    for (line, start) in starts.iter().zip([
        "\"/deeper/cubes, two.hdf5\",",
        "\"/deeper/cubes, two.hdf5\",",
        "/rover.hdf5,",
        "/rover.hdf5,",
        "/sphere.json,1,5,auto,solved,",
        "/sphere.json,1,5,nsgs,",
    ]) {
        assert!(line.starts_with(start), "{line} is not {start}");
    }
    for picture in ["profile.svg", "profile-factorizations.svg"] {
        let svg = std::fs::read_to_string(results.join(picture)).unwrap();
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        assert!(svg.contains(">auto</text>"), "{svg}");
    }
}

#[test]
fn a_second_run_runs_nothing_again() {
    let (problems, results) = bench("resume");
    assert_eq!(compare(&problems, &results, &[]).code, 0);
    let first = table(&results);
    let run = compare(&problems, &results, &[]);
    assert!(run.stdout.contains("\n6 results kept from an earlier run, 0 new\n"), "{}", run.stdout);
    assert!(!run.stderr.contains(" on "), "{}", run.stderr);
    assert_eq!(table(&results), first);

    // The program was stopped within a line, and another line is missing: only those two are run again.
    let cut = format!("{}\n{}", first[..5].join("\n"), &first[5][..first[5].len() - 25]);
    std::fs::write(results.join("results.csv"), cut).unwrap();
    let run = compare(&problems, &results, &[]);
    assert!(run.stdout.contains("\n4 results kept from an earlier run, 2 new\n"), "{}", run.stdout);
    let again = table(&results);
    assert_eq!(again[..5], first[..5]);
    let without_time = |lines: &[String]| lines[1..].iter().map(|line| timeless(line)).collect::<Vec<_>>();
    assert_eq!(without_time(&again), without_time(&first));

    // A file that has changed is run again, the others are not.
    std::fs::copy(recorded("fc3d/Rover4493.hdf5"), problems.join("rover.hdf5")).unwrap();
    let run = compare(&problems, &results, &[]);
    assert!(run.stdout.contains("\n4 results kept from an earlier run, 2 new\n"), "{}", run.stdout);
    assert_eq!(table(&results).len(), 7);

    // The folder of the results may be searched too.
    let run = compare(problems.parent().unwrap(), &results, &[]);
    assert!(run.stdout.contains("\nskipped 2 files\n"), "{}", run.stdout);

    // Another method is added to those that are there.
    let run = compare(&problems, &results, &["--methods", "newton"]);
    assert!(run.stdout.contains("\n6 results kept from an earlier run, 3 new\n"), "{}", run.stdout);
    assert_eq!(table(&results).len(), 10);
}

#[test]
fn other_settings_need_another_folder() {
    let (problems, results) = bench("guard");
    assert_eq!(compare(&problems, &results, &[]).code, 0);
    let name = results.display();
    for (options, what) in
        [(["--tolerance", "1e-6"], "--tolerance 1e-8, not 1e-6"), (["--time-limit", "3"], "--time-limit 10, not 3")]
    {
        let run = compare(&problems, &results, &options);
        let message = format!(
            "error: {name}: holds results for {what}; choose another --output, or delete them with --restart\n"
        );
        assert_eq!((run.code, run.stdout.as_str(), run.stderr), (2, "", message));
    }
    let run = compare(&problems, &results, &["--tolerance", "1e-6", "--time-limit", "3"]);
    assert!(run.stderr.contains("results for --tolerance 1e-8, not 1e-6; --time-limit 10, not 3; choose another"));
    // Another build of the program has its own numbers; how many jobs there were changes none.
    let guard = std::fs::read_to_string(results.join("run.json")).unwrap();
    let build = guard.split("\"build\": \"").nth(1).unwrap().split('"').next().unwrap();
    std::fs::write(results.join("run.json"), guard.replace(build, "0123456789abcdef")).unwrap();
    let run = compare(&problems, &results, &[]);
    let message = format!("holds results for build 0123456789abcdef, not {build}; choose another --output");
    assert!(run.code == 2 && run.stderr.contains(&message), "{}", run.stderr);
    std::fs::write(results.join("run.json"), &guard).unwrap();
    assert_eq!(compare(&problems, &results, &["--jobs", "2"]).code, 0);

    let run = compare(&problems, &results, &["--tolerance", "1e-6", "--restart"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stdout.contains("kept from an earlier run"), "{}", run.stdout);
    assert_eq!(table(&results).len(), 7);

    std::fs::remove_file(results.join("run.json")).unwrap();
    let run = compare(&problems, &results, &[]);
    let message = "run.json: expected the settings of the results beside it: cannot be read: No such file or directory (os \
                   error 2); --restart deletes them\n";
    assert!(run.code == 2 && run.stderr.ends_with(message), "{}", run.stderr);

    std::fs::write(results.join("run.json"), "{").unwrap();
    let run = compare(&problems, &results, &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("run.json: expected the settings of the results beside it"), "{}", run.stderr);
}

#[test]
fn garbled_results_are_named_by_line() {
    let (problems, results) = bench("garbled");
    assert_eq!(compare(&problems, &results, &[]).code, 0);
    let csv = results.join("results.csv");
    let whole = std::fs::read_to_string(&csv).unwrap();
    for (from, to, fault) in [
        (",solved,", ",sovled,", "outcome: expected one of solved, model-solved, no-solution, "),
        (",true,false,", ",false,false,", "solved: expected true, as the outcome is solved, found 'false'; --restart"),
        (",auto,", ",", "expected 15 columns, found 14; --restart deletes the results\n"),
    ] {
        let mut lines: Vec<_> = whole.lines().map(str::to_owned).collect();
        lines[1] = lines[1].replacen(from, to, 1);
        std::fs::write(&csv, lines.join("\n") + "\n").unwrap();
        let run = compare(&problems, &results, &[]);
        let message = format!("error: {}:2: {fault}", csv.display());
        assert!(run.code == 2 && run.stderr.starts_with(&message), "{}", run.stderr);
    }
    assert_eq!(compare(&problems, &results, &["--restart"]).code, 0);
}

#[test]
fn a_proof_of_no_solution_is_no_failure() {
    let root = folder("proof");
    let _ = std::fs::remove_dir_all(root.join("results"));
    // u = −1 whatever the impulse: the normal cannot come to rest.
    let text = r#"{"format": 1, "kind": "contact", "delassus": [[0]], "free_velocity": [-1],
        "laws": [{"law": "unilateral"}]}"#;
    let problem = file("proof", "falls.json", text);
    let results = root.join("results");
    let run = stiction(&["compare", &problem, "--methods", "auto,mlcp-lemke", "--output", results.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (lines, summary) = (table(&results), run.stdout.split("\n\n").find(|part| part.starts_with("method")));
    let summary: Vec<Vec<_>> = summary.unwrap().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(summary[0][..5], ["method", "solved", "no", "solution", "failed"]);
    for (line, counts) in lines[1..].iter().zip(&summary[1..]) {
        assert!(line.contains(",no-solution,") && line.contains(",false,true,"), "{line}");
        assert_eq!(counts[1..4], ["0", "1", "0"]);
    }
    assert!(run.stdout.contains("\nno failures\n"), "{}", run.stdout);
}

#[test]
fn a_folder_without_problems_leaves_no_results() {
    let root = folder("empty");
    std::fs::create_dir_all(root.join("empty")).unwrap();
    let (empty, results) = (root.join("empty"), root.join("results"));
    let run = compare(&empty, &results, &[]);
    let message = format!("error: {}: expected files that end in .hdf5, .h5 or .json, found none\n", empty.display());
    assert_eq!((run.code, run.stderr), (2, message));
    assert!(!results.exists());
}

#[test]
fn the_number_of_jobs_changes_no_result() {
    let (problems, results) = bench("jobs");
    assert_eq!(compare(&problems, &results, &[]).code, 0);
    let others = results.with_file_name("several");
    assert_eq!(compare(&problems, &others, &["--jobs", "3"]).code, 0);
    let without_time = |folder: &Path| table(folder)[1..].iter().map(|line| timeless(line)).collect::<Vec<_>>();
    assert_eq!(without_time(&results), without_time(&others));
}

#[test]
fn failures_are_listed() {
    let (problems, results) = bench("failures");
    let run = compare(&problems, &results, &["--time-limit", "1e-9"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("relative residual\n"), "{}", run.stdout);
    let failed = run.stdout.lines().filter(|line| line.contains("  time limit  ")).count();
    assert!(failed > 0 && run.stdout.contains(&format!("\n{failed} failure")), "{}", run.stdout);
    assert_eq!(table(&results)[1..].iter().filter(|line| line.contains(",interrupted,")).count(), failed);
}

#[test]
fn wrong_input_is_named() {
    let (problems, results) = bench("wrong-compare");
    let out = results.to_str().unwrap();
    let run = compare(&problems.join("nowhere"), &results, &[]);
    let message = format!(
        "error: {}: cannot be read: No such file or directory (os error 2)\n",
        problems.join("nowhere").display()
    );
    assert_eq!((run.code, run.stderr), (2, message));
    let run = stiction(&["compare", problems.join("linear.json").to_str().unwrap(), "--output", out]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("error: no contact problem was found\nskipped 1 file\n"), "{}", run.stderr);
    let run = compare(&problems, &results, &["--methods", "lemke"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("unknown method 'lemke' for a contact problem; expected one of auto, nsgs"));
    assert_eq!(stiction(&["compare", "--output", out]).code, 2);
    assert_eq!(compare(&problems, &results, &["--jobs", "0"]).code, 2);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_those_that_lead_nowhere_are_named() {
    let (problems, results) = bench("links");
    let links = problems.with_file_name("links");
    std::fs::create_dir_all(&links).unwrap();
    for (to, name) in [("../problems/rover.hdf5", "linked.hdf5"), ("gone", "nowhere.json"), ("..", "circle")] {
        std::os::unix::fs::symlink(to, links.join(name)).unwrap();
    }
    let run = compare(&links, &results, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("1 contact problem, 2 methods"), "{}", run.stdout);
    let reason = format!("skipped 1 file\n  {}: cannot be read: No such file", links.join("nowhere.json").display());
    assert!(run.stdout.contains(&reason), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_done() {
    let (problems, results) = bench("stop");
    // Many problems; the first result on stderr shows that it is at work.
    for k in 0..40 {
        std::fs::copy(recorded("fc3d/Capsules-i101-404.hdf5"), problems.join(format!("copy-{k}.hdf5"))).unwrap();
    }
    let arguments =
        ["compare", problems.to_str().unwrap(), "--output", results.to_str().unwrap(), "--tolerance", "1e-14"];
    let mut child = command()
        .args([&arguments[..], &["--methods", "nsgs", "--time-limit", "2"]].concat())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(" on ") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut told, &mut line).unwrap() > 0);
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut told, &mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    assert!(
        rest.contains("stopped by Ctrl-C: ") && rest.contains("; the same command continues from there\n"),
        "{rest}"
    );
    let lines = table(&results);
    assert!((2..40).contains(&lines.len()), "{}", lines.len());
    assert!(lines[1..].iter().all(|line| timeless(line).contains(",nsgs,")));
}
