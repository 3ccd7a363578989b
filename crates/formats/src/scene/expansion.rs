use crate::field::printable;
use crate::scene::body_file::{BodyFile, Grid, MOST_BODIES, Repeat, Ring};
use crate::scene::place::{Fault, Sources};
use crate::scene::value::Reference;
use std::collections::BTreeMap;
use stiction_linalg::space::{Pose, Quaternion, Vector3};

/// One body of a scene; several may come from one entry of the file.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    /// Its entry among the file's bodies.
    pub entry: usize,
    /// What its own name adds to that of the entry.
    pub suffix: String,
    pub name: String,
    pub pose: Pose,
}

/// All bodies, each after its parent and else in the order of the file.
pub(crate) fn expand(
    bodies: &[BodyFile],
    elsewhere: impl Fn(&str) -> bool,
    sources: &Sources,
) -> Result<Vec<Copy>, Fault> {
    let mut copies: Vec<Copy> = Vec::new();
    for (entry, body) in bodies.iter().enumerate() {
        let more = body.repeat.map_or(1, |repeat| repeat.bodies());
        if copies.len() + more > MOST_BODIES {
            return Err(body.name.fault(format!("expected at most {MOST_BODIES} bodies in a scene, found more")));
        }
        let mut put = |suffix: String, pose: Pose| {
            copies.push(Copy { entry, name: format!("{}{suffix}", body.name.name), suffix, pose });
        };
        match body.repeat {
            Some(Repeat::Grid(repeat)) => grid(&repeat, |suffix, shift| {
                // The grid lies along the parent's axes, whichever way its bodies are turned.
                let pose = Pose::new(body.pose.rotation, body.pose.position + shift);
                put(suffix, pose);
            }),
            Some(Repeat::Ring(ring)) => {
                (0..ring.count).for_each(|k| put(format!("-{k}"), turned(&ring, k, &body.pose)));
            }
            None => put(String::new(), body.pose),
        }
    }
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, copy) in copies.iter().enumerate() {
        let own = &bodies[copy.entry].name;
        if copy.name == "world" || elsewhere(&copy.name) {
            return Err(own.fault(format!("the name '{}' is already in use", printable(&copy.name))));
        }
        if let Some(before) = by_name.insert(&copy.name, index) {
            let line = sources.line(bodies[copies[before].entry].name.at);
            let message =
                format!("expected each name once, found '{}' again, as on line {line}", printable(&copy.name));
            return Err(own.fault(message));
        }
    }
    let order = order(bodies, &copies, &by_name, elsewhere)?;
    Ok(order.into_iter().map(|index| copies[index].clone()).collect())
}

fn order(
    bodies: &[BodyFile],
    copies: &[Copy],
    by_name: &BTreeMap<&str, usize>,
    elsewhere: impl Fn(&str) -> bool,
) -> Result<Vec<usize>, Fault> {
    let parent_of = |index: usize| -> Result<Option<(usize, &Reference)>, Fault> {
        match &bodies[copies[index].entry].parent {
            Some(parent) if parent.name != "world" && !elsewhere(&parent.name) => match by_name.get(&*parent.name) {
                Some(&above) => Ok(Some((above, parent))),
                None => Err(parent.unknown("body", by_name.keys().copied().chain(["world"]))),
            },
            _ => Ok(None),
        }
    };
    let mut order = Vec::with_capacity(copies.len());
    let (mut placed, mut waiting) = (vec![false; copies.len()], vec![false; copies.len()]);
    for index in 0..copies.len() {
        let mut chain = vec![index];
        while let Some(&next) = chain.last() {
            if placed[next] {
                chain.pop();
                continue;
            }
            match parent_of(next)? {
                Some((above, parent)) if !placed[above] => {
                    waiting[next] = true;
                    if waiting[above] {
                        return Err(parent.fault(format!("'{}' is its own ancestor", printable(&parent.name))));
                    }
                    chain.push(above);
                }
                _ => {
                    placed[next] = true;
                    order.push(next);
                    chain.pop();
                }
            }
        }
    }
    Ok(order)
}

/// A place of a ring.
fn turned(ring: &Ring, k: usize, pose: &Pose) -> Pose {
    let turn = Quaternion::from_rotation_vector(ring.axis * (ring.turn * k as f64));
    let about = Pose::from_position(ring.about);
    about * Pose::from_quaternion(turn, Vector3::ZERO) * Pose::from_position(-ring.about) * *pose
}

/// The places of a grid.
fn grid(repeat: &Grid, mut put: impl FnMut(String, Vector3)) {
    let [nx, ny, nz] = repeat.count;
    let mut random = repeat.seed;
    for x in 0..nx {
        for y in 0..ny {
            for z in 0..nz {
                let mut along = |k: usize, step: f64| k as f64 * step + repeat.jitter * uniform(&mut random);
                let shift = [along(x, repeat.step.x), along(y, repeat.step.y), along(z, repeat.step.z)];
                put(format!("-{x}-{y}-{z}"), Vector3::new(shift[0], shift[1], shift[2]));
            }
        }
    }
}

/// The next of a sequence of numbers evenly between −1 and 1 (splitmix64: Steele, Lea and Flood 2014).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 * (2.0 / (1u64 << 53) as f64) - 1.0
}
