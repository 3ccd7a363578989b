//! What was written → what it means.

use super::{ContactFile, ContactForm, LawFile, LoadedContact};
use crate::field::{self, entries};
use crate::matrix_file::Shape;
use crate::{FieldError, FormatError, LARGEST_ORDER, ResolveError};
use stiction_complementarity::Matrix;

impl ContactFile {
    /// Checks sizes, places, coefficients and bounds. `read_matrix` is asked for a matrix that has a file of its
    /// own.
    pub fn resolve(
        &self,
        read_matrix: &mut dyn FnMut(&str) -> Result<Matrix, FormatError>,
    ) -> Result<LoadedContact, ResolveError> {
        let rows = check_laws(&self.laws)?;
        if !self.labels.is_empty() {
            check_length("labels", self.labels.len(), self.laws.len(), "one per law")?;
        }
        check_slip(&self.slip, &self.laws)?;
        check_scale(self.velocity_scale)?;
        let form = match &self.form {
            ContactForm::Delassus { matrix, free_velocity } => {
                let matrix = matrix.resolve("delassus", Shape::SquareOrEmpty, read_matrix)?;
                check_finite_matrix("delassus", &matrix)?;
                check_rows(rows, matrix.rows(), "delassus has rows")?;
                check_vector("free_velocity", free_velocity, rows, "one per row of delassus")?;
                ContactForm::Delassus { matrix, free_velocity: free_velocity.clone() }
            }
            ContactForm::Primal { mass, jacobian, force, velocity_offset } => {
                let mass = mass.resolve("mass_matrix", Shape::Square, read_matrix)?;
                check_finite_matrix("mass_matrix", &mass)?;
                let jacobian = jacobian.resolve("jacobian", Shape::Rectangular, read_matrix)?;
                check_finite_matrix("jacobian", &jacobian)?;
                let (freedoms, found) = (mass.rows(), jacobian.rows());
                if found != freedoms {
                    let expected =
                        format!("expected {}, as many as mass_matrix has, found {found}", field::rows(freedoms));
                    return Err(FieldError::at("jacobian", expected).into());
                }
                check_rows(rows, jacobian.columns(), "jacobian has columns")?;
                check_vector("force", force, freedoms, "one per row of mass_matrix")?;
                check_vector("velocity_offset", velocity_offset, rows, "one per column of jacobian")?;
                let (force, velocity_offset) = (force.clone(), velocity_offset.clone());
                ContactForm::Primal { mass, jacobian, force, velocity_offset }
            }
        };
        Ok(LoadedContact {
            form,
            laws: self.laws.clone(),
            labels: self.labels.clone(),
            slip: self.slip.clone(),
            velocity_scale: self.velocity_scale,
        })
    }
}

/// Nothing, or for each law a finite number per tangent, or null.
fn check_slip(slip: &[Option<Vec<f64>>], laws: &[LawFile]) -> Result<(), FieldError> {
    if slip.is_empty() {
        return Ok(());
    }
    check_length("slip", slip.len(), laws.len(), "one per law")?;
    for (k, (slip, law)) in slip.iter().zip(laws).enumerate() {
        let Some(slip) = slip else { continue };
        let inside = |error: FieldError| error.inside(k).inside("slip");
        match (law.tangents(), slip.len()) {
            (0, _) => {
                let message = "expected null, as the law has no tangents, found a list".to_owned();
                return Err(inside(FieldError::here(message)));
            }
            (tangents, found) if tangents != found => {
                let numbers = if tangents == 1 { "number" } else { "numbers" };
                let message = format!("expected {tangents} {numbers}, one per tangent of the law, found {found}");
                return Err(inside(FieldError::here(message)));
            }
            _ => {}
        }
        if let Some(place) = slip.iter().position(|value| !value.is_finite()) {
            let message = format!("expected a finite number, found {}", slip[place]);
            return Err(inside(FieldError::here(message).inside(place)));
        }
    }
    Ok(())
}

fn check_scale(scale: Option<f64>) -> Result<(), FieldError> {
    match scale.filter(|scale| !(*scale > 0.0 && scale.is_finite())) {
        Some(scale) => {
            Err(FieldError::at("velocity_scale", format!("expected a finite number above zero, found {scale}")))
        }
        None => Ok(()),
    }
}

/// The number of rows that the laws take.
fn check_laws(laws: &[LawFile]) -> Result<usize, FieldError> {
    let mut rows: usize = 0;
    for (k, law) in laws.iter().enumerate() {
        check_law(law).map_err(|error| error.inside(k).inside("laws"))?;
        rows = rows.saturating_add(law.rows());
    }
    Ok(rows)
}

fn check_law(law: &LawFile) -> Result<(), FieldError> {
    let coefficient = |name: &str, value: f64| {
        if value.is_finite() && value >= 0.0 {
            return Ok(());
        }
        Err(FieldError::at(name, format!("expected a finite number, zero or more, found {value}")))
    };
    match *law {
        LawFile::Coulomb { friction } | LawFile::PlanarCoulomb { friction } => coefficient("friction", friction),
        LawFile::Rolling { friction, rolling_friction } => {
            coefficient("friction", friction)?;
            coefficient("rolling_friction", rolling_friction)
        }
        LawFile::Unilateral => Ok(()),
        LawFile::Bilateral { rows } if (1..=LARGEST_ORDER).contains(&rows) => Ok(()),
        LawFile::Bilateral { rows } => {
            Err(FieldError::at("rows", format!("expected 1 to {LARGEST_ORDER}, found {rows}")))
        }
        LawFile::Bounded { lower, upper } => {
            for (name, bound) in [("lower", lower), ("upper", upper)] {
                if let Some(bound) = bound.filter(|bound| !bound.is_finite()) {
                    return Err(FieldError::at(name, format!("expected a finite number, found {bound}")));
                }
            }
            match (lower, upper) {
                (Some(lower), Some(upper)) if lower > upper => {
                    let message = format!("expected a bound of at most upper = {upper}, found {lower}");
                    Err(FieldError::at("lower", message))
                }
                _ => Ok(()),
            }
        }
    }
}

fn check_rows(found: usize, expected: usize, why: &str) -> Result<(), FieldError> {
    if found == expected {
        return Ok(());
    }
    Err(FieldError::at(
        "laws",
        format!("expected laws with {} in total, as many as {why}, found {found}", field::rows(expected)),
    ))
}

fn check_length(field: &str, found: usize, expected: usize, why: &str) -> Result<(), FieldError> {
    if found == expected {
        return Ok(());
    }
    Err(FieldError::at(field, format!("expected {}, {why}, found {found}", entries(expected))))
}

fn check_vector(field: &str, vector: &[f64], expected: usize, why: &str) -> Result<(), FieldError> {
    check_length(field, vector.len(), expected, why)?;
    match vector.iter().position(|value| !value.is_finite()) {
        Some(k) => {
            Err(FieldError::here(format!("expected a finite number, found {}", vector[k])).inside(k).inside(field))
        }
        None => Ok(()),
    }
}

/// Sparse matrices were checked when they were made, and so were those with a file of their own.
fn check_finite_matrix(field: &str, matrix: &Matrix) -> Result<(), FieldError> {
    let Matrix::Dense(dense) = matrix else { return Ok(()) };
    for i in 0..dense.rows() {
        for j in 0..dense.columns() {
            if !dense[(i, j)].is_finite() {
                let message = format!("expected a finite number, found {}", dense[(i, j)]);
                return Err(FieldError::here(message).inside(j).inside(i).inside(field));
            }
        }
    }
    Ok(())
}
