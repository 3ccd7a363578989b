//! Shapes as files give them → shapes that touch, and the masses that they enclose.

use crate::robot::{self, convex_hull};
use crate::scene::place::Fault;
use crate::scene::read::SceneFiles;
use crate::scene::shape_file::{Form, ShapeFile};
use crate::{FormatError, TriangleMesh};
use std::f64::consts::PI;
use std::path::Path;
use stiction_collision::Shape;
use stiction_linalg::space::{Symmetric3, Vector3};
use stiction_multibody::Inertia;

/// What a shape cannot be made from.
pub(crate) enum FormFault {
    /// The shape itself.
    Message(String),
    /// A file that it names.
    File(FormatError),
}

/// A shape that the collision room does not have yet: the one place to change when it does.
fn not_yet(kind: &str) -> FormFault {
    FormFault::Message(format!("a {kind} is not supported yet; expected a sphere, box, capsule or plane"))
}

/// A shape that touches, and its inertia at a density of one, about its own frame; none where it encloses nothing.
pub(crate) fn solid(shape: &ShapeFile, files: &mut dyn SceneFiles) -> Result<(Shape, Option<Inertia>), Fault> {
    let (form, mass) = form(&shape.form, files).map_err(|fault| match fault {
        FormFault::Message(message) => Fault::new(shape.at, &shape.path, message),
        // A file that cannot be opened is the scene's fault, at the line that names it.
        FormFault::File(error) if error.position.is_none() => Fault::new(shape.at, &shape.path, error.to_string()),
        FormFault::File(error) => Fault::Elsewhere(error),
    })?;
    Ok((form, mass))
}

fn form(form: &Form, files: &mut dyn SceneFiles) -> Result<(Shape, Option<Inertia>), FormFault> {
    match *form {
        Form::Sphere { radius } => {
            Ok((Shape::Sphere { radius }, Some(Inertia::ball(4.0 / 3.0 * PI * radius.powi(3), radius))))
        }
        Form::Box { half } => Ok((Shape::Box { half }, Some(Inertia::cuboid(8.0 * half.x * half.y * half.z, half)))),
        Form::Capsule { radius, half_length } => {
            let volume = PI * radius * radius * (2.0 * half_length + 4.0 / 3.0 * radius);
            Ok((Shape::Capsule { radius, half_length }, Some(Inertia::capsule(volume, radius, half_length))))
        }
        Form::Plane => Ok((Shape::HalfSpace, None)),
        Form::Cylinder { radius, half_length } => {
            let volume = PI * radius * radius * 2.0 * half_length;
            cylinder(radius, half_length).map(|shape| (shape, Some(Inertia::cylinder(volume, radius, half_length))))
        }
        Form::Cone { radius, half_length } => {
            cone(radius, half_length).map(|shape| (shape, Some(cone_inertia(radius, half_length))))
        }
        Form::Hull { ref points } => hull(points),
        Form::Mesh { ref file, scale, convex } => {
            let mesh = scaled(files, Path::new(&file.name), scale)?;
            if convex { hull(&mesh.vertices) } else { triangles(&mesh).map(|shape| (shape, mesh.inertia(1.0))) }
        }
    }
}

/// The shape that a robot's geometry touches with.
pub(crate) fn of_robot(shape: &robot::Shape, files: &mut dyn SceneFiles) -> Result<Shape, FormFault> {
    match *shape {
        robot::Shape::Sphere { radius } => Ok(Shape::Sphere { radius }),
        robot::Shape::Box { half } => Ok(Shape::Box { half }),
        robot::Shape::Capsule { radius, half_length } => Ok(Shape::Capsule { radius, half_length }),
        robot::Shape::HalfSpace => Ok(Shape::HalfSpace),
        robot::Shape::Cylinder { radius, half_length } => cylinder(radius, half_length),
        // Robots touch with the hulls of their meshes, as in MuJoCo.
        robot::Shape::Mesh { ref file, scale } => Ok(hull(&scaled(files, file, scale)?.vertices)?.0),
        robot::Shape::Triangles { ref mesh } => Ok(hull(&mesh.vertices)?.0),
        robot::Shape::Ellipsoid { .. } => Err(not_yet("ellipsoid")),
        robot::Shape::Heightfield { .. } => Err(not_yet("height field")),
    }
}

fn cylinder(_radius: f64, _half_length: f64) -> Result<Shape, FormFault> {
    Err(not_yet("cylinder"))
}

fn cone(_radius: f64, _half_length: f64) -> Result<Shape, FormFault> {
    Err(not_yet("cone"))
}

/// With its apex at +z; the frame is half-way up.
fn cone_inertia(radius: f64, half_length: f64) -> Inertia {
    let mass = PI * radius * radius * 2.0 * half_length / 3.0;
    let side = mass * (3.0 / 20.0 * radius * radius + 3.0 / 20.0 * half_length * half_length);
    let moments = Symmetric3::diagonal(side, side, 0.3 * mass * radius * radius);
    Inertia::new(mass, Vector3::new(0.0, 0.0, -0.5 * half_length), moments)
}

fn hull(points: &[Vector3]) -> Result<(Shape, Option<Inertia>), FormFault> {
    let flat = || FormFault::Message("expected points that enclose a volume, found them in a plane".to_owned());
    let triangles = convex_hull(points).ok_or_else(flat)?;
    let _solid = TriangleMesh { vertices: points.to_vec(), triangles }.inertia(1.0).ok_or_else(flat)?;
    Err(not_yet("hull"))
}

fn triangles(_mesh: &TriangleMesh) -> Result<Shape, FormFault> {
    Err(not_yet("mesh"))
}

fn scaled(files: &mut dyn SceneFiles, file: &Path, scale: Vector3) -> Result<TriangleMesh, FormFault> {
    let mesh = files.mesh(file).map_err(FormFault::File)?;
    Ok(mesh.mapped(|vertex| Vector3::new(vertex.x * scale.x, vertex.y * scale.y, vertex.z * scale.z)))
}
