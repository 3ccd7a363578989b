use crate::scaled::{PARTING, Scaled};
use stiction_linalg::NODE;

/// What is clearly open also has to part faster than so many residuals: who is far from the solution cannot tell.
const RESIDUALS: f64 = 30.0;
/// The share of laws that has to be left out for it to pay.
const WORTH_IT: f64 = 0.1;

/// The laws of a problem that are in play: all but contacts that are clearly open. Matrices of these alone are factorised, and
/// whoever solves them looks at the others again.
#[derive(Debug, Default)]
pub(crate) struct WorkingSet {
    laws: Vec<usize>,
    nodes: Vec<usize>,
    /// The whole problem while its part is worked on, and else storage for the part; the same for the point.
    away: Scaled,
    away_point: Vec<f64>,
    numbers: Vec<usize>,
}

impl WorkingSet {
    /// Chooses the laws in play at a point with its velocity and residual, unless they are nearly all. Puts their part in the
    /// place of the problem, and in that of the point; whether it did.
    pub fn enter(&mut self, scaled: &mut Scaled, point: &mut Vec<f64>, velocity: &[f64], residual: f64) -> bool {
        let parting = PARTING.max(RESIDUALS * residual);
        self.laws.clear();
        self.laws.extend((0..scaled.laws.len()).filter(|&law| !scaled.is_open(law, point, velocity, parting)));
        let left_out = scaled.laws.len() - self.laws.len();
        if left_out as f64 <= WORTH_IT * scaled.laws.len() as f64 {
            return false;
        }
        scaled.restrict(&self.laws, &mut self.nodes, &mut self.numbers, &mut self.away);
        std::mem::swap(scaled, &mut self.away);
        self.away_point.clear();
        self.away_point.extend(self.nodes.iter().flat_map(|node| &point[NODE * node..NODE * node + NODE]));
        std::mem::swap(point, &mut self.away_point);
        true
    }

    /// Puts the whole back; laws that were left out have no impulse.
    pub fn leave(&mut self, scaled: &mut Scaled, point: &mut Vec<f64>) {
        std::mem::swap(scaled, &mut self.away);
        std::mem::swap(point, &mut self.away_point);
        point.clear();
        point.resize(scaled.order(), 0.0);
        for (node, part) in self.nodes.iter().zip(self.away_point.chunks_exact(NODE)) {
            point[NODE * node..NODE * node + NODE].copy_from_slice(part);
        }
    }
}
