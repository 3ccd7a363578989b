//! Four contacts: their blocks, and how they and the bodies act on each other.

use super::Contact;
use crate::ResponseRoot;
use crate::scaled::Scaled;
use stiction_linalg::NODE;
use stiction_linalg::lanes::Lanes;

/// Body nodes that a contact reaches at most: two free bodies.
pub(super) const PLACES: usize = 4;
/// No contact in this lane.
pub(super) const NOBODY: usize = usize::MAX;

/// A value for each of four contacts.
pub(super) type Four = [f64; 4];

/// Four contacts without a common body; letters as in [`Contact`].
#[derive(Clone, Debug)]
pub(super) struct Quartet {
    pub laws: [usize; 4],
    /// The body nodes of each contact, place by place; the node after the last for those it does not have.
    bodies: [[usize; 4]; PLACES],
    /// The blocks of the root at each place: contact row, body row.
    blocks: [[[Four; NODE]; NODE]; PLACES],
    /// The free velocity.
    free: [Four; NODE],
    pub friction: Four,
    pub inverse: Four,
    /// The contact's own block of `Yᵀ Y`, which is symmetric: nn, n1, n2, 11, 12, 22.
    pub own: [Four; 6],
    /// `A`: 11, 12, 22.
    pub tangential: [Four; 3],
    /// The `λ` of the last slip; zero where it stuck.
    pub slip: Four,
}

impl Quartet {
    /// No contact yet; `nobody` is the node after the last.
    pub fn empty(nobody: usize) -> Self {
        let (zero, one) = ([0.0; 4], [1.0; 4]);
        Self {
            laws: [NOBODY; 4],
            bodies: [[nobody; 4]; PLACES],
            blocks: [[[zero; NODE]; NODE]; PLACES],
            free: [zero; NODE],
            friction: one,
            inverse: one,
            own: [one, zero, zero, one, zero, one],
            tangential: [one, zero, one],
            slip: zero,
        }
    }

    /// Puts a contact into a lane.
    pub fn put(&mut self, lane: usize, law: usize, scaled: &Scaled, root: &ResponseRoot, contact: &Contact) {
        let node = scaled.first_nodes[law];
        self.laws[lane] = law;
        for (place, (&body, block)) in root.bodies_at(node).iter().zip(root.blocks_at(node)).enumerate() {
            self.bodies[place][lane] = body;
            for row in 0..NODE {
                (0..NODE).for_each(|k| self.blocks[place][row][k][lane] = block[row][k]);
            }
        }
        (0..NODE).for_each(|k| self.free[k][lane] = scaled.vector[NODE * node + k]);
        let block = scaled.response.diagonal(node);
        let give = root.compliance_at(node);
        let [nn, first, second] = [0, 1, 2].map(|k| block[k][k] - give[k]);
        let own = [nn, block[0][1], block[0][2], first, block[1][2], second];
        (0..own.len()).for_each(|k| self.own[k][lane] = own[k]);
        self.friction[lane] = contact.friction;
        self.inverse[lane] = contact.inverse;
        let tangential = [contact.a11, contact.a12, contact.a22];
        (0..tangential.len()).for_each(|k| self.tangential[k][lane] = tangential[k]);
    }
}

/// The velocities that all impulses but the contacts' own leave: what a contact gives way is its own alone.
#[inline(always)]
pub(super) fn without_own<L: Lanes>(
    lanes: L,
    quartet: &Quartet,
    old: [L::Four; NODE],
    bodies: &[Four],
) -> [L::Four; NODE] {
    let mut velocity = load(lanes, &quartet.free);
    for (nodes, blocks) in quartet.bodies.iter().zip(&quartet.blocks) {
        let motion = lanes.transpose(nodes.map(|node| lanes.load(&bodies[node])));
        for (velocity, block) in velocity.iter_mut().zip(blocks) {
            for k in 0..NODE {
                *velocity = lanes.add(*velocity, lanes.multiply(lanes.load(&block[k]), motion[k]));
            }
        }
    }
    let own = [0, 1, 2, 3, 4, 5].map(|k| lanes.load(&quartet.own[k]));
    for (velocity, row) in velocity.iter_mut().zip([[0, 1, 2], [1, 3, 4], [2, 4, 5]]) {
        for k in 0..NODE {
            *velocity = lanes.subtract(*velocity, lanes.multiply(own[row[k]], old[k]));
        }
    }
    velocity
}

/// What changes of the impulses do to the bodies.
#[inline(always)]
pub(super) fn push<L: Lanes>(lanes: L, quartet: &Quartet, change: [L::Four; NODE], bodies: &mut [Four]) {
    for (nodes, blocks) in quartet.bodies.iter().zip(&quartet.blocks) {
        let mut motion = [lanes.all(0.0); 4];
        for (k, motion) in motion.iter_mut().take(NODE).enumerate() {
            for (row, block) in blocks.iter().enumerate() {
                *motion = lanes.add(*motion, lanes.multiply(lanes.load(&block[k]), change[row]));
            }
        }
        for (motion, &node) in lanes.transpose(motion).into_iter().zip(nodes) {
            let body = &mut bodies[node];
            lanes.store(lanes.add(lanes.load(body), motion), body);
        }
    }
}

/// A vector of each contact.
#[inline(always)]
pub(super) fn load<L: Lanes>(lanes: L, values: &[Four; NODE]) -> [L::Four; NODE] {
    [lanes.load(&values[0]), lanes.load(&values[1]), lanes.load(&values[2])]
}
