use stiction_linalg::SparseMatrix;

/// The kinds of problem an FCLIB file can hold. In all of them each contact has `dimension` rows, the normal
/// first, and obeys Coulomb's law between its rows of `u` and `r`.
#[derive(Clone, Debug, PartialEq)]
pub enum FclibProblem {
    /// `/fclib_local`: reduced to the contacts.
    Local(FclibLocal),
    /// `/fclib_global`: with the generalized velocity as an unknown.
    Global(FclibGlobal),
    /// `/fclib_global_rolling`: the same with rolling friction.
    GlobalRolling {
        /// The problem; its contacts have five rows, the last two for rolling.
        global: FclibGlobal,
        /// `mu_r`: the rolling friction of each contact, a length.
        rolling_friction: Vec<f64>,
    },
}

/// `u = W r + V λ + q` with `0 = Vᵀ r + R λ + s`.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibLocal {
    /// Rows per contact: 2 or 3.
    pub dimension: usize,
    /// `W`, as it is written: recorded ones are sometimes slightly unsymmetric.
    pub delassus: SparseMatrix,
    /// `q`: the velocity without impulses.
    pub free_velocity: Vec<f64>,
    /// `mu`: the friction of each contact.
    pub friction: Vec<f64>,
    /// The equations, if there are any.
    pub equations: Option<FclibLocalEquations>,
}

/// The equations `0 = Vᵀ r + R λ + s` of a local problem.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibLocalEquations {
    /// `V`: contact rows × equations.
    pub coupling: SparseMatrix,
    /// `R`: equations × equations.
    pub matrix: SparseMatrix,
    /// `s`: one number per equation.
    pub vector: Vec<f64>,
}

/// `M v = H r + G λ + f`, `u = Hᵀ v + w` with `0 = Gᵀ v + b`.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibGlobal {
    /// Rows per contact: 2 or 3, or 5 with rolling friction.
    pub dimension: usize,
    /// `M`.
    pub mass: SparseMatrix,
    /// `H`: degrees of freedom × contact rows.
    pub jacobian: SparseMatrix,
    /// `f`: one number per degree of freedom.
    pub force: Vec<f64>,
    /// `w`: the part of `u` that does not depend on `v`.
    pub velocity_offset: Vec<f64>,
    /// `mu`: the friction of each contact.
    pub friction: Vec<f64>,
    /// The equations, if there are any.
    pub equations: Option<FclibGlobalEquations>,
}

/// The equations `0 = Gᵀ v + b` of a global problem.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibGlobalEquations {
    /// `G`: degrees of freedom × equations.
    pub jacobian: SparseMatrix,
    /// `b`: one number per equation.
    pub offset: Vec<f64>,
}

impl FclibProblem {
    /// Rows per contact.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Local(local) => local.dimension,
            Self::Global(global) | Self::GlobalRolling { global, .. } => global.dimension,
        }
    }

    /// The number of contacts.
    pub fn contacts(&self) -> usize {
        match self {
            Self::Local(local) => local.friction.len(),
            Self::Global(global) | Self::GlobalRolling { global, .. } => global.friction.len(),
        }
    }

    /// The numbers of `v`, of `u` (and `r`) and of `l` that a point has.
    pub(super) fn sizes(&self) -> (usize, usize, usize) {
        match self {
            Self::Local(local) => {
                (0, local.free_velocity.len(), local.equations.as_ref().map_or(0, |part| part.vector.len()))
            }
            Self::Global(global) | Self::GlobalRolling { global, .. } => {
                let equations = global.equations.as_ref().map_or(0, |part| part.offset.len());
                (global.force.len(), global.velocity_offset.len(), equations)
            }
        }
    }
}
