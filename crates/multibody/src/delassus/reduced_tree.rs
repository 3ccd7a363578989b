use crate::delassus::WrenchLanes;
use crate::dynamics::{ArticulatedFactor, Kinematics};
use crate::model::Model;
use stiction_linalg::kernels::reserve_total;

/// A link on which rows act, or where the ways of such links to the root meet.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub link: usize,
    /// The next node towards the root.
    pub parent: Option<usize>,
    /// How many nodes stand between it and the root.
    pub depth: usize,
    /// What a wrench at this node's link is at the parent node's, links between and their joints included.
    way: WrenchLanes<6>,
}

/// The tree that is left of a mechanism when only the links matter on which rows act: at most twice as
/// many nodes as such links, however long the chains between.
#[derive(Clone, Debug, Default)]
pub(super) struct ReducedTree {
    /// Parents first.
    pub nodes: Vec<Node>,
    /// Of each link: the node on it.
    node_of: Vec<Option<usize>>,
    /// Of each link: how many of its children lead to nodes; and whether rows act on it.
    branches: Vec<u32>,
    loaded: Vec<bool>,
    /// Of each node: where it meets the node expected in that visit.
    meetings: Vec<(u64, Option<usize>)>,
    visit: u64,
}

impl ReducedTree {
    pub fn reserve(&mut self, links: usize, legs: usize) {
        reserve_total(&mut self.nodes, (2 * legs).min(links));
        reserve_total(&mut self.meetings, (2 * legs).min(links));
        reserve_total(&mut self.node_of, links);
        reserve_total(&mut self.branches, links);
        reserve_total(&mut self.loaded, links);
    }

    /// Finds the nodes for the links on which rows act.
    pub fn build(&mut self, model: &Model, loaded: impl Iterator<Item = usize>) {
        let links = model.links.len();
        self.loaded.clear();
        self.loaded.resize(links, false);
        self.branches.clear();
        self.branches.resize(links, 0);
        loaded.for_each(|link| self.loaded[link] = true);
        self.loaded[0] = false;
        for i in (1..links).rev() {
            if self.is_active(i) {
                self.branches[model.links[i].parent] += 1;
            }
        }
        self.nodes.clear();
        self.node_of.clear();
        self.node_of.resize(links, None);
        for (i, link) in model.links.iter().enumerate().skip(1) {
            // The nearest node at or above.
            let above = self.node_of[link.parent];
            self.node_of[i] = above;
            if self.loaded[i] || self.branches[i] > 1 {
                let depth = above.map_or(0, |node| self.nodes[node].depth + 1);
                self.node_of[i] = Some(self.nodes.len());
                self.nodes.push(Node { link: i, parent: above, depth, way: WrenchLanes::ZERO });
            }
        }
    }

    /// Whether the link leads to a node or is one.
    pub fn is_active(&self, link: usize) -> bool {
        self.loaded[link] || self.branches[link] > 0
    }

    /// The node on a link on which rows act.
    pub fn node_on(&self, link: usize) -> Option<usize> {
        self.node_of[link]
    }

    /// Computes each node's way to its parent node.
    pub fn find_ways(&mut self, model: &Model, kinematics: &Kinematics, factor: &ArticulatedFactor) {
        for index in 0..self.nodes.len() {
            let Some(parent) = self.nodes[index].parent else { continue };
            let end = self.nodes[parent].link;
            let mut way = WrenchLanes::ZERO;
            for k in 0..6 {
                way.0[k][k] = 1.0;
            }
            let mut link = self.nodes[index].link;
            while link != end {
                release(model, kinematics, factor, link, &mut way);
                way.about(kinematics.offsets[link]);
                link = model.links[link].parent;
            }
            self.nodes[index].way = way;
        }
    }

    /// A node's wrenches, as they arrive at its parent node.
    pub fn climb(&self, node: usize, wrench: &WrenchLanes) -> WrenchLanes {
        let mut arrived = WrenchLanes::ZERO;
        for (row, entries) in arrived.0.iter_mut().zip(&self.nodes[node].way.0) {
            for (lanes, entry) in wrench.0.iter().zip(entries) {
                for l in 0..lanes.len() {
                    row[l] += entry * lanes[l];
                }
            }
        }
        arrived
    }

    /// Prepares for meetings with one node.
    pub fn expect(&mut self, node: usize) {
        self.visit += 1;
        self.meetings.resize(self.nodes.len(), (0, None));
        let mut next = Some(node);
        while let Some(above) = next {
            self.meetings[above] = (self.visit, Some(above));
            next = self.nodes[above].parent;
        }
    }

    /// The deepest node on the ways to the root of a node and of the expected one. Each node is walked over
    /// once for all meetings with the expected one, so that many of them cost little.
    pub fn meet(&mut self, node: usize) -> Option<usize> {
        let known = |meetings: &[(u64, Option<usize>)], at: usize| meetings[at].0 == self.visit;
        let mut next = Some(node);
        let mut meeting = None;
        while let Some(at) = next {
            if known(&self.meetings, at) {
                meeting = self.meetings[at].1;
                break;
            }
            next = self.nodes[at].parent;
        }
        let mut next = Some(node);
        while let Some(at) = next {
            if known(&self.meetings, at) {
                break;
            }
            self.meetings[at] = (self.visit, meeting);
            next = self.nodes[at].parent;
        }
        meeting
    }
}

/// What of wrenches on a link is passed on by its joint, which gives way: `(1 − u sᵀ/d) f`.
fn release<const N: usize>(
    model: &Model,
    kinematics: &Kinematics,
    factor: &ArticulatedFactor,
    link: usize,
    wrench: &mut WrenchLanes<N>,
) {
    for k in model.links[link].freedoms.clone().rev() {
        let inverse = factor.inverses[k];
        let felt = wrench.project(model.freedoms[k].kind, kinematics.axes[k]).map(|lane| lane * inverse);
        wrench.subtract(&factor.directions[k], &felt);
    }
}
