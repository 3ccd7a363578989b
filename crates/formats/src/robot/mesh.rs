use crate::FormatError;
use crate::robot::{msh, obj, stl};
use std::path::Path;
use stiction_linalg::space::{Symmetric3, Vector3};
use stiction_multibody::Inertia;

/// The most triangles that a mesh may have.
pub(crate) const MOST_TRIANGLES: usize = 10_000_000;

/// A surface of triangles, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// The corners, m.
    pub vertices: Vec<Vector3>,
    /// Three corners each, by their places among the vertices.
    pub triangles: Vec<[u32; 3]>,
}

impl TriangleMesh {
    /// Reads STL (binary or text), OBJ (vertices and faces only) or MuJoCo's MSH, told apart by the ending of the
    /// name.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "stl" => stl::parse_stl(name, bytes),
            "obj" => obj::parse_obj(name, bytes),
            "msh" => msh::parse_msh(name, bytes),
            _ => {
                let message = "expected a mesh that ends in .stl, .obj or .msh, found another ending";
                Err(FormatError::whole_file(name, message))
            }
        }
    }

    /// The same triangles with every corner moved by a map.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Vector3) -> Vector3) -> Self {
        Self { vertices: self.vertices.iter().map(|&vertex| map(vertex)).collect(), triangles: self.triangles.clone() }
    }

    /// The volume inside, m³; negative where the triangles are seen from inside.
    pub fn volume(&self) -> f64 {
        self.moments().0
    }

    /// The inertia of a solid of that density, kg/m³: exact where the surface is closed, whether the triangles
    /// are seen from outside or all from inside. None where it encloses nothing.
    pub fn inertia(&self, density: f64) -> Option<Inertia> {
        let (volume, first, second, middle) = self.moments();
        if !(volume.abs() > 0.0 && volume.is_finite()) {
            return None;
        }
        let centre = first * (1.0 / volume);
        let spread = second - Symmetric3::square(centre) * volume;
        let trace = spread.xx + spread.yy + spread.zz;
        let moments = Symmetric3::diagonal(trace, trace, trace) - spread;
        let inertia = Inertia::new(density * volume.abs(), middle + centre, moments * (density * volume.signum()));
        inertia.is_finite().then_some(inertia)
    }

    /// Volume, first and second moments of volume about the middle of the corners, and that middle: by the signed
    /// tetrahedra between the middle and each triangle. The middle is near, so that few digits cancel.
    fn moments(&self) -> (f64, Vector3, Symmetric3, Vector3) {
        let (mut volume, mut first, mut second) = (0.0, Vector3::ZERO, Symmetric3::ZERO);
        let share = 1.0 / (self.vertices.len().max(1) as f64);
        let middle = self.vertices.iter().fold(Vector3::ZERO, |sum, &vertex| sum + vertex * share);
        let corner = |index: u32| self.vertices.get(index as usize).map_or(Vector3::ZERO, |&vertex| vertex - middle);
        for &[a, b, c] in &self.triangles {
            let (a, b, c) = (corner(a), corner(b), corner(c));
            let part = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            first += sum * (0.25 * part);
            let squares = Symmetric3::square(a) + Symmetric3::square(b) + Symmetric3::square(c);
            second += (squares + Symmetric3::square(sum)) * (part / 20.0);
        }
        (volume, first, second, middle)
    }
}
