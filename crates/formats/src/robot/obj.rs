//! OBJ: the corners and faces; normals, textures, groups and materials are of no use here.

use crate::field::printable;
use crate::robot::TriangleMesh;
use crate::robot::mesh::MOST_TRIANGLES;
use crate::{FormatError, Position};
use stiction_linalg::space::Vector3;

/// A face of more than three corners becomes a fan of triangles about its first corner.
pub(crate) fn parse_obj(name: &str, bytes: &[u8]) -> Result<TriangleMesh, FormatError> {
    let mut mesh = TriangleMesh::default();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        // Names and comments may be in any encoding.
        let line = String::from_utf8_lossy(line);
        let mut words = line.split_whitespace();
        let read = match words.next() {
            Some("v") => vertex(&mut mesh, words),
            Some("f") => face(&mut mesh, words),
            _ => Ok(()),
        };
        read.map_err(|message| FormatError {
            file: name.to_owned(),
            position: Some(Position { line: index + 1, column: 1 }),
            field: String::new(),
            message: format!("{message}, found '{}'", printable(line.trim())),
        })?;
    }
    Ok(mesh)
}

fn vertex<'a>(mesh: &mut TriangleMesh, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let numbers: Vec<f64> = words.take(3).filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [x, y, z] if x.is_finite() && y.is_finite() && z.is_finite() => {
            if mesh.vertices.len() >= 3 * MOST_TRIANGLES {
                return Err(format!("expected at most {} vertices", 3 * MOST_TRIANGLES));
            }
            mesh.vertices.push(Vector3::new(x, y, z));
            Ok(())
        }
        _ => Err("expected 'v' and 3 finite numbers".to_owned()),
    }
}

fn face<'a>(mesh: &mut TriangleMesh, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let count = mesh.vertices.len();
    let corner = |word: &str| {
        // Corner, texture and normal are divided by slashes; negative numbers count from the last corner back.
        let number: i64 = word.split('/').next()?.parse().ok()?;
        let place = if number > 0 { number - 1 } else { (count as i64).checked_add(number)? };
        (number != 0 && 0 <= place && place < count as i64).then_some(place as u32)
    };
    let corners: Option<Vec<u32>> = words.map(corner).collect();
    let corners = corners.ok_or_else(|| format!("expected 'f' and corners among the {count} vertices given so far"))?;
    if corners.len() < 3 {
        return Err("expected 'f' and 3 corners or more".to_owned());
    }
    if mesh.triangles.len() + corners.len() > MOST_TRIANGLES {
        return Err(format!("expected at most {MOST_TRIANGLES} triangles"));
    }
    mesh.triangles.extend(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]));
    Ok(())
}
