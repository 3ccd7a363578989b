//! One contact with friction as an LCP: Painlevé's rod and the point mass on a plane.
//!
//! # Symbols
//! `m` mass, `L` length, `J` moment of inertia, `θ` the rod's angle to the plane, `μ` friction,
//! `g` gravity towards the plane.

use super::example::{LinearExample, LinearKind, lcp};
use super::known::{Known, Polyhedron};
use crate::{DenseMatrix, Lcp, ProblemError};

const RODS: &str = "P. Painlevé, Sur les lois du frottement de glissement, Comptes Rendus 121 (1895) 112–115; as an LCP \
                    of size one in T. Schindler, B. Nguyen, J. Trinkle, Understanding the difference between prox and \
                    complementarity formulations for simulation of systems with contact, IROS 2011, section V.B; uniform \
                    rod with m = 1, L = 2, J = 1/3, θ = π/3";
const POINT_MASS: &str = "D. E. Stewart, J. C. Trinkle, An implicit time-stepping scheme for rigid body dynamics with \
                          inelastic collisions and Coulomb friction, International Journal for Numerical Methods in \
                          Engineering 39 (1996) 2673–2691; one point mass in a plane, as in T. Schindler, B. Nguyen, \
                          J. Trinkle, IROS 2011, section V.A";

/// The examples of this file.
pub(super) const EXAMPLES: &[fn() -> Option<LinearExample>] = &[
    rod_rest,
    rod_lift_off,
    rod_inconsistent,
    rod_ambiguous,
    point_mass_stick,
    point_mass_slide,
    point_mass_slide_back,
    point_mass_verge,
    point_mass_lift_off,
];

/// The sliding rod's contact force at acceleration level, `0 ≤ λ ⊥ Gλ − g ≥ 0` with
/// `G = 1/m + L² cos θ (cos θ − μ sin θ) / (4J)`, where `m = 1`, `L = 2`, `J = 1/3`, `θ = π/3`.
pub fn rod(friction: f64, gravity: f64) -> Result<Lcp, ProblemError> {
    Lcp::new(DenseMatrix::from_function(1, 1, |_, _| rod_coefficient(friction)), vec![-gravity])
}

fn rod_coefficient(friction: f64) -> f64 {
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    // L² / (4J) = 3
    1.0 + 3.0 * cosine * (cosine - friction * sine)
}

fn rod_example(
    name: &'static str,
    title: &'static str,
    friction: f64,
    gravity: f64,
    known: Known,
) -> Option<LinearExample> {
    Some(LinearExample { name, title, source: RODS, problem: LinearKind::Lcp(rod(friction, gravity).ok()?), known })
}

fn rod_rest() -> Option<LinearExample> {
    let force = 9.81 / rod_coefficient(0.5);
    let known = Known::Solutions(vec![vec![force]]);
    rod_example(
        "painleve-rest",
        "Painlevé's rod, friction 0.5, pressed down: one solution, with a contact force",
        0.5,
        9.81,
        known,
    )
}

fn rod_lift_off() -> Option<LinearExample> {
    let known = Known::Solutions(vec![vec![0.0]]);
    rod_example(
        "painleve-lift-off",
        "Painlevé's rod, friction 0.5, pulled up: one solution, the contact separates",
        0.5,
        -9.81,
        known,
    )
}

fn rod_inconsistent() -> Option<LinearExample> {
    let title = "Painlevé's paradox, friction 2, pressed down: no solution";
    rod_example("painleve-inconsistent", title, 2.0, 9.81, Known::NoSolution)
}

fn rod_ambiguous() -> Option<LinearExample> {
    let force = -9.81 / rod_coefficient(2.0);
    let known = Known::Solutions(vec![vec![0.0], vec![force]]);
    rod_example("painleve-ambiguous", "Painlevé's paradox, friction 2, pulled up: two solutions", 2.0, -9.81, known)
}

/// A point mass on a frictional line, in `(λ_U, λ_f1, λ_f2, σ)`: normal force, the two directions of
/// friction and the sliding speed, under the forces `horizontal` and `vertical` (per unit of impulse).
pub fn point_mass(mass: f64, friction: f64, horizontal: f64, vertical: f64) -> Option<LinearKind> {
    let inverse = 1.0 / mass;
    lcp(
        [
            [inverse, 0.0, 0.0, 0.0],
            [0.0, inverse, -inverse, 1.0],
            [0.0, -inverse, inverse, 1.0],
            [friction, -1.0, -1.0, 0.0],
        ],
        [vertical * inverse, horizontal * inverse, -horizontal * inverse, 0.0],
    )
}

/// All solutions of [`point_mass`] in closed form.
///
/// With the normal force `N = max(0, −vertical)`: within the cone the mass sticks, and the two
/// directions of friction may both grow by the same amount until they fill the cone (a segment);
/// beyond it, it slides, with one solution; without contact the sliding speed is any number that is
/// large enough (a ray).
fn point_mass_solutions(mass: f64, friction: f64, horizontal: f64, vertical: f64) -> Known {
    let normal = (-vertical).max(0.0);
    let limit = friction * normal;
    let opposing = |force: f64| if horizontal > 0.0 { [0.0, force] } else { [force, 0.0] };
    if normal == 0.0 {
        let rest = vec![0.0, 0.0, 0.0, horizontal.abs() / mass];
        return Known::Continuum(vec![Polyhedron { vertices: vec![rest], rays: vec![vec![0.0, 0.0, 0.0, 1.0]] }]);
    }
    if horizontal.abs() >= limit {
        let [first, second] = opposing(limit);
        return Known::Solutions(vec![vec![normal, first, second, (horizontal.abs() - limit) / mass]]);
    }
    let spare = (limit - horizontal.abs()) / 2.0;
    let [first, second] = opposing(horizontal.abs());
    Known::Continuum(vec![Polyhedron {
        vertices: vec![vec![normal, first, second, 0.0], vec![normal, first + spare, second + spare, 0.0]],
        rays: vec![],
    }])
}

fn point_mass_example(
    name: &'static str,
    title: &'static str,
    [mass, friction, horizontal, vertical]: [f64; 4],
) -> Option<LinearExample> {
    Some(LinearExample {
        name,
        title,
        source: POINT_MASS,
        problem: point_mass(mass, friction, horizontal, vertical)?,
        known: point_mass_solutions(mass, friction, horizontal, vertical),
    })
}

fn point_mass_stick() -> Option<LinearExample> {
    point_mass_example(
        "point-mass-stick",
        "A point mass held by friction: a segment of solutions",
        [2.0, 0.5, 3.0, -10.0],
    )
}

fn point_mass_slide() -> Option<LinearExample> {
    point_mass_example("point-mass-slide", "A point mass that slides forward: one solution", [2.0, 0.5, 8.0, -10.0])
}

fn point_mass_slide_back() -> Option<LinearExample> {
    point_mass_example(
        "point-mass-slide-back",
        "A point mass that slides backward: one solution",
        [2.0, 0.5, -8.0, -10.0],
    )
}

fn point_mass_verge() -> Option<LinearExample> {
    let title = "A point mass with friction at its limit: one degenerate solution";
    point_mass_example("point-mass-verge", title, [2.0, 0.5, 5.0, -10.0])
}

fn point_mass_lift_off() -> Option<LinearExample> {
    let title = "A point mass that leaves the plane: a ray of solutions in the sliding speed";
    point_mass_example("point-mass-lift-off", title, [2.0, 0.5, 3.0, 4.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rods_numbers() {
        assert!((rod_coefficient(0.5) - 1.10048).abs() < 5e-6);
        assert!((rod_coefficient(2.0) + 0.84808).abs() < 5e-6);
        assert!((rod_rest().unwrap().known.points()[0][0] - 8.91428).abs() < 5e-6);
        assert!((rod_ambiguous().unwrap().known.points()[1][0] - 11.56736).abs() < 5e-6);
    }
}
