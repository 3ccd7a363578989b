use crate::FormatError;
use crate::field::shown;
use crate::robot::urdf::Meshes;
use crate::robot::urdf::materials::Materials;
use crate::robot::urdf::origin::read_origin;
use crate::robot::xml::Element;
use crate::robot::{GeometryRole, Shape};
use stiction_linalg::space::{Pose, Vector3};

/// A `<visual>` or `<collision>` as it is written.
pub struct GeometryFile {
    pub name: Option<String>,
    pub role: GeometryRole,
    pub pose: Pose,
    pub shape: Shape,
    pub colour: Option<[f64; 4]>,
}

impl GeometryFile {
    /// None where the shape is not supported, which is remarked.
    pub fn read(
        element: &Element<'_, '_>,
        role: GeometryRole,
        materials: &Materials<'_>,
        meshes: &mut Meshes<'_>,
    ) -> Result<Option<Self>, FormatError> {
        let name = element.attribute("name").filter(|name| !name.is_empty()).map(str::to_owned);
        let pose = read_origin(element)?;
        let colour = if role == GeometryRole::Visual { materials.colour(element)? } else { None };
        let Some(geometry) = element.child("geometry")? else {
            return Err(element.error("", "expected an element <geometry>, found none"));
        };
        let shape = read_shape(&geometry, meshes)?;
        Ok(shape.map(|shape| Self { name, role, pose, shape, colour }))
    }
}

fn read_shape(geometry: &Element<'_, '_>, meshes: &mut Meshes<'_>) -> Result<Option<Shape>, FormatError> {
    let mut found = None;
    for element in geometry.all() {
        let shape = match element.tag() {
            "box" => {
                let [x, y, z] = sizes(&element, "size")?;
                Shape::Box { half: Vector3::new(x, y, z) * 0.5 }
            }
            "sphere" => {
                let [radius] = sizes(&element, "radius")?;
                Shape::Sphere { radius }
            }
            tag @ ("cylinder" | "capsule") => {
                let ([radius], [length]) = (sizes(&element, "radius")?, sizes(&element, "length")?);
                let half_length = 0.5 * length;
                match tag {
                    "cylinder" => Shape::Cylinder { radius, half_length },
                    _ => Shape::Capsule { radius, half_length },
                }
            }
            "mesh" => {
                let file = meshes.find(&element, element.required("filename")?);
                Shape::Mesh { file, scale: scale(&element)? }
            }
            // Listed by the file as not supported.
            _ => continue,
        };
        element.accept();
        if found.replace(shape).is_some() {
            return Err(element.error("", "expected one shape in <geometry>, found another"));
        }
    }
    if found.is_none() {
        geometry.remark("<geometry> without a box, sphere, cylinder, capsule or mesh is ignored");
    }
    Ok(found)
}

/// Lengths of an attribute that must be there. A sphere of radius zero is a point: none may be negative.
fn sizes<const N: usize>(element: &Element<'_, '_>, name: &str) -> Result<[f64; N], FormatError> {
    element.required(name)?;
    let sizes = element.array::<N>(name)?.unwrap_or([0.0; N]);
    match sizes.iter().find(|size| **size < 0.0) {
        Some(size) => Err(element.error(name, format!("expected zero or more, found {}", shown(*size)))),
        None => Ok(sizes),
    }
}

fn scale(mesh: &Element<'_, '_>) -> Result<Vector3, FormatError> {
    let scale = match mesh.numbers("scale")?.as_deref() {
        None => Vector3::new(1.0, 1.0, 1.0),
        Some(&[factor]) => Vector3::new(factor, factor, factor),
        Some(&[x, y, z]) => Vector3::new(x, y, z),
        Some(other) => return Err(mesh.error("scale", format!("expected 3 numbers, found {}", other.len()))),
    };
    if scale.x * scale.y * scale.z == 0.0 {
        return Err(mesh.error("scale", "expected numbers other than zero, found zero"));
    }
    Ok(scale)
}
