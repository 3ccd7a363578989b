use crate::{ContactProblem, Delassus, ResponseRoot};
use stiction_linalg::BlockMatrix;

/// The islands of a problem: groups of laws of which none acts on another group. `W` has no block between them, so that each is
/// a problem of its own. Their numbers, and the order of the laws in each, follow from the order of the laws alone.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    /// A law of the same island that comes no later; in the end, the first.
    earlier: Vec<usize>,
    /// The law of each node.
    law_of_node: Vec<usize>,
    /// The last law seen at each body node.
    law_at_body: Vec<Option<usize>>,
    /// The island of each law.
    islands: Vec<usize>,
    laws: Groups,
    nodes: Groups,
    /// The number of each node within its island.
    numbers: Vec<usize>,
    /// The islands, those of most nodes first.
    by_size: Vec<usize>,
}

/// Lists of numbers, one after the other.
#[derive(Debug, Default)]
struct Groups {
    starts: Vec<usize>,
    members: Vec<usize>,
}

impl Partition {
    /// Finds the islands of a problem; how many there are. A problem whose `W` or root is not given by blocks is one.
    pub fn find(&mut self, problem: &ContactProblem) -> usize {
        let count = problem.laws().len();
        self.earlier.clear();
        self.earlier.extend(0..count);
        self.law_of_node.clear();
        for (law, kind) in problem.laws().iter().enumerate() {
            self.law_of_node.extend(std::iter::repeat_n(law, kind.nodes()));
        }
        let islands = match problem.delassus() {
            Delassus::Blocks(matrix) => self.join_by_blocks(matrix, count),
            Delassus::Root(root) => self.join_by_bodies(root, count),
            _ => 1,
        };
        if islands > 1 {
            self.number(islands);
        }
        islands
    }

    /// Joins laws that a block of `W` links; how many islands are left of so many.
    fn join_by_blocks(&mut self, matrix: &BlockMatrix, mut islands: usize) -> usize {
        for node in 0..matrix.nodes() {
            // The pattern is symmetric.
            for &other in matrix.row(node).0.iter().take_while(|&&other| other < node) {
                islands -= usize::from(self.join(self.law_of_node[node], self.law_of_node[other]));
            }
            if islands == 1 {
                break;
            }
        }
        islands
    }

    /// The same for laws that move the same body.
    fn join_by_bodies(&mut self, root: &ResponseRoot, mut islands: usize) -> usize {
        self.law_at_body.clear();
        self.law_at_body.resize(root.bodies(), None);
        for node in 0..root.contacts() {
            let law = self.law_of_node[node];
            for &body in root.bodies_at(node) {
                if let Some(other) = self.law_at_body[body].replace(law) {
                    islands -= usize::from(self.join(law, other));
                }
            }
        }
        islands
    }

    /// Puts two laws into one island; whether they were in two.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.first(a), self.first(b));
        self.earlier[a.max(b)] = a.min(b);
        a != b
    }

    /// The first law of a law's island so far.
    fn first(&mut self, mut law: usize) -> usize {
        while self.earlier[law] != law {
            self.earlier[law] = self.earlier[self.earlier[law]];
            law = self.earlier[law];
        }
        law
    }

    /// Numbers the islands by their first laws, and lists what is in them.
    fn number(&mut self, islands: usize) {
        self.islands.clear();
        let mut next = 0;
        for law in 0..self.earlier.len() {
            let first = self.first(law);
            let island = if first == law { next } else { self.islands[first] };
            next += usize::from(first == law);
            self.islands.push(island);
        }
        self.laws.fill(islands, self.islands.iter().copied());
        self.nodes.fill(islands, self.law_of_node.iter().map(|&law| self.islands[law]));
        self.numbers.clear();
        self.numbers.resize(self.law_of_node.len(), usize::MAX);
        for island in 0..islands {
            self.nodes.of(island).iter().enumerate().for_each(|(number, &node)| self.numbers[node] = number);
        }
        self.by_size.clear();
        self.by_size.extend(0..islands);
        let nodes = &self.nodes;
        self.by_size.sort_unstable_by_key(|&island| (usize::MAX - nodes.of(island).len(), island));
    }

    /// The laws of an island, in order.
    pub fn laws(&self, island: usize) -> &[usize] {
        self.laws.of(island)
    }

    /// The nodes of an island, in order.
    pub fn nodes(&self, island: usize) -> &[usize] {
        self.nodes.of(island)
    }

    /// The number of each node of the problem within its island.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// The islands, the largest first.
    pub fn by_size(&self) -> &[usize] {
        &self.by_size
    }
}

impl Groups {
    /// Lists the members of each group from the group of each member.
    fn fill(&mut self, groups: usize, group_of: impl Iterator<Item = usize> + Clone) {
        self.starts.clear();
        self.starts.resize(groups + 2, 0);
        let mut count = 0;
        for group in group_of.clone() {
            self.starts[group + 2] += 1;
            count += 1;
        }
        (2..groups + 2).for_each(|group| self.starts[group] += self.starts[group - 1]);
        self.members.clear();
        self.members.resize(count, 0);
        // Each start moves to its end, which is the start of the next.
        for (member, group) in group_of.enumerate() {
            self.members[self.starts[group + 1]] = member;
            self.starts[group + 1] += 1;
        }
    }

    fn of(&self, group: usize) -> &[usize] {
        &self.members[self.starts[group]..self.starts[group + 1]]
    }
}
