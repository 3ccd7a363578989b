use super::axis::Pair;
use super::gjk::{self as walk, Nearest};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};
use parry3d_f64::shape::SupportMap;
use stiction_linalg::space::{Pose as OurPose, Vector3};

/// Parry's expanding polytope: a first guess of how two cores that overlap are best parted.
pub(crate) struct Penetration {
    simplex: VoronoiSimplex,
    polytope: EPA,
}

struct First<'a>(&'a Pair<'a>);
struct Second<'a>(&'a Pair<'a>);

fn ours(v: Vector) -> Vector3 {
    Vector3::new(v.x, v.y, v.z)
}

fn theirs(v: Vector3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

impl SupportMap for First<'_> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        theirs(self.0.a.support(ours(direction)))
    }
}

impl SupportMap for Second<'_> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let pose = self.0.pose;
        theirs(pose.point(self.0.b.support(pose.rotation.transpose_mul(ours(direction)))))
    }
}

impl Penetration {
    pub(super) fn new() -> Self {
        Self { simplex: VoronoiSimplex::new(), polytope: EPA::new() }
    }

    /// A direction in which the depth is least, at least among its neighbours.
    pub(super) fn guess(&mut self, pair: &Pair) -> Nearest {
        // From the centres, from the best face, and from parry's guess: each may end at a different depth.
        let mut face = best_guess(pair);
        let mut separation = f64::NEG_INFINITY;
        let mut consider = |n: Vector3| {
            let other = pair.separation(n);
            if other > separation {
                (face, separation) = (n, other);
            }
        };
        pair.a.faces(best_guess(pair), &mut consider);
        pair.b.faces(-pair.pose.rotation.transpose_mul(best_guess(pair)), &mut |n| consider(-(pair.pose.rotation * n)));
        let from = |n: Vector3| {
            let found = ascend(pair, n, pair.separation(n));
            (pair.separation(found.normal), found)
        };
        let mut best = from(best_guess(pair));
        for start in [Some(face), self.expand(pair)].into_iter().flatten() {
            let found = from(start);
            if found.0 > best.0 {
                best = found;
            }
        }
        best.1
    }

    fn expand(&mut self, pair: &Pair) -> Option<Vector3> {
        let (first, second) = (First(pair), Second(pair));
        let start = theirs(best_guess(pair));
        self.simplex.reset(CsoPoint::from_shapes(&Pose::IDENTITY, &first, &second, start));
        let found = gjk::closest_points(&Pose::IDENTITY, &first, &second, f64::MAX, true, &mut self.simplex);
        match found {
            GJKResult::ClosestPoints(_, _, n) => ours(n).unit(),
            GJKResult::Intersection => {
                let found = self.polytope.closest_points(&Pose::IDENTITY, &first, &second, &self.simplex)?;
                ours(found.2).unit()
            }
            _ => None,
        }
    }
}

fn best_guess(pair: &Pair) -> Vector3 {
    pair.pose.position.unit().unwrap_or(Vector3::X)
}

/// Moves the second shape out along the direction, and takes the direction in which it is then nearest: its separation
/// is never less, and the walk between shapes that are apart is exact where the one between touching shapes is noise.
pub(super) fn ascend(pair: &Pair, start: Vector3, separation: f64) -> Nearest {
    let (mut normal, mut best) = (start, separation);
    let first = pair.a.support(normal);
    let mut result = Nearest { normal, first, second: first + normal * best };
    for _ in 0..24 {
        let shift = (-best).max(0.0) + 1e-2 * pair.size;
        let moved = OurPose::new(pair.pose.rotation, pair.pose.position + normal * shift);
        let Some(found) = walk::nearest(pair.a, pair.b, &moved, pair.size) else { break };
        let other = pair.separation(found.normal);
        if !(other > best) {
            // Nothing gained, but the points are those of this direction.
            if other >= best - 1e-9 * pair.size {
                result = Nearest { normal, first: found.first, second: found.second - normal * shift };
            }
            break;
        }
        result = Nearest { normal: found.normal, first: found.first, second: found.second - normal * shift };
        let done = other - best < 1e-14 * pair.size;
        (normal, best) = (found.normal, other);
        if done {
            break;
        }
    }
    result
}
