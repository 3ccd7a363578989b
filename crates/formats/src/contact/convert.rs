//! Contact problems in JSON ↔ in FCLIB's files, number for number.

use super::pose::{contact_laws, from_entries, join_global, join_local, rolling_laws, sparse};
use super::{ContactFile, ContactForm, LawFile, LoadedContact};
use crate::{
    FclibFile, FclibGlobal, FclibGlobalEquations, FclibLocal, FclibLocalEquations, FclibProblem, FormatError,
    MatrixFile,
};
use stiction_complementarity::Matrix;
use stiction_linalg::SparseMatrix;

impl From<&FclibFile> for ContactFile {
    fn from(file: &FclibFile) -> Self {
        let written = |matrix: SparseMatrix| MatrixFile::from(&Matrix::Sparse(matrix));
        let primal = |global: &FclibGlobal, laws| {
            let (jacobian, velocity_offset, laws) = join_global(global, laws);
            let (mass, jacobian, force) = (written(global.mass.clone()), written(jacobian), global.force.clone());
            (ContactForm::Primal { mass, jacobian, force, velocity_offset }, laws)
        };
        let (form, laws) = match &file.problem {
            FclibProblem::Local(local) => {
                let (matrix, free_velocity, laws) = join_local(local);
                (ContactForm::Delassus { matrix: written(matrix), free_velocity }, laws)
            }
            FclibProblem::Global(global) => primal(global, contact_laws(global.dimension, &global.friction)),
            FclibProblem::GlobalRolling { global, rolling_friction } => {
                primal(global, rolling_laws(&global.friction, rolling_friction))
            }
        };
        Self {
            form,
            laws: laws.iter().map(LawFile::from).collect(),
            labels: Vec::new(),
            slip: Vec::new(),
            velocity_scale: None,
        }
    }
}

impl From<&LoadedContact> for ContactFile {
    /// The problem in one file, with every matrix in it.
    fn from(loaded: &LoadedContact) -> Self {
        let form = match &loaded.form {
            ContactForm::Delassus { matrix, free_velocity } => {
                ContactForm::Delassus { matrix: matrix.into(), free_velocity: free_velocity.clone() }
            }
            ContactForm::Primal { mass, jacobian, force, velocity_offset } => ContactForm::Primal {
                mass: mass.into(),
                jacobian: jacobian.into(),
                force: force.clone(),
                velocity_offset: velocity_offset.clone(),
            },
        };
        Self {
            form,
            laws: loaded.laws.clone(),
            labels: loaded.labels.clone(),
            slip: loaded.slip.clone(),
            velocity_scale: loaded.velocity_scale,
        }
    }
}

/// What FCLIB keeps of the laws.
struct Kept {
    /// Rows per contact.
    dimension: usize,
    friction: Vec<f64>,
    rolling_friction: Vec<f64>,
    /// Rows of the equations behind the contacts.
    equations: usize,
}

impl LoadedContact {
    /// The problem as an FCLIB file; labels and slips are not kept, and bilateral laws become one. `name` stands for the file in messages, which say what FCLIB
    /// has no form for.
    pub fn to_fclib(&self, name: &str) -> Result<FclibFile, FormatError> {
        let fault =
            |message: String| FormatError::whole_file(name, format!("FCLIB cannot represent this problem: {message}"));
        let kept = kept(&self.laws).map_err(fault)?;
        let problem = match &self.form {
            ContactForm::Delassus { matrix, free_velocity } => local(kept, &sparse(matrix), free_velocity),
            ContactForm::Primal { mass, jacobian, force, velocity_offset } => {
                Ok(global(kept, sparse(mass), &sparse(jacobian), force, velocity_offset))
            }
        };
        problem.map(FclibFile::new).map_err(fault)
    }
}

fn kept(laws: &[LawFile]) -> Result<Kept, String> {
    let mut kept = Kept { dimension: 0, friction: Vec::new(), rolling_friction: Vec::new(), equations: 0 };
    for (index, law) in laws.iter().enumerate() {
        let fault = |expected: &str| Err(format!("laws[{index}]: expected {expected}, found {}", name(law)));
        match *law {
            LawFile::Bilateral { rows } => {
                kept.equations += rows;
                continue;
            }
            LawFile::Coulomb { friction } | LawFile::PlanarCoulomb { friction } => kept.friction.push(friction),
            LawFile::Rolling { friction, rolling_friction } => {
                kept.friction.push(friction);
                kept.rolling_friction.push(rolling_friction);
            }
            LawFile::Unilateral | LawFile::Bounded { .. } => return fault("a law with friction, or a bilateral one"),
        }
        if kept.equations > 0 {
            return fault("bilateral laws after all contacts");
        }
        if kept.dimension != 0 && kept.dimension != law.rows() {
            return fault("the same law at every contact");
        }
        kept.dimension = law.rows();
    }
    if kept.dimension == 0 {
        Err("expected at least one contact with friction, found none".to_owned())
    } else {
        Ok(kept)
    }
}

fn name(law: &LawFile) -> &'static str {
    stiction_contact::Law::from(law).name()
}

/// The entries in a range of rows and one of columns.
fn part(matrix: &SparseMatrix, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> SparseMatrix {
    let inside = matrix.triplets().filter(|(i, j, _)| rows.contains(i) && columns.contains(j));
    let entries: Vec<_> = inside.map(|(i, j, value)| (i - rows.start, j - columns.start, value)).collect();
    from_entries(rows.len(), columns.len(), &entries)
}

fn local(kept: Kept, matrix: &SparseMatrix, vector: &[f64]) -> Result<FclibProblem, String> {
    if !kept.rolling_friction.is_empty() {
        return Err("expected a mass matrix and a Jacobian with rolling friction, found a Delassus matrix".to_owned());
    }
    let (contacts, all) = (vector.len() - kept.equations, vector.len());
    let equations = if kept.equations == 0 {
        None
    } else {
        let coupling = part(matrix, 0..contacts, contacts..all);
        let below = part(matrix, contacts..all, 0..contacts);
        let mut mirrored: Vec<_> = below.triplets().map(|(i, j, value)| (j, i, value)).collect();
        let mut entries: Vec<_> = coupling.triplets().collect();
        for list in [&mut mirrored, &mut entries] {
            list.retain(|entry| entry.2 != 0.0);
            list.sort_by_key(|entry| (entry.0, entry.1));
        }
        if mirrored != entries {
            return Err("expected a symmetric coupling of contacts and equations, found an unsymmetric one".to_owned());
        }
        let matrix = part(matrix, contacts..all, contacts..all);
        Some(FclibLocalEquations { coupling, matrix, vector: vector[contacts..].to_vec() })
    };
    let (dimension, friction) = (kept.dimension, kept.friction);
    let delassus = part(matrix, 0..contacts, 0..contacts);
    let free_velocity = vector[..contacts].to_vec();
    Ok(FclibProblem::Local(FclibLocal { dimension, delassus, free_velocity, friction, equations }))
}

fn global(
    kept: Kept,
    mass: SparseMatrix,
    jacobian: &SparseMatrix,
    force: &[f64],
    velocity_offset: &[f64],
) -> FclibProblem {
    let (freedoms, all) = (force.len(), velocity_offset.len());
    let contacts = all - kept.equations;
    let equations = (kept.equations > 0).then(|| FclibGlobalEquations {
        jacobian: part(jacobian, 0..freedoms, contacts..all),
        offset: velocity_offset[contacts..].to_vec(),
    });
    let global = FclibGlobal {
        dimension: kept.dimension,
        mass,
        jacobian: part(jacobian, 0..freedoms, 0..contacts),
        force: force.to_vec(),
        velocity_offset: velocity_offset[..contacts].to_vec(),
        friction: kept.friction,
        equations,
    };
    if kept.rolling_friction.is_empty() {
        FclibProblem::Global(global)
    } else {
        FclibProblem::GlobalRolling { global, rolling_friction: kept.rolling_friction }
    }
}
