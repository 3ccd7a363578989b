use crate::Law;
use std::fmt;
use stiction_linalg::TripletError;

/// What is wrong with a contact problem's data.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactError {
    /// `W` or the mass matrix has unequal numbers of rows and columns.
    NotSquare {
        /// Rows found.
        rows: usize,
        /// Columns found.
        columns: usize,
    },
    /// The laws' rows and the matrix' do not agree.
    Rows {
        /// Rows that the laws take.
        laws: usize,
        /// Rows of the matrix.
        matrix: usize,
    },
    /// The laws' nodes and the matrix' do not agree.
    Nodes {
        /// Nodes that the laws take.
        laws: usize,
        /// Nodes of the matrix.
        matrix: usize,
    },
    /// A vector has the wrong length.
    Length {
        /// Which one.
        field: &'static str,
        /// The length expected.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// An entry of a matrix is not a finite number.
    MatrixEntry {
        /// Which matrix: `W`, `mass_matrix` or `jacobian`.
        matrix: &'static str,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// What it is.
        value: f64,
    },
    /// A block has an entry beyond the last row of its law, where there is nothing.
    Padding {
        /// The law of the row.
        law: usize,
        /// The node of the row, and the row in it.
        row: (usize, usize),
        /// The node of the column, and the column in it.
        column: (usize, usize),
        /// What it is.
        value: f64,
    },
    /// Entries of a sparse matrix are out of range or repeated.
    Entries(TripletError),
    /// An entry of the free velocity is not a finite number.
    VelocityEntry {
        /// Its row.
        row: usize,
        /// What it is.
        value: f64,
    },
    /// An entry of the slips before the step is not a finite number.
    SlipEntry {
        /// Which law's.
        law: usize,
        /// Along which tangent.
        tangent: usize,
        /// What it is.
        value: f64,
    },
    /// A law's own block of `W` is too small or too large to compute with.
    OutOfRange {
        /// Which law.
        law: usize,
        /// The mean of the block's diagonal.
        mean: f64,
    },
    /// The mass matrix cannot be inverted.
    SingularMass,
    /// A law's numbers make no sense.
    Law {
        /// Which law.
        index: usize,
        /// The law.
        law: Law,
        /// What was expected.
        expected: &'static str,
    },
}

impl fmt::Display for ContactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSquare { rows, columns } => {
                write!(f, "expected a square matrix, found {rows} rows and {columns} columns")
            }
            Self::Rows { laws, matrix } => {
                write!(f, "laws: expected {matrix} rows in total, one per row of the matrix, found {laws}")
            }
            Self::Nodes { laws, matrix } => {
                write!(f, "laws: expected {matrix} nodes in total, one per node of the matrix, found {laws}")
            }
            Self::Length { field, expected, found } => write!(f, "{field}: expected {expected} entries, found {found}"),
            Self::MatrixEntry { matrix, row, column, value } => {
                write!(f, "{matrix}[{row}][{column}]: expected a finite number, found {value}")
            }
            Self::Padding { law, row, column, value } => write!(
                f,
                "W, block [{}][{}], entry [{}][{}] (law {law}): expected zero in the padding after a law's last row, \
                 found {value}",
                row.0, column.0, row.1, column.1
            ),
            Self::VelocityEntry { row, value } => {
                write!(f, "free_velocity[{row}]: expected a finite number, found {value}")
            }
            Self::SlipEntry { law, tangent, value } => {
                write!(f, "slips[{law}][{tangent}]: expected a finite number, found {value}")
            }
            Self::Entries(error) => write!(f, "{error}"),
            Self::OutOfRange { law, mean } => {
                write!(
                    f,
                    "law {law}: expected a diagonal block of W with a mean diagonal entry from 1e-150 to 1e150, found \
                     {mean:e}"
                )
            }
            Self::SingularMass => write!(f, "mass_matrix: expected an invertible matrix, found a singular one"),
            Self::Law { index, law, expected } => {
                write!(f, "law {index} ({}): expected {expected}, found {}", law.name(), numbers_of(law))
            }
        }
    }
}

impl std::error::Error for ContactError {}

/// The numbers of a law, as a message shows them.
fn numbers_of(law: &Law) -> String {
    match law {
        Law::Bilateral { rows } => format!("{rows} rows"),
        Law::Unilateral => "none".into(),
        Law::Coulomb { friction } | Law::PlanarCoulomb { friction } => format!("friction {friction}"),
        Law::Rolling { friction, rolling_friction } => {
            format!("friction {friction}, rolling friction {rolling_friction}")
        }
        Law::Bounded { lower, upper } => format!("lower {lower}, upper {upper}"),
    }
}
