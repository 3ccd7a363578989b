use crate::CollisionError;
use crate::narrow::{MOST_CORNERS, Patch};
use crate::primitive::LARGEST;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;
use std::collections::BTreeMap;
use stiction_linalg::space::Vector3;

/// The convex hull of points, with its flat faces, about its own frame.
#[derive(Clone, Debug)]
pub struct Hull {
    vertices: Vec<Vector3>,
    /// Outward, of length one.
    normals: Vec<Vector3>,
    /// Corners of each face, counterclockwise as seen from outside.
    loops: Vec<Vec<u32>>,
    /// Numbers of each face's edges; edge `k` runs from corner `k` to the next.
    loop_edges: Vec<Vec<u32>>,
    /// Faces at each vertex.
    faces: Vec<Vec<u32>>,
    /// Vertices that each is joined to by an edge.
    neighbours: Vec<Vec<u32>>,
    size: f64,
}

impl Hull {
    /// The hull of points that do not all lie in one plane; points inside are left out.
    pub fn new(points: &[Vector3]) -> Result<Self, CollisionError> {
        if let Some(k) = points.iter().position(|point| !(point.norm_max() <= LARGEST)) {
            let message = format!("expected lengths up to {LARGEST:e} m, found {:?}", points[k].to_array());
            return Err(CollisionError::new(format!("points[{k}]"), message));
        }
        let fail = |why: String| CollisionError::new("points", format!("expected points not all in one plane: {why}"));
        let theirs: Vec<Vector> = points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
        let (corners, triangles) = try_convex_hull(&theirs).map_err(|error| fail(error.to_string()))?;
        let vertices: Vec<Vector3> = corners.iter().map(|p| Vector3::new(p.x, p.y, p.z)).collect();
        let centre = vertices.iter().fold(Vector3::ZERO, |sum, v| sum + *v) * (1.0 / vertices.len().max(1) as f64);
        let size = vertices.iter().fold(0.0, |s: f64, v| s.max((*v - centre).norm()));
        let faces = merge(&vertices, &triangles, size);
        let mut hull = Self {
            normals: Vec::new(),
            loops: Vec::new(),
            loop_edges: Vec::new(),
            faces: vec![Vec::new(); vertices.len()],
            neighbours: vec![Vec::new(); vertices.len()],
            size: vertices.iter().fold(size, |s: f64, v| s.max(v.norm())),
            vertices,
        };
        let mut edges = BTreeMap::new();
        for corners in faces {
            let face = hull.loops.len() as u32;
            let around =
                |k: usize| hull.vertices[corners[k % corners.len()] as usize] - hull.vertices[corners[0] as usize];
            let area = (1..corners.len()).fold(Vector3::ZERO, |sum, k| sum + around(k).cross(around(k + 1)));
            let normal = area.unit().ok_or_else(|| fail("a face has zero area".into()))?;
            let numbers = (0..corners.len()).map(|k| {
                let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
                let next = edges.len() as u32;
                *edges.entry((from.min(to), from.max(to))).or_insert(next)
            });
            hull.loop_edges.push(numbers.collect());
            for &corner in &corners {
                hull.faces[corner as usize].push(face);
            }
            hull.normals.push(normal);
            hull.loops.push(corners);
        }
        for &(from, to) in edges.keys() {
            hull.neighbours[from as usize].push(to);
            hull.neighbours[to as usize].push(from);
        }
        let volume: f64 = (0..hull.loops.len())
            .map(|f| {
                let corner = |k: usize| hull.vertices[hull.loops[f][k] as usize] - centre;
                (1..hull.loops[f].len() - 1).map(|k| corner(0).dot(corner(k).cross(corner(k + 1)))).sum::<f64>()
            })
            .sum();
        if !(volume > 1e-12 * size * size * size) {
            return Err(fail(format!("found a volume of {:e} m³", volume / 6.0)));
        }
        Ok(hull)
    }

    /// Its corners.
    pub fn vertices(&self) -> &[Vector3] {
        &self.vertices
    }

    /// The outward normals of its faces.
    pub fn normals(&self) -> &[Vector3] {
        &self.normals
    }

    /// Triangles that cover its faces, counterclockwise as seen from outside.
    pub fn triangles(&self) -> Vec<[usize; 3]> {
        let fan = |corners: &Vec<u32>| {
            let [first, rest @ ..] = &corners[..] else { return Vec::new() };
            rest.windows(2).map(|pair| [*first, pair[0], pair[1]].map(|corner| corner as usize)).collect()
        };
        self.loops.iter().flat_map(fan).collect()
    }

    pub(crate) fn size(&self) -> f64 {
        self.size
    }

    /// The vertex farthest in a direction.
    pub(crate) fn support(&self, d: Vector3) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        for (k, vertex) in self.vertices.iter().enumerate() {
            let reach = vertex.dot(d);
            if reach > best.0 {
                best = (reach, k);
            }
        }
        best.1
    }

    pub(crate) fn faces_at(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.faces[vertex].iter().map(|&face| face as usize)
    }

    pub(crate) fn edges_at(&self, vertex: usize) -> impl Iterator<Item = Vector3> {
        self.neighbours[vertex].iter().map(move |&other| self.vertices[other as usize] - self.vertices[vertex])
    }

    /// The face at the vertex farthest in a direction that looks most that way.
    pub(crate) fn patch(&self, d: Vector3, patch: &mut Patch) {
        let vertex = self.support(d);
        let aligned = |face: &usize| self.normals[*face].dot(d);
        let face = self.faces_at(vertex).max_by(|a, b| aligned(a).total_cmp(&aligned(b)));
        let Some(face) = face.filter(|face| aligned(face) > 0.02) else {
            return patch.push(self.vertices[vertex], vertex as u32, 0);
        };
        patch.normal = self.normals[face];
        let corners = &self.loops[face];
        // Of a face with very many corners, every second or third.
        for k in (0..corners.len()).step_by(corners.len().div_ceil(MOST_CORNERS)) {
            patch.push(self.vertices[corners[k] as usize], corners[k], self.loop_edges[face][k]);
        }
    }
}

/// Triangles that lie in one plane, as one face each: the loops of their corners.
fn merge(vertices: &[Vector3], triangles: &[[u32; 3]], size: f64) -> Vec<Vec<u32>> {
    let at = |k: u32| vertices[k as usize];
    let normal = |t: &[u32; 3]| (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).unit();
    let mut owner = BTreeMap::new();
    for (k, t) in triangles.iter().enumerate() {
        for i in 0..3 {
            owner.insert((t[i], t[(i + 1) % 3]), k);
        }
    }
    let mut group = vec![usize::MAX; triangles.len()];
    let mut faces = Vec::new();
    for seed in 0..triangles.len() {
        // A sliver has no plane of its own: it joins a neighbour's.
        let Some(plane) = normal(&triangles[seed]).filter(|_| group[seed] == usize::MAX) else { continue };
        let number = faces.len();
        let base = at(triangles[seed][0]);
        let mut members = vec![seed];
        group[seed] = number;
        let mut done = 0;
        while done < members.len() {
            let t = triangles[members[done]];
            done += 1;
            for i in 0..3 {
                let Some(&other) = owner.get(&(t[(i + 1) % 3], t[i])) else { continue };
                let flat = triangles[other].iter().all(|&v| (at(v) - base).dot(plane).abs() <= 1e-9 * size);
                if group[other] == usize::MAX && flat {
                    group[other] = number;
                    members.push(other);
                }
            }
        }
        let mut next = BTreeMap::new();
        for &member in &members {
            let t = triangles[member];
            for i in 0..3 {
                let (from, to) = (t[i], t[(i + 1) % 3]);
                if owner.get(&(to, from)).is_none_or(|&other| group[other] != number) {
                    next.insert(from, to);
                }
            }
        }
        let Some((&start, _)) = next.first_key_value() else { continue };
        let mut corners = vec![start];
        let mut current = start;
        while let Some(&to) = next.get(&current).filter(|&&to| to != start && corners.len() <= next.len()) {
            corners.push(to);
            current = to;
        }
        faces.push(corners);
    }
    faces.retain(|corners| corners.len() >= 3);
    faces
}
