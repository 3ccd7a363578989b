//! `stiction check` and `stiction scenes` as a user drives them.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_formats::BUILT_IN_SCENES;
use support::{file, stiction};

#[test]
fn every_scene_is_listed_with_what_it_shows() {
    let run = stiction(&["scenes"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), BUILT_IN_SCENES.len());
    for (line, scene) in lines.iter().zip(BUILT_IN_SCENES) {
        let (name, description) = line.split_once(' ').unwrap();
        assert_eq!(name, scene.name);
        assert!(description.trim().len() > 20, "{line}");
    }
}

#[test]
fn a_printed_scene_is_a_scene_file() {
    let run = stiction(&["scenes", "box-stack"]);
    assert_eq!(run.code, 0);
    let path = file("printed", "stack.toml", &run.stdout);
    let check = stiction(&["check", &path]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
    for part in [
        ": valid scene 'box-stack', 11 bodies, 60 degrees of freedom, 10 kg\n",
        "10 boxes, 1 plane",
        "default (friction 0.5)",
        "2000 of 1 ms by stewart-trinkle, impact law energy-consistent, method auto",
        "no overlaps",
    ] {
        assert!(check.stdout.contains(part), "{part}: {}", check.stdout);
    }
}

#[test]
fn an_unknown_scene_is_refused_with_the_nearest() {
    let run = stiction(&["scenes", "box-stak"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: expected a name listed by `stiction scenes`, found 'box-stak'; did you mean 'box-stack'?\n"
    );
}

#[test]
fn built_in_scenes_are_checked_by_name() {
    let names: Vec<&str> = BUILT_IN_SCENES.iter().map(|scene| scene.name).collect();
    let run = stiction(&[&["check"], &names[..]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let pendulum = "twelve-link-pendulum: valid scene, 14 bodies, 12 degrees of freedom, 12 kg\n";
    assert!(run.stdout.contains(pendulum), "{}", run.stdout);
    assert!(run.stdout.contains("72 degrees of freedom") && run.stdout.contains("60 equations"), "{}", run.stdout);
    assert!(!run.stdout.contains("\n  overlap "), "{}", run.stdout);
}

#[test]
fn settings_change_what_is_checked() {
    let run = stiction(&[
        "check",
        "sphere-on-plane",
        "--set",
        "body.ball.position=[0,0,0.9]",
        "--set",
        "stepper.method=nsgs",
    ]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains("1 pair of overlapping shapes")
            && run.stdout.contains("\n  overlap      plane and ball by 100 mm\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("method nsgs"));
    let run = stiction(&["check", "sphere-on-plane", "--set", "body.bal.position=[0,0,0.9]"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert_eq!(
        run.stderr,
        "error: --set body.bal.position=[0,0,0.9]:1:6: body: unknown entry 'bal'; did you mean 'ball'?\n"
    );
}

/// A faulty file does not keep the others from being checked.
#[test]
fn every_fault_is_reported_with_its_place() {
    let bad = file("faults", "bad.toml", "version = 1\n[material.default]\nfrction = 0.5\n");
    let good = file("faults", "good.toml", "version = 1\n");
    let run = stiction(&["check", &bad, &good, "no-such-file.toml"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("bad.toml:3:1: material.default: unknown key 'frction'; did you mean 'friction'?\n"));
    assert!(run.stderr.contains("no-such-file.toml: cannot be read"), "{}", run.stderr);
    assert!(
        run.stdout.contains("good.toml: valid scene 'good', 0 bodies, 0 degrees of freedom, 0 kg\n"),
        "{}",
        run.stdout
    );
    assert_eq!(stiction(&["check"]).code, 2);
}

#[test]
fn a_robot_beside_the_scene_is_found() {
    let urdf = r#"<robot name="arm"><link name="base">MASS</link><link name="fore">MASS
        <collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="elbow" type="continuous"><parent link="base"/><child link="fore"/></joint></robot>"#;
    let mass = r#"<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>"#;
    file("robot", "arm.urdf", urdf.replace("MASS", mass));
    let scene = "version = 1\n[[include]]\nfile = \"arm.urdf\"\n[[include]]\nfile = \"arm.urdf\"\nprefix = \"b-\"\nroot = \"free\"\nposition = [0, 0, 3]\n";
    let path = file("robot", "two.toml", scene);
    let run = stiction(&["check", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.contains(": valid scene 'two', 4 bodies, 8 degrees of freedom, 6 kg")
            && run.stdout.contains("2 box"),
        "{}",
        run.stdout
    );
    let path = file("robot", "none.toml", "version = 1\n[[include]]\nfile = \"leg.urdf\"\n");
    let run = stiction(&["check", &path]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("none.toml:3:8: include[0].file: ") && run.stderr.contains("leg.urdf: cannot be read"));
}
