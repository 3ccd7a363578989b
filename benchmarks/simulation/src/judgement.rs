use crate::clock::Stopwatch;
use crate::memory::peak;
use crate::motion::{Motion, step};
use serde_json::{Map, Value, json};
use stiction_simulation::{Event, RunSummary, StepReport, World};

/// What the whole motion came to, from its start on: the scene's numbers to compare, positions after `probe` steps and at the
/// end, energies, overlaps, residuals; each step's time, µs, and contacts; and the memory of this process before and after, of
/// which a process without a past makes most sense. A motion whose steps take longer than `cap` seconds is cut there.
pub fn judge(motion: &Motion, probe: usize, cap: f64) -> Result<Value, String> {
    let memory_before = peak()?;
    let mut world = motion.start()?;
    let (masses, start, energy) = (masses(&world), positions(&world), world.energy());
    let (mut lowest, mut rise) = (energy.total(), 0.0_f64);
    let (mut summary, mut early) = (RunSummary::default(), Value::Null);
    let (mut velocity, mut penetration) = (0.0_f64, 0.0_f64);
    let (mut times, mut contacts) = (Vec::new(), Vec::new());
    let (all, mut spent) = (motion.skip + motion.steps, 0.0);
    for index in 1..=all {
        let watch = Stopwatch::start();
        let report = step(&mut world)?;
        let taken = watch.microseconds();
        times.push(taken);
        spent += 1e-6 * taken;
        contacts.push(report.contacts);
        summary.add(&world, &report);
        velocity = velocity.max(report.residual.velocity);
        penetration = penetration.max(overlap(&report));
        let now = world.energy().total();
        lowest = lowest.min(now);
        rise = rise.max(now - lowest);
        if index == probe {
            early = positions(&world);
        }
        if spent > cap {
            break;
        }
    }
    Ok(json!({
        "masses": masses,
        "start": start,
        "probe": early,
        "end": positions(&world),
        "kinetic": energy.kinetic,
        "potential": energy.gravitational,
        "energy_end": world.energy().total(),
        "energy_rise": rise,
        "contact_energy_gained": summary.gained,
        "penetration": penetration,
        "penetration_corrected": summary.penetration.value,
        "most_contacts": summary.most_contacts,
        "steps": summary.steps,
        "cut": summary.steps < all,
        "residual": summary.natural.value,
        "residual_m_per_s": velocity,
        "unsolved": summary.unsolved(),
        "times": times,
        "contacts": contacts,
        "memory_before": memory_before,
        "memory": peak()?,
    }))
}

/// The deepest overlap that a step found, m, before it brought bodies back: the rivals' is that of the state too. The scenes
/// have no loops, so that what was brought back are overlaps.
fn overlap(report: &StepReport) -> f64 {
    let brought_back =
        report.events.iter().map(|event| if let Event::Projected { before, .. } = event { *before } else { 0.0 });
    brought_back.fold(report.penetration, f64::max)
}

/// Mass and principal moments of inertia, the largest first, of every body that has any.
fn masses(world: &World) -> Value {
    let model = &world.scene().model;
    let bodies = model.body_ids().map(|id| model.body(id)).filter(|body| body.inertia.mass > 0.0);
    let numbers = bodies.map(|body| {
        let mut moments = body.inertia.moments.eigenvalues();
        moments.sort_by(|a, b| b.total_cmp(a));
        (body.name.clone(), json!([body.inertia.mass, moments[0], moments[1], moments[2]]))
    });
    Value::Object(numbers.collect::<Map<_, _>>())
}

/// Where every body is that has mass.
fn positions(world: &World) -> Value {
    let model = &world.scene().model;
    let bodies = model.body_ids().zip(world.bodies());
    let massive = bodies.filter(|(id, _)| model.body(*id).inertia.mass > 0.0);
    let numbers = massive.map(|(id, body)| {
        let at = body.position;
        (model.body(id).name.clone(), json!([at.x, at.y, at.z]))
    });
    Value::Object(numbers.collect::<Map<_, _>>())
}
