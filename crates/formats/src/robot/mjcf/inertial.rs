//! The inertia that a file gives a body, and what it asks of all inertias.

use crate::FormatError;
use crate::field::shown;
use crate::robot::mjcf::compiler::Compiler;
use crate::robot::mjcf::{Layered, Node, placement};
use stiction_linalg::space::{Matrix3, Pose, Symmetric3, Vector3};
use stiction_multibody::Inertia;

/// Reads an explicit inertia in a frame of its body.
pub(super) fn read(element: Node<'_>, frame: &Pose, compiler: &Compiler<'_>) -> Result<Inertia, FormatError> {
    element.required("pos")?;
    element.required("mass")?;
    let pose = *frame * placement::pose(&Layered::alone(element), compiler)?;
    let mass = element.number("mass")?.unwrap_or(0.0);
    if mass < 0.0 {
        return Err(element.error("mass", format!("expected zero or more, found {}", shown(mass))));
    }
    let diagonal = element.array::<3>("diaginertia")?;
    let full = element.array::<6>("fullinertia")?;
    let moments = match (diagonal, full) {
        (Some(_), Some(_)) => {
            return Err(element.error("fullinertia", "expected 'diaginertia' or 'fullinertia', found both"));
        }
        (_, Some([xx, yy, zz, xy, xz, yz])) => {
            if placement::has_rotation(element) {
                let message = "expected no orientation with 'fullinertia', found one";
                return Err(element.error("fullinertia", message));
            }
            Symmetric3 { xx, xy, xz, yy, yz, zz }
        }
        (diagonal, None) => {
            let [xx, yy, zz] = diagonal.unwrap_or_default();
            Symmetric3::diagonal(xx, yy, zz)
        }
    };
    for (name, least) in [
        ("diaginertia", diagonal.map(|d| d[0].min(d[1]).min(d[2]))),
        ("fullinertia", full.map(|_| moments.eigenvalues()[0])),
    ] {
        if let Some(least) = least.filter(|least| *least < 0.0) {
            return Err(element.error(name, format!("expected no negative principal moment, found {}", shown(least))));
        }
    }
    Ok(Inertia::new(mass, Vector3::ZERO, moments).placed(&pose))
}

/// Raises mass and principal moments to what is asked at least, and evens out moments that no body can have.
pub(super) fn bounded(inertia: &Inertia, compiler: &Compiler<'_>) -> Inertia {
    let mut bounded = *inertia;
    bounded.mass = bounded.mass.max(compiler.least_mass);
    let [a, b, c] = inertia.moments.eigenvalues();
    if a < compiler.least_inertia {
        bounded.moments = raised(inertia.moments, compiler.least_inertia);
    }
    let [a, b, c] = [a, b, c].map(|moment| moment.max(compiler.least_inertia));
    if compiler.balance_inertia && a + b < c {
        let mean = (a + b + c) / 3.0;
        bounded.moments = Symmetric3::diagonal(mean, mean, mean);
    }
    bounded
}

/// All masses times a factor, so that they sum up to what is asked.
pub(super) fn scaled(inertia: &Inertia, factor: f64) -> Inertia {
    Inertia::new(inertia.mass * factor, inertia.centre, inertia.moments * factor)
}

/// The same principal axes, with no principal moment below a bound.
fn raised(moments: Symmetric3, bound: f64) -> Symmetric3 {
    let (values, axes) = principal(moments);
    let [a, b, c] = values.map(|value| value.max(bound));
    Symmetric3::diagonal(a, b, c).rotated(&axes)
}

/// Principal moments and axes, by Jacobi rotations.
fn principal(moments: Symmetric3) -> ([f64; 3], Matrix3) {
    let mut axes = Matrix3::IDENTITY;
    for _ in 0..24 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let m = moments.rotated(&axes.transpose()).to_matrix().to_rows();
            if m[p][q].abs() <= 1e-17 * (m[0][0].abs() + m[1][1].abs() + m[2][2].abs()) {
                continue;
            }
            let angle = 0.5 * (2.0 * m[p][q]).atan2(m[p][p] - m[q][q]);
            // Turning from axis p to axis q is about the third one, forwards only in cyclic order.
            let (axis, sign) = match (p, q) {
                (0, 1) => (Vector3::Z, 1.0),
                (0, 2) => (Vector3::Y, -1.0),
                _ => (Vector3::X, 1.0),
            };
            axes = axes * Matrix3::rotation(axis, sign * angle);
        }
    }
    let m = moments.rotated(&axes.transpose());
    ([m.xx, m.yy, m.zz], axes)
}
