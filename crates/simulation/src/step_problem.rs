use crate::Rest;
use crate::rows::{ConstraintRows, Source};
use stiction_contact::{ContactError, ContactProblem, Law, ResponseRoot, Settings};
use stiction_linalg::{BlockMatrix, NODE, ZERO};
use stiction_multibody::Model;
use stiction_multibody::delassus::{Delassus, DelassusBlock};
use stiction_multibody::dynamics::{InertiaFactor, Kinematics};

/// Steps after which the matrix is formed anew, also at rest.
const OLD: usize = 100;

/// Problems of more nodes than this are posed and factorised by bodies, where more contacts than bodies meet. Smaller ones take
/// about as long either way, and `W` itself rounds less; but by bodies, sweeps go four contacts at once, which pays where the
/// tolerance is loose.
const ROOT_FROM: usize = 1000;
const ROOT_IF_LOOSE_FROM: usize = 150;

/// The contact problem of a step, in storage that is used again.
pub(crate) struct StepProblem {
    pub contact: ContactProblem,
    /// Where its laws come from, and the steps since its matrix was formed.
    pub sources: Vec<Source>,
    pub age: usize,
    /// The padded place of each row.
    places: Vec<usize>,
    /// The nodes of the matrix' blocks, and where the matrix stores these.
    pairs: Vec<(usize, usize)>,
    stored: Vec<(usize, usize)>,
}

/// What a Delassus matrix follows from, besides the rows.
#[derive(Clone, Copy)]
pub(crate) struct Inertia<'a> {
    pub model: &'a Model,
    pub kinematics: &'a Kinematics,
    pub factor: &'a InertiaFactor,
}

impl StepProblem {
    pub fn new() -> Self {
        Self {
            contact: ContactProblem::empty(),
            sources: Vec::new(),
            age: OLD,
            places: Vec::new(),
            pairs: Vec::new(),
            stored: Vec::new(),
        }
    }

    /// Takes over a step's rows with their free velocity, and the root of their Delassus matrix where it is leaner, or else its
    /// blocks.
    pub fn take(
        &mut self,
        rows: &ConstraintRows,
        delassus: &mut Delassus,
        inertia: Inertia<'_>,
        free_velocity: &[f64],
        settings: &Settings,
    ) -> Result<(), ContactError> {
        let nodes: usize = rows.laws.iter().map(Law::nodes).sum();
        let many = if settings.is_loose() { ROOT_IF_LOOSE_FROM } else { ROOT_FROM };
        let is_leaner = inertia.factor.root_nodes().is_some_and(|bodies| nodes > many.max(bodies));
        if is_leaner && settings.relaxation == 0.0 {
            delassus.prepare(inertia.model, inertia.kinematics, inertia.factor, &rows.rows);
            self.begin_with(rows);
            let places = &self.places;
            let mut is_whole = false;
            let posed = self.contact.refill_by_root(|root, velocity, laws| {
                is_whole = fill_root(root, rows, nodes, delassus, inertia.factor, places);
                velocity.clear();
                velocity.extend_from_slice(free_velocity);
                laws.clone_from(&rows.laws);
            });
            if is_whole {
                return posed;
            }
        }
        self.take_blocks(rows, &rows.compliances, delassus, inertia, free_velocity)
    }

    /// The same, always with the blocks, and with these compliances.
    pub fn take_blocks(
        &mut self,
        rows: &ConstraintRows,
        compliances: &[(usize, f64)],
        delassus: &mut Delassus,
        inertia: Inertia<'_>,
        free_velocity: &[f64],
    ) -> Result<(), ContactError> {
        delassus.compute(inertia.model, inertia.kinematics, inertia.factor, &rows.rows);
        let nodes = self.begin_with(rows);
        let Self { places, pairs, stored, .. } = self;
        // A pack of rows is a node of its own, but for equations of more than three rows, and several between the same bodies.
        let whole = |block: &DelassusBlock| {
            let is_node = |first: usize, rows: usize| {
                places[first] % NODE == 0 && places[first + rows - 1] == places[first] + rows - 1 && rows <= NODE
            };
            (is_node(block.row, block.rows) && is_node(block.column, block.columns))
                .then(|| (places[block.row] / NODE, places[block.column] / NODE))
        };
        pairs.clear();
        for block in delassus.blocks() {
            match whole(block) {
                Some(pair) => pairs.push(pair),
                None => pairs.extend(node_pairs(places, block)),
            }
        }
        self.contact.refill(|matrix, velocity, laws| {
            matrix.reset(nodes, pairs, stored);
            let mut stored = stored.iter();
            for block in delassus.blocks() {
                if whole(block).is_none() {
                    node_pairs(places, block).for_each(|_| {
                        stored.next();
                    });
                    add_entries(matrix, places, block);
                } else if let Some(&(below, above)) = stored.next() {
                    add_block(matrix, block, below, above);
                }
            }
            for &(row, compliance) in compliances {
                let (node, place) = (places[row] / NODE, places[row] % NODE);
                if let Some(stored) = matrix.find(node, node) {
                    matrix.block_mut(stored)[place][place] += compliance;
                }
            }
            velocity.clear();
            velocity.extend_from_slice(free_velocity);
            laws.clone_from(&rows.laws);
        })
    }

    /// Begins a problem of these rows; its number of nodes.
    fn begin_with(&mut self, rows: &ConstraintRows) -> usize {
        self.sources.clone_from(&rows.sources);
        self.age = 0;
        self.lay_out(rows.laws.iter())
    }

    /// Gives each row its place; the number of nodes.
    fn lay_out<'l>(&mut self, laws: impl Iterator<Item = &'l Law>) -> usize {
        self.places.clear();
        let mut nodes = 0;
        for law in laws {
            self.places.extend((0..law.rows()).map(|row| NODE * nodes + row));
            nodes += law.nodes();
        }
        nodes
    }

    /// Whether it had the same laws; how it measured their residuals is then good for some time.
    pub fn knows(&self, rows: &ConstraintRows) -> bool {
        self.age < OLD && self.sources == rows.sources && self.contact.laws() == rows.laws
    }

    /// What residuals are measured by: the laws with their sources, and the diagonal of `W`.
    pub fn measures(&self) -> (Vec<(Source, Law)>, Vec<f64>) {
        let laws = self.sources.iter().copied().zip(self.contact.laws().iter().copied()).collect();
        (laws, (0..self.contact.order()).map(|row| self.own_response(row)).collect())
    }

    /// Takes that over from what is known about rest.
    pub fn restore(&mut self, rest: &Rest) -> Result<(), ContactError> {
        self.age = rest.age;
        self.sources.clear();
        self.sources.extend(rest.laws.iter().map(|(source, _)| *source));
        let nodes = self.lay_out(rest.laws.iter().map(|(_, law)| law));
        let Self { places, stored, .. } = self;
        self.contact.refill(|matrix, velocity, laws| {
            matrix.reset(nodes, &[], stored);
            for (place, value) in places.iter().zip(&rest.diagonal) {
                matrix.diagonal_mut(place / NODE)[place % NODE][place % NODE] = *value;
            }
            velocity.clear();
            velocity.resize(places.len(), 0.0);
            laws.clear();
            laws.extend(rest.laws.iter().map(|(_, law)| *law));
        })
    }

    /// The diagonal of `W` at a row.
    pub fn own_response(&self, row: usize) -> f64 {
        let place = self.places[row];
        self.contact.own_block(place / NODE).map_or(0.0, |block| block[place % NODE][place % NODE])
    }

    /// `W p`.
    pub fn multiply(&self, impulses: &[f64], velocities: &mut Vec<f64>) {
        velocities.clear();
        velocities.resize(self.contact.order(), 0.0);
        self.contact.velocity_into(impulses, velocities);
        velocities.iter_mut().zip(self.contact.free_velocity()).for_each(|(u, b)| *u -= b);
    }
}

/// Fills the root of the Delassus matrix; whether there is one, of whole nodes.
fn fill_root(
    root: &mut ResponseRoot,
    rows: &ConstraintRows,
    nodes: usize,
    delassus: &Delassus,
    factor: &InertiaFactor,
    places: &[usize],
) -> bool {
    root.clear();
    // Rows of a pack that is no node of its own.
    let mut odd = false;
    let mut node = 0;
    let visited = delassus.visit_root(factor, &rows.rows, |pack, position, values| {
        let place = places[pack.start];
        odd |= !place.is_multiple_of(NODE) || pack.len() > NODE || places[pack.end - 1] != place + pack.len() - 1;
        while node < place / NODE {
            root.end_node();
            node += 1;
        }
        let mut block = ZERO;
        (0..pack.len().min(NODE)).for_each(|row| block[row][position % NODE] = values[row]);
        root.add(position / NODE, &block);
    });
    (node..nodes).for_each(|_| root.end_node());
    for &(row, compliance) in &rows.compliances {
        root.add_compliance(places[row] / NODE, places[row] % NODE, compliance);
    }
    visited && !odd
}

/// Copies a block and its mirror image.
fn add_block(matrix: &mut BlockMatrix, block: &DelassusBlock, below: usize, above: usize) {
    let target = matrix.block_mut(below);
    for c in 0..block.columns {
        (0..block.rows).for_each(|r| target[c][r] = block.values[r][c]);
    }
    if above != below {
        let target = matrix.block_mut(above);
        for r in 0..block.rows {
            (0..block.columns).for_each(|c| target[r][c] = block.values[r][c]);
        }
    }
}

/// Copies a block that spans several nodes.
fn add_entries(matrix: &mut BlockMatrix, places: &[usize], block: &DelassusBlock) {
    for r in 0..block.rows {
        for c in 0..block.columns {
            let (i, j) = (places[block.row + r], places[block.column + c]);
            for (i, j) in [(i, j), (j, i)] {
                if let Some(place) = matrix.find(i / NODE, j / NODE) {
                    matrix.block_mut(place)[j % NODE][i % NODE] = block.values[r][c];
                }
            }
        }
    }
}

/// The pairs of nodes that a block of rows covers, on and below the diagonal.
fn node_pairs<'a>(places: &'a [usize], block: &'a DelassusBlock) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
    let node = |row: usize| places[row] / NODE;
    let rows = node(block.row)..=node(block.row + block.rows - 1);
    let columns = node(block.column)..=node(block.column + block.columns - 1);
    rows.flat_map(move |i| columns.clone().map(move |j| (i.max(j), i.min(j))))
}
