//! A run that goes on from a checkpoint is the run that was not stopped, bit for bit.

use crate::pieces::{FIRST, HARD_PIT};
use crate::{scene, world};
use stiction_formats::{Checkpoint, RunPlan, SceneBundle, built_in_scene};
use stiction_simulation::{RunSummary, SimulationError, Snapshot, StepReport, World};

/// All that a step shows, with every bit: numbers are written with as many digits as tell them apart.
fn shown(world: &World, report: &StepReport) -> String {
    let bits = |numbers: &[f64]| numbers.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let state = (bits(&world.state().configuration), bits(&world.state().velocity), world.state().time.to_bits());
    let impulses: Vec<_> = world.contacts().iter().map(|contact| bits(&world.impulse(contact).to_array())).collect();
    format!("{state:?} {impulses:?} {:?} {report:?}", world.contacts())
}

/// A checkpoint of a world, which went through a file's bytes.
fn checkpoint(world: &World, name: &str, settings: &[&str], summary: &RunSummary) -> Checkpoint {
    let checkpoint = Checkpoint {
        program: "test".to_owned(),
        build: None,
        scene: SceneBundle::built_in(built_in_scene(name).unwrap(), settings),
        snapshot: world.snapshot().unwrap(),
        summary: summary.clone(),
        initial: world.energy(),
        plan: RunPlan { every: 3, failures: ".".to_owned(), ..RunPlan::default() },
        recording: None,
    };
    let read = Checkpoint::parse("test.checkpoint", &checkpoint.to_bytes()).unwrap();
    assert_eq!(read, checkpoint);
    read
}

fn check(name: &str, settings: &[&str], steps: usize, stops: &[usize]) {
    let (mut whole, mut summary) = (world(name, settings), RunSummary::default());
    let (mut seen, mut checkpoints) = (Vec::new(), Vec::new());
    for step in 0..steps {
        if stops.contains(&step) {
            checkpoints.push(checkpoint(&whole, name, settings, &summary));
        }
        let report = whole.step().unwrap();
        summary.add(&whole, &report);
        seen.push(shown(&whole, &report));
    }
    assert_eq!(checkpoints.len(), stops.len());
    for Checkpoint { scene, snapshot, summary: mut after, .. } in checkpoints {
        let mut world = World::restore(scene.load().unwrap().scene, &snapshot).unwrap();
        for expected in &seen[snapshot.steps..] {
            let report = world.step().unwrap();
            after.add(&world, &report);
            let found = shown(&world, &report);
            assert!(found == *expected, "{name}, from step {}: step {}", snapshot.steps, report.step);
        }
        assert_eq!((&after, world.energy()), (&summary, whole.energy()), "{name}, from step {}", snapshot.steps);
        assert_eq!(world.snapshot(), whole.snapshot(), "{name}, from step {}", snapshot.steps);
    }
}

#[test]
fn mechanisms_go_on_bit_for_bit() {
    check("twelve-link-pendulum", &[], 300, &[0, 1, 2, 3, 4, 100, 299]);
    check("spinning-top", &[], 200, &[1, 2, 150]);
    check("four-bar-loop", &[], 300, &[1, 30, 200]);
    check("twelve-link-pendulum-redundant", &[], 30, &[1, 20]);
    check("parallel-robot", &[], 60, &[1, 30]);
}

#[test]
fn contacts_go_on_bit_for_bit() {
    // At rest, matrices are formed once in a hundred steps.
    check("box-stack", &[], 350, &[0, 1, 2, 10, 40, 99, 150, 201, 349]);
    check("bouncing-ball", &[], 1200, &[1, 400, 452, 453, 454, 800]);
    check("sphere-on-plane", &[], 600, &[1, 100, 400]);
    check("box-on-slope", &["stepper.scheme='moreau-jean'"], 200, &[3, 120]);
    check("newton-cradle", &[], 400, &[1, 150, 260]);
    check("box-stack", &["stepper.method='mlcp-lemke'"], 40, &[1, 25]);
    check("bouncing-ball", &["stepper.impact_law='poisson'"], 600, &[450, 460]);
}

#[test]
fn motors_go_on_bit_for_bit() {
    check("quadruped-standing", &[], 120, &[1, 5, 60, 119]);
    check("gripper-holding-object", &[], 200, &[1, 20, 150]);
    // So heavy that its motors are at their limits.
    let heavy = ["gravity=[0, 0, -60]"];
    check("quadruped-standing", &heavy, 80, &[10, 40, 79]);
    let mut world = world("quadruped-standing", &heavy);
    (0..40).for_each(|_| drop(world.step().unwrap()));
    assert!(world.snapshot().unwrap().limited_motors.contains(&true));
}

#[test]
fn accelerations_go_on_bit_for_bit() {
    check("painleve-rod", &[], 200, &[1, 2, 50, 120]);
    check("sliding-block", &["stepper.scheme='acceleration'"], 100, &[1, 60]);
}

#[test]
fn what_springs_of_contacts_hold_goes_on_bit_for_bit() {
    check("domino-run", &[], 600, &[1, 300, 500]);
    check("box-on-slope", &["material.default.stiffness=1e5"], 200, &[3, 120]);
    check("box-stack", &["material.default.stiffness=1e7", "stepper.scheme='moreau-jean'"], 200, &[3, 120, 199]);
}

#[test]
fn many_balls_go_on_bit_for_bit() {
    check("ball-pit", &[], 70, &[1, 40, 60]);
    check("ball-pit-1000", &HARD_PIT, FIRST + 2, &[FIRST - 1, FIRST, FIRST + 1]);
}

#[test]
fn what_is_no_snapshot_of_a_scene_is_refused() {
    let mut world = world("box-stack", &[]);
    (0..20).for_each(|_| drop(world.step().unwrap()));
    let good = world.snapshot().unwrap();
    let refusal = |snapshot| match World::restore(scene("box-stack", &[]), &snapshot) {
        Err(error @ SimulationError::Snapshot { .. }) => error.to_string(),
        other => panic!("{:?}", other.map(|_| "accepted")),
    };
    let other = World::restore(scene("spinning-top", &[]), &good).err().unwrap().to_string();
    assert!(other.starts_with("snapshot: configuration: expected 7 numbers, found 70"), "{other}");
    let mut bad = good.clone();
    bad.state.velocity[0] = f64::NAN;
    assert_eq!(refusal(bad), "snapshot: velocity: expected finite numbers, found NaN");
    let mut bad = good.clone();
    bad.gains[2].pop();
    assert!(refusal(bad).starts_with("snapshot: gains: expected "));
    let mut bad = good.clone();
    bad.steps += 1;
    assert!(refusal(bad).starts_with("snapshot: time: expected 0.021 s after 21 steps"));
    let mut bad = good.clone();
    bad.impulses[0].1.pop();
    assert!(refusal(bad).starts_with("snapshot: impulses: expected 3 numbers, found 2"));
    let mut bad = good.clone();
    bad.impulses[0].0 = stiction_simulation::Source::Contact(0, 1000, 0);
    assert!(refusal(bad).contains("found Contact(0, 1000, 0)"));
    let mut bad = good.clone();
    bad.halvings = 9;
    assert_eq!(refusal(bad), "snapshot: halvings: expected at most 8, found 9");
    let mut bad = good;
    bad.rest.diagonal.push(1.0);
    assert!(refusal(bad).starts_with("snapshot: diagonal: expected as many numbers as the laws have rows"));
}

#[test]
fn nothing_is_taken_of_a_step_that_failed() {
    let settings = ["stepper.failure='stop'", "stepper.method='nsgs'", "stepper.iteration_limit=1"];
    let mut world = world("box-stack", &settings);
    assert!(world.snapshot().is_some());
    while world.step().is_ok() {}
    assert!(world.snapshot().is_none());
}

/// Whether a run goes on as it did from a snapshot that was changed.
fn goes_on(name: &str, stop: usize, steps: usize, change: impl Fn(&mut Snapshot)) -> bool {
    let mut whole = world(name, &[]);
    (0..stop).for_each(|_| drop(whole.step().unwrap()));
    let mut snapshot = whole.snapshot().unwrap();
    change(&mut snapshot);
    let mut other = World::restore(scene(name, &[]), &snapshot).unwrap();
    (0..steps).all(|_| {
        let (one, two) = (whole.step().unwrap(), other.step().unwrap());
        shown(&whole, &one) == shown(&other, &two)
    })
}

/// Without any one of its parts, what follows is another run: these tests would see it.
#[test]
fn a_snapshot_holds_nothing_in_vain() {
    assert!(goes_on("box-stack", 150, 60, |_| {}));
    assert!(!goes_on("twelve-link-pendulum", 150, 60, |snapshot| snapshot.gains[2].fill(0.0)));
    assert!(!goes_on("box-stack", 150, 60, |snapshot| snapshot.impulses.clear()));
    assert!(!goes_on("box-stack", 150, 60, |snapshot| snapshot.rest.settles = false));
    assert!(!goes_on("box-stack", 150, 60, |snapshot| snapshot.rest.age += 30));
    assert!(!goes_on("box-stack", 150, 60, |snapshot| {
        snapshot.rest.laws.clear();
        snapshot.rest.diagonal.clear();
    }));
    // A box that slides shows it, one that sticks does not.
    assert!(!goes_on("box-on-slope", 150, 60, |snapshot| snapshot
        .rest
        .diagonal
        .iter_mut()
        .for_each(|own| *own *= 3.0)));
}
