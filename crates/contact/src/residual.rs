use crate::law::LARGEST_CONTACT;
use crate::{ContactProblem, Law};
use stiction_linalg::kernels::{dot, norm, norm_max};

/// How far impulses are from a solution, as the problem measured it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The largest natural map of a law, m/s: `‖p − P(p − r u)‖ / r` with `r` the rows over the trace of the law's own
    /// block of `W`.
    pub velocity: f64,
    /// The same over [`ContactProblem::velocity_scale`]: what a tolerance is compared with.
    pub relative: f64,
    /// The law with the largest natural map.
    pub worst: usize,
    /// The fastest approach that contacts are left with, m/s.
    pub penetration_rate: f64,
    /// The largest `|p_n u_n|`, J.
    pub complementarity: f64,
    /// The largest excess of a tangential or rolling impulse over what the normal one allows, or of an impulse over its
    /// bound; also a normal impulse that pulls. N·s.
    pub cone_violation: f64,
    /// The largest angle between friction and the direction against the slip, rad.
    pub slip_angle: f64,
    /// The fastest motion of a bilateral row, m/s.
    pub bilateral_velocity: f64,
    /// `½ p·(u + b)`: the energy that the impulses add, J.
    pub energy: f64,
    /// FCLIB's and Siconos' measure, which mixes impulses and velocities; only where all laws are Coulomb's.
    pub fclib: Option<f64>,
}

/// The same for one law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawResidual {
    /// Which law; [`ContactProblem::label`] tells what to call it.
    pub law: usize,
    /// The law's name: `coulomb`, `bounded`, …
    pub kind: &'static str,
    /// The natural map, m/s.
    pub velocity: f64,
    /// The same over the problem's velocity scale: what a tolerance is compared with.
    pub relative: f64,
    /// The velocity of the normal row, m/s, negative where bodies approach; none where there is no normal.
    pub gap_velocity: Option<f64>,
    /// The speed of approach that is left, m/s.
    pub penetration_rate: f64,
    /// `|p_n u_n|`, J.
    pub complementarity: f64,
    /// The excess over the admissible impulses, N·s.
    pub cone_violation: f64,
    /// The angle between friction and the direction against the slip, rad; none where nothing slides.
    pub slip_angle: Option<f64>,
    /// The speed of bilateral rows, m/s.
    pub bilateral_velocity: f64,
}

/// Slips slower than this share of the velocity scale have no direction worth judging.
const SLOWEST_SLIP: f64 = 1e-6;

impl LawResidual {
    /// Judges one law after the other, from impulses and the velocities `u = W p + b` that they leave.
    pub fn of_all<'a>(
        problem: &'a ContactProblem,
        impulse: &'a [f64],
        velocity: &'a [f64],
    ) -> impl Iterator<Item = Self> + 'a {
        let scale = problem.velocity_scale();
        (0..problem.laws().len()).map(move |law| {
            let rows = problem.rows_of(law);
            Self::measure(problem, law, scale, &impulse[rows.clone()], &velocity[rows])
        })
    }

    /// Judges a law from the impulse and velocity of its own rows.
    fn measure(problem: &ContactProblem, index: usize, scale: f64, impulse: &[f64], velocity: &[f64]) -> Self {
        let (law, scaling) = (&problem.laws()[index], problem.scaling(index));
        let mut residual = Self {
            law: index,
            kind: law.name(),
            velocity: 0.0,
            relative: 0.0,
            gap_velocity: None,
            penetration_rate: 0.0,
            complementarity: 0.0,
            cone_violation: 0.0,
            slip_angle: None,
            bilateral_velocity: 0.0,
        };
        if let Law::Bilateral { .. } = law {
            residual.velocity = robust_norm(velocity);
            residual.relative = residual.velocity / scale;
            residual.bilateral_velocity = residual.velocity;
            return residual;
        }
        let rows = law.rows();
        let mut map = [0.0; LARGEST_CONTACT];
        law.natural_map(scaling, impulse, velocity, &mut map);
        residual.velocity = robust_norm(&map[..rows]);
        residual.relative = residual.velocity / scale;
        if let Law::Bounded { lower, upper } = *law {
            residual.cone_violation = (lower - impulse[0]).max(impulse[0] - upper).max(0.0);
            return residual;
        }
        residual.gap_velocity = Some(velocity[0]);
        residual.penetration_rate = (-velocity[0]).max(0.0);
        residual.complementarity = (impulse[0] * velocity[0]).abs();
        residual.cone_violation = (-impulse[0]).max(0.0);
        let slowest = SLOWEST_SLIP * scale;
        for (first, count, friction) in law.discs() {
            let (p, u) = (&impulse[first..first + count], &velocity[first..first + count]);
            let (pushed, slip) = (norm(p), norm(u));
            let allowed = friction * impulse[0].max(0.0);
            residual.cone_violation = residual.cone_violation.max(pushed - allowed);
            if slip > slowest && allowed > scaling * slowest && pushed > 0.0 {
                let across = if count == 2 { (p[0] * u[1] - p[1] * u[0]).abs() } else { 0.0 };
                let angle = across.atan2(-dot(p, u));
                residual.slip_angle = Some(residual.slip_angle.map_or(angle, |other: f64| other.max(angle)));
            }
        }
        residual
    }
}

/// The Euclidean norm, without overflow or underflow; NaN if any entry is.
pub(crate) fn robust_norm(x: &[f64]) -> f64 {
    let largest = norm_max(x);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * x.iter().map(|value| (value / largest).powi(2)).sum::<f64>().sqrt()
}

impl Residual {
    /// Judges impulses whose velocities `u = W p + b` are at hand.
    pub fn measure(problem: &ContactProblem, impulse: &[f64], velocity: &[f64]) -> Self {
        let mut residual = Self::default();
        let scale = problem.velocity_scale();
        // What is not a number must not pass as small.
        let finite = impulse.iter().chain(velocity).all(|value| value.is_finite());
        let mut worst = if finite { -1.0 } else { f64::INFINITY };
        for one in LawResidual::of_all(problem, impulse, velocity) {
            // NaN must not hide behind a comparison.
            let size = if one.velocity.is_nan() { f64::INFINITY } else { one.velocity };
            if size > worst {
                worst = size;
                residual.worst = one.law;
            }
            residual.penetration_rate = residual.penetration_rate.max(one.penetration_rate);
            residual.complementarity = residual.complementarity.max(one.complementarity);
            residual.cone_violation = residual.cone_violation.max(one.cone_violation);
            residual.slip_angle = residual.slip_angle.max(one.slip_angle.unwrap_or(0.0));
            residual.bilateral_velocity = residual.bilateral_velocity.max(one.bilateral_velocity);
        }
        residual.velocity = worst.max(0.0);
        residual.relative = residual.velocity / scale;
        let b = problem.free_velocity();
        residual.energy = 0.5 * (dot(impulse, velocity) + dot(impulse, b));
        residual.fclib = fclib_error(problem, impulse, velocity);
        residual
    }

    /// Whether the relative natural map is within `tolerance`; never for NaN.
    pub fn within(&self, tolerance: f64) -> bool {
        self.relative <= tolerance
    }
}

/// `‖p − P_K(p − û)‖ / max(‖b‖, ‖p‖, ‖u‖)` with `û = u + μ ‖u_t‖ n`, where all laws are Coulomb's (FCLIB's measure).
fn fclib_error(problem: &ContactProblem, impulse: &[f64], velocity: &[f64]) -> Option<f64> {
    let mut square = 0.0;
    for (index, law) in problem.laws().iter().enumerate() {
        let (Law::Coulomb { friction } | Law::PlanarCoulomb { friction }) = *law else { return None };
        let rows = problem.rows_of(index);
        let (p, u) = (&impulse[rows.clone()], &velocity[rows]);
        let mut nearest = [0.0; LARGEST_CONTACT];
        let nearest = &mut nearest[..p.len()];
        nearest.iter_mut().zip(p.iter().zip(u)).for_each(|(nearest, (p, u))| *nearest = p - u);
        nearest[0] -= friction * norm(&u[1..]);
        law.project_on_cone(nearest);
        square += p.iter().zip(nearest).map(|(p, nearest)| (p - *nearest).powi(2)).sum::<f64>();
    }
    let scale = norm(problem.free_velocity()).max(norm(impulse)).max(norm(velocity));
    Some(if scale > f64::EPSILON { square.sqrt() / scale } else { square.sqrt() })
}
