use crate::CollisionError;
use crate::bounds::Bounds;
use crate::narrow::Triangle;
use crate::primitive::LARGEST;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use stiction_linalg::space::Vector3;

/// Directions that differ by less than this, rad, are one.
const ANGLE: f64 = 1e-7;

/// Triangles that meet at a smaller angle, rad, are one face.
const FLAT: f64 = 1e-9;

/// A closed surface whose volume, over that of its parts, is smaller than this encloses nothing.
const ROUNDING: f64 = 1e-12;

/// A surface of triangles, about its own frame; its outside is where their corners are seen counterclockwise.
///
/// The surface may have holes. Shapes touch it from outside: what is deeper behind a triangle than its own size is
/// not pushed back. Apart, gaps are exact. Where a sharp shape overlaps a corner or an edge of the mesh, a triangle may
/// offer no good way out, and the depth may be far too large. Two meshes are matched triangle by triangle, as well as that
/// goes.
#[derive(Clone)]
pub struct Mesh {
    vertices: Vec<Vector3>,
    triangles: Vec<Triangle>,
    /// Vertices opposite of each edge, in the triangles that share it.
    apexes: Vec<Vec<u32>>,
    /// Normals of the triangles at each edge; the same twice if there is one only.
    sides: Vec<[Vector3; 2]>,
    /// Whether an edge lies within a flat part of the surface, and a vertex likewise.
    flat_edges: Vec<bool>,
    flat_vertices: Vec<bool>,
    /// Vertices that each is joined to by an edge.
    rings: Vec<Vec<u32>>,
    tree: Bvh,
    bounds: Bounds,
    dropped: usize,
    open_edges: usize,
    turned: bool,
}

impl std::fmt::Debug for Mesh {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mesh({} vertices, {} triangles)", self.vertices.len(), self.triangles.len())
    }
}

impl Mesh {
    /// From corners and the triangles' indices. Equal corners become one; triangles without area are left out. Those of a
    /// closed surface that is inside out are turned round.
    pub fn new(corners: &[Vector3], triangles: &[[usize; 3]]) -> Result<Self, CollisionError> {
        if let Some(k) = corners.iter().position(|corner| !(corner.norm_max() <= LARGEST)) {
            let message = format!("expected lengths up to {LARGEST:e} m, found {:?}", corners[k].to_array());
            return Err(CollisionError::new(format!("corners[{k}]"), message));
        }
        if let Some(k) = triangles.iter().position(|t| t.iter().any(|&v| v >= corners.len())) {
            let message = format!("expected indices below {}, found {:?}", corners.len(), triangles[k]);
            return Err(CollisionError::new(format!("triangles[{k}]"), message));
        }
        let (vertices, index) = weld(corners);
        let mut welded: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| index[v])).collect();
        let open_edges = open_edges(&welded);
        let turned = open_edges == 0 && is_inside_out(&vertices, &welded);
        if turned {
            welded.iter_mut().for_each(|t| t.swap(1, 2));
        }
        let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut apexes: Vec<Vec<u32>> = Vec::new();
        let mut kept = Vec::new();
        for number in welded {
            let place = number.map(|v| vertices[v as usize]);
            let (u, v) = (place[1] - place[0], place[2] - place[0]);
            let longest = u.norm().max(v.norm()).max((v - u).norm());
            let area = u.cross(v);
            let Some(normal) = area.unit().filter(|_| area.norm() > 1e-12 * longest * longest) else { continue };
            let mut numbers = [0; 3];
            for k in 0..3 {
                let (from, to) = (number[k], number[(k + 1) % 3]);
                let next = edges.len() as u32;
                numbers[k] = *edges.entry((from.min(to), from.max(to))).or_insert(next);
                if numbers[k] == next && apexes.len() == next as usize {
                    apexes.push(Vec::new());
                }
                apexes[numbers[k] as usize].push(number[(k + 2) % 3]);
            }
            kept.push(Triangle { corners: place, normal, vertices: number, edges: numbers });
        }
        if kept.is_empty() {
            let message = format!("expected at least one triangle with an area, found {} without", triangles.len());
            return Err(CollisionError::new("triangles", message));
        }
        let mut flat_edges: Vec<bool> = apexes.iter().map(|apexes| apexes.len() == 2).collect();
        let mut sides: Vec<Option<[Vector3; 2]>> = vec![None; apexes.len()];
        for t in &kept {
            for &edge in &t.edges {
                let both = sides[edge as usize].get_or_insert([t.normal; 2]);
                both[1] = t.normal;
                let other = both[0];
                flat_edges[edge as usize] &= other.dot(t.normal) > 0.0 && other.cross(t.normal).norm() < FLAT;
            }
        }
        let mut flat_vertices = vec![true; vertices.len()];
        for (&(from, to), &edge) in &edges {
            flat_vertices[from as usize] &= flat_edges[edge as usize];
            flat_vertices[to as usize] &= flat_edges[edge as usize];
        }
        let mut rings = vec![Vec::new(); vertices.len()];
        for &(from, to) in edges.keys() {
            rings[from as usize].push(to);
            rings[to as usize].push(from);
        }
        let boxes: Vec<Bounds> = kept.iter().map(|t| Bounds::of_points(&t.corners)).collect();
        let bounds = boxes.iter().fold(Bounds::NOTHING, |all, one| all.with(one));
        let leaves: Vec<Aabb> = boxes.iter().map(aabb).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        let dropped = triangles.len() - kept.len();
        Ok(Self {
            vertices,
            triangles: kept,
            apexes,
            sides: sides.into_iter().flatten().collect(),
            flat_edges,
            flat_vertices,
            rings,
            tree,
            bounds,
            dropped,
            open_edges,
            turned,
        })
    }

    /// Its corners, each once.
    pub fn vertices(&self) -> &[Vector3] {
        &self.vertices
    }

    /// The number of triangles kept.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The corners of each triangle, counterclockwise as seen from outside.
    pub fn triangle_corners(&self) -> Vec<[usize; 3]> {
        self.triangles.iter().map(|triangle| triangle.vertices.map(|number| number as usize)).collect()
    }

    /// How many triangles were left out, as they have no area.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// How many edges are not run through as often one way as the other, at holes and at triangles that face the wrong
    /// way: none of a closed surface.
    pub fn open_edges(&self) -> usize {
        self.open_edges
    }

    /// Whether the surface was inside out, and its triangles have been turned round.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// What is odd about it but no error.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        match self.dropped {
            0 => {}
            1 => remarks.push("1 triangle of zero area is ignored".to_owned()),
            many => remarks.push(format!("{many} triangles of zero area are ignored")),
        }
        if self.open_edges > 0 {
            let edges = if self.open_edges == 1 { "edge" } else { "edges" };
            remarks.push(format!(
                "the surface is open at {} {edges} (holes, or triangles of reversed orientation) and has no interior",
                self.open_edges
            ));
        }
        if self.turned {
            remarks.push("the surface is inside out: the orientation of its triangles is reversed".to_owned());
        }
        remarks
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub(crate) fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    pub(crate) fn is_flat_edge(&self, edge: u32) -> bool {
        self.flat_edges[edge as usize]
    }

    pub(crate) fn is_flat_vertex(&self, vertex: u32) -> bool {
        self.flat_vertices[vertex as usize]
    }

    /// Directions between a triangle's normal and its neighbours', in which it may push.
    pub(crate) fn slopes(&self, triangle: &Triangle, visit: &mut dyn FnMut(Vector3)) {
        for &edge in &triangle.edges {
            let [first, second] = self.sides[edge as usize];
            for part in 1..8 {
                let part = f64::from(part) / 8.0;
                if let Some(out) = (first * (1.0 - part) + second * part).unit()
                    && self.pushes(triangle, out)
                {
                    visit(out);
                }
            }
        }
        let middle = triangle
            .edges
            .iter()
            .fold(Vector3::ZERO, |sum, &edge| sum + self.sides[edge as usize][0] + self.sides[edge as usize][1]);
        if let Some(out) = middle.unit()
            && self.pushes(triangle, out)
        {
            visit(out);
        }
    }

    /// Lists the triangles whose bounds meet others, in order.
    pub(crate) fn near(&self, bounds: &Bounds, found: &mut Vec<u32>) {
        found.clear();
        found.extend(self.tree.intersect_aabb(&aabb(bounds)));
        found.sort_unstable();
    }

    /// Whether a shape may be pushed away in a direction by a triangle: no neighbour reaches farther that way, so that
    /// edges and corners within a smooth surface push nothing.
    pub(crate) fn pushes(&self, triangle: &Triangle, out: Vector3) -> bool {
        if triangle.normal.dot(out) > 1.0 - 1e-14 {
            return true;
        }
        let heights = triangle.corners.map(|corner| corner.dot(out));
        let top = (0..3).max_by(|&i, &j| heights[i].total_cmp(&heights[j])).unwrap_or(0);
        let tip = triangle.corners[top];
        let level = |k: usize| heights[top] - heights[k] <= ANGLE * (tip - triangle.corners[k]).norm();
        let below = |vertex: u32| {
            let along = self.vertices[vertex as usize] - tip;
            along.dot(out) <= ANGLE * along.norm()
        };
        let (next, last) = (level((top + 1) % 3), level((top + 2) % 3));
        match (next, last) {
            (true, true) => triangle.normal.dot(out) > 0.0,
            (true, false) => self.apexes[triangle.edges[top] as usize].iter().all(|&apex| below(apex)),
            (false, true) => self.apexes[triangle.edges[(top + 2) % 3] as usize].iter().all(|&apex| below(apex)),
            (false, false) => self.rings[triangle.vertices[top] as usize].iter().all(|&other| below(other)),
        }
    }
}

fn aabb(bounds: &Bounds) -> Aabb {
    let theirs = |v: Vector3| Vector::new(v.x, v.y, v.z);
    Aabb { mins: theirs(bounds.low), maxs: theirs(bounds.high) }
}

/// The edges that are not run through as often one way as the other. Triangles without area count: they may close a seam.
fn open_edges(triangles: &[[u32; 3]]) -> usize {
    let mut balance: BTreeMap<(u32, u32), i64> = BTreeMap::new();
    for t in triangles {
        for k in 0..3 {
            let (from, to) = (t[k], t[(k + 1) % 3]);
            match from.cmp(&to) {
                Ordering::Less => *balance.entry((from, to)).or_default() += 1,
                Ordering::Greater => *balance.entry((to, from)).or_default() -= 1,
                Ordering::Equal => {}
            }
        }
    }
    balance.values().filter(|&&sum| sum != 0).count()
}

/// Whether the volume inside a closed surface comes out negative, beyond rounding.
fn is_inside_out(vertices: &[Vector3], triangles: &[[u32; 3]]) -> bool {
    let bounds = Bounds::of_points(vertices);
    let middle = (bounds.low + bounds.high) * 0.5;
    let corner = |k: u32| vertices[k as usize] - middle;
    let volumes = triangles.iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c))));
    let (sum, size) = volumes.fold((0.0, 0.0), |(sum, size), part: f64| (sum + part, size + part.abs()));
    sum < -ROUNDING * size
}

/// Equal corners as one: files of triangles repeat them.
fn weld(corners: &[Vector3]) -> (Vec<Vector3>, Vec<u32>) {
    let key = |v: &Vector3| v.to_array().map(|x| (x + 0.0).to_bits());
    let mut seen = BTreeMap::new();
    let mut vertices = Vec::new();
    let index = corners.iter().map(|corner| {
        *seen.entry(key(corner)).or_insert_with(|| {
            vertices.push(*corner);
            vertices.len() as u32 - 1
        })
    });
    let index = index.collect();
    (vertices, index)
}
