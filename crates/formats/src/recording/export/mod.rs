//! Recordings for other programs: tables (CSV) and arrays (NumPy).

mod csv;
mod npy;
mod npz;
mod placing;
mod zip;

pub use csv::export_csv;
pub use npz::export_npz;
pub use placing::{PlacedBody, Placing};

/// The numbers of a configuration and of a velocity by name: the joint's, with a place where it has several.
fn coordinate_names(header: &super::RecordingHeader) -> [Vec<String>; 2] {
    let mut names = [vec![String::new(); header.configuration_size], vec![String::new(); header.velocity_size]];
    for joint in header.bodies.iter().flat_map(|body| &body.joints) {
        let starts = [joint.configuration, joint.velocity];
        for (own, (start, size)) in names.iter_mut().zip(starts.into_iter().zip(joint.sizes())) {
            for (place, name) in own.iter_mut().skip(start).take(size).enumerate() {
                *name = if size == 1 { joint.name.clone() } else { format!("{}[{place}]", joint.name) };
            }
        }
    }
    names
}
