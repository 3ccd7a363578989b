//! `stiction solve`: outcomes, exit codes and the JSON contract.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use stiction_complementarity::Method;
use support::{EMPTY, MIXED, RAY, SMALL, TWO, assert_near, file, numbers, stiction};

const OUTCOMES: [&str; 8] = [
    "solved",
    "no-solution",
    "ray-termination",
    "iteration-limit",
    "stalled",
    "diverged",
    "numerical-failure",
    "interrupted",
];

/// The keys that every answer of a method has, with their types.
fn assert_contract(answer: &Value) {
    assert!(answer["method"].as_str().unwrap().parse::<Method>().is_ok());
    assert!(OUTCOMES.contains(&answer["outcome"].as_str().unwrap()));
    assert_eq!(numbers(&answer["z"]).len(), numbers(&answer["w"]).len());
    for measure in ["natural", "fischer_burmeister", "cck"] {
        assert!(
            answer["residual"][measure].is_number() && answer["residual"]["scaled"][measure].is_number(),
            "{answer}"
        );
    }
    assert!(answer["residual"]["worst_row"].is_u64());
    for count in ["iterations", "pivots", "factorizations", "evaluations", "restarts"] {
        assert!(answer["effort"][count].is_u64());
    }
    assert!(answer["wall_us"].as_f64().unwrap() >= 0.0);
    let has = |key| answer.get(key).is_some();
    assert_eq!(has("certificate"), answer["outcome"] == "no-solution");
    assert_eq!(has("ray"), answer["outcome"] == "ray-termination");
    assert_eq!(has("answered_by"), answer["method"] == "auto");
}

#[test]
fn a_problem_is_solved() {
    let path = file("solved", "problem.json", SMALL);
    let run = stiction(&["solve", &path]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("solved") && run.stdout.contains("1.33333333"), "{}", run.stdout);
    assert_eq!(run.stderr, "");

    let run = stiction(&["solve", &path, "--json"]);
    let answer = run.json();
    assert_contract(&answer);
    assert_eq!((run.code, answer["outcome"].as_str()), (0, Some("solved")));
    assert_near(&numbers(&answer["z"]), &[4.0 / 3.0, 7.0 / 3.0]);
    assert_near(&numbers(&answer["w"]), &[0.0, 0.0]);
    assert!(answer["residual"]["scaled"]["natural"].as_f64().unwrap() <= 1e-10);
    assert!(answer.get("solutions").is_none());
}

#[test]
fn every_method_solves_a_positive_definite_problem() {
    let path = file("every", "problem.json", SMALL);
    for method in Method::ALL {
        let run = stiction(&["solve", &path, "--method", method.name(), "--json"]);
        let answer = run.json();
        assert_contract(&answer);
        assert_eq!((run.code, answer["outcome"].as_str()), (0, Some("solved")), "{method}");
        assert_near(&numbers(&answer["z"]), &[4.0 / 3.0, 7.0 / 3.0]);
    }
}

#[test]
fn all_methods_in_one_table() {
    let path = file("all", "problem.json", SMALL);
    let run = stiction(&["solve", &path, "--method", "all"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let lines: Vec<_> = run.stdout.lines().skip(2).collect();
    assert_eq!(lines.len(), 1 + Method::ALL.len());
    assert!(lines[0].starts_with("method"));
    let width = lines[0].chars().count();
    assert!(lines.iter().all(|line| line.chars().count() == width), "{}", run.stdout);

    let answers = stiction(&["solve", &path, "--method", "all", "--json"]).json();
    let methods: Vec<_> =
        answers.as_array().unwrap().iter().inspect(|a| assert_contract(a)).map(|a| &a["method"]).collect();
    assert_eq!(methods, Method::ALL.map(|method| method.name()));
}

#[test]
fn a_mixed_problem_with_names() {
    let path = file("mixed", "problem.json", MIXED);
    let answer = stiction(&["solve", &path, "--json"]).json();
    assert_near(&numbers(&answer["z"]), &[2.0, 1.0]);
    assert_near(&numbers(&answer["w"]), &[0.0, -4.0]);
    let text = stiction(&["solve", &path]).stdout;
    assert!(text.contains("sum ") && text.contains("bounded "), "{text}");
}

#[test]
fn sparse_and_matrix_market_forms_agree_with_the_dense_one() {
    let sparse = r#"{"rows": [0, 0, 1, 1], "columns": [0, 1, 0, 1], "values": [2, 1, 1, 2], "shape": [2, 2]}"#;
    let dense = "[[2, 1], [1, 2]]";
    let market = "%%MatrixMarket matrix coordinate integer symmetric\n2 2 3\n1 1 2\n2 1 1\n2 2 2\n";
    file("forms", "m.mtx", market);
    for (name, matrix) in [("sparse.json", sparse), ("market.json", "\"m.mtx\"")] {
        let path = file("forms", name, SMALL.replace(dense, matrix));
        let run = stiction(&["solve", &path, "--json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_near(&numbers(&run.json()["z"]), &[4.0 / 3.0, 7.0 / 3.0]);
    }
}

#[test]
fn no_solution_comes_with_a_proof() {
    let path = file("none", "problem.json", EMPTY);
    for method in ["auto", "enumeration"] {
        let run = stiction(&["solve", &path, "--method", method, "--json"]);
        let answer = run.json();
        assert_contract(&answer);
        assert_eq!((run.code, answer["outcome"].as_str()), (1, Some("no-solution")));
        let certificate = &answer["certificate"];
        match certificate["kind"].as_str().unwrap() {
            "farkas" => assert!(numbers(&certificate["vector"])[0] > 0.0),
            "exhausted" => assert!(certificate["tree"].is_object() && certificate["leaves"].as_u64().unwrap() >= 1),
            other => panic!("{other}"),
        }
        assert!(certificate.get("radius").is_some());
    }
    let run = stiction(&["solve", &path]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("no solution, with a proof"), "{}", run.stdout);
    assert!(run.stdout.contains("accepted by the independent checker"), "{}", run.stdout);
}

#[test]
fn all_solutions() {
    let path = file("two", "problem.json", TWO);
    let run = stiction(&["solve", &path, "--enumerate", "--json"]);
    let answer = run.json();
    assert_eq!((run.code, &answer["complete"]), (0, &Value::Bool(true)));
    assert_eq!(answer["method"], "enumeration");
    let mut found: Vec<_> = answer["solutions"].as_array().unwrap().iter().map(|s| numbers(&s["z"])[0]).collect();
    found.sort_by(f64::total_cmp);
    assert_near(&found, &[0.0, 1.0]);
    assert_eq!(answer["faces"], Value::Array(vec![]));
    let text = stiction(&["solve", &path, "--enumerate"]).stdout;
    assert!(text.contains("2 isolated solutions; there are no others"), "{text}");

    let both = stiction(&["solve", &path, "--enumerate", "--json", "--method", "lemke"]).json();
    assert_eq!(both["method"], "lemke");
    assert_eq!(both["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_ray_of_solutions() {
    let path = file("ray", "problem.json", RAY);
    let run = stiction(&["solve", &path, "--enumerate", "--json"]);
    let answer = run.json();
    assert_eq!(run.code, 0);
    let face = &answer["faces"][0];
    assert_eq!(face["dimension"], 1);
    assert_near(&numbers(&face["vertices"][0]), &[0.0]);
    assert!(numbers(&face["rays"][0])[0] > 0.0);
    assert!(stiction(&["solve", &path, "--enumerate"]).stdout.contains("face 1, dimension 1"));
}

#[test]
fn an_empty_enumeration_is_proved() {
    let path = file("empty-list", "problem.json", EMPTY);
    let run = stiction(&["solve", &path, "--enumerate", "--json"]);
    let answer = run.json();
    assert_eq!((run.code, answer["outcome"].as_str()), (1, Some("no-solution")));
    assert_eq!(answer["solutions"], Value::Array(vec![]));
    assert!(answer["certificate"]["kind"].is_string());
}

#[test]
fn enumeration_has_a_limit() {
    let rows = 60;
    let list = |entry: &str| vec![entry; rows].join(", ");
    let matrix = vec![format!("[{}]", list("1")); rows].join(", ");
    let text = format!("{{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [{matrix}], \"vector\": [{}]}}", list("-1"));
    let path = file("limit", "problem.json", text);
    let run = stiction(&["solve", &path, "--enumerate"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--enumerate: enumeration takes at most"), "{}", run.stderr);
}

#[test]
fn the_log_names_the_method_and_the_rows() {
    let run = stiction(&["solve", "--example", "josephy", "--method", "path", "--log"]);
    assert_eq!(run.code, 0);
    let mut lines = run.stderr.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("path"));
    let header: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["iteration", "pivots", "residual", "step", "worst", "row"]);
    let newton: Vec<_> = lines.filter(|line| line.contains("newton")).collect();
    assert!(!newton.is_empty() && newton.iter().all(|line| line.contains("x 1")), "{}", run.stderr);
}

#[test]
fn the_clock_stops_a_method() {
    let path = file("clock", "problem.json", SMALL);
    let run = stiction(&["solve", &path, "--method", "pgs", "--time-limit", "1e-9", "--json"]);
    assert_eq!((run.code, run.json()["outcome"].as_str()), (1, Some("interrupted")));
}

#[test]
fn an_answer_is_a_start() {
    let path = file("again", "problem.json", SMALL);
    let first = stiction(&["solve", &path, "--json"]);
    let start = file("again", "answer.json", &first.stdout);
    let second = stiction(&["solve", &path, "--start", &start, "--method", "pgs", "--json"]);
    assert_eq!(second.code, 0, "{}", second.stderr);
}

#[test]
fn long_answers_are_shortened_and_say_so() {
    let rows: Vec<_> =
        (0..30).map(|i| (0..30).map(|j| if i == j { "1" } else { "0" }).collect::<Vec<_>>().join(",")).collect();
    let matrix = rows.iter().map(|row| format!("[{row}]")).collect::<Vec<_>>().join(",");
    let text =
        format!("{{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [{matrix}], \"vector\": [{}]}}", ["-1"; 30].join(","));
    let path = file("long", "problem.json", text);
    assert!(stiction(&["solve", &path]).stdout.contains("… and 10 more rows; --json has them all"));
    assert_eq!(numbers(&stiction(&["solve", &path, "--json"]).json()["z"]).len(), 30);
}

/// Painlevé's rod, which the prox iteration solves from below the second solution and not from above; r is chosen here.
#[test]
fn the_scaling_of_prox_is_chosen_for_complementarity_problems_too() {
    let solve = |options: &[&str]| {
        stiction(&[&["solve", "--example", "painleve-ambiguous", "--method", "prox", "--json"], options].concat())
    };
    let start = |value: &str| file("prox-scaling", &format!("start-{value}.json"), format!("[{value}]"));
    let (low, high) = (start("11"), start("12"));
    for scaling in ["fixed:0.5", "global", "contact", "adaptive"] {
        let run = solve(&["--prox-scaling", scaling, "--start", &low]);
        assert_eq!((run.code, run.json()["outcome"].as_str()), (0, Some("solved")), "{scaling}: {}", run.stderr);
        let run = solve(&["--prox-scaling", scaling, "--start", &high]);
        assert_eq!((run.code, run.json()["outcome"].as_str()), (1, Some("diverged")), "{scaling}: {}", run.stderr);
    }
    // A larger r takes fewer iterations here: the distance from the second solution grows by 1 + r |G| in each.
    let iterations = |scaling: &str| {
        solve(&["--prox-scaling", scaling, "--start", &low]).json()["effort"]["iterations"].as_u64().unwrap()
    };
    assert!(iterations("fixed:0.1") > iterations("fixed:1"));
    let idle = stiction(&["solve", "--example", "painleve-ambiguous", "--method", "lemke", "--prox-scaling", "global"]);
    assert_eq!(idle.stderr, "warning: --prox-scaling has no effect here: it is for prox\n");
}
