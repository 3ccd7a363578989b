use crate::delassus::{Leg, Rows};
use crate::model::Model;
use stiction_linalg::kernels::reserve_total;

/// Finds the pairs of packs that can act on each other: those with legs in the same tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// (root, pack), sorted.
    by_root: Vec<(usize, usize)>,
    /// The last pack with which each pack was paired.
    seen: Vec<usize>,
    partners: Vec<usize>,
}

impl Pairs {
    pub fn reserve(&mut self, rows: usize) {
        reserve_total(&mut self.by_root, 3 * rows);
        reserve_total(&mut self.seen, rows);
        reserve_total(&mut self.partners, rows);
    }

    /// Calls with each pack and those up to it, itself included, that it can act on.
    pub fn each(&mut self, model: &Model, rows: &Rows, mut call: impl FnMut(usize, &[usize])) {
        self.by_root.clear();
        for (index, pack) in rows.packs.iter().enumerate() {
            let roots = rows.legs[pack.legs.clone()].iter().map(|leg| (root(model, leg), index));
            self.by_root.extend(roots);
        }
        self.by_root.sort_unstable();
        self.by_root.dedup();
        self.seen.clear();
        self.seen.resize(rows.packs.len(), usize::MAX);
        for (later, pack) in rows.packs.iter().enumerate() {
            self.partners.clear();
            for leg in &rows.legs[pack.legs.clone()] {
                let root = root(model, leg);
                let start = self.by_root.partition_point(|&(other, _)| other < root);
                for &(other, earlier) in &self.by_root[start..] {
                    if other != root || earlier > later {
                        break;
                    }
                    if self.seen[earlier] != later {
                        self.seen[earlier] = later;
                        self.partners.push(earlier);
                    }
                }
            }
            call(later, &self.partners);
        }
    }
}

fn root(model: &Model, leg: &Leg) -> usize {
    match leg {
        Leg::Wrench { link, .. } => model.links[*link].root,
        Leg::Coordinate { freedom, .. } => model.links[model.freedoms[*freedom].link].root,
    }
}
