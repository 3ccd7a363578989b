//! MSH, MuJoCo's own binary meshes: four counts, then corners, normals, texture coordinates and faces.

use crate::FormatError;
use crate::robot::TriangleMesh;
use crate::robot::mesh::MOST_TRIANGLES;
use stiction_linalg::space::Vector3;

pub(crate) fn parse_msh(name: &str, bytes: &[u8]) -> Result<TriangleMesh, FormatError> {
    let fail = |message: String| Err(FormatError::whole_file(name, message));
    let mut words = bytes.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes));
    let counts: Vec<usize> = words.by_ref().take(4).map(|count| count as usize).collect();
    let [corners, normals, coordinates, faces] = counts[..] else {
        return fail(format!("expected four counts, found {} bytes", bytes.len()));
    };
    if counts.iter().any(|&count| count > 3 * MOST_TRIANGLES) {
        return fail(format!("expected at most {MOST_TRIANGLES} triangles, found more"));
    }
    let expected = 16 + 4 * (3 * corners + 3 * normals + 2 * coordinates + 3 * faces);
    if bytes.len() != expected {
        return fail(format!("expected {expected} bytes, as the counts specify, found {}", bytes.len()));
    }
    let numbers: Vec<f64> = words.by_ref().take(3 * corners).map(|word| f64::from(f32::from_bits(word))).collect();
    if !numbers.iter().all(|number| number.is_finite()) {
        return fail("expected finite numbers for the corners".to_owned());
    }
    let indices: Vec<u32> = words.skip(3 * normals + 2 * coordinates).collect();
    if !indices.iter().all(|&index| (index as usize) < corners) {
        return fail(format!("expected faces between the {corners} corners, found another corner"));
    }
    Ok(TriangleMesh {
        vertices: numbers.chunks_exact(3).map(|v| Vector3::new(v[0], v[1], v[2])).collect(),
        triangles: indices.chunks_exact(3).map(|f| [f[0], f[1], f[2]]).collect(),
    })
}
