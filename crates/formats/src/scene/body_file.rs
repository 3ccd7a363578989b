use crate::scene::frame_file;
use crate::scene::joint_file::{JointFile, joints};
use crate::scene::place::{Fault, Place};
use crate::scene::shape_file::{ShapeFile, shapes};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_linalg::space::{Pose, Symmetric3, Vector3};
use stiction_multibody::JointKind;

/// The most bodies of a scene.
pub(crate) const MOST_BODIES: usize = 100_000;

/// `[[body]]`, or `[[fixed]]`.
#[derive(Clone, Debug)]
pub(crate) struct BodyFile {
    pub at: Place,
    pub path: String,
    pub name: Reference,
    pub parent: Option<Reference>,
    /// One, or several that are stacked.
    pub joints: Vec<JointFile>,
    /// In the parent's frame, where all joint coordinates are zero; of a free body, at the start.
    pub pose: Pose,
    /// Of a free body: linear and angular, along the parent's axes.
    pub velocity: Vector3,
    pub angular_velocity: Vector3,
    pub mass: MassFile,
    pub shapes: Vec<ShapeFile>,
    pub material: Option<Reference>,
    pub repeat: Option<Repeat>,
}

/// How heavy a body is.
#[derive(Clone, Debug, Default)]
pub(crate) struct MassFile {
    pub mass: Option<f64>,
    pub density: Option<f64>,
    /// About the centre of mass, along the body's axes.
    pub inertia: Option<Symmetric3>,
    pub centre_of_mass: Option<Vector3>,
}

impl MassFile {
    /// Whether any of it is computed from the shapes.
    pub fn needs_shapes(&self) -> bool {
        let given = self.mass.is_some() && self.inertia.is_some() && self.centre_of_mass.is_some();
        let massless = self.mass.is_none() && self.density.is_none();
        !given && !massless
    }
}

/// Equal bodies at regular places.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Repeat {
    Grid(Grid),
    Ring(Ring),
}

impl Repeat {
    pub fn bodies(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.count.iter().product(),
            Self::Ring(ring) => ring.count,
        }
    }
}

/// Bodies about an axis, each turned on from the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub count: usize,
    /// rad.
    pub turn: f64,
    pub axis: Vector3,
    /// A point of the axis.
    pub about: Vector3,
}

/// Bodies along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub count: [usize; 3],
    pub step: Vector3,
    /// The largest displacement of each body along each axis, m.
    pub jitter: f64,
    pub seed: u64,
}

pub(crate) fn body(table: &Table<'_>) -> Result<BodyFile, Fault> {
    table.known(&[
        "name",
        "parent",
        "joint",
        "position",
        "orientation",
        "velocity",
        "angular_velocity",
        "mass",
        "density",
        "inertia",
        "centre_of_mass",
        "shape",
        "material",
        "repeat",
    ])?;
    let parent = table.optional("parent", Field::name)?;
    let joints = match table.optional("joint", joints)? {
        Some(joints) => joints,
        None if parent.as_ref().is_none_or(|parent| parent.name == "world") => {
            vec![JointFile::plain(JointKind::Free, table.at, &table.path)]
        }
        None => return Err(table.fault("expected 'joint', since it has a parent, found no such key")),
    };
    if joints[0].kind != JointKind::Free
        && let Some(field) = ["velocity", "angular_velocity"].into_iter().find_map(|key| table.find(key))
    {
        return Err(field.fault(
            "expected no such key, since the body is not free; the velocity of a joint belongs in the table of the \
             joint",
        ));
    }
    let mut body = fixed_parts(table)?;
    body.parent = parent;
    body.velocity = table.or("velocity", Vector3::ZERO, Field::vector)?;
    body.angular_velocity = table.or("angular_velocity", Vector3::ZERO, Field::vector)?;
    body.mass = mass(table, joints[0].kind == JointKind::Fixed)?;
    body.joints = joints;
    Ok(body)
}

/// `[[fixed]]`: shapes that never move.
pub(crate) fn fixed(table: &Table<'_>) -> Result<BodyFile, Fault> {
    table.known(&["name", "position", "orientation", "shape", "material", "repeat"])?;
    table.required("shape", |_| Ok(()))?;
    fixed_parts(table)
}

/// What a body that never moves has too.
fn fixed_parts(table: &Table<'_>) -> Result<BodyFile, Fault> {
    Ok(BodyFile {
        at: table.at,
        path: table.path.clone(),
        name: table.required("name", Field::name)?,
        parent: None,
        joints: vec![JointFile::plain(JointKind::Fixed, table.at, &table.path)],
        pose: frame_file::pose(table)?,
        velocity: Vector3::ZERO,
        angular_velocity: Vector3::ZERO,
        mass: MassFile::default(),
        shapes: table.or("shape", Vec::new(), shapes)?,
        material: table.optional("material", Field::name)?,
        repeat: table.optional("repeat", repeat)?,
    })
}

fn mass(table: &Table<'_>, fixed: bool) -> Result<MassFile, Fault> {
    let file = MassFile {
        mass: table.optional("mass", Field::not_negative)?,
        density: table.optional("density", Field::positive)?,
        inertia: table.optional("inertia", inertia)?,
        centre_of_mass: table.optional("centre_of_mass", Field::vector)?,
    };
    match (file.mass, file.density) {
        (Some(_), Some(_)) => Err(table.fault("expected either 'mass' or 'density', found both")),
        (None, None) if !fixed || file.inertia.is_some() => {
            Err(table.fault("expected 'mass' or 'density', found neither"))
        }
        _ => Ok(file),
    }
}

fn inertia(field: &Field<'_>) -> Result<Symmetric3, Fault> {
    let values = field.numbers()?;
    match *values.as_slice() {
        [xx, yy, zz] => Ok(Symmetric3::diagonal(xx, yy, zz)),
        [xx, yy, zz, xy, xz, yz] => Ok(Symmetric3 { xx, yy, zz, xy, xz, yz }),
        _ => Err(field.expected("three moments [xx, yy, zz] or six [xx, yy, zz, xy, xz, yz]")),
    }
}

fn repeat(field: &Field<'_>) -> Result<Repeat, Fault> {
    let table = Table::of(field, "a table { count = [x, y, z], step = [x, y, z] }, or { count, axis, turn_deg }")?;
    if table.find("axis").is_some() {
        return ring(&table).map(Repeat::Ring);
    }
    table.known(&["count", "step", "jitter", "seed"])?;
    let count = table.required("count", |field| {
        let count = field.array("three whole numbers [x, y, z]", |entry| entry.count(1, MOST_BODIES))?;
        // Three counts below 1e5 have a product below 2⁶³.
        if count.iter().product::<usize>() > MOST_BODIES {
            return Err(field.fault(format!("expected at most {MOST_BODIES} bodies, found {count:?}")));
        }
        Ok(count)
    })?;
    let step = table.required("step", |field| {
        let step = field.vector()?;
        // Bodies in one place would overlap, each with all others.
        match (0..3).find(|&k| count[k] > 1 && step[k] == 0.0) {
            Some(k) => Err(field.fault(format!(
                "expected a step other than zero along {}, since the body is repeated along it",
                ["x", "y", "z"][k]
            ))),
            None => Ok(step),
        }
    })?;
    Ok(Repeat::Grid(Grid {
        count,
        step,
        jitter: table.or("jitter", 0.0, Field::not_negative)?,
        seed: table.or("seed", 0, |field| field.count(0, 1 << 53))? as u64,
    }))
}

fn ring(table: &Table<'_>) -> Result<Ring, Fault> {
    table.known(&["count", "axis", "about", "turn", "turn_deg"])?;
    Ok(Ring {
        count: table.required("count", |field| field.count(1, MOST_BODIES))?,
        axis: table.required("axis", Field::direction)?,
        about: table.or("about", Vector3::ZERO, Field::vector)?,
        turn: frame_file::angle(table, "turn")?.ok_or_else(|| table.fault("expected 'turn_deg' or 'turn'"))?,
    })
}
