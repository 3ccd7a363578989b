//! STL: triangles only, each with its own corners.

use crate::field::printable;
use crate::robot::TriangleMesh;
use crate::robot::mesh::MOST_TRIANGLES;
use crate::{FormatError, Position};
use stiction_linalg::space::Vector3;

const HEADER: usize = 84;
const RECORD: usize = 50;

/// Binary where the length fits the count in the header, else text: some binary files begin with "solid" too.
pub(crate) fn parse_stl(name: &str, bytes: &[u8]) -> Result<TriangleMesh, FormatError> {
    let count = bytes.get(HEADER - 4..HEADER).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    if let Some(count) = count {
        let count = count as usize;
        if count <= MOST_TRIANGLES && bytes.len() == HEADER + RECORD * count {
            return binary(name, &bytes[HEADER..]);
        }
    }
    if bytes.trim_ascii_start().starts_with(b"solid") {
        return text(name, bytes);
    }
    let message = match count {
        Some(count) => format!("expected {count} triangles of 50 bytes after the header, found {} bytes", bytes.len()),
        None => format!("expected a header of 84 bytes or the word 'solid', found {} bytes", bytes.len()),
    };
    Err(FormatError::whole_file(name, message))
}

fn binary(name: &str, records: &[u8]) -> Result<TriangleMesh, FormatError> {
    let mut mesh = TriangleMesh::default();
    for (index, record) in records.chunks_exact(RECORD).enumerate() {
        // Twelve numbers: the normal, which follows from the corners, and three corners.
        let mut numbers = [0.0; 12];
        for (number, bytes) in numbers.iter_mut().zip(record.chunks_exact(4)) {
            *number = f64::from(bytes.try_into().map_or(f32::NAN, f32::from_le_bytes));
        }
        for corner in numbers[3..].chunks_exact(3) {
            mesh.vertices.push(Vector3::new(corner[0], corner[1], corner[2]));
        }
        let start = 3 * index as u32;
        mesh.triangles.push([start, start + 1, start + 2]);
        if !mesh.vertices[3 * index..].iter().all(|corner| corner.is_finite()) {
            return Err(FormatError::whole_file(name, format!("triangle {index}: expected finite numbers")));
        }
    }
    Ok(mesh)
}

fn text(name: &str, bytes: &[u8]) -> Result<TriangleMesh, FormatError> {
    let mut mesh = TriangleMesh::default();
    let error = |line: usize, message: String| FormatError {
        file: name.to_owned(),
        position: Some(Position { line: line + 1, column: 1 }),
        field: String::new(),
        message,
    };
    let mut last = 0;
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        let mut words = line.split_whitespace();
        last = index;
        if words.next() != Some("vertex") {
            continue;
        }
        let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).filter(|x: &f64| x.is_finite()).collect();
        let [x, y, z] = numbers[..] else {
            return Err(error(index, format!("expected 'vertex' and 3 finite numbers, found '{}'", printable(&line))));
        };
        mesh.vertices.push(Vector3::new(x, y, z));
        if mesh.vertices.len() > 3 * MOST_TRIANGLES {
            return Err(error(index, format!("expected at most {MOST_TRIANGLES} triangles, found more")));
        }
    }
    if !mesh.vertices.len().is_multiple_of(3) {
        return Err(error(last, format!("expected 3 vertices per triangle, found {} in all", mesh.vertices.len())));
    }
    if mesh.vertices.is_empty() {
        return Err(FormatError::whole_file(name, "expected triangles, found none"));
    }
    mesh.triangles = (0..mesh.vertices.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Ok(mesh)
}
