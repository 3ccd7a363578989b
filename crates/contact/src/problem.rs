use crate::response::PrimalResponse;
use crate::{ContactError, Delassus, DelassusOperator, Law, LawResidual, Primal, Residual};
use std::borrow::Cow;
use stiction_linalg::kernels::norm_max;
use stiction_linalg::{BlockMatrix, DenseMatrix, NODE, SparseMatrix};

/// A contact problem (possibly without any contact): find impulses `p` and velocities `u = W p + b` that obey the laws. It knows no bodies.
#[derive(Debug)]
pub struct ContactProblem {
    delassus: Delassus,
    free_velocity: Vec<f64>,
    laws: Vec<Law>,
    /// The first row of each law, and the number of rows at the end.
    first_rows: Vec<usize>,
    /// The first node of each law, and the number of nodes at the end.
    first_nodes: Vec<usize>,
    labels: Vec<String>,
    /// The slip before the step at each law with friction, along its first two tangents.
    slips: Vec<[f64; 2]>,
    /// Rows over the trace of the law's own block of `W`: the scaling at which the judge looks at the law.
    scalings: Vec<f64>,
}

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
    fn find_scalings(&self) -> Result<Vec<f64>, ContactError> {
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

    /// Gives each law a label for messages.
    pub fn with_labels(mut self, labels: Vec<String>) -> Result<Self, ContactError> {
        if labels.len() != self.laws.len() {
            let found = labels.len();
            return Err(ContactError::Length { field: "labels", expected: self.laws.len(), found });
        }
        self.labels = labels;
        Ok(self)
    }

    /// Gives each law the slip before the step, along its two tangents, for pyramids that are aligned to it.
    pub fn with_slips(mut self, slips: Vec<[f64; 2]>) -> Result<Self, ContactError> {
        if slips.len() != self.laws.len() {
            let found = slips.len();
            return Err(ContactError::Length { field: "slips", expected: self.laws.len(), found });
        }
        self.slips = slips;
        Ok(self)
    }

    /// The number of rows.
    pub fn order(&self) -> usize {
        self.free_velocity.len()
    }

    /// The number of nodes of three rows, where each law starts a node of its own.
    pub fn nodes(&self) -> usize {
        self.first_nodes[self.laws.len()]
    }

    /// `W`, in the form that was given.
    pub fn delassus(&self) -> &Delassus {
        &self.delassus
    }

    /// `b`, m/s.
    pub fn free_velocity(&self) -> &[f64] {
        &self.free_velocity
    }

    /// The laws, in the order of their rows.
    pub fn laws(&self) -> &[Law] {
        &self.laws
    }

    /// The rows of a law.
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        self.first_rows[law]..self.first_rows[law + 1]
    }

    /// The first node of a law.
    pub fn first_node(&self, law: usize) -> usize {
        self.first_nodes[law]
    }

    /// Rows over the trace of the law's own block of `W`.
    pub fn scaling(&self, law: usize) -> f64 {
        self.scalings[law]
    }

    /// The labels: none, or one per law.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// What to call a law in messages.
    pub fn label(&self, law: usize) -> Cow<'_, str> {
        match (self.labels.get(law), self.laws.get(law)) {
            (Some(label), _) => Cow::Borrowed(label),
            (None, Some(kind)) => Cow::Owned(format!("{} {law}", kind.name())),
            (None, None) => Cow::Borrowed("no contact"),
        }
    }

    /// The slip before the step at a law with friction: as given, or else that of the free velocity.
    pub fn slip(&self, law: usize) -> [f64; 2] {
        if let Some(slip) = self.slips.get(law) {
            return *slip;
        }
        let b = &self.free_velocity[self.rows_of(law)];
        [b.get(1).copied().unwrap_or(0.0), b.get(2).copied().unwrap_or(0.0)]
    }

    /// The velocity which residuals are relative to, m/s.
    ///
    /// It is the largest free velocity, or that which an impulse causes that a bound forces upon its own row, `W_ii |p_i|`
    /// with the smallest `|p_i|` between the bounds. Where neither moves anything, no impulse at all is a solution, and
    /// the scale is what the largest bound could cause; without bounds, or above it, 1 m/s.
    pub fn velocity_scale(&self) -> f64 {
        let caused = |impulse: fn(f64, f64) -> f64| {
            let bounded = self.laws.iter().zip(&self.scalings).filter_map(move |(law, scaling)| match *law {
                Law::Bounded { lower, upper } => Some(impulse(lower, upper) / scaling),
                _ => None,
            });
            bounded.fold(0.0, f64::max)
        };
        let scale = norm_max(&self.free_velocity).max(caused(|lower, upper| lower.max(-upper).max(0.0)));
        if scale > 0.0 {
            return scale;
        }
        let possible = caused(largest_bound);
        if possible > 0.0 { possible.min(1.0) } else { 1.0 }
    }

    /// The diagonal of `W`.
    pub fn diagonal(&self) -> Vec<f64> {
        let mut diagonal = vec![0.0; self.order()];
        match &self.delassus {
            Delassus::Dense(matrix) => (0..matrix.rows()).for_each(|i| diagonal[i] = matrix[(i, i)]),
            Delassus::Blocks(matrix) => {
                for (row, place) in places(&self.laws).0.into_iter().enumerate() {
                    diagonal[row] = matrix.diagonal(place / NODE)[place % NODE][place % NODE];
                }
            }
            Delassus::Operator(operator) => operator.diagonal(&mut diagonal),
            Delassus::Primal(primal) => primal.diagonal(&mut diagonal),
        }
        diagonal
    }

    /// `u = W p + b`.
    pub fn velocity(&self, impulse: &[f64]) -> Vec<f64> {
        let mut velocity = vec![0.0; self.order()];
        self.velocity_into(impulse, &mut velocity);
        velocity
    }

    /// Writes `u = W p + b`.
    pub fn velocity_into(&self, impulse: &[f64], velocity: &mut [f64]) {
        match &self.delassus {
            Delassus::Dense(matrix) => matrix.multiply(impulse, velocity),
            Delassus::Blocks(matrix) => self.multiply_blocks(matrix, impulse, velocity),
            Delassus::Operator(operator) => operator.multiply(impulse, velocity),
            Delassus::Primal(primal) => primal.multiply(impulse, velocity),
        }
        velocity.iter_mut().zip(&self.free_velocity).for_each(|(u, b)| *u += b);
    }

    /// `W p` straight from the blocks: rows of a law are contiguous with padding at its end.
    fn multiply_blocks(&self, matrix: &BlockMatrix, impulse: &[f64], velocity: &mut [f64]) {
        if self.order() == matrix.order() {
            return matrix.multiply(impulse, velocity);
        }
        let padded = self.pad(impulse);
        for law in 0..self.laws.len() {
            for (k, row) in self.rows_of(law).enumerate() {
                velocity[row] = matrix.row_times(self.first_nodes[law] + k / NODE, &padded)[k % NODE];
            }
        }
    }

    /// A vector of rows with zeros beyond each law's last, three places per node.
    pub fn pad(&self, rows: &[f64]) -> Vec<f64> {
        let mut padded = vec![0.0; NODE * self.nodes()];
        for law in 0..self.laws.len() {
            let range = self.rows_of(law);
            let start = NODE * self.first_nodes[law];
            padded[start..start + range.len()].copy_from_slice(&rows[range]);
        }
        padded
    }

    /// `W` by blocks, whatever the form it was given in.
    pub fn blocks(&self) -> Cow<'_, BlockMatrix> {
        let (places, nodes) = places(&self.laws);
        match &self.delassus {
            Delassus::Blocks(matrix) => Cow::Borrowed(matrix),
            Delassus::Primal(primal) => Cow::Owned(primal.to_blocks(nodes, &places)),
            Delassus::Dense(matrix) => {
                let mut entries = Vec::new();
                for j in 0..matrix.columns() {
                    for (i, &value) in matrix.column(j).iter().enumerate() {
                        if value != 0.0 {
                            entries.push((places[i], places[j], value));
                        }
                    }
                }
                Cow::Owned(BlockMatrix::from_entries(nodes, &entries))
            }
            Delassus::Operator(operator) => {
                let order = self.order();
                let (mut unit, mut column) = (vec![0.0; order], vec![0.0; order]);
                let mut entries = Vec::new();
                for j in 0..order {
                    unit[j] = 1.0;
                    operator.multiply(&unit, &mut column);
                    unit[j] = 0.0;
                    let nonzero = column.iter().enumerate().filter(|(_, value)| **value != 0.0);
                    entries.extend(nonzero.map(|(i, &value)| (places[i], places[j], value)));
                }
                Cow::Owned(BlockMatrix::from_entries(nodes, &entries))
            }
        }
    }

    /// The primal form by blocks, where it is at hand and leaner than `W`.
    pub(crate) fn primal_response(&self) -> Option<PrimalResponse> {
        let Delassus::Primal(primal) = &self.delassus else { return None };
        let (places, nodes) = places(&self.laws);
        primal.response(nodes, &places)
    }

    /// `W` with every entry, in the rows of the problem.
    pub fn dense(&self) -> Cow<'_, DenseMatrix> {
        if let Delassus::Dense(matrix) = &self.delassus {
            return Cow::Borrowed(matrix);
        }
        let (places, nodes) = places(&self.laws);
        let mut rows = vec![usize::MAX; NODE * nodes];
        places.iter().enumerate().for_each(|(row, &place)| rows[place] = row);
        let mut dense = DenseMatrix::zeros(self.order(), self.order());
        self.blocks().for_each(|i, j, value| {
            if rows[i] != usize::MAX && rows[j] != usize::MAX {
                dense[(rows[i], rows[j])] = value;
            }
        });
        Cow::Owned(dense)
    }

    /// The problem with `W + ζ I`: constraint force mixing, which is a change of model.
    pub fn relaxed(&self, relaxation: f64) -> Self {
        let mut relaxed = Self {
            delassus: Delassus::Blocks(BlockMatrix::default()),
            free_velocity: Vec::new(),
            laws: Vec::new(),
            first_rows: Vec::new(),
            first_nodes: Vec::new(),
            labels: Vec::new(),
            slips: Vec::new(),
            scalings: Vec::new(),
        };
        self.relax_into(relaxation, &mut relaxed);
        relaxed
    }

    /// Writes the problem with `W + ζ I` into the storage of another.
    pub(crate) fn relax_into(&self, relaxation: f64, relaxed: &mut Self) {
        let mut blocks = match std::mem::replace(&mut relaxed.delassus, Delassus::Blocks(BlockMatrix::default())) {
            Delassus::Blocks(blocks) => blocks,
            _ => BlockMatrix::default(),
        };
        match &self.delassus {
            Delassus::Blocks(given) => blocks.copy_from(given),
            _ => blocks = self.blocks().into_owned(),
        }
        for (law, first) in self.laws.iter().zip(&self.first_nodes) {
            for row in 0..law.rows() {
                blocks.diagonal_mut(first + row / NODE)[row % NODE][row % NODE] += relaxation;
            }
        }
        relaxed.delassus = Delassus::Blocks(blocks);
        relaxed.free_velocity.clone_from(&self.free_velocity);
        relaxed.laws.clone_from(&self.laws);
        relaxed.first_rows.clone_from(&self.first_rows);
        relaxed.first_nodes.clone_from(&self.first_nodes);
        relaxed.labels.clone_from(&self.labels);
        relaxed.slips.clone_from(&self.slips);
        relaxed.scalings.clone_from(&self.scalings);
        if let Ok(scalings) = relaxed.find_scalings() {
            relaxed.scalings = scalings;
        }
    }

    /// How far impulses are from each law, in the order of the laws: what [`ContactProblem::residual`] takes the worst of.
    pub fn law_residuals(&self, impulse: &[f64]) -> Vec<LawResidual> {
        let velocity = self.velocity(impulse);
        LawResidual::of_all(self, impulse, &velocity).collect()
    }

    /// How far impulses are from a solution. This is the only judge of an answer.
    pub fn residual(&self, impulse: &[f64]) -> Residual {
        Residual::measure(self, impulse, &self.velocity(impulse))
    }
}

/// The padded place of each row, and the number of nodes.
fn places(laws: &[Law]) -> (Vec<usize>, usize) {
    let mut places = Vec::new();
    let mut nodes = 0;
    for law in laws {
        places.extend((0..law.rows()).map(|row| NODE * nodes + row));
        nodes += law.nodes();
    }
    (places, nodes)
}

/// The larger of the bounds that are finite.
fn largest_bound(lower: f64, upper: f64) -> f64 {
    [lower, upper].into_iter().filter(|bound| bound.is_finite()).fold(0.0, |largest, bound| largest.max(bound.abs()))
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
