use crate::scene::body_file::MassFile;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::Inertia;

/// The inertia of a body: as given, or that of its shapes, filled evenly. Where shapes overlap, they count twice.
pub(crate) fn inertia(file: &MassFile, solids: &[(Pose, Option<Inertia>)]) -> Result<Inertia, &'static str> {
    let placed = solids.iter().filter_map(|(pose, solid)| Some(solid.as_ref()?.placed(pose)));
    let unit = placed.fold(Inertia::ZERO, |sum, solid| sum.with(&solid));
    let volume = unit.mass;
    let mass = match (file.mass, file.density) {
        (Some(mass), _) => mass,
        (None, Some(_)) if volume == 0.0 => {
            return Err("a density needs a shape with a volume: expected 'mass', or a shape with a volume");
        }
        (None, Some(density)) => density * volume,
        (None, None) => return Ok(Inertia::ZERO),
    };
    let own_centre = if volume > 0.0 { unit.centre } else { Vector3::ZERO };
    let centre = file.centre_of_mass.unwrap_or(own_centre);
    let result = match file.inertia {
        Some(moments) => Inertia::new(mass, centre, moments),
        None if volume > 0.0 => Inertia::new(mass, centre, unit.moments * (mass / volume)),
        None => Inertia::point(mass, centre),
    };
    if result.is_finite() { Ok(result) } else { Err("expected a finite mass and inertia, found an overflow") }
}
