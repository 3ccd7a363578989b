//! Contact problems → text, one matrix row and one law per line. Reading it back gives the same bits.

use super::{ContactFile, ContactForm, LawFile};
use crate::FORMAT;
use crate::write::{list, matrix, number, quoted};

impl ContactFile {
    /// The file's text. A number that is not finite has no JSON form: it is written as `null`, which only
    /// bounds may be, so that reading the text names the entry.
    pub fn to_json(&self) -> String {
        let mut fields = vec![("format", FORMAT.to_string()), ("kind", quoted("contact"))];
        match &self.form {
            ContactForm::Delassus { matrix: delassus, free_velocity } => {
                fields.push(("delassus", matrix(delassus)));
                fields.push(("free_velocity", list(free_velocity, number)));
            }
            ContactForm::Primal { mass, jacobian, force, velocity_offset } => {
                fields.push(("mass_matrix", matrix(mass)));
                fields.push(("jacobian", matrix(jacobian)));
                fields.push(("force", list(force, number)));
                fields.push(("velocity_offset", list(velocity_offset, number)));
            }
        }
        let laws: Vec<_> = self.laws.iter().map(|written| format!("    {}", law(written))).collect();
        fields.push(("laws", format!("[\n{}\n  ]", laws.join(",\n"))));
        if !self.labels.is_empty() {
            fields.push(("labels", list(&self.labels, |label| quoted(label))));
        }
        if !self.slip.is_empty() {
            let along = |slip: &Option<Vec<f64>>| slip.as_ref().map_or("null".to_owned(), |slip| list(slip, number));
            fields.push(("slip", list(&self.slip, along)));
        }
        if let Some(scale) = &self.velocity_scale {
            fields.push(("velocity_scale", number(scale)));
        }
        let lines: Vec<_> = fields.iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

fn law(law: &LawFile) -> String {
    let bound = |bound: &Option<f64>| number(&bound.unwrap_or(f64::NAN));
    match law {
        LawFile::Coulomb { friction } => format!("{{\"law\": \"coulomb\", \"friction\": {}}}", number(friction)),
        LawFile::PlanarCoulomb { friction } => {
            format!("{{\"law\": \"planar-coulomb\", \"friction\": {}}}", number(friction))
        }
        LawFile::Rolling { friction, rolling_friction } => {
            let (friction, rolling) = (number(friction), number(rolling_friction));
            format!("{{\"law\": \"rolling\", \"friction\": {friction}, \"rolling_friction\": {rolling}}}")
        }
        LawFile::Unilateral => "{\"law\": \"unilateral\"}".to_owned(),
        LawFile::Bilateral { rows } => format!("{{\"law\": \"bilateral\", \"rows\": {rows}}}"),
        LawFile::Bounded { lower, upper } => {
            format!("{{\"law\": \"bounded\", \"lower\": {}, \"upper\": {}}}", bound(lower), bound(upper))
        }
    }
}
