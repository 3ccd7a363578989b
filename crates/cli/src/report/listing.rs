//! All solutions, for people.

use super::number::{LONGEST_LIST, count, duration, more, number, power, vector};
use super::single::proof;
use crate::request::Request;
use crate::run::Listing;
use crate::watch::Stop;
use std::fmt::Write;

/// Isolated solutions, faces, and whether that is all.
pub fn answer(request: &Request, listing: &Listing) -> String {
    let found = &listing.enumeration;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match (listing.is_empty(), found.complete) {
        (true, _) if listing.stop == Some(Stop::Clock) => {
            writeln!(text, "stopped by the time limit before the enumeration was complete")
        }
        (true, _) if listing.stop.is_some() => writeln!(text, "interrupted before the enumeration was complete"),
        (true, true) => writeln!(text, "no solution, with a proof"),
        (true, false) => {
            writeln!(text, "no solution found; some complementary pieces could be neither solved nor excluded")
        }
        (false, complete) => {
            let faces = match found.faces.len() {
                0 => String::new(),
                number => format!(" and {}", count(number, "face")),
            };
            let claim = if complete { "there are no others" } else { "there may be others" };
            writeln!(text, "{}{faces}; {claim}", count(found.points.len(), "isolated solution"))
        }
    };
    let _ = writeln!(text, "examined {} of the search tree in {}", count(found.nodes, "node"), duration(listing.wall));
    if let Some(note) = &listing.note {
        let _ = writeln!(text, "warning    {note}");
    }
    if let (Some(certificate), Some(radius)) = (&found.certificate, listing.radius) {
        text.push_str(&proof(certificate, radius));
    }
    let problem = request.posed.problem();
    for (number, z) in found.points.iter().enumerate().take(LONGEST_LIST) {
        let mut w = vec![0.0; z.len()];
        problem.evaluate(z, &mut w);
        let residual = problem.residual_with(z, &w).scaled.natural;
        let _ = writeln!(
            text,
            "\nsolution {}, scaled natural residual {}\n  z = {}\n  w = {}",
            number + 1,
            power(residual, 2),
            vector(z),
            vector(&w)
        );
    }
    text.push_str(&more(found.points.len(), "solution"));
    for (place, face) in found.faces.iter().enumerate().take(LONGEST_LIST) {
        let worst = face.vertices.iter().map(|z| problem.residual(z).scaled.natural).fold(0.0, f64::max);
        let _ = writeln!(
            text,
            "\nface {}, dimension {}, scaled natural residual {} at its vertices",
            place + 1,
            face.dimension,
            number(worst)
        );
        for z in face.vertices.iter().take(LONGEST_LIST) {
            let _ = writeln!(text, "  vertex {}", vector(z));
        }
        for direction in face.rays.iter().take(LONGEST_LIST) {
            let _ = writeln!(text, "  ray    {}", vector(direction));
        }
        let left = face.vertices.len().saturating_sub(LONGEST_LIST) + face.rays.len().saturating_sub(LONGEST_LIST);
        if left > 0 {
            let _ = writeln!(text, "  … and {left} more vertices and rays; --json has them all");
        }
    }
    text.push_str(&more(found.faces.len(), "face"));
    text
}
