//! Steps that may not take as long as they need.

use crate::world;
use stiction_simulation::{Budget, RunSummary};

/// A budget of questions in place of time, so that every run of a test is the same.
struct Questions {
    asked: usize,
    most: usize,
}

impl Budget for Questions {
    fn begin(&mut self) {
        self.asked = 0;
    }

    fn spent(&mut self) -> f64 {
        self.asked += 1;
        self.asked as f64 / self.most as f64
    }
}

fn run(name: &str, settings: &[&str], steps: usize, most: usize) -> RunSummary {
    let mut world = world(name, settings);
    world.set_budget(Box::new(Questions { asked: 0, most }));
    let mut summary = RunSummary::default();
    for _ in 0..steps {
        let report = world.step().unwrap();
        assert!(["solved", "best-in-budget"].contains(&report.outcome_name()), "{name}: {report:?}");
        let passes = report.residual.relative <= world.scene().settings.contact.tolerance;
        assert_eq!(report.outcome_name() == "solved", passes, "{name}: {report:?}");
        summary.add(&world, &report);
    }
    assert!(world.state().configuration.iter().all(|value| value.is_finite()), "{name}");
    assert_eq!(summary.steps_in_budget(), summary.unsolved(), "{name}");
    summary
}

/// Whatever is cut short, by whatever stepper and impact law, the run goes on and says so.
#[test]
fn a_run_goes_on_however_small_its_budget() {
    let scenes: [(&str, &[&str], usize); 7] = [
        ("box-stack", &[], 60),
        ("ball-pit", &[], 60),
        ("four-bar-loop", &[], 60),
        ("painleve-rod", &[], 60),
        ("newton-cradle", &[], 60),
        ("bouncing-ball", &["stepper.impact_law='poisson'"], 600),
        ("box-stack", &["stepper.method='nsgs'", "stepper.failure='stop'"], 60),
    ];
    for (name, settings, steps) in scenes {
        for most in [1, 2, 5, 20] {
            let summary = run(name, settings, steps, most);
            assert_eq!(summary.steps, steps);
        }
        let ample = run(name, settings, steps, 1_000_000);
        assert_eq!((ample.unsolved(), ample.best_in_budget.step), (0, 0), "{name}");
    }
}

#[test]
fn more_budget_leaves_less_residual() {
    let [little, more, enough] =
        [3, 12, 100_000].map(|most| run("ball-pit", &["material.default.stiffness=inf"], 80, most));
    assert!(little.steps_in_budget() > 0 && enough.steps_in_budget() == 0);
    assert!(little.best_in_budget.value > more.best_in_budget.value, "{little:?} {more:?}");
    assert_eq!(little.natural, little.best_in_budget);
    assert!(!little.is_sound() && enough.is_sound());
}
