use crate::report::number::{columns, mode_words, name};
use stiction_formats::words::rounded;
use stiction_linalg::space::Vector3;
use stiction_simulation::{ContactMode, World};

/// Pairs beyond this many say nothing at a glance.
const MOST: usize = 8;

/// What one body bears against another.
struct Pair {
    label: String,
    /// N·s, over the last step.
    normal: Vector3,
    friction: Vector3,
    /// The largest friction that the normal impulses of its points allow.
    limit: f64,
    slides: bool,
}

/// The contact forces of the last step, pair by pair; nothing where there are none or many.
pub fn answer(world: &World) -> String {
    let pairs = pairs(world);
    if pairs.is_empty() || pairs.len() > MOST {
        return String::new();
    }
    let time_step = world.scene().settings.time_step;
    let heads = ["  contact force", "normal", "friction", "limit", "contact is"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for pair in pairs {
        let force = |impulse: Vector3| rounded(impulse.norm() / time_step, "N");
        let mode = if pair.slides { ContactMode::Slip } else { ContactMode::Stick };
        let label = format!("  {}", name(&pair.label));
        let limit = rounded(pair.limit / time_step, "N");
        lines.push(vec![label, force(pair.normal), force(pair.friction), limit, mode_words(mode.name()).to_owned()]);
    }
    format!("\n{}", columns(&lines, &[true, false, false, false, true]))
}

/// Resultants over all points of two bodies; a pair slides where one of its points does.
fn pairs(world: &World) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for (contact, mode) in world.contacts().iter().zip(world.contact_modes()) {
        if mode == ContactMode::Open {
            continue;
        }
        let label = world.scene().pair_name(contact.point.first, contact.point.second);
        let impulse = world.impulse(contact);
        let [n, t1, t2] = contact.frame;
        let known = pairs.iter().position(|pair| pair.label == label);
        let place = known.unwrap_or_else(|| {
            pairs.push(Pair { label, normal: Vector3::ZERO, friction: Vector3::ZERO, limit: 0.0, slides: false });
            pairs.len() - 1
        });
        let pair = &mut pairs[place];
        pair.normal += n * impulse.x;
        pair.friction += t1 * impulse.y + t2 * impulse.z;
        pair.limit += contact.friction * impulse.x;
        pair.slides |= mode == ContactMode::Slip;
        if pairs.len() > MOST {
            break;
        }
    }
    pairs
}
