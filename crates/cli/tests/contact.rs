//! `stiction solve` on contact problems: outcomes, the report, the JSON contract, and wrong input.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use stiction_complementarity::Method as LinearMethod;
use stiction_contact::Method;
use support::{SMALL, assert_near, file, numbers, recorded, stiction};

/// A unit point mass that falls at 0.5 m/s and slides at 1 m/s: it slides on, slowed down by 0.25 m/s.
const SLIDING: &str = r#"{"format": 1, "kind": "contact", "delassus": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "free_velocity": [-0.5, 1, 0], "laws": [{"law": "coulomb", "friction": 0.5}], "labels": ["foot"]}"#;

const OUTCOMES: [&str; 10] = [
    "solved",
    "model-solved",
    "no-solution",
    "ray-termination",
    "iteration-limit",
    "stalled",
    "diverged",
    "numerical-failure",
    "unsuited",
    "interrupted",
];

/// The keys that every answer has, with their types.
fn assert_contract(answer: &Value) {
    assert!(answer["method"].as_str().unwrap().parse::<Method>().is_ok());
    assert!(answer["answered_by"].as_str().unwrap().parse::<Method>().is_ok());
    assert!(OUTCOMES.contains(&answer["outcome"].as_str().unwrap()));
    assert_eq!(numbers(&answer["impulses"]).len(), numbers(&answer["velocities"]).len());
    for measure in [
        "relative",
        "natural_m_per_s",
        "penetration_rate_m_per_s",
        "complementarity_j",
        "cone_violation_n_s",
        "slip_angle_rad",
        "bilateral_velocity_m_per_s",
        "energy_j",
    ] {
        assert!(answer["residual"][measure].is_number(), "{measure}: {answer}");
    }
    assert!(answer["residual"].get("fclib").is_some());
    assert!(answer["worst"]["law"].is_u64() && answer["worst"]["label"].is_string());
    assert_eq!(answer["worst"]["natural_m_per_s"], answer["residual"]["natural_m_per_s"]);
    let laws = answer["laws"].as_array().unwrap();
    for law in laws {
        assert!(law["label"].is_string() && law["law"].is_string(), "{law}");
        for measure in ["relative", "natural_m_per_s", "cone_violation_n_s", "complementarity_j"] {
            assert!(law[measure].is_number(), "{measure}: {law}");
        }
    }
    // The judge is the worst over the laws.
    let worst = &laws[answer["worst"]["law"].as_u64().unwrap() as usize];
    assert_eq!(
        (&worst["label"], &worst["natural_m_per_s"]),
        (&answer["worst"]["label"], &answer["worst"]["natural_m_per_s"])
    );
    for count in ["iterations", "pivots", "factorizations", "evaluations", "restarts"] {
        assert!(answer["effort"][count].is_u64());
    }
    assert!(answer["wall_us"].as_f64().unwrap() >= 0.0);
}

#[test]
fn a_sliding_mass_is_slowed_down() {
    let path = file("sliding", "problem.json", SLIDING);
    let run = stiction(&["solve", &path, "--json"]);
    let answer = run.json();
    assert_contract(&answer);
    assert_eq!((run.code, answer["outcome"].as_str()), (0, Some("solved")));
    assert_near(&numbers(&answer["impulses"]), &[0.5, -0.25, 0.0]);
    assert_near(&numbers(&answer["velocities"]), &[0.0, 0.75, 0.0]);
    assert_eq!(answer["worst"]["label"], "foot");
    // ½ (0.75² − 1² − 0.5²)
    assert!((answer["residual"]["energy_j"].as_f64().unwrap() + 0.34375).abs() < 1e-9);
    assert!(answer.get("model").is_none());

    let text = stiction(&["solve", &path]).stdout;
    for expected in [
        "contact problem, 1 contact, 3 rows\n",
        "laws       1 coulomb, friction 0.5\n",
        "outcome    solved\n",
        "\naccuracy   relative residual ",
        " (tolerance 1e-8); largest at foot\n",
        "energy change       -343.8 mJ by these impulses\n",
        "FCLIB's measure",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let foot: Vec<_> = text.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(foot[..4], ["foot", "slip", "0.5", "-0.25"], "{text}");
}

#[test]
fn every_law_has_its_own_residual() {
    // An answer that is none: a contact that slides, a motor at its limit, a joint. Nothing couples them.
    let text = r#"{"format": 1, "kind": "contact",
        "delassus": [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 4, 0], [0, 0, 0, 0, 1]],
        "free_velocity": [-1, 2, 0, 1, 0.2], "labels": ["foot", "motor", "hinge"],
        "laws": [{"law": "coulomb", "friction": 0.5}, {"law": "bounded", "lower": -1, "upper": 1},
                 {"law": "bilateral", "rows": 1}]}"#;
    let path = file("law-residuals", "problem.json", text);
    let start = file("law-residuals", "start.json", "[0.5, -0.4, 0.1, 1.5, 0.1]");
    // At a loose tolerance the start is within it, and this method leaves it then.
    let options = ["solve", &path, "--start", &start, "--tolerance", "10", "--method", "proximal-newton"];
    let answer = stiction(&[&options[..], &["--json"]].concat()).json();
    assert_contract(&answer);
    assert_near(&numbers(&answer["impulses"]), &[0.5, -0.4, 0.1, 1.5, 0.1]);
    let laws = answer["laws"].as_array().unwrap();
    let names: Vec<_> = laws.iter().map(|law| (law["label"].as_str().unwrap(), law["law"].as_str().unwrap())).collect();
    assert_eq!(names, [("foot", "coulomb"), ("motor", "bounded"), ("hinge", "bilateral")]);
    let near = |law: usize, key: &str, expected: f64| {
        let found = laws[law][key].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-12, "{key} of {law}: {found}, not {expected}");
    };
    // u = (−0.5, 1.6, 0.1), p − u = (1, −2, 0), whose projection is (1, −0.5, 0).
    near(0, "natural_m_per_s", 0.27_f64.sqrt());
    near(0, "gap_velocity_m_per_s", -0.5);
    near(0, "cone_violation_n_s", 0.17_f64.sqrt() - 0.25);
    near(0, "slip_angle_rad", 0.2_f64.atan2(0.63));
    near(0, "complementarity_j", 0.25);
    // u = 7, p − u / 4 = −0.25 is between the bounds.
    near(1, "natural_m_per_s", 7.0);
    near(1, "cone_violation_n_s", 0.5);
    near(2, "natural_m_per_s", 0.3);
    for law in [1, 2] {
        assert!(laws[law].get("gap_velocity_m_per_s").is_none() && laws[law].get("slip_angle_rad").is_none());
    }
    let text = stiction(&options).stdout;
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let table = lines.iter().position(|line| line.first() == Some(&"law")).unwrap();
    assert_eq!(lines[table][lines[table].len() - 2..], ["residual,", "m/s"], "{text}");
    for (line, expected) in lines[table + 1..].iter().zip(["0.52", "7", "0.3"]) {
        assert_eq!(line.last(), Some(&expected), "{text}");
    }
}

#[test]
fn what_a_method_does_not_support_is_reported() {
    let path = recorded("rolling3d/RFC3D_sphere_2.json");
    let run = stiction(&["solve", &path, "--method", "interior-point"]);
    let words = "outcome    unsuited: the method does not support the law rolling of this problem\n";
    assert!(run.code == 1 && run.stdout.contains(words), "{}", run.stdout);
    let answer = stiction(&["solve", &path, "--method", "interior-point", "--json"]).json();
    assert_eq!((answer["unsuited_law"].as_str(), answer.get("unsuited_reason")), (Some("rolling"), None));

    // Sixty-four facets at each of two hundred contacts.
    let rows = 600;
    let list = |entry: &dyn Fn(usize) -> String| (0..rows).map(entry).collect::<Vec<_>>().join(",");
    let laws = ["{\"law\": \"coulomb\", \"friction\": 0.5}"; 200].join(",");
    let places = list(&|row| row.to_string());
    let text = format!(
        "{{\"format\": 1, \"kind\": \"contact\", \"delassus\": {{\"rows\": [{places}], \"columns\": [{places}], \
         \"values\": [{}], \"shape\": [{rows}, {rows}]}}, \"free_velocity\": [{}], \"laws\": [{laws}]}}",
        list(&|_| "1".to_owned()),
        list(&|row| if row % 3 == 0 { "-1".to_owned() } else { "0".to_owned() }),
    );
    let path = file("unsuited", "problem.json", text);
    let options = ["solve", &path, "--method", "mlcp-lemke", "--facets", "64"];
    let run = stiction(&options);
    let words = "outcome    unsuited: the method does not support dense matrices of more than 4 GiB\n";
    assert!(run.code == 1 && run.stdout.contains(words), "{}{}", run.stdout, run.stderr);
    let answer = stiction(&[&options[..], &["--json"]].concat()).json();
    let reason = Some("dense matrices of more than 4 GiB");
    assert_eq!((answer.get("unsuited_law"), answer["unsuited_reason"].as_str()), (None, reason));
}

#[test]
fn recorded_problems_of_every_form_are_solved() {
    for (name, words) in [
        ("fc3d/Rover4144.hdf5", "W in 3 × 3 blocks"),
        ("fc2d/FrictionContactProblem00031.hdf5", "planar-coulomb"),
        ("global3d/GFC3D_Example1.hdf5", "mass matrix and Jacobian, 3 degrees of freedom"),
        ("rolling3d/RFC3D_sphere_2.json", "rolling, N·m·s and rad/s"),
        ("gmp/Example1_Fc3D_SBM.json", "W, dense"),
        ("gmp/GMP1.json", "bilateral velocity"),
    ] {
        let path = recorded(name);
        let run = stiction(&["solve", &path]);
        assert_eq!(run.code, 0, "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(words), "{words}\n{}", run.stdout);
        let answer = stiction(&["solve", &path, "--json"]).json();
        assert_contract(&answer);
        assert!(answer["residual"]["relative"].as_f64().unwrap() <= 1e-8, "{name}");
    }
}

#[test]
fn a_problem_without_contacts_is_solved() {
    let path = recorded("global3d/gfc2d_granularflowonwall_00000_00117.hdf5");
    let run = stiction(&["solve", &path]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("0 contacts, 0 rows\nlaws       none\n"), "{}", run.stdout);
    let answer = stiction(&["solve", &path, "--json"]).json();
    assert_eq!((&answer["worst"], numbers(&answer["impulses"]).len()), (&Value::Null, 0));
}

#[test]
fn all_methods_in_one_table() {
    let path = file("all-contact", "problem.json", SLIDING);
    let run = stiction(&["solve", &path, "--method", "all"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let lines: Vec<_> = run.stdout.lines().skip_while(|line| !line.starts_with("method")).collect();
    assert_eq!(lines.len(), 1 + Method::ALL.len(), "{}", run.stdout);
    for (line, method) in lines[1..].iter().zip(Method::ALL) {
        assert!(line.starts_with(method.name()), "{line}");
    }
    let answers = stiction(&["solve", &path, "--method", "all", "--json"]).json();
    let answers = answers.as_array().unwrap();
    answers.iter().for_each(assert_contract);
    let methods: Vec<_> = answers.iter().map(|answer| &answer["method"]).collect();
    assert_eq!(methods, Method::ALL.map(|method| method.name()));
}

#[test]
fn a_relaxed_model_is_named_and_judged_against_both_laws() {
    let path = file("relaxed", "problem.json", SLIDING);
    let run = stiction(&["solve", &path, "--relaxation", "0.1", "--json"]);
    let answer = run.json();
    assert_contract(&answer);
    assert_eq!((run.code, answer["outcome"].as_str()), (1, Some("model-solved")));
    assert_eq!(answer["model"]["name"], "W + 1e-1 I");
    assert!(answer["model"]["relative"].as_f64().unwrap() <= 1e-8);
    assert!(answer["residual"]["relative"].as_f64().unwrap() > 1e-3);
    let text = stiction(&["solve", &path, "--relaxation", "0.1"]).stdout;
    let outcome = "model solved: the method's approximate law holds, the exact law does not\n";
    assert!(text.contains(outcome) && text.contains("model      W + 1e-1 I: relative residual"), "{text}");
    // The residual of the exact law is above the tolerance beside it.
    let accuracy = text.split("\naccuracy   relative residual ").nth(1).unwrap();
    let (found, rest) = accuracy.split_once(" (tolerance 1e-8); ").unwrap();
    assert!(found.parse::<f64>().unwrap() > 1e-3 && rest.starts_with("largest at foot\n"), "{text}");
    assert!(text.contains(&format!("; of the exact law {found}\n")), "{text}");
}

#[test]
fn the_contact_options_are_taken() {
    let path = file("options", "problem.json", SLIDING);
    for options in [
        &["--method", "mlcp-lemke", "--facets", "12", "--alignment", "fixed"][..],
        &["--method", "mlcp-lemke", "--alignment", "slip"],
        &["--method", "prox", "--prox-scaling", "adaptive", "--sweep", "jacobi"],
        &["--method", "prox", "--prox-scaling", "fixed:0.5", "--sweep", "gauss-seidel"],
        &["--method", "nsgs", "--tolerance", "1e-6", "--max-iterations", "1000", "--time-limit", "60"],
    ] {
        let run = stiction(&[&["solve", &path, "--json"], options].concat());
        assert!(run.code < 2, "{options:?}: {}", run.stderr);
        assert_contract(&run.json());
    }
}

#[test]
fn an_answer_is_a_start() {
    let path = recorded("fc3d/2cubes_t0.hdf5");
    let first = stiction(&["solve", &path, "--json"]);
    let start = file("contact-start", "answer.json", &first.stdout);
    let again = stiction(&["solve", &path, "--start", &start, "--method", "newton", "--json"]);
    assert_eq!((again.code, again.json()["outcome"].as_str()), (0, Some("solved")), "{}", again.stderr);

    let path = file("contact-start", "problem.json", SLIDING);
    let start = file("contact-start", "list.json", "[0.5, -0.25, 0]");
    assert_eq!(stiction(&["solve", &path, "--start", &start]).code, 0);
    for (content, expected) in [
        ("[1, 2]", ":1:1: expected 3 numbers, one per row of the problem, found 2"),
        ("{\"z\": [1, 2, 3]}", ":1:1: impulses: expected this field, found none"),
        ("{\"impulses\": [1, 2, \"x\"]}", ":1:21: impulses[2]: expected a number, found \"x\""),
    ] {
        let start = file("contact-start", "wrong.json", content);
        let run = stiction(&["solve", &path, "--start", &start]);
        assert_eq!((run.code, run.stderr), (2, format!("error: {start}{expected}\n")));
    }
}

#[test]
fn the_clock_and_the_limit_stop_a_method() {
    let path = recorded("fc3d/Capsules-i101-404.hdf5");
    let run = stiction(&["solve", &path, "--method", "nsgs", "--time-limit", "1e-9", "--json"]);
    assert_eq!((run.code, run.json()["outcome"].as_str()), (1, Some("interrupted")));
    let run = stiction(&["solve", &path, "--method", "nsgs", "--max-iterations", "3", "--tolerance", "1e-15"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("outcome    iteration limit reached; below is the best point found\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_log_names_the_method() {
    let run = stiction(&["solve", &recorded("fc3d/2cubes_t0.hdf5"), "--method", "nsgs", "--log"]);
    let mut lines = run.stderr.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("nsgs"));
    assert!(lines.next().unwrap().contains("residual") && lines.any(|line| line.contains("sweep")), "{}", run.stderr);
}

#[test]
fn long_tables_are_shortened_and_say_so() {
    let path = recorded("fc3d/Capsules-i101-404.hdf5");
    let text = stiction(&["solve", &path]).stdout;
    assert_eq!(text.lines().filter(|line| line.starts_with("coulomb ")).count(), 20, "{text}");
    assert!(text.contains("\n… and 205 more contacts; --contacts N shows more, --json has them all\n"), "{text}");
    let text = stiction(&["solve", &path, "--contacts", "3"]).stdout;
    assert_eq!(text.lines().filter(|line| line.starts_with("coulomb ")).count(), 3, "{text}");
    let text = stiction(&["solve", &path, "--contacts", "100000"]).stdout;
    assert!(!text.contains(" more "), "{text}");
}

#[test]
fn the_kind_of_problem_decides_the_methods() {
    let (contact, linear) = (file("kind", "contact.json", SLIDING), file("kind", "linear.json", SMALL));
    let names = |names: Vec<&str>| names.join(", ");
    let run = stiction(&["solve", &contact, "--method", "lemke"]);
    let right = names(Method::ALL.map(|method| method.name()).to_vec());
    let message = format!("error: --method lemke does not solve contact problems; expected {right} or all\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr), (2, "", message));
    let run = stiction(&["solve", &linear, "--method", "nsgs"]);
    let right = names(LinearMethod::ALL.map(|method| method.name()).to_vec());
    let message = format!("error: --method nsgs does not solve complementarity problems; expected {right} or all\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr), (2, "", message));
    for option in [&["--facets", "8"][..], &["--null-space"], &["--sweep", "jacobi"]] {
        let run = stiction(&[&["solve", &linear], option].concat());
        let message = format!("error: {} applies to contact problems; this is a complementarity problem\n", option[0]);
        assert_eq!((run.code, run.stderr), (2, message));
    }
}

#[test]
fn wrong_input_is_named() {
    let refused = |content: &[u8], name: &str, expected: &str| {
        let path = file("wrong-contact", name, content);
        let run = stiction(&["solve", &path]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        let shown = run.stderr.replace(&path, name);
        assert!(shown.starts_with(&format!("error: {name}{expected}")), "{shown}is not\n{expected}");
    };
    refused(b"\x89PNG\r\n", "picture.hdf5", ":1:1: expected UTF-8 text, found the byte 0x89\n");
    refused(b"not HDF5", "text.hdf5", ":1:1: expected a value (numbers are finite in JSON), found not\n");
    let whole = std::fs::read(recorded("fc3d/Rover4144.hdf5")).unwrap();
    let half = ": expected 10840 bytes, as the file's header specifies, found 5420\n";
    refused(&whole[..whole.len() / 2], "half.hdf5", half);
    refused(&whole[..8], "head.hdf5", ": cannot be read as HDF5: unexpected end of data at offset 8");
    let json = |from: &str, to: &str| SLIDING.replace(from, to).into_bytes();
    refused(
        &json("\"friction\": 0.5", "\"friction\": -0.5"),
        "negative.json",
        ":2:76: laws[0].friction: expected a finite number, zero or more, found -0.5\n",
    );
    refused(
        &json("\"contact\"", "\"contacts\""),
        "kind.json",
        ":1:23: kind: expected \"lcp\", \"mlcp\" or \"contact\", found \"contacts\"\n",
    );
    refused(&json("[-0.5, 1, 0]", "[-0.5, 1]"), "short.json", ":2:22: free_velocity: expected 3 entries");
    refused(&json("-0.5, 1, 0", "1e999, 1, 0"), "overflow.json", ":2:23: free_velocity[0]: expected a finite number");
}

#[test]
fn wrong_options_are_named() {
    let path = file("wrong-options", "problem.json", SLIDING);
    for (options, expected) in [
        (&["--facets", "2"][..], "error: --facets: expected a number from 3 to 64, found 2\n"),
        (&["--facets", "65", "--method", "nsgs"], "error: --facets: expected a number from 3 to 64, found 65\n"),
        (&["--facets", "-1"], "'-1' for '--facets <N>'"),
        (&["--alignment", "up"], "[possible values: fixed, slip]"),
        (&["--relaxation", "-1"], "expected a finite number, zero or more"),
        (&["--prox-scaling", "fixed:0"], "expected global, contact, adaptive, or fixed:R"),
        (&["--sweep", "red-black"], "[possible values: jacobi, gauss-seidel]"),
        (&["--method", "nsgss"], "a similar value exists: 'nsgs'"),
    ] {
        let run = stiction(&[&["solve", &path], options].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(run.stderr.contains(expected), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn options_without_effect_are_reported() {
    let path = file("idle", "problem.json", SLIDING);
    for (options, note) in [
        (&["--facets", "6"][..], "--facets has no effect here: only the mlcp-* methods use a friction pyramid"),
        (&["--alignment", "fixed", "--method", "nsgs"], "--alignment has no effect here: only the mlcp-* methods"),
        (&["--prox-scaling", "global"], "--prox-scaling has no effect here: it is for prox, mncp-rlm and mncp-plm"),
        (&["--sweep", "jacobi", "--method", "mncp-rlm"], "--sweep has no effect here: it is for prox"),
        (&["--contacts", "3", "--json"], "--contacts has no effect here: --json has every contact"),
        (&["--contacts", "3", "--method", "all"], "--contacts has no effect here: the table of all methods lists"),
        (
            &["--null-space", "--method", "all"],
            "--null-space has no effect here: with --method all, only --json reports it",
        ),
        (&["--enumerate", "--log"], "--log has no effect here: --enumerate by itself runs no method"),
        (&["--enumerate", "--facets", "6"], "--facets has no effect here: --enumerate by itself runs no method"),
    ] {
        let run = stiction(&[&["solve", &path], options].concat());
        assert_eq!(run.code, 0, "{options:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("warning: {note}")), "{options:?}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{options:?}: {}", run.stderr);
    }
    for options in [
        &["--method", "mlcp-lemke", "--facets", "6", "--alignment", "fixed"][..],
        &["--method", "prox", "--prox-scaling", "global", "--sweep", "jacobi"],
        &["--method", "all", "--facets", "6", "--prox-scaling", "global", "--sweep", "jacobi"],
        &["--contacts", "3", "--null-space"],
        &["--enumerate", "--method", "nsgs", "--contacts", "3", "--time-limit", "9"],
    ] {
        let run = stiction(&[&["solve", &path], options].concat());
        assert_eq!(run.stderr, "", "{options:?}");
    }
    let planar =
        SLIDING.replace("coulomb", "planar-coulomb").replace("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[[1, 0], [0, 1]]");
    let planar = file("idle", "planar.json", planar.replace("[-0.5, 1, 0]", "[-0.5, 1]"));
    let run = stiction(&["solve", &planar, "--method", "mlcp-lemke", "--facets", "6"]);
    assert_eq!(
        run.stderr,
        "warning: --facets has no effect here: no law of this problem has a spatial friction cone\n"
    );
    // Of a complementarity problem.
    let linear = file("idle", "linear.json", SMALL);
    let run = stiction(&["solve", &linear, "--enumerate", "--tolerance", "1e-3"]);
    assert!(run.stderr.starts_with("warning: --tolerance has no effect here: --enumerate by itself"), "{}", run.stderr);
}

#[test]
fn the_slip_of_the_file_turns_the_pyramid() {
    // A square pyramid and a mass that slides along the first tangent; the file says that it slid along the diagonal.
    let path = file("slip", "free.json", SLIDING);
    let diagonal = SLIDING.replace("\"labels\"", "\"slip\": [[1, 1]], \"labels\"");
    let given = file("slip", "given.json", diagonal);
    let friction = |path: &str| {
        let run = stiction(&["solve", path, "--method", "mlcp-lemke", "--facets", "4", "--json"]);
        numbers(&run.json()["impulses"])[1]
    };
    assert!((friction(&path) + 0.25).abs() < 1e-9);
    // The facet faces the motion: its normal is the diagonal's length away, 0.25 / √2.
    assert!((friction(&given) + 0.25 / 2.0_f64.sqrt()).abs() < 1e-9, "{}", friction(&given));
}

#[test]
fn a_long_list_of_solutions_is_cut_and_counted() {
    // −I: each of the 2⁷ corners of the cube is a solution.
    let row = |i: usize| format!("[{}]", (0..7).map(|j| if i == j { "-1" } else { "0" }).collect::<Vec<_>>().join(","));
    let rows = (0..7).map(row).collect::<Vec<_>>().join(",");
    let ones = ["1"; 7].join(",");
    let linear = format!("{{\"format\": 1, \"kind\": \"lcp\", \"matrix\": [{rows}], \"vector\": [{ones}]}}");
    let law = ["{\"law\": \"unilateral\"}"; 7].join(",");
    let contact = format!(
        "{{\"format\": 1, \"kind\": \"contact\", \"delassus\": [{rows}], \"free_velocity\": [{ones}], \"laws\": [{law}]}}"
    );
    for (name, text) in [("linear.json", linear), ("contact.json", contact)] {
        let path = file("long-list", name, text);
        let run = stiction(&["solve", &path, "--enumerate"]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        assert!(run.stdout.contains("\n… and 28 more solutions; --json has them all\n"), "{name}: {}", run.stdout);
        assert_eq!(run.stdout.matches("residual").count(), 100, "{name}");
        let all = stiction(&["solve", &path, "--enumerate", "--json"]).json();
        assert_eq!(all["solutions"].as_array().unwrap().len(), 128, "{name}");
    }
}

#[test]
fn a_long_search_for_modes_ends_in_time() {
    // Ten contacts in space: 3¹⁰ modes, most of them searched by Newton's method.
    let rows: Vec<_> = (0..30)
        .map(|i| format!("[{}]", (0..30).map(|j| if i == j { "2" } else { "0.01" }).collect::<Vec<_>>().join(",")))
        .collect();
    let laws = ["{\"law\": \"coulomb\", \"friction\": 0.5}"; 10].join(",");
    let velocity = ["-1, 1, 0.5"; 10].join(",");
    let text = format!(
        "{{\"format\": 1, \"kind\": \"contact\", \"delassus\": [{}], \"free_velocity\": [{velocity}], \"laws\": [{laws}]}}",
        rows.join(",")
    );
    let path = file("long-search", "problem.json", text);
    let run = stiction(&["solve", &path, "--enumerate", "--time-limit", "0.05"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("stopped by the time limit before the enumeration was complete, after "),
        "{}",
        run.stdout
    );
    let run = stiction(&["solve", &path, "--enumerate", "--time-limit", "0.05", "--json"]);
    let answer = run.json();
    assert_eq!((answer["complete"].as_bool(), answer["modes_tried"].as_u64()), (Some(false), Some(0)));
}
