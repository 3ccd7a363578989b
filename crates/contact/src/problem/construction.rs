//! How a contact problem is made from what is given, and what is refused.

use super::ContactProblem;
use super::forms::places;
use crate::{ContactError, Delassus, DelassusOperator, Law, Primal, ResponseRoot};
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

    /// A problem with a root of `W`, where each law starts a contact node of its own and columns beyond a law's last are zero.
    /// Who gives it answers for its entries.
    pub fn from_root(root: ResponseRoot, free_velocity: Vec<f64>, laws: Vec<Law>) -> Result<Self, ContactError> {
        let mut problem = Self::empty();
        problem.refill_by_root(|own, velocity, own_laws| (*own, *velocity, *own_laws) = (root, free_velocity, laws))?;
        Ok(problem)
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
            return Err(ContactError::Length {
                field: "each column of jacobian",
                expected: rows,
                found: jacobian.rows(),
            });
        }
        if force.len() != rows {
            return Err(ContactError::Length { field: "force", expected: rows, found: force.len() });
        }
        let order = jacobian.columns();
        if velocity_offset.len() != order {
            let found = velocity_offset.len();
            return Err(ContactError::Length { field: "velocity_offset", expected: order, found });
        }
        for (name, matrix) in [("mass_matrix", &mass), ("jacobian", &jacobian)] {
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
        let mut problem = Self { delassus, free_velocity, laws, ..Self::empty() };
        problem.complete(rows)?;
        Ok(problem)
    }

    /// No laws at all, and no storage.
    pub fn empty() -> Self {
        Self {
            delassus: Delassus::Blocks(BlockMatrix::default()),
            free_velocity: Vec::new(),
            laws: Vec::new(),
            first_rows: vec![0],
            first_nodes: vec![0],
            node_rows: vec![0],
            labels: Vec::new(),
            slips: Vec::new(),
            scalings: Vec::new(),
            given_scale: None,
        }
    }

    /// Becomes another problem by blocks, in the storage that it has: `fill` writes `W`, `b` and the laws. For steps of a
    /// simulation, which pose thousands of like problems. Entries of `W` off its diagonal are not looked at one by one:
    /// who fills them answers for their being finite, and zero where laws have no rows.
    pub fn refill(
        &mut self,
        fill: impl FnOnce(&mut BlockMatrix, &mut Vec<f64>, &mut Vec<Law>),
    ) -> Result<(), ContactError> {
        let mut blocks = self.delassus.take_blocks();
        fill(&mut blocks, &mut self.free_velocity, &mut self.laws);
        let nodes = blocks.nodes();
        self.delassus = Delassus::Blocks(blocks);
        self.complete_refilled(nodes)
    }

    /// The same with a root of `W`, which `fill` clears before it writes.
    pub fn refill_by_root(
        &mut self,
        fill: impl FnOnce(&mut ResponseRoot, &mut Vec<f64>, &mut Vec<Law>),
    ) -> Result<(), ContactError> {
        let mut root = self.delassus.take_root();
        fill(&mut root, &mut self.free_velocity, &mut self.laws);
        let nodes = root.contacts();
        self.delassus = Delassus::Root(root);
        self.complete_refilled(nodes)
    }

    /// The rest of a problem whose matrix, of so many nodes, free velocity and laws were filled.
    fn complete_refilled(&mut self, nodes: usize) -> Result<(), ContactError> {
        self.given_scale = None;
        self.labels.clear();
        self.slips.clear();
        let done = self.complete(self.laws.iter().map(Law::rows).sum()).and_then(|()| match self.nodes() {
            laws if laws == nodes => Ok(()),
            laws => Err(ContactError::Nodes { laws, matrix: nodes }),
        });
        if done.is_err() {
            *self = Self::empty();
        }
        done
    }

    /// Measures residuals relative to this velocity, m/s, above zero, instead of one of the problem's own.
    pub fn set_velocity_scale(&mut self, scale: Option<f64>) {
        self.given_scale = scale.filter(|scale| *scale > 0.0 && scale.is_finite());
    }

    /// Puts another free velocity in the place of the one there is.
    pub fn set_free_velocity(&mut self, free_velocity: &[f64]) -> Result<(), ContactError> {
        check_velocity(free_velocity, self.order())?;
        self.free_velocity.copy_from_slice(free_velocity);
        Ok(())
    }

    /// Checks what is given and works out what follows from it.
    fn complete(&mut self, rows: usize) -> Result<(), ContactError> {
        self.first_rows.clear();
        self.first_nodes.clear();
        self.node_rows.clear();
        let (mut row, mut node) = (0, 0);
        for (index, law) in self.laws.iter().enumerate() {
            check_law(index, law)?;
            self.first_rows.push(row);
            self.first_nodes.push(node);
            self.node_rows.extend((0..law.nodes()).map(|k| row + NODE * k));
            row += law.rows();
            node += law.nodes();
        }
        self.first_rows.push(row);
        self.first_nodes.push(node);
        self.node_rows.push(row);
        if row != rows {
            return Err(ContactError::Rows { laws: row, matrix: rows });
        }
        check_velocity(&self.free_velocity, row)?;
        // Those of an operator may be anything.
        let known = match &self.delassus {
            Delassus::Blocks(matrix) => matrix.nodes() == node,
            Delassus::Root(root) => root.contacts() == node,
            _ => true,
        };
        if known { self.find_scalings() } else { Ok(()) }
    }

    /// Rows over trace, law by law; a law that no impulse of its own moves takes the scaling of the stiffest one.
    pub(super) fn find_scalings(&mut self) -> Result<(), ContactError> {
        // First the means of the diagonal.
        let mut means = std::mem::take(&mut self.scalings);
        means.clear();
        let found = self.find_means(&mut means);
        self.scalings = means;
        found?;
        let largest = self.scalings.iter().copied().fold(0.0, f64::max);
        let fallback = if largest > 0.0 { largest } else { 1.0 };
        self.scalings.iter_mut().for_each(|mean| *mean = 1.0 / if *mean > 0.0 { *mean } else { fallback });
        // Beyond these, squares overflow or vanish.
        match self.scalings.iter().position(|scaling| !(1e-150..=1e150).contains(scaling)) {
            Some(law) => Err(ContactError::OutOfRange { law, mean: 1.0 / self.scalings[law] }),
            None => Ok(()),
        }
    }

    fn find_means(&self, means: &mut Vec<f64>) -> Result<(), ContactError> {
        let given = match &self.delassus {
            Delassus::Blocks(_) | Delassus::Root(_) => Vec::new(),
            _ => self.diagonal(),
        };
        for law in 0..self.laws.len() {
            let rows = self.rows_of(law);
            let mut sum = 0.0;
            for (k, row) in rows.clone().enumerate() {
                let own = self.own_block(self.first_nodes[law] + k / NODE);
                let value = own.map_or_else(|| given[row], |block| block[k % NODE][k % NODE]);
                if !value.is_finite() {
                    return Err(entry_error("W", row, row, value));
                }
                sum += value;
            }
            means.push(sum / rows.len() as f64);
        }
        Ok(())
    }
}

fn check_velocity(free_velocity: &[f64], order: usize) -> Result<(), ContactError> {
    if free_velocity.len() != order {
        let found = free_velocity.len();
        return Err(ContactError::Length { field: "free_velocity", expected: order, found });
    }
    match free_velocity.iter().position(|value| !value.is_finite()) {
        Some(row) => Err(ContactError::VelocityEntry { row, value: free_velocity[row] }),
        None => Ok(()),
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
            fault("a lower bound of at most the upper one")
        }
        _ => Ok(()),
    }
}
