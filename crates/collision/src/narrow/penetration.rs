use super::axis::Pair;
use super::gjk::Nearest;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};
use parry3d_f64::shape::SupportMap;
use stiction_linalg::space::Vector3;

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

    /// None where it does not converge.
    pub(super) fn guess(&mut self, pair: &Pair) -> Option<Nearest> {
        let (first, second) = (First(pair), Second(pair));
        let start = theirs(pair.pose.position.unit().unwrap_or(Vector3::X));
        self.simplex.reset(CsoPoint::from_shapes(&Pose::IDENTITY, &first, &second, start));
        let found = gjk::closest_points(&Pose::IDENTITY, &first, &second, f64::MAX, true, &mut self.simplex);
        let (p, q, n) = match found {
            GJKResult::ClosestPoints(p, q, n) => (p, q, n),
            GJKResult::Intersection => {
                self.polytope.closest_points(&Pose::IDENTITY, &first, &second, &self.simplex)?
            }
            _ => return None,
        };
        let normal = ours(n).unit()?;
        Some(Nearest { normal, first: ours(p), second: ours(q) })
    }
}
