//! The tree of bodies, with the joint that carries each.

use super::moves::{limits, moves, resistance};
use super::number::{columns, name, short};
use std::ops::Range;
use stiction_multibody::{BodyId, Joint, Model};

/// How many levels are shown by their distance from the left.
const DEEPEST: usize = 60;

const HEADER: [&str; 8] = ["body", "mass, kg", "joint", "moves", "q", "v", "limits", "resistance"];

/// One line per body; one more for each further joint of a body.
pub fn tree(model: &Model) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); model.bodies().len()];
    for (index, body) in model.bodies().iter().enumerate().skip(1) {
        children[body.parent.index()].push(index);
    }
    let mut lines = vec![HEADER.map(str::to_owned).to_vec()];
    // Without recursion: a chain may be long. Each entry is a body, what stands left of its name and below it.
    let mut waiting = vec![(BodyId::WORLD.index(), String::new(), String::new())];
    while let Some((index, before, below)) = waiting.pop() {
        let body = &model.bodies()[index];
        let mass = if index == 0 { String::new() } else { short(body.inertia.mass) };
        let first = lines.len();
        lines.push(vec![format!("{before}{}", name(&body.name)), mass]);
        for (k, joint) in model.joints()[body.joints.clone()].iter().enumerate() {
            if k > 0 {
                lines.push(vec![below.clone(), String::new()]);
            }
            if let Some(line) = lines.last_mut() {
                line.extend(cells(model, joint));
            }
        }
        lines[first..].iter_mut().for_each(|line| line.resize(HEADER.len(), String::new()));
        // Deeper bodies stand no further to the right, or a long chain would fill the memory with blanks.
        let deep = below.chars().count() >= 2 * DEEPEST;
        for (k, &child) in children[index].iter().enumerate().rev() {
            let last = k + 1 == children[index].len();
            let (branch, rest) = match (deep, last) {
                (true, _) => ("… ", ""),
                (_, true) => ("└ ", "  "),
                (_, false) => ("├ ", "│ "),
            };
            waiting.push((child, format!("{below}{branch}"), format!("{below}{rest}")));
        }
    }
    columns(&lines, &[true, false, true, true, false, false, true, true])
}

fn cells(model: &Model, joint: &Joint) -> [String; 6] {
    let properties: Vec<_> =
        model.freedoms()[joint.velocity.clone()].iter().map(|freedom| freedom.properties).collect();
    [
        name(&joint.name),
        moves(joint),
        places(&joint.configuration),
        places(&joint.velocity),
        limits(joint, &properties),
        resistance(&properties),
    ]
}

/// The numbers that a joint has in a vector, counted from zero.
fn places(range: &Range<usize>) -> String {
    match range.len() {
        0 => String::new(),
        1 => range.start.to_string(),
        _ => format!("{}-{}", range.start, range.end - 1),
    }
}
