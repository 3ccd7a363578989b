//! Shapes as files give them → shapes that touch, and the masses that they enclose.

use crate::robot;
use crate::scene::place::Fault;
use crate::scene::read::SceneFiles;
use crate::scene::robot::elsewhere;
use crate::scene::shape_file::{Form, ShapeFile};
use crate::{FormatError, TriangleMesh};
use std::f64::consts::PI;
use std::path::Path;
use std::sync::Arc;
use stiction_collision::{CollisionError, Heightfield, Hull, Mesh, Shape};
use stiction_linalg::space::{Symmetric3, Vector3};
use stiction_multibody::Inertia;

/// What a shape cannot be made from.
pub(crate) enum FormFault {
    /// The shape itself.
    Message(String),
    /// A file that it names.
    File(FormatError),
}

/// A shape that the collision room does not have.
fn missing(kind: &str) -> FormFault {
    FormFault::Message(format!("{kind} is not supported as a collision shape"))
}

/// A shape that touches, and its inertia at a density of one, about its own frame; none where it encloses nothing.
pub(crate) fn solid(shape: &ShapeFile, files: &mut dyn SceneFiles) -> Result<(Shape, Option<Inertia>), Fault> {
    form(&shape.form, files).map_err(|fault| match (fault, &shape.form) {
        (FormFault::File(error), Form::Mesh { file, .. }) => elsewhere(error, file),
        (FormFault::File(error), _) => Fault::Elsewhere(error),
        (FormFault::Message(message), _) => Fault::new(shape.at, &shape.path, message),
    })
}

fn form(form: &Form, files: &mut dyn SceneFiles) -> Result<(Shape, Option<Inertia>), FormFault> {
    match *form {
        Form::Sphere { radius } => {
            Ok((Shape::Sphere { radius }, Some(Inertia::ball(4.0 / 3.0 * PI * radius.powi(3), radius))))
        }
        Form::Box { half } => Ok((Shape::Box { half }, Some(Inertia::cuboid(8.0 * half.x * half.y * half.z, half)))),
        Form::Ellipsoid { half } => {
            let volume = 4.0 / 3.0 * PI * half.x * half.y * half.z;
            Ok((Shape::Ellipsoid { half }, Some(Inertia::ellipsoid(volume, half))))
        }
        Form::Capsule { radius, half_length } => {
            let volume = PI * radius * radius * (2.0 * half_length + 4.0 / 3.0 * radius);
            Ok((Shape::Capsule { radius, half_length }, Some(Inertia::capsule(volume, radius, half_length))))
        }
        Form::Plane => Ok((Shape::HalfSpace, None)),
        Form::Cylinder { radius, half_length } => {
            let volume = PI * radius * radius * 2.0 * half_length;
            Ok((Shape::Cylinder { radius, half_length }, Some(Inertia::cylinder(volume, radius, half_length))))
        }
        Form::Cone { radius, half_length } => {
            Ok((Shape::Cone { radius, half_length }, Some(cone_inertia(radius, half_length))))
        }
        Form::Heightfield { columns, half, ref heights } => {
            let field = Heightfield::new(columns, heights.len() / columns, half, heights).map_err(refused)?;
            Ok((Shape::Heightfield(Arc::new(field)), None))
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
        robot::Shape::Cylinder { radius, half_length } => Ok(Shape::Cylinder { radius, half_length }),
        // Robots touch with the hulls of their meshes, as in MuJoCo.
        robot::Shape::Mesh { ref file, scale } => Ok(hull(&scaled(files, file, scale)?.vertices)?.0),
        robot::Shape::Triangles { ref mesh } => Ok(hull(&mesh.vertices)?.0),
        robot::Shape::Ellipsoid { half } => Ok(Shape::Ellipsoid { half }),
        robot::Shape::Heightfield { .. } => Err(missing("a height field from a file")),
    }
}

/// With its apex at +z; the frame is half-way up.
fn cone_inertia(radius: f64, half_length: f64) -> Inertia {
    let mass = PI * radius * radius * 2.0 * half_length / 3.0;
    let side = mass * (3.0 / 20.0 * radius * radius + 3.0 / 20.0 * half_length * half_length);
    let moments = Symmetric3::diagonal(side, side, 0.3 * mass * radius * radius);
    Inertia::new(mass, Vector3::new(0.0, 0.0, -0.5 * half_length), moments)
}

fn hull(points: &[Vector3]) -> Result<(Shape, Option<Inertia>), FormFault> {
    let hull = Hull::new(points).map_err(refused)?;
    let corner = |k: usize| k as u32;
    let triangles = hull.triangles().into_iter().map(|triangle| triangle.map(corner)).collect();
    let surface = TriangleMesh { vertices: hull.vertices().to_vec(), triangles };
    Ok((Shape::Hull(Arc::new(hull)), surface.inertia(1.0)))
}

fn triangles(mesh: &TriangleMesh) -> Result<Shape, FormFault> {
    let corners: Vec<[usize; 3]> = mesh.triangles.iter().map(|triangle| triangle.map(|k| k as usize)).collect();
    Ok(Shape::Mesh(Arc::new(Mesh::new(&mesh.vertices, &corners).map_err(refused)?)))
}

fn refused(error: CollisionError) -> FormFault {
    FormFault::Message(error.to_string())
}

fn scaled(files: &mut dyn SceneFiles, file: &Path, scale: Vector3) -> Result<TriangleMesh, FormFault> {
    let mesh = files.mesh(file).map_err(FormFault::File)?;
    Ok(mesh.mapped(|vertex| Vector3::new(vertex.x * scale.x, vertex.y * scale.y, vertex.z * scale.z)))
}
