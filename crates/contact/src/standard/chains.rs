//! Links joined by ball joints that touch the ground, with loops.

use super::boxes::FALL;
use super::{Assembly, Body, Known, Sample, Touch};
use stiction_linalg::space::Vector3;

/// Every sample of this file.
pub(super) fn samples() -> Vec<Option<Sample>> {
    vec![
        chain("chain-at-rest", "five links on the ground, joined by ball joints, at rest", 5, Loop::Open, 0.0),
        chain("chain-pulled", "five links on the ground, the last one pulled", 5, Loop::Open, 0.6),
        chain("chain-loop", "five links on the ground, both ends joined to the world (a loop)", 5, Loop::Closed, 0.6),
        chain(
            "chain-redundant",
            "five links on the ground, both ends joined to the world, the last joint given twice (redundant rows)",
            5,
            Loop::Twice,
            0.6,
        ),
        chain("chain-20", "twenty links on the ground, the last one pulled", 20, Loop::Open, 0.6),
        hanging(),
    ]
}

#[derive(Clone, Copy, PartialEq)]
enum Loop {
    Open,
    Closed,
    Twice,
}

const FRICTION: f64 = 0.4;

/// Links of length one along x, each on four feet. Rows: joints first, then contacts.
fn chain(name: &'static str, title: &'static str, links: usize, closure: Loop, speed: f64) -> Option<Sample> {
    let mut assembly = Assembly::default();
    let half = Vector3::new(0.5, 0.05, 0.05);
    for link in 0..links {
        let push = if link + 1 == links { speed } else { 0.0 };
        let body = Body::cuboid(1.0, half, Vector3::new(link as f64 + 0.5, 0.0, 0.05));
        assembly.add(body.moving(Vector3::new(push, 0.5 * push, -FALL)));
    }
    let joint = |link: usize| Vector3::new(link as f64, 0.0, 0.05);
    for link in 1..links {
        assembly.ball_joint(Some(link - 1), link, joint(link));
    }
    if closure != Loop::Open {
        assembly.ball_joint(None, 0, joint(0));
        assembly.ball_joint(None, links - 1, joint(links));
    }
    if closure == Loop::Twice {
        assembly.ball_joint(None, links - 1, joint(links));
    }
    let joints = assembly.laws.len();
    for link in 0..links {
        for (x, y) in [(0.1, 0.05), (0.1, -0.05), (0.9, 0.05), (0.9, -0.05)] {
            assembly.coulomb(Touch::ground(link, Vector3::new(link as f64 + x, y, 0.0)), FRICTION);
        }
    }
    let known = if speed == 0.0 {
        let mut impulses = vec![0.0; 3 * joints];
        impulses.extend([0.25 * FALL, 0.0, 0.0].repeat(4 * links));
        Known::unique(impulses)
    } else {
        Known::existence()
    };
    Sample::new(name, title, assembly, known)
}

/// A chain held at both ends that sags on a bump in its middle.
fn hanging() -> Option<Sample> {
    let mut assembly = Assembly::default();
    let links: usize = 6;
    for link in 0..links {
        let body = Body::cuboid(1.0, Vector3::new(0.5, 0.05, 0.05), Vector3::new(link as f64 + 0.5, 0.0, 1.0));
        assembly.add(body.moving(Vector3::new(0.02 * link as f64, 0.01, -FALL)));
    }
    for link in 0..=links {
        let (first, second) = if link == links { (None, links - 1) } else { (link.checked_sub(1), link) };
        assembly.ball_joint(first, second, Vector3::new(link as f64, 0.0, 1.0));
    }
    for (link, x) in [(2, 2.7), (3, 3.3)] {
        assembly.coulomb(Touch::ground(link, Vector3::new(x, 0.02, 0.95)), FRICTION);
    }
    Sample::new("chain-on-bump", "a chain held at both ends that sags onto a bump", assembly, Known::existence())
}
