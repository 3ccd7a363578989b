use std::collections::BTreeMap;
use stiction_collision::Collider;
use stiction_multibody::{Body, BodyId, JointKind, Model};

/// Pairs of bodies with shapes that never touch: those that cannot move against each other and, unless `touching`, those
/// that a joint holds together, with all that is fixed to either. The world is nobody's neighbour, and a free joint holds
/// nothing together.
pub(crate) fn pairs(model: &Model, colliders: &[Collider], touching: bool) -> Vec<(usize, usize)> {
    let rigid = |body: &Body| model.joints()[body.joints.clone()].iter().all(|joint| joint.kind == JointKind::Fixed);
    // Of each body the one at the root of all that is fixed to it; parents stand before their children.
    let mut roots: Vec<BodyId> = Vec::with_capacity(model.bodies().len());
    for id in model.body_ids() {
        let body = model.body(id);
        let part = id != BodyId::WORLD && body.parent != BodyId::WORLD && rigid(body);
        roots.push(if part { roots[body.parent.index()] } else { id });
    }
    let mut clusters: BTreeMap<BodyId, Vec<usize>> = BTreeMap::new();
    for collider in colliders {
        let members = clusters.entry(roots[collider.body]).or_default();
        if members.last() != Some(&collider.body) {
            members.push(collider.body);
        }
    }
    let mut pairs = Vec::new();
    for (root, members) in &clusters {
        for (k, first) in members.iter().enumerate() {
            pairs.extend(members[..k].iter().filter(|second| *second != first).map(|second| (*second, *first)));
        }
        let body = model.body(*root);
        if touching || *root == BodyId::WORLD || body.parent == BodyId::WORLD || model.is_free(*root) {
            continue;
        }
        for above in clusters.get(&roots[body.parent.index()]).into_iter().flatten() {
            pairs.extend(members.iter().map(|member| (*above, *member)));
        }
    }
    pairs
}
