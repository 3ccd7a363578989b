use crate::scene::place::Fault;
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaterialNumbers {
    pub friction: Option<f64>,
    pub restitution: Option<f64>,
    pub stiffness: Option<f64>,
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
        field.number_within("a number of N/m from 1e-6 on, or inf", |value| value >= Material::LEAST_STIFFNESS)
    };
    Ok(MaterialNumbers {
        friction: table.optional("friction", Field::not_negative)?,
        restitution: table.optional("restitution", share)?,
        stiffness: table.optional("stiffness", stiffness)?,
    })
}
