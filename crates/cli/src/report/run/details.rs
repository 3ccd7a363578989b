use crate::report::number::{columns, count, name, plain_power, residual, scaled, seconds, short};
use crate::simulate::Finished;
use stiction_formats::event_kind_words;
use stiction_formats::words::length_or_angle;
use stiction_simulation::Worst;

/// Everything else that a run measures.
pub fn answer(run: &Finished) -> String {
    let Finished { world, summary, timing, .. } = run;
    let settings = &world.scene().settings;
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| seconds(1e-6 * timing.quantile(share)));
    let mean = short(summary.contacts as f64 / summary.steps.max(1) as f64);
    let mut lines: Vec<(&str, String)> = vec![
        ("time stepping", format!("{}, impact law {}", settings.scheme, settings.impact_law)),
        ("method", format!("{}, tolerance {}", settings.method, plain_power(settings.contact.tolerance))),
        ("time per step", format!("median {p50}, 99th percentile {p99}, maximum {max}; {} in all", seconds(run.wall))),
        ("contact points", format!("{mean} per step on average, {} at most", summary.most_contacts)),
        ("relative residual", format!("at most {}", worst(&summary.natural))),
        ("penetration", deepest(&summary.penetration)),
        ("friction cone", format!("largest impulse outside {}", scaled(summary.cone_violation, "N·s"))),
        ("work of contacts", format!("{}, with joint limits and joint friction", scaled(summary.contact_work, "J"))),
    ];
    if summary.slip_angle != 0.0 {
        let angle = short(summary.slip_angle.to_degrees());
        let words = format!("at most {angle}° from opposite to sliding; ill-conditioned where a contact barely slides");
        lines.push(("friction direction", words));
    }
    let model = &world.scene().model;
    if !(model.closures().is_empty() && model.couplings().is_empty() && world.scene().drives.is_empty()) {
        let error = scaled(summary.bilateral_velocity, "m/s");
        lines.push(("loops and motions", format!("velocity error at most {error}")));
    }
    if summary.bilateral_work != 0.0 {
        lines
            .push(("work of joints", format!("{}, of motors, loops and motions", scaled(summary.bilateral_work, "J"))));
    }
    if summary.event_counts.contains_key("projected") {
        let remains = length_or_angle(summary.offset);
        let energy = scaled(summary.moved_energy, "J");
        lines.push((
            "constraint violation",
            format!("at most {remains} after projection, which changed the energy by {energy}"),
        ));
    }
    if let Some(budget) = run.plan.budget {
        let (steps, most) = (count(summary.steps_in_budget(), "step"), seconds(1e-6 * budget));
        let residual = worst(&summary.best_in_budget);
        lines.push(("time budget", format!("{most} per step, too short for {steps}; worst residual {residual}")));
    }
    // Steps that a budget ended have a line of their own.
    for (kind, times) in summary.event_counts.iter().filter(|(kind, _)| *kind != "best-in-budget") {
        lines.push((event_kind_words(kind), count(*times, "step")));
    }
    let cells: Vec<_> = lines.into_iter().map(|(what, value)| vec![format!("  {what}"), value]).collect();
    format!("\ndetails\n{}", columns(&cells, &[true, true]))
}

fn worst(worst: &Worst) -> String {
    at(residual(worst.value), worst)
}

fn deepest(worst: &Worst) -> String {
    format!("at most {}", at(scaled(worst.value, "m"), worst))
}

/// A value with where and when it occurred.
fn at(value: String, worst: &Worst) -> String {
    match (worst.step, worst.label.as_str()) {
        (0, _) => value,
        (step, "") => format!("{value}, step {step}"),
        (step, label) => format!("{value}, {}, step {step}", name(label)),
    }
}
