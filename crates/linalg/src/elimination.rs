use crate::block_matrix::BlockMatrix;
use std::collections::HashMap;

/// An order of elimination that keeps factors sparse: of least degree (Tinney and Walker 1967) on the graph of nodes, where
/// nodes that meet the same nodes go together.
pub(crate) struct Elimination {
    /// The node eliminated at each step, and the step of each node.
    pub node_at: Vec<usize>,
    pub step_of: Vec<usize>,
    /// For each step, the later steps whose nodes meet it, in increasing order.
    pub rows: Vec<Vec<usize>>,
}

impl Elimination {
    pub fn of(matrix: &BlockMatrix) -> Self {
        let nodes = matrix.nodes();
        // Nodes with the same neighbours are one team; a row's columns hold its own node.
        let mut teams: Vec<Vec<usize>> = Vec::new();
        let mut team_of = vec![0; nodes];
        let mut known: HashMap<&[usize], usize> = HashMap::with_capacity(nodes);
        for node in 0..nodes {
            let team = *known.entry(matrix.row(node).0).or_insert(teams.len());
            if team == teams.len() {
                teams.push(Vec::new());
            }
            teams[team].push(node);
            team_of[node] = team;
        }
        let count = teams.len();
        let words = count.div_ceil(64);
        let mut graph = vec![0_u64; count * words];
        let mut degrees = vec![0; count];
        for (team, members) in teams.iter().enumerate() {
            let row = &mut graph[team * words..(team + 1) * words];
            for other in matrix.row(members[0]).0.iter().map(|&node| team_of[node]).filter(|&other| other != team) {
                row[other / 64] |= 1 << (other % 64);
            }
            degrees[team] = size(row);
        }
        let mut new = Self { node_at: Vec::with_capacity(nodes), step_of: vec![usize::MAX; nodes], rows: Vec::new() };
        let mut left: Vec<usize> = (0..count).collect();
        let mut neighbours = vec![0_u64; words];
        while let Some(place) = (0..left.len()).min_by_key(|&place| (degrees[left[place]], left[place])) {
            let team = left.swap_remove(place);
            neighbours.copy_from_slice(&graph[team * words..(team + 1) * words]);
            let others = members(&neighbours);
            for &other in &others {
                let row = &mut graph[other * words..(other + 1) * words];
                row.iter_mut().zip(&neighbours).for_each(|(row, new)| *row |= new);
                row[other / 64] &= !(1 << (other % 64));
                row[team / 64] &= !(1 << (team % 64));
                degrees[other] = size(row);
            }
            for (k, &node) in teams[team].iter().enumerate() {
                new.step_of[node] = new.node_at.len();
                new.node_at.push(node);
                let mates = teams[team][k + 1..].iter().copied();
                new.rows.push(mates.chain(others.iter().flat_map(|&other| teams[other].iter().copied())).collect());
            }
        }
        for row in &mut new.rows {
            row.iter_mut().for_each(|node| *node = new.step_of[*node]);
            row.sort_unstable();
        }
        new
    }
}

fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// The members of a set of bits, in increasing order.
fn members(set: &[u64]) -> Vec<usize> {
    let mut members = Vec::new();
    for (number, &word) in set.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            members.push(64 * number + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
    members
}
