//! How a contact problem is made from what is given, and what is refused.

use super::ContactProblem;
use super::forms::places;
use crate::{ContactError, Delassus, DelassusOperator, Law, Primal};
use stiction_linalg::{BlockMatrix, DenseMatrix, NODE, SparseMatrix};

impl ContactProblem {
    /// A problem with a dense `W`. Rows: for each law its own, in order, normal first.
    pub fn new(delassus: DenseMatrix, free_velocity: Vec<f64>, laws: Vec<Law>) -> Result<Self, ContactError> {
        let (rows, columns) = (delassus.rows(), delassus.columns());
        if rows != columns {
            return Err(ContactError::NotSquare { rows, columns });
        }
        for column in 0..columns {
            if let Some(row) = delassus.column(column).iter().position(|value| !value.is_finite()) {
                return Err(entry_error("W", row, column, delassus[(row, column)]));
            }
        }
        Self::with_delassus(Delassus::Dense(delassus), rows, free_velocity, laws)
    }

    /// A problem from the entries of `W`; repeated places add up.
    pub fn from_sparse(delassus: &SparseMatrix, free_velocity: Vec<f64>, laws: Vec<Law>) -> Result<Self, ContactError> {
        let (rows, columns) = (delassus.rows(), delassus.columns());
        if rows != columns {
            return Err(ContactError::NotSquare { rows, columns });
        }
        let (places, nodes) = places(&laws);
        if places.len() != rows {
            return Err(ContactError::Rows { laws: places.len(), matrix: rows });
        }
        let mut entries = Vec::new();
        for (row, column, value) in delassus.triplets() {
            if !value.is_finite() {
                return Err(entry_error("W", row, column, value));
            }
            entries.push((places[row], places[column], value));
        }
        let blocks = BlockMatrix::from_entries(nodes, &entries);
        Self::with_delassus(Delassus::Blocks(blocks), rows, free_velocity, laws)
    }

    /// A problem with `W` by blocks, where each law starts a node of its own and rows beyond a law's last are zero.
    pub fn from_blocks(delassus: BlockMatrix, free_velocity: Vec<f64>, laws: Vec<Law>) -> Result<Self, ContactError> {
        let rows = laws.iter().map(Law::rows).sum();
        let nodes: usize = laws.iter().map(Law::nodes).sum();
        if nodes != delassus.nodes() {
            return Err(ContactError::Nodes { laws: nodes, matrix: delassus.nodes() });
        }
        check_blocks(&delassus, &laws)?;
        Self::with_delassus(Delassus::Blocks(delassus), rows, free_velocity, laws)
    }

    /// A problem with `W` known by its products.
    pub fn from_operator(
        delassus: Box<dyn DelassusOperator>,
        free_velocity: Vec<f64>,
        laws: Vec<Law>,
    ) -> Result<Self, ContactError> {
        let rows = delassus.order();
        Self::with_delassus(Delassus::Operator(delassus), rows, free_velocity, laws)
    }

    /// A problem in its primal form: `M v = f + H p`, `u = Hᵀ v + w`. `jacobian` is `H`, one column per row of the laws.
    pub fn from_primal(
        mass: SparseMatrix,
        jacobian: SparseMatrix,
        force: &[f64],
        velocity_offset: &[f64],
        laws: Vec<Law>,
    ) -> Result<Self, ContactError> {
        let (rows, columns) = (mass.rows(), mass.columns());
        if rows != columns {
            return Err(ContactError::NotSquare { rows, columns });
        }
        if jacobian.rows() != rows {
            return Err(ContactError::Length { field: "jacobian rows", expected: rows, found: jacobian.rows() });
        }
        if force.len() != rows {
            return Err(ContactError::Length { field: "force", expected: rows, found: force.len() });
        }
        let order = jacobian.columns();
        if velocity_offset.len() != order {
            let found = velocity_offset.len();
            return Err(ContactError::Length { field: "velocity offset", expected: order, found });
        }
        for (name, matrix) in [("mass matrix", &mass), ("Jacobian", &jacobian)] {
            if let Some((row, column, value)) = matrix.triplets().find(|(_, _, value)| !value.is_finite()) {
                return Err(entry_error(name, row, column, value));
            }
        }
        let primal = Primal::new(mass, jacobian).ok_or(ContactError::SingularMass)?;
        let mut v = force.to_vec();
        primal.solve_mass(&mut v);
        let mut free_velocity = velocity_offset.to_vec();
        primal.add_contact_velocity(&v, &mut free_velocity);
        Self::with_delassus(Delassus::Primal(Box::new(primal)), order, free_velocity, laws)
    }

    fn with_delassus(
        delassus: Delassus,
        rows: usize,
        free_velocity: Vec<f64>,
        laws: Vec<Law>,
    ) -> Result<Self, ContactError> {
        for (index, law) in laws.iter().enumerate() {
            check_law(index, law)?;
        }
        let mut first_rows = vec![0];
        let mut first_nodes = vec![0];
        for (k, law) in laws.iter().enumerate() {
            first_rows.push(first_rows[k] + law.rows());
            first_nodes.push(first_nodes[k] + law.nodes());
        }
        let order = first_rows[laws.len()];
        if order != rows {
            return Err(ContactError::Rows { laws: order, matrix: rows });
        }
        if free_velocity.len() != order {
            let found = free_velocity.len();
            return Err(ContactError::Length { field: "free velocity", expected: order, found });
        }
        if let Some(row) = free_velocity.iter().position(|value| !value.is_finite()) {
            return Err(ContactError::VelocityEntry { row, value: free_velocity[row] });
        }
        let mut problem = Self {
            delassus,
            free_velocity,
            laws,
            first_rows,
            first_nodes,
            labels: Vec::new(),
            slips: Vec::new(),
            scalings: Vec::new(),
        };
        problem.scalings = problem.find_scalings()?;
        Ok(problem)
    }

    /// Rows over trace, law by law; a law that no impulse of its own moves takes the scaling of the stiffest one.
    pub(super) fn find_scalings(&self) -> Result<Vec<f64>, ContactError> {
        let diagonal = self.diagonal();
        if let Some(row) = diagonal.iter().position(|value| !value.is_finite()) {
            return Err(entry_error("W", row, row, diagonal[row]));
        }
        let mean = |law: usize| {
            let range = self.first_rows[law]..self.first_rows[law + 1];
            diagonal[range.clone()].iter().sum::<f64>() / range.len() as f64
        };
        let means: Vec<f64> = (0..self.laws.len()).map(mean).collect();
        let largest = means.iter().copied().fold(0.0, f64::max);
        let fallback = if largest > 0.0 { largest } else { 1.0 };
        let scalings: Vec<f64> = means.iter().map(|&mean| 1.0 / if mean > 0.0 { mean } else { fallback }).collect();
        // Beyond these, squares overflow or vanish.
        match scalings.iter().position(|scaling| !(1e-150..=1e150).contains(scaling)) {
            Some(law) => Err(ContactError::OutOfRange { law, mean: 1.0 / scalings[law] }),
            None => Ok(scalings),
        }
    }
}

fn entry_error(matrix: &'static str, row: usize, column: usize, value: f64) -> ContactError {
    ContactError::MatrixEntry { matrix, row, column, value }
}

/// Refuses blocks with entries that are no numbers, or that stand where no law has a row.
fn check_blocks(blocks: &BlockMatrix, laws: &[Law]) -> Result<(), ContactError> {
    let mut rows = vec![None; blocks.order()];
    let mut owners = vec![0; blocks.nodes()];
    let (mut row, mut node) = (0, 0);
    for (index, law) in laws.iter().enumerate() {
        owners[node..node + law.nodes()].fill(index);
        for k in 0..law.rows() {
            rows[NODE * node + k] = Some(row);
            row += 1;
        }
        node += law.nodes();
    }
    let mut fault = None;
    blocks.for_each(|i, j, value| {
        if value == 0.0 || fault.is_some() {
            return;
        }
        match (rows[i], rows[j]) {
            (Some(row), Some(column)) if !value.is_finite() => fault = Some(entry_error("W", row, column, value)),
            (Some(_), Some(_)) => {}
            _ => {
                let (row, column) = ((i / NODE, i % NODE), (j / NODE, j % NODE));
                fault = Some(ContactError::Padding { law: owners[i / NODE], row, column, value });
            }
        }
    });
    fault.map_or(Ok(()), Err)
}

fn check_law(index: usize, law: &Law) -> Result<(), ContactError> {
    let fault = |expected: &'static str| Err(ContactError::Law { index, law: *law, expected });
    match *law {
        Law::Bilateral { rows: 0 } => fault("at least one row"),
        Law::Coulomb { friction } | Law::PlanarCoulomb { friction } if !(friction >= 0.0 && friction.is_finite()) => {
            fault("a friction coefficient of zero or more")
        }
        Law::Rolling { friction, rolling_friction }
            if ![friction, rolling_friction].iter().all(|value| *value >= 0.0 && value.is_finite()) =>
        {
            fault("friction coefficients of zero or more")
        }
        Law::Bounded { lower, upper }
            if lower.is_nan()
                || upper.is_nan()
                || lower > upper
                || lower == f64::INFINITY
                || upper == f64::NEG_INFINITY =>
        {
            fault("a lower bound that is not above the upper one")
        }
        _ => Ok(()),
    }
}
