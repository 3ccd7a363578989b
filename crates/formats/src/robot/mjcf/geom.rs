//! Geoms: shapes on bodies, and the mass that they give them.

use crate::FormatError;
use crate::field::shown;
use crate::robot::mjcf::asset::Assets;
use crate::robot::mjcf::compiler::Compiler;
use crate::robot::mjcf::{FileSource, Layered, placement};
use crate::robot::{GeometryRole, Shape};
use std::f64::consts::PI;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::Inertia;

/// Geoms of these groups and further ones are not drawn by default.
const HIDDEN: f64 = 3.0;

/// A geom as it is read; its body is known by its place.
pub(super) struct GeomDraft<'f> {
    pub element: Layered<'f>,
    pub name: Option<&'f str>,
    pub body: usize,
    pub group: f64,
    pub pose: Pose,
    pub shape: Shape,
    /// Where the shape of a mesh stands in the geom's frame.
    pub in_geom: Pose,
    pub mesh: Option<usize>,
    pub role: GeometryRole,
    pub friction: f64,
    pub colour: Option<[f64; 4]>,
    pub masks: (u32, u32),
}

#[derive(Clone, Copy, PartialEq)]
enum GeomKind {
    Plane,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
    Heightfield,
    SignedDistance,
}

const KINDS: [(&str, GeomKind); 9] = [
    ("plane", GeomKind::Plane),
    ("hfield", GeomKind::Heightfield),
    ("sphere", GeomKind::Sphere),
    ("capsule", GeomKind::Capsule),
    ("ellipsoid", GeomKind::Ellipsoid),
    ("cylinder", GeomKind::Cylinder),
    ("box", GeomKind::Box),
    ("mesh", GeomKind::Mesh),
    ("sdf", GeomKind::SignedDistance),
];

impl<'f> GeomDraft<'f> {
    /// Reads a geom in a frame of a body; none, said to the user, for a kind that is not supported.
    pub fn read(
        geom: Layered<'f>,
        frame: &Pose,
        body: usize,
        assets: &Assets<'f>,
        compiler: &Compiler<'_>,
    ) -> Result<Option<Self>, FormatError> {
        let kind = geom.keyword("type", &KINDS)?.unwrap_or(GeomKind::Sphere);
        if matches!(kind, GeomKind::Heightfield | GeomKind::SignedDistance) {
            let name = geom.attribute("type").unwrap_or("");
            geom.own.set_aside(format!("a <geom> of type '{name}' is not supported and is ignored"));
            return Ok(None);
        }
        for name in ["mass", "density"] {
            if let Some(value) = geom.number(name)?.filter(|value| *value < 0.0) {
                return Err(geom.error(name, format!("expected zero or more, found {}", shown(value))));
            }
        }
        let mut pose = placement::pose(&geom, compiler)?;
        let mut half_length = None;
        if let Some((along, half)) = placement::between(&geom)? {
            if matches!(kind, GeomKind::Plane | GeomKind::Sphere | GeomKind::Mesh) {
                let expected = "expected a capsule, cylinder, box or ellipsoid with 'fromto', found another type";
                return Err(geom.error("fromto", expected));
            }
            (pose, half_length) = (along, Some(half));
        }
        let named = geom.attribute("mesh").is_some();
        let (mut mesh, mut in_geom) = (None, Pose::IDENTITY);
        let shape = if kind == GeomKind::Mesh {
            let index = assets.mesh_names.find(geom.holder("mesh"), "mesh", "mesh")?;
            mesh = Some(index);
            let shape;
            (shape, in_geom) = assets.shape(index)?;
            shape
        } else if named {
            let message = "expected type 'mesh' with attribute 'mesh', found another: fitting shapes to meshes is not \
                           supported";
            return Err(geom.error("mesh", message));
        } else {
            primitive(&geom, kind, half_length)?
        };
        let masks = (mask(&geom, "contype")?, mask(&geom, "conaffinity")?);
        let group = geom.number("group")?.unwrap_or(0.0);
        let role = match masks {
            (0, 0) => GeometryRole::Visual,
            _ if group >= HIDDEN => GeometryRole::Collision,
            _ => GeometryRole::Both,
        };
        let friction = geom.numbers("friction")?.unwrap_or_default();
        if friction.len() > 1 {
            let holder = geom.holder("friction");
            holder.remark(
                "attribute 'friction' of <geom>: sliding friction is used, torsional and rolling friction are ignored",
            );
        }
        let colour = match geom.array("rgba")? {
            Some(colour) => Some(colour),
            None => assets.colour(&geom)?,
        };
        Ok(Some(Self {
            name: geom.own.attribute("name"),
            body,
            group,
            pose: *frame * pose,
            shape,
            in_geom,
            mesh,
            role,
            friction: friction.first().copied().unwrap_or(1.0),
            colour,
            masks,
            element: geom,
        }))
    }

    /// What it adds to its body, in the body's frame; a plane adds nothing.
    pub fn inertia(&self, assets: &mut Assets<'f>, files: &mut FileSource<'_>) -> Result<Inertia, FormatError> {
        let geom = &self.element;
        let mass = geom.number("mass")?;
        let density = geom.number("density")?.unwrap_or(1000.0);
        if mass == Some(0.0) {
            return Ok(Inertia::ZERO);
        }
        let of_volume = |volume: f64| mass.unwrap_or(density * volume);
        let inertia = match self.shape {
            Shape::Sphere { radius } => Inertia::ball(of_volume(4.0 / 3.0 * PI * radius.powi(3)), radius),
            Shape::Box { half } => Inertia::cuboid(of_volume(8.0 * half.x * half.y * half.z), half),
            Shape::Ellipsoid { half } => Inertia::ellipsoid(of_volume(4.0 / 3.0 * PI * half.x * half.y * half.z), half),
            Shape::Cylinder { radius, half_length } => {
                Inertia::cylinder(of_volume(2.0 * PI * radius * radius * half_length), radius, half_length)
            }
            Shape::Capsule { radius, half_length } => {
                let volume = PI * radius * radius * (2.0 * half_length + 4.0 / 3.0 * radius);
                Inertia::capsule(of_volume(volume), radius, half_length)
            }
            _ => match self.mesh {
                None => Inertia::ZERO,
                Some(mesh) => {
                    let triangles = assets.triangles(mesh, files)?;
                    let volume = triangles.volume().abs();
                    let inertia = triangles.inertia(of_volume(volume) / volume);
                    inertia
                        .ok_or_else(|| assets.mesh_error(mesh, "expected a mesh that encloses a volume, found none"))?
                }
            },
        };
        Ok(inertia.placed(&self.pose))
    }
}

/// The sizes of a shape; what stretches between two points takes its length from them.
fn primitive(geom: &Layered<'_>, kind: GeomKind, half_length: Option<f64>) -> Result<Shape, FormatError> {
    let mut sizes = geom.overlaid::<3>("size")?;
    let (count, name) = match kind {
        GeomKind::Sphere => (1, "sphere"),
        GeomKind::Capsule => (2, "capsule"),
        GeomKind::Cylinder => (2, "cylinder"),
        GeomKind::Ellipsoid => (3, "ellipsoid"),
        GeomKind::Box => (3, "box"),
        _ => return Ok(Shape::HalfSpace),
    };
    if let Some(half) = half_length {
        sizes = if count == 2 { [sizes[0], Some(half), None] } else { [sizes[0], sizes[0], Some(half)] };
    }
    let mut found = [0.0; 3];
    for (index, slot) in found.iter_mut().enumerate().take(count) {
        *slot = match sizes[index] {
            Some(size) if size > 0.0 => size,
            Some(size) => return Err(geom.error("size", format!("expected numbers above zero, found {}", shown(size)))),
            None => {
                let given = sizes.iter().flatten().count();
                let several = if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") };
                return Err(geom.error("size", format!("expected {several} for a {name}, found {given}")));
            }
        };
    }
    let [radius, half_length, _] = found;
    Ok(match kind {
        GeomKind::Capsule => Shape::Capsule { radius, half_length },
        GeomKind::Cylinder => Shape::Cylinder { radius, half_length },
        GeomKind::Ellipsoid => Shape::Ellipsoid { half: Vector3::from(found) },
        GeomKind::Box => Shape::Box { half: Vector3::from(found) },
        _ => Shape::Sphere { radius },
    })
}

/// Bits that say what may touch; one by default.
fn mask(geom: &Layered<'_>, name: &str) -> Result<u32, FormatError> {
    match geom.number(name)?.unwrap_or(1.0) {
        bits if bits.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(u32::MAX)).contains(&bits) => {
            Ok(bits as i64 as u32)
        }
        bits => Err(geom.error(name, format!("expected a whole number of 32 bits, found {bits}"))),
    }
}
