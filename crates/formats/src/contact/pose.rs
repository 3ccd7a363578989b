//! What was read → the problem that the contact room solves, and back.

use super::{ContactFile, ContactForm, LawFile, LoadedContact};
use crate::{FclibFile, FclibGlobal, FclibLocal, FclibProblem, MatrixFile};
use stiction_complementarity::Matrix;
use stiction_contact::{ContactError, ContactProblem, Delassus, Law};
use stiction_linalg::SparseMatrix;

impl From<&LawFile> for Law {
    fn from(law: &LawFile) -> Self {
        match *law {
            LawFile::Coulomb { friction } => Self::Coulomb { friction },
            LawFile::PlanarCoulomb { friction } => Self::PlanarCoulomb { friction },
            LawFile::Rolling { friction, rolling_friction } => Self::Rolling { friction, rolling_friction },
            LawFile::Unilateral => Self::Unilateral,
            LawFile::Bilateral { rows } => Self::Bilateral { rows },
            LawFile::Bounded { lower, upper } => {
                Self::Bounded { lower: lower.unwrap_or(f64::NEG_INFINITY), upper: upper.unwrap_or(f64::INFINITY) }
            }
        }
    }
}

impl From<&Law> for LawFile {
    fn from(law: &Law) -> Self {
        match *law {
            Law::Coulomb { friction } => Self::Coulomb { friction },
            Law::PlanarCoulomb { friction } => Self::PlanarCoulomb { friction },
            Law::Rolling { friction, rolling_friction } => Self::Rolling { friction, rolling_friction },
            Law::Unilateral => Self::Unilateral,
            Law::Bilateral { rows } => Self::Bilateral { rows },
            Law::Bounded { lower, upper } => {
                Self::Bounded { lower: lower.is_finite().then_some(lower), upper: upper.is_finite().then_some(upper) }
            }
        }
    }
}

impl LoadedContact {
    /// The contact problem.
    pub fn pose(&self) -> Result<ContactProblem, ContactError> {
        let laws = self.laws.iter().map(Law::from).collect();
        let problem = match &self.form {
            ContactForm::Delassus { matrix: Matrix::Dense(matrix), free_velocity } => {
                ContactProblem::new(matrix.clone(), free_velocity.clone(), laws)
            }
            ContactForm::Delassus { matrix: Matrix::Sparse(matrix), free_velocity } => {
                ContactProblem::from_sparse(matrix, free_velocity.clone(), laws)
            }
            ContactForm::Primal { mass, jacobian, force, velocity_offset } => {
                ContactProblem::from_primal(sparse(mass), sparse(jacobian), force, velocity_offset, laws)
            }
        }?;
        let mut problem = if self.slip.is_empty() { problem } else { self.with_slips(problem)? };
        problem.set_velocity_scale(self.velocity_scale);
        if self.labels.is_empty() { Ok(problem) } else { problem.with_labels(self.labels.clone()) }
    }

    fn with_slips(&self, problem: ContactProblem) -> Result<ContactProblem, ContactError> {
        let given = |(law, slip): (usize, &Option<Vec<f64>>)| match slip.as_deref() {
            Some([first, rest @ ..]) => [*first, rest.first().copied().unwrap_or(0.0)],
            // That of the free velocity, as if none had been given.
            _ => problem.slip(law),
        };
        let slips = self.slip.iter().take(self.laws.len()).enumerate().map(given).collect();
        problem.with_slips(slips)
    }
}

impl FclibFile {
    /// The contact problem; equations become one bilateral law behind the contacts.
    pub fn pose(&self) -> Result<ContactProblem, ContactError> {
        match &self.problem {
            FclibProblem::Local(local) => pose_local(local),
            FclibProblem::Global(global) => pose_global(global, contact_laws(global.dimension, &global.friction)),
            FclibProblem::GlobalRolling { global, rolling_friction } => {
                pose_global(global, rolling_laws(&global.friction, rolling_friction))
            }
        }
    }

    /// A contact problem as an FCLIB file, or nothing where it has laws that FCLIB does not know: anything besides
    /// Coulomb's law, all in the plane or all in space.
    pub fn from_problem(problem: &ContactProblem) -> Option<Self> {
        let mut friction = Vec::new();
        let mut dimension = None;
        for law in problem.laws() {
            match *law {
                Law::Coulomb { friction: value } | Law::PlanarCoulomb { friction: value } => friction.push(value),
                _ => return None,
            }
            if *dimension.get_or_insert(law.rows()) != law.rows() {
                return None;
            }
        }
        let dimension = dimension?;
        let free_velocity = problem.free_velocity().to_vec();
        let delassus = sparse(&Matrix::Dense(problem.dense().into_owned()));
        let local = FclibLocal { dimension, delassus, free_velocity, friction, equations: None };
        Some(Self::new(FclibProblem::Local(local)))
    }
}

impl From<&ContactProblem> for ContactFile {
    fn from(problem: &ContactProblem) -> Self {
        let matrix = match problem.delassus() {
            Delassus::Dense(matrix) => Matrix::Dense(matrix.clone()),
            _ => Matrix::Sparse(sparse(&Matrix::Dense(problem.dense().into_owned()))),
        };
        let form = ContactForm::Delassus {
            matrix: MatrixFile::from(&matrix),
            free_velocity: problem.free_velocity().to_vec(),
        };
        let laws: Vec<_> = problem.laws().iter().map(LawFile::from).collect();
        // A law without tangents has nothing to say.
        let along = |(slip, law): (&[f64; 2], &LawFile)| match law.tangents() {
            0 => None,
            tangents => Some(slip.iter().copied().take(tangents).collect()),
        };
        let slip = problem.given_slips().iter().zip(&laws).map(along).collect();
        let velocity_scale = problem.given_velocity_scale();
        Self { form, laws, labels: problem.labels().to_vec(), slip, velocity_scale }
    }
}

/// Coulomb's law at each contact.
pub(super) fn contact_laws(dimension: usize, friction: &[f64]) -> Vec<Law> {
    let law = |&friction: &f64| match dimension {
        2 => Law::PlanarCoulomb { friction },
        _ => Law::Coulomb { friction },
    };
    friction.iter().map(law).collect()
}

/// The same with rolling friction.
pub(super) fn rolling_laws(friction: &[f64], rolling_friction: &[f64]) -> Vec<Law> {
    let law = |(&friction, &rolling_friction)| Law::Rolling { friction, rolling_friction };
    friction.iter().zip(rolling_friction).map(law).collect()
}

fn pose_local(local: &FclibLocal) -> Result<ContactProblem, ContactError> {
    let (delassus, free_velocity, laws) = join_local(local);
    ContactProblem::from_sparse(&delassus, free_velocity, laws)
}

fn pose_global(global: &FclibGlobal, laws: Vec<Law>) -> Result<ContactProblem, ContactError> {
    let (jacobian, offset, laws) = join_global(global, laws);
    ContactProblem::from_primal(global.mass.clone(), jacobian, &global.force, &offset, laws)
}

/// Matrix, vector and laws of contacts and equations together.
pub(super) fn join_local(local: &FclibLocal) -> (SparseMatrix, Vec<f64>, Vec<Law>) {
    let mut laws = contact_laws(local.dimension, &local.friction);
    let mut free_velocity = local.free_velocity.clone();
    let Some(equations) = &local.equations else {
        return (local.delassus.clone(), free_velocity, laws);
    };
    let contacts = free_velocity.len();
    let rows = contacts + equations.vector.len();
    let mut entries: Vec<(usize, usize, f64)> = local.delassus.triplets().collect();
    for (i, j, value) in equations.coupling.triplets() {
        entries.push((i, contacts + j, value));
        entries.push((contacts + j, i, value));
    }
    entries.extend(equations.matrix.triplets().map(|(i, j, value)| (contacts + i, contacts + j, value)));
    free_velocity.extend_from_slice(&equations.vector);
    laws.extend(bilateral(equations.vector.len()));
    (from_entries(rows, rows, &entries), free_velocity, laws)
}

/// The law of so many equations. Files that have the places of equations and none in them mean a problem without.
fn bilateral(rows: usize) -> Option<Law> {
    (rows > 0).then_some(Law::Bilateral { rows })
}

/// Jacobian, velocity offset and laws of contacts and equations together.
pub(super) fn join_global(global: &FclibGlobal, mut laws: Vec<Law>) -> (SparseMatrix, Vec<f64>, Vec<Law>) {
    let mut jacobian = global.jacobian.clone();
    let mut offset = global.velocity_offset.clone();
    if let Some(equations) = &global.equations {
        let contacts = jacobian.columns();
        let mut entries: Vec<(usize, usize, f64)> = jacobian.triplets().collect();
        entries.extend(equations.jacobian.triplets().map(|(i, j, value)| (i, contacts + j, value)));
        jacobian = from_entries(jacobian.rows(), contacts + equations.offset.len(), &entries);
        offset.extend_from_slice(&equations.offset);
        laws.extend(bilateral(equations.offset.len()));
    }
    (jacobian, offset, laws)
}

/// The entries that are not zero.
pub(super) fn sparse(matrix: &Matrix) -> SparseMatrix {
    match matrix {
        Matrix::Sparse(matrix) => matrix.clone(),
        Matrix::Dense(_) => {
            let mut entries = Vec::new();
            matrix.for_each(|i, j, value| {
                if value != 0.0 {
                    entries.push((i, j, value));
                }
            });
            from_entries(matrix.rows(), matrix.columns(), &entries)
        }
    }
}

/// Entries whose places are known to be inside.
pub(super) fn from_entries(rows: usize, columns: usize, entries: &[(usize, usize, f64)]) -> SparseMatrix {
    SparseMatrix::from_triplets(rows, columns, entries).unwrap_or_default()
}
