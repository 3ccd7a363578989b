use crate::delassus::block::add_products;
use crate::delassus::{DelassusBlock, Lanes, Leg, Pack, ReducedTree, Response, Rows, WrenchLanes};
use crate::dynamics::{ArticulatedFactor, Kinematics};
use crate::model::{FreedomKind, Model};
use crate::spatial::Wrench;
use std::ops::Range;
use stiction_linalg::kernels::reserve_total;
use stiction_linalg::space::Vector3;

/// The Delassus matrix by recursion over articulated bodies, in time O(links) + O(rows²): each link's
/// response to a wrench from the root outwards (Jain 2011; Rodriguez, Jain, Kreutz-Delgado 1992), and the
/// way of wrenches inwards between the few links that matter (the extended force propagator of Wensing,
/// Featherstone, Orin 2012; the reduction of Sathya, Wensing, Carpentier 2023). Two rows act on each other
/// through the deepest link that carries both.
#[derive(Clone, Debug, Default)]
pub(super) struct ArticulatedRoute {
    tree: ReducedTree,
    /// Of each link.
    responses: Vec<Response>,
    /// Wrenches on links: those of the rows' legs, a force on a coordinate being two.
    loads: Vec<Load>,
    /// Of each pack.
    loads_of: Vec<Range<usize>>,
    /// Of each load: its wrench at its node and at each node above, and the responses to them.
    stages: Vec<(WrenchLanes, [Lanes; 6])>,
}

#[derive(Clone, Debug)]
struct Load {
    link: usize,
    wrench: WrenchLanes,
    node: usize,
    first_stage: usize,
}

impl ArticulatedRoute {
    pub fn reserve(&mut self, model: &Model, legs: usize) {
        let links = model.links.len();
        self.tree.reserve(links, 2 * legs);
        reserve_total(&mut self.responses, links);
        reserve_total(&mut self.loads, 2 * legs);
        reserve_total(&mut self.loads_of, legs);
        let depth = model.links.iter().map(|link| link.depth).max().unwrap_or(0);
        reserve_total(&mut self.stages, 2 * legs * (4 * legs).min(depth));
    }

    pub fn prepare(&mut self, model: &Model, kinematics: &Kinematics, factor: &ArticulatedFactor, rows: &Rows) {
        self.collect(model, kinematics, rows);
        self.tree.build(model, self.loads.iter().map(|load| load.link));
        self.tree.find_ways(model, kinematics, factor);
        self.respond(model, kinematics, factor);
        self.stages.clear();
        for load in &mut self.loads {
            load.first_stage = self.stages.len();
            // A load is on a node by construction.
            let Some(mut node) = self.tree.node_on(load.link) else { continue };
            load.node = node;
            let mut wrench = load.wrench;
            loop {
                let response = &self.responses[self.tree.nodes[node].link];
                self.stages.push((wrench, response.apply(&wrench)));
                let Some(above) = self.tree.nodes[node].parent else { break };
                wrench = self.tree.climb(node, &wrench);
                node = above;
            }
        }
    }

    /// Adds to the blocks of one pack with each of its partners.
    pub fn add_blocks(&mut self, pack: usize, partners: &[usize], blocks: &mut [DelassusBlock]) {
        for a in &self.loads[self.loads_of[pack].clone()] {
            self.tree.expect(a.node);
            for (&partner, block) in partners.iter().zip(&mut *blocks) {
                for b in &self.loads[self.loads_of[partner].clone()] {
                    // Partners are of one tree, and so they meet.
                    let Some(meeting) = self.tree.meet(b.node) else { continue };
                    let depth = self.tree.nodes[meeting].depth;
                    let stage = |load: &Load| &self.stages[load.first_stage + self.tree.nodes[load.node].depth - depth];
                    add_products(&mut block.values, &stage(a).0.0, &stage(b).1);
                }
            }
        }
    }

    fn collect(&mut self, model: &Model, kinematics: &Kinematics, rows: &Rows) {
        self.loads.clear();
        self.loads_of.clear();
        for Pack { legs, .. } in &rows.packs {
            let first = self.loads.len();
            let mut add = |link: usize, wrench: WrenchLanes| {
                if link != 0 {
                    self.loads.push(Load { link, wrench, node: 0, first_stage: 0 });
                }
            };
            for leg in &rows.legs[legs.clone()] {
                match leg {
                    Leg::Wrench { link, wrench } => add(*link, *wrench),
                    Leg::Coordinate { freedom, force } => {
                        // A joint force pushes its link and its parent apart.
                        let (kind, axis) = (model.freedoms[*freedom].kind, kinematics.axes[*freedom]);
                        let unit = match kind {
                            FreedomKind::About | FreedomKind::Screw(_) => Wrench::new(axis, Vector3::ZERO),
                            FreedomKind::Along => Wrench::new(Vector3::ZERO, axis),
                        };
                        let link = model.freedoms[*freedom].link;
                        let mut wrench = WrenchLanes::ZERO;
                        wrench.subtract(&unit, &force.map(|lane| -lane));
                        add(link, wrench);
                        wrench.about(kinematics.offsets[link]);
                        add(model.links[link].parent, WrenchLanes(wrench.0.map(|lanes| lanes.map(|lane| -lane))));
                    }
                }
            }
            self.loads_of.push(first..self.loads.len());
        }
    }

    /// The responses of all links that lead to a node, from the root outwards.
    fn respond(&mut self, model: &Model, kinematics: &Kinematics, factor: &ArticulatedFactor) {
        self.responses.clear();
        self.responses.resize(model.links.len(), Response::ZERO);
        for (i, link) in model.links.iter().enumerate().skip(1) {
            if !self.tree.is_active(i) {
                continue;
            }
            let mut response = self.responses[link.parent].shifted(kinematics.offsets[i]);
            for k in link.freedoms.clone() {
                let kind = model.freedoms[k].kind;
                response.free(kind, kinematics.axes[k], &factor.directions[k], factor.inverses[k]);
            }
            self.responses[i] = response;
        }
    }
}
