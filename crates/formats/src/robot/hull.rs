use std::collections::BTreeSet;
use stiction_linalg::space::Vector3;

/// The most points that a hull is made of: each is tried against every face.
pub(crate) const MOST_HULL_POINTS: usize = 10_000;

/// The triangles of the convex hull of points, seen from outside; none where the points lie in a plane. One point
/// after another is added: the faces that it sees give way to those that join it to their rim.
pub(crate) fn convex_hull(points: &[Vector3]) -> Option<Vec<[u32; 3]>> {
    let size = points.iter().fold(0.0, |size: f64, &point| size.max((point - points[0]).norm()));
    let nothing = 1e-12 * size;
    let start = tetrahedron(points, nothing)?;
    let inside = start.iter().fold(Vector3::ZERO, |sum, &k| sum + points[k as usize] * 0.25);
    let at = |index: u32| points[index as usize];
    let face = |a: u32, b: u32, c: u32| {
        let normal = (at(b) - at(a)).cross(at(c) - at(a)).unit().unwrap_or(Vector3::ZERO);
        // Those of the first four may stand the wrong way round.
        if normal.dot(inside - at(a)) > 0.0 { ([a, c, b], -normal) } else { ([a, b, c], normal) }
    };
    let [a, b, c, d] = start;
    let mut faces = vec![face(a, b, c), face(a, b, d), face(a, c, d), face(b, c, d)];
    for (index, &point) in points.iter().enumerate() {
        let sees = |&([a, _, _], normal): &([u32; 3], Vector3)| normal.dot(point - at(a)) > nothing;
        let (seen, hidden): (Vec<_>, Vec<_>) = faces.iter().copied().partition(sees);
        if seen.is_empty() {
            continue;
        }
        let edges: BTreeSet<(u32, u32)> =
            seen.iter().flat_map(|([a, b, c], _)| [(*a, *b), (*b, *c), (*c, *a)]).collect();
        faces = hidden;
        let rim = edges.iter().filter(|(a, b)| !edges.contains(&(*b, *a)));
        faces.extend(rim.map(|&(a, b)| face(a, b, index as u32)));
    }
    Some(faces.into_iter().map(|(corners, _)| corners).collect())
}

/// Four points that span a volume.
fn tetrahedron(points: &[Vector3], nothing: f64) -> Option<[u32; 4]> {
    let farthest = |distance: &dyn Fn(Vector3) -> f64| {
        let far = (0..points.len()).max_by(|&a, &b| distance(points[a]).total_cmp(&distance(points[b])))?;
        (distance(points[far]) > nothing).then_some(far)
    };
    let a = *points.first()?;
    let second = farthest(&|point| (point - a).norm())?;
    let along = (points[second] - a).unit()?;
    let third = farthest(&|point| (point - a).cross(along).norm())?;
    let normal = along.cross(points[third] - a).unit()?;
    let fourth = farthest(&|point| (point - a).dot(normal).abs())?;
    Some([0, second as u32, third as u32, fourth as u32])
}
