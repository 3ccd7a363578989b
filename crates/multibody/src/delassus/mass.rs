use crate::delassus::block::add_products;
use crate::delassus::{DelassusBlock, LANES, Lanes, Leg, Pack, Rows};
use crate::dynamics::{Kinematics, MassFactor};
use crate::model::Model;
use stiction_linalg::kernels::{Kernel, reserve_total, vectorised};

/// The Delassus matrix from `M = Lᵀ D L`: with Y = L⁻ᵀ Gᵀ, W = Yᵀ D⁻¹ Y. The column of a row that acts on
/// one link differs from zero along the link's path only and is kept along it, so that two columns share
/// just the beginning of their paths.
#[derive(Clone, Debug, Default)]
pub(super) struct MassRoute {
    /// Of each leg: where its numbers begin, the degree of freedom at the end of its path, and the first of the path.
    columns: Vec<(usize, usize, usize)>,
    values: Vec<Lanes>,
    /// D⁻¹ times the values.
    scaled: Vec<Lanes>,
}

impl MassRoute {
    pub fn reserve(&mut self, legs: usize, depth: usize) {
        reserve_total(&mut self.columns, legs);
        reserve_total(&mut self.values, legs * depth);
        reserve_total(&mut self.scaled, legs * depth);
    }

    /// Computes Y and D⁻¹ Y.
    pub fn prepare(&mut self, model: &Model, kinematics: &Kinematics, factor: &MassFactor, rows: &Rows) {
        vectorised(Prepare { route: self, model, kinematics, factor, rows });
    }

    #[inline(always)]
    fn fill(&mut self, model: &Model, kinematics: &Kinematics, factor: &MassFactor, rows: &Rows) {
        self.columns.clear();
        self.values.clear();
        self.scaled.clear();
        for leg in &rows.legs {
            let end = match leg {
                Leg::Wrench { link, .. } => model.links[*link].last_freedom,
                Leg::Coordinate { freedom, .. } => Some(*freedom),
            };
            let start = self.values.len();
            // Every link but the world has a degree of freedom above it.
            let end = end.unwrap_or_default();
            let path = factor.paths.of(end);
            self.columns.push((start, end, path.first().copied().unwrap_or(usize::MAX)));
            self.values.resize(start + path.len(), [0.0; LANES]);
            let column = &mut self.values[start..];
            match leg {
                Leg::Coordinate { force, .. } => column[path.len() - 1] = *force,
                Leg::Wrench { link, wrench } => {
                    let (mut link, mut wrench, mut depth) = (*link, *wrench, path.len());
                    while link != 0 {
                        for k in model.links[link].freedoms.clone().rev() {
                            depth -= 1;
                            column[depth] = wrench.project(model.freedoms[k].kind, kinematics.axes[k]);
                        }
                        wrench.about(kinematics.offsets[link]);
                        link = model.links[link].parent;
                    }
                }
            }
            // L⁻ᵀ, in place.
            for d in (0..path.len()).rev() {
                let row = factor.paths.start(path[d]);
                let (before, here) = column.split_at_mut(d);
                let here = here[0];
                for (value, l) in before.iter_mut().zip(&factor.rows[row..row + d]) {
                    for lane in 0..LANES {
                        value[lane] -= l * here[lane];
                    }
                }
            }
            for (value, k) in column.iter().zip(path) {
                let inverse = factor.inverses[*k];
                self.scaled.push(value.map(|lane| lane * inverse));
            }
        }
    }

    /// Visits `D^(−½) Y`: of each pack in turn, the rows, the place of a degree of freedom, and the entries there.
    pub fn visit_root(&self, factor: &MassFactor, packs: &[Pack], mut visit: impl FnMut(&Pack, usize, &Lanes)) {
        for pack in packs {
            for &(start, end, _) in &self.columns[pack.legs.clone()] {
                for (&k, value) in factor.paths.of(end).iter().zip(&self.values[start..]) {
                    let root = factor.inverses[k].sqrt();
                    visit(pack, factor.places[k], &value.map(|lane| lane * root));
                }
            }
        }
    }

    /// Adds to the blocks of one pack with each of its partners.
    pub fn add_blocks(
        &self,
        factor: &MassFactor,
        packs: &[Pack],
        pack: usize,
        partners: &[usize],
        blocks: &mut [DelassusBlock],
    ) {
        vectorised(AddBlocks { route: self, factor, packs, pack, partners, blocks });
    }
}

struct Prepare<'a> {
    route: &'a mut MassRoute,
    model: &'a Model,
    kinematics: &'a Kinematics,
    factor: &'a MassFactor,
    rows: &'a Rows,
}

impl Kernel for Prepare<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.route.fill(self.model, self.kinematics, self.factor, self.rows);
    }
}

struct AddBlocks<'a> {
    route: &'a MassRoute,
    factor: &'a MassFactor,
    packs: &'a [Pack],
    pack: usize,
    partners: &'a [usize],
    blocks: &'a mut [DelassusBlock],
}

impl Kernel for AddBlocks<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Self { route, factor, packs, pack, partners, blocks } = self;
        for (&partner, block) in partners.iter().zip(blocks) {
            for &(a, end_a, root_a) in &route.columns[packs[pack].legs.clone()] {
                for &(b, end_b, root_b) in &route.columns[packs[partner].legs.clone()] {
                    // Paths that begin differently share nothing.
                    if root_a != root_b {
                        continue;
                    }
                    let common = if end_a == end_b {
                        factor.paths.of(end_a).len()
                    } else {
                        shared(factor.paths.of(end_a), factor.paths.of(end_b))
                    };
                    add_products(&mut block.values, &route.values[a..a + common], &route.scaled[b..b + common]);
                }
            }
        }
    }
}

/// How many members two paths share at their beginning.
fn shared(a: &[usize], b: &[usize]) -> usize {
    let shorter = a.len().min(b.len());
    if shorter > 0 && a[shorter - 1] == b[shorter - 1] {
        return shorter;
    }
    // Shared members come first: bisect.
    let (mut low, mut high) = (0, shorter);
    while low < high {
        let middle = (low + high) / 2;
        if a[middle] == b[middle] { low = middle + 1 } else { high = middle }
    }
    low
}
