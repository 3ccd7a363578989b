use stiction_linalg::{Block, NODE, ZERO, block_add, block_times};

/// `W = Yᵀ Y + C` by the blocks of `Y = L⁻¹ H`, where `M = L Lᵀ`: each contact has its nodes, and three coordinates of the bodies
/// are one *body node*. Bodies then move by `Y p`, in units in which all masses are one. `C` is diagonal: what contacts give way
/// by themselves, which moves no body.
#[derive(Clone, Debug)]
pub struct ResponseRoot {
    pub(crate) starts: Vec<usize>,
    /// For each contact node, the body nodes that it reaches.
    pub(crate) reached: Vec<usize>,
    /// `Y`: body rows, contact columns; and the same transposed, so that products with either go along the vector units.
    pub(crate) blocks: Vec<Block>,
    transposed: Vec<Block>,
    /// The blocks of `W` of each contact node with itself, `C` included, and `C`.
    diagonal: Vec<Block>,
    compliance: Vec<[f64; NODE]>,
    bodies: usize,
}

impl Default for ResponseRoot {
    fn default() -> Self {
        Self {
            starts: vec![0],
            reached: Vec::new(),
            blocks: Vec::new(),
            transposed: Vec::new(),
            diagonal: Vec::new(),
            compliance: Vec::new(),
            bodies: 0,
        }
    }
}

impl ResponseRoot {
    /// No contacts and no bodies, in the storage that there is.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.reached.clear();
        self.blocks.clear();
        self.transposed.clear();
        self.diagonal.clear();
        self.compliance.clear();
        self.bodies = 0;
    }

    /// The next contact node's block of `Y` at a body node; blocks at the same node add up.
    pub fn add(&mut self, body: usize, block: &Block) {
        let start = self.starts[self.starts.len() - 1];
        self.bodies = self.bodies.max(body + 1);
        match self.reached[start..].iter().position(|&other| other == body) {
            Some(place) => block_add(&mut self.blocks[start + place], block),
            None => {
                self.reached.push(body);
                self.blocks.push(*block);
            }
        }
    }

    /// Ends a contact node.
    pub fn end_node(&mut self) {
        let start = self.starts[self.starts.len() - 1];
        let mut own = ZERO;
        self.blocks[start..].iter().for_each(|block| add_transposed_product(block, block, &mut own));
        self.transposed.extend(self.blocks[start..].iter().map(block_transposed));
        self.diagonal.push(own);
        self.compliance.push([0.0; NODE]);
        self.starts.push(self.reached.len());
    }

    /// Lets a row of a contact node that has ended give way by so much per impulse.
    pub fn add_compliance(&mut self, node: usize, row: usize, compliance: f64) {
        self.compliance[node][row] += compliance;
        self.diagonal[node][row][row] += compliance;
    }

    /// Writes the part of some contact nodes into the storage of another; the bodies stay all.
    pub(crate) fn restrict(&self, nodes: &[usize], part: &mut Self) {
        part.clear();
        for &node in nodes {
            part.reached.extend_from_slice(self.bodies_at(node));
            part.blocks.extend_from_slice(self.blocks_at(node));
            part.transposed.extend_from_slice(self.transposed_at(node));
            part.diagonal.push(self.diagonal[node]);
            part.compliance.push(self.compliance[node]);
            part.starts.push(part.reached.len());
        }
        part.bodies = self.bodies;
    }

    /// Becomes another root with other units of each contact node's impulses and velocities.
    pub(crate) fn scale_from(&mut self, other: &Self, inverse_units: &[f64]) {
        self.starts.clone_from(&other.starts);
        self.reached.clone_from(&other.reached);
        self.bodies = other.bodies;
        for (scaled, given) in [(&mut self.blocks, &other.blocks), (&mut self.transposed, &other.transposed)] {
            scaled.clear();
            for (node, &factor) in inverse_units.iter().enumerate() {
                scaled.extend(
                    given[other.starts[node]..other.starts[node + 1]].iter().map(|block| scaled_block(block, factor)),
                );
            }
        }
        let diagonal = other.diagonal.iter().zip(inverse_units);
        self.diagonal.clear();
        self.diagonal.extend(diagonal.map(|(block, factor)| scaled_block(block, factor * factor)));
        let compliance = other.compliance.iter().zip(inverse_units);
        self.compliance.clear();
        self.compliance.extend(compliance.map(|(own, factor)| own.map(|value| factor * factor * value)));
    }

    /// The block of `W` of a contact node with itself.
    #[inline(always)]
    pub(crate) fn diagonal_at(&self, node: usize) -> &Block {
        &self.diagonal[node]
    }

    /// `C` of a contact node.
    #[inline(always)]
    pub(crate) fn compliance_at(&self, node: usize) -> &[f64; NODE] {
        &self.compliance[node]
    }

    /// The block of `Yᵀ Y` of a pair of contact nodes.
    pub(crate) fn block(&self, i: usize, j: usize) -> Block {
        let mut block = ZERO;
        for (body, left) in self.bodies_at(i).iter().zip(self.blocks_at(i)) {
            let same = self.bodies_at(j).iter().zip(self.blocks_at(j)).filter(|(other, _)| *other == body);
            same.for_each(|(_, right)| add_transposed_product(left, right, &mut block));
        }
        block
    }

    /// The number of contact nodes.
    pub fn contacts(&self) -> usize {
        self.diagonal.len()
    }

    /// The number of body nodes.
    pub fn bodies(&self) -> usize {
        self.bodies
    }

    /// The blocks of `Y`.
    pub(crate) fn reached_in_all(&self) -> usize {
        self.reached.len()
    }

    /// Whether the same contact nodes reach the same body nodes.
    pub(crate) fn has_pattern_of(&self, other: &Self) -> bool {
        self.bodies == other.bodies && self.starts == other.starts && self.reached == other.reached
    }

    /// The body nodes that a contact node reaches.
    #[inline(always)]
    pub(crate) fn bodies_at(&self, node: usize) -> &[usize] {
        &self.reached[self.starts[node]..self.starts[node + 1]]
    }

    /// The blocks of `Y` there.
    #[inline(always)]
    pub(crate) fn blocks_at(&self, node: usize) -> &[Block] {
        &self.blocks[self.starts[node]..self.starts[node + 1]]
    }

    /// Their transposes.
    #[inline(always)]
    fn transposed_at(&self, node: usize) -> &[Block] {
        &self.transposed[self.starts[node]..self.starts[node + 1]]
    }

    /// `v = Y x`.
    #[inline(always)]
    pub(crate) fn bodies_of(&self, x: &[f64], bodies: &mut Vec<f64>) {
        bodies.clear();
        bodies.resize(NODE * self.bodies, 0.0);
        for (node, impulse) in x.chunks_exact(NODE).enumerate() {
            self.push(node, impulse, bodies);
        }
    }

    /// `v += Y_i p` for the impulse of one node.
    #[inline(always)]
    pub(crate) fn push(&self, node: usize, impulse: &[f64], bodies: &mut [f64]) {
        for (&body, block) in self.bodies_at(node).iter().zip(self.blocks_at(node)) {
            let change = block_times(block, impulse);
            let target = &mut bodies[NODE * body..NODE * body + NODE];
            (0..NODE).for_each(|k| target[k] += change[k]);
        }
    }

    /// `Y_iᵀ v + C_i p` for a node with this impulse.
    #[inline(always)]
    pub(crate) fn response_at(&self, node: usize, bodies: &[f64], impulse: &[f64]) -> [f64; 4] {
        let mut velocity = self.velocity_at(node, bodies);
        for (k, (compliance, p)) in self.compliance[node].iter().zip(impulse).enumerate() {
            velocity[k] += compliance * p;
        }
        velocity
    }

    /// `Y_iᵀ v`.
    #[inline(always)]
    pub(crate) fn velocity_at(&self, node: usize, bodies: &[f64]) -> [f64; 4] {
        let mut velocity = [0.0; 4];
        for (&body, block) in self.bodies_at(node).iter().zip(self.transposed_at(node)) {
            let part = block_times(block, &bodies[NODE * body..NODE * body + NODE]);
            (0..4).for_each(|lane| velocity[lane] += part[lane]);
        }
        velocity
    }
}

/// `aᵀ`.
fn block_transposed(a: &Block) -> Block {
    let mut b = ZERO;
    for column in 0..NODE {
        (0..NODE).for_each(|row| b[column][row] = a[row][column]);
    }
    b
}

/// `f a`.
fn scaled_block(a: &Block, factor: f64) -> Block {
    a.map(|column| column.map(|value| factor * value))
}

/// `c += aᵀ b`.
pub(crate) fn add_transposed_product(a: &Block, b: &Block, c: &mut Block) {
    for column in 0..NODE {
        for row in 0..NODE {
            c[column][row] += (0..NODE).map(|k| a[row][k] * b[column][k]).sum::<f64>();
        }
    }
}
