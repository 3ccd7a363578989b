use crate::field::printable;
use crate::robot::urdf::joint_file::JointFile;
use crate::robot::urdf::link_file::LinkFile;
use crate::robot::xml::Element;
use crate::{FormatError, nearest};
use std::collections::BTreeMap;

/// How links hang together, by their places in the file.
pub struct Tree {
    /// The link that no joint carries.
    pub root: usize,
    /// Each other link after the one that carries it, depth first.
    pub branches: Vec<Branch>,
}

/// A link and what carries it.
pub struct Branch {
    pub joint: usize,
    pub parent: usize,
    pub link: usize,
}

impl Tree {
    /// Checks names and that the joints make one tree of the links.
    pub fn new(robot: &Element<'_, '_>, links: &[LinkFile], joints: &[JointFile]) -> Result<Self, FormatError> {
        let names = unique(links.iter().map(|link| (link.name, link.element)))?;
        unique(joints.iter().map(|joint| (joint.name, joint.element)))?;
        let mut carriers: Vec<Option<usize>> = vec![None; links.len()];
        let mut branches: Vec<Vec<Branch>> = links.iter().map(|_| Vec::new()).collect();
        for (joint, file) in joints.iter().enumerate() {
            let (parent, link) = (find(&names, &file.parent)?, find(&names, &file.child)?);
            if let Some(other) = carriers[link].replace(joint) {
                let (other, line) = (&joints[other], joints[other].element.line());
                let message = format!(
                    "expected a link that is the child of no other joint, found '{}', the child of joint '{}' on line \
                     {line}",
                    printable(file.child.1),
                    printable(other.name)
                );
                return Err(file.child.0.error("link", message));
            }
            branches[parent].push(Branch { joint, parent, link });
        }
        let roots: Vec<_> = (0..links.len()).filter(|&link| carriers[link].is_none()).collect();
        match roots[..] {
            [root] => {
                let order = depth_first(root, branches);
                let mut reached = vec![false; links.len()];
                order.iter().for_each(|branch| reached[branch.link] = true);
                match (0..links.len()).find(|&link| link != root && !reached[link]) {
                    Some(link) => Err(cycle(link, joints, &carriers, &names)),
                    None => Ok(Self { root, branches: order }),
                }
            }
            [] if links.is_empty() => Err(robot.error("", "expected at least one <link>, found none")),
            [] => Err(cycle(0, joints, &carriers, &names)),
            [_, second, ..] => {
                let message = format!(
                    "expected one root link, the child of no joint, found {}: {}",
                    roots.len(),
                    listed(roots.iter().map(|&root| links[root].name))
                );
                Err(links[second].element.error("", message))
            }
        }
    }
}

type Names<'f> = BTreeMap<&'f str, usize>;

fn unique<'f, 'a: 'f>(elements: impl Iterator<Item = (&'f str, Element<'f, 'a>)>) -> Result<Names<'f>, FormatError> {
    let mut first: BTreeMap<&str, (usize, Element<'f, 'a>)> = BTreeMap::new();
    for (place, (name, element)) in elements.enumerate() {
        if name.is_empty() {
            return Err(element.error("name", "expected a name, found none"));
        }
        if let Some((_, other)) = first.insert(name, (place, element)) {
            let (name, line) = (printable(name), other.line());
            let message = format!("expected each name once, found '{name}' again, as on line {line}");
            return Err(element.error("name", message));
        }
    }
    Ok(first.into_iter().map(|(name, (place, _))| (name, place)).collect())
}

fn find(names: &Names<'_>, (element, name): &(Element<'_, '_>, &str)) -> Result<usize, FormatError> {
    names.get(name).copied().ok_or_else(|| {
        let near = nearest(name, names.keys().copied());
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{}'?", printable(near)));
        element.error("link", format!("expected the name of a link, found '{}'{hint}", printable(name)))
    })
}

/// Takes the branches in the order of a walk from the root, without recursion: files may be deep.
fn depth_first(root: usize, mut branches: Vec<Vec<Branch>>) -> Vec<Branch> {
    let mut order = Vec::new();
    let mut waiting: Vec<Branch> = Vec::new();
    let mut next = Some(root);
    while let Some(link) = next {
        waiting.extend(std::mem::take(&mut branches[link]).into_iter().rev());
        let branch = waiting.pop();
        next = branch.as_ref().map(|branch| branch.link);
        order.extend(branch);
    }
    order
}

/// The error about a cycle that carries a link, or that the link is part of.
fn cycle(link: usize, joints: &[JointFile], carriers: &[Option<usize>], names: &Names<'_>) -> FormatError {
    let up =
        |link: usize| carriers[link].map(|joint| (joint, names.get(joints[joint].parent.1).copied().unwrap_or(link)));
    // After as many steps as there are links, one is on the cycle.
    let on_cycle = (0..carriers.len()).fold(link, |link, _| up(link).map_or(link, |(_, parent)| parent));
    let mut way = Vec::new();
    let mut link = on_cycle;
    while let Some((joint, parent)) = up(link) {
        way.push(joint);
        link = parent;
        if link == on_cycle {
            break;
        }
    }
    way.reverse();
    let first = way.iter().copied().min().unwrap_or(0);
    let message = format!(
        "expected a tree of links, found a cycle of joints: {}",
        listed(way.iter().map(|&joint| joints[joint].name))
    );
    joints[first].element.error("", message)
}

/// Names in quotes, the first few of many.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    const MOST: usize = 8;
    let more = names.len().saturating_sub(MOST);
    let mut shown: Vec<_> = names.take(MOST).map(|name| format!("'{}'", printable(name))).collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    shown.join(", ")
}
