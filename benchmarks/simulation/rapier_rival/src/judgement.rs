use crate::clock::on_processor;
use crate::simulation::Simulation;
use serde_json::{Value, json};

/// What the whole motion came to, cut when its steps have taken `cap` seconds: the scene's numbers to compare and how precise
/// they can be, positions after `probe` steps and at the end, energies, overlaps, and each step's time, µs, and contacts.
pub fn judge(mut simulation: Simulation, steps: usize, probe: usize, cap: f64) -> Value {
    let (masses, start, (kinetic, potential)) = (simulation.masses(), simulation.positions(), simulation.energy());
    let (mut lowest, mut rise, mut penetration, mut most) = (kinetic + potential, 0.0_f64, 0.0_f64, 0);
    let (mut times, mut touching, mut spent, mut early) = (Vec::new(), Vec::new(), 0.0, Value::Null);
    while times.len() < steps && spent <= cap {
        let before = on_processor();
        simulation.step(1);
        let taken = on_processor() - before;
        spent += taken;
        times.push(1e6 * taken);
        let (overlap, contacts) = simulation.overlap();
        penetration = penetration.max(overlap);
        most = most.max(contacts);
        touching.push(contacts);
        let (kinetic, potential) = simulation.energy();
        lowest = lowest.min(kinetic + potential);
        rise = rise.max(kinetic + potential - lowest);
        if times.len() == probe {
            early = json!(simulation.positions());
        }
    }
    let (kinetic_end, potential_end) = simulation.energy();
    json!({
        "masses": masses, "start": start, "probe": early, "end": simulation.positions(),
        "kinetic": kinetic, "potential": potential, "energy_end": kinetic_end + potential_end, "energy_rise": rise,
        "penetration": penetration, "most_contacts": most, "steps": times.len(), "cut": times.len() < steps,
        "times": times, "contacts": touching, "precision": f32::EPSILON, "notes": ["single precision"],
    })
}
