use crate::scene::place::{Fault, Place};
use crate::scene::table::Table;
use crate::scene::value::{Field, Reference};
use stiction_simulation::Material;

/// `[material.NAME]`.
#[derive(Clone, Debug)]
pub(crate) struct MaterialFile {
    pub name: String,
    pub numbers: MaterialNumbers,
}

/// `[[material_pair]]`.
#[derive(Clone, Debug)]
pub(crate) struct MaterialPairFile {
    pub between: [Reference; 2],
    pub numbers: MaterialNumbers,
}

/// What of a material is given.
#[derive(Clone, Debug)]
pub(crate) struct MaterialNumbers {
    pub friction: Option<f64>,
    pub restitution: Option<Given>,
    pub stiffness: Option<Given>,
}

/// A number, and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub value: f64,
    pub at: Place,
    pub path: String,
}

impl MaterialNumbers {
    /// These, and for what is not given those of a material.
    pub fn over(&self, material: Material) -> Material {
        let given = |given: &Option<Given>| given.as_ref().map(|given| given.value);
        Material {
            friction: self.friction.unwrap_or(material.friction),
            restitution: given(&self.restitution).unwrap_or(material.restitution),
            stiffness: given(&self.stiffness).unwrap_or(material.stiffness),
        }
    }

    /// What of it makes surfaces give back, and what makes them give way: the two do not go together.
    pub fn contradictory(&self) -> impl Iterator<Item = &Given> {
        let gives_back = self.restitution.iter().filter(|given| given.value > 0.0);
        gives_back.chain(self.stiffness.iter().filter(|given| given.value < f64::INFINITY))
    }
}

/// All `[material.NAME]`, in the order of the file.
pub(crate) fn materials(document: &Table<'_>) -> Result<Vec<MaterialFile>, Fault> {
    let Some(field) = document.find("material") else { return Ok(Vec::new()) };
    let materials = Table::of(&field, "tables [material.NAME]")?;
    let material = |(entry, field): (&crate::scene::document::Entry, Field<'_>)| {
        let table = Table::of(&field, "a table with friction, restitution and stiffness")?;
        table.known(&["friction", "restitution", "stiffness"])?;
        Ok(MaterialFile { name: entry.key.clone(), numbers: numbers(&table)? })
    };
    materials.all().map(material).collect()
}

pub(crate) fn material_pair(table: &Table<'_>) -> Result<MaterialPairFile, Fault> {
    table.known(&["between", "friction", "restitution", "stiffness"])?;
    let between = table.required("between", |field| field.array("two names of materials", Field::name))?;
    Ok(MaterialPairFile { between, numbers: numbers(table)? })
}

fn numbers(table: &Table<'_>) -> Result<MaterialNumbers, Fault> {
    let share = |field: &Field<'_>| field.number_within("a number from 0 to 1", |value| (0.0..=1.0).contains(&value));
    let stiffness = |field: &Field<'_>| {
        field.number_within("a number of at least 1e-6 N/m, or inf", |value| value >= Material::LEAST_STIFFNESS)
    };
    let given = |field: &Field<'_>, value| Ok(Given { value, at: field.node.at, path: field.path.clone() });
    Ok(MaterialNumbers {
        friction: table.optional("friction", Field::not_negative)?,
        restitution: table.optional("restitution", |field| given(field, share(field)?))?,
        stiffness: table.optional("stiffness", |field| given(field, stiffness(field)?))?,
    })
}
