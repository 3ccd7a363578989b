//! Derivatives against differences, and the implicit equations against those of the paper.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_complementarity::{Mcp, Problem};
use stiction_contact::formulation::{Implicit, NaturalMap, Sliding};
use stiction_contact::{ContactProblem, Law, ProxScaling};
use stiction_linalg::{DenseMatrix, NODE, ZERO};
use support::{Random, distance, random_problem};

const LAWS: [Law; 8] = [
    Law::Bilateral { rows: 2 },
    Law::Unilateral,
    Law::Bounded { lower: -0.3, upper: 0.2 },
    Law::Bounded { lower: f64::NEG_INFINITY, upper: 0.2 },
    Law::PlanarCoulomb { friction: 0.7 },
    Law::Coulomb { friction: 0.7 },
    Law::Coulomb { friction: 0.0 },
    Law::Rolling { friction: 0.7, rolling_friction: 0.4 },
];

/// The derivative of a law's projection, row by column.
fn derivative(law: &Law, y: &[f64]) -> DenseMatrix {
    let (mut own, mut by_first) = ([ZERO; 2], [ZERO; 2]);
    law.project_derivative(y, &mut own, &mut by_first);
    DenseMatrix::from_function(law.rows(), law.rows(), |i, j| match (i / NODE, j / NODE) {
        (a, b) if a == b => own[a][j % NODE][i % NODE],
        (a, 0) => by_first[a][j][i % NODE],
        _ => 0.0,
    })
}

/// Compares a derivative with differences from both sides, except where those differ: at kinks. Returns whether it did.
fn agrees(function: impl Fn(&[f64]) -> Vec<f64>, z: &[f64], matrix: &DenseMatrix, what: &str) -> bool {
    let step = 1e-6;
    let middle = function(z);
    for column in 0..z.len() {
        let at = |shift: f64| {
            let mut moved = z.to_vec();
            moved[column] += shift;
            function(&moved)
        };
        let (ahead, behind) = (at(step), at(-step));
        for row in 0..middle.len() {
            let sides = [(ahead[row] - middle[row]) / step, (middle[row] - behind[row]) / step];
            if (sides[0] - sides[1]).abs() > 1e-3 {
                return false;
            }
            let central = 0.5 * (sides[0] + sides[1]);
            let gap = (central - matrix[(row, column)]).abs();
            assert!(gap < 1e-7 * central.abs().max(1.0), "{what} ({row}, {column}) at {z:?}: {central} {gap}");
        }
    }
    true
}

#[test]
fn the_projection_of_every_law() {
    let mut random = Random(99);
    for law in LAWS {
        let project = |y: &[f64]| {
            let mut p = vec![0.0; law.rows()];
            law.project(y, &mut p);
            p
        };
        let compared = (0..1000).filter(|_| {
            let y = random.vector(law.rows());
            agrees(project, &y, &derivative(&law, &y), law.name())
        });
        // All but a few random points are away from kinks.
        assert!(compared.count() > 990, "{law:?}");
    }
}

/// A tangent vector rides on a value: `ε² = 0`.
#[derive(Clone, Copy)]
struct Dual(f64, f64);

impl Dual {
    fn scaled_by(self, other: Self) -> Self {
        Self(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
    }
    fn over(self, other: Self) -> Self {
        Self(self.0 / other.0, (self.1 * other.0 - self.0 * other.1) / (other.0 * other.0))
    }
    fn size(self, other: Self) -> Self {
        let length = self.0.hypot(other.0);
        Self(length, (self.0 * self.1 + other.0 * other.1) / length)
    }
}

#[test]
fn the_projection_on_the_cone_by_dual_numbers() {
    let (friction, mut random) = (0.7, Random(5));
    let law = Law::Coulomb { friction };
    for _ in 0..1000 {
        let y = random.vector(3);
        let matrix = derivative(&law, &y);
        for column in 0..3 {
            let dual = |k: usize| Dual(y[k], f64::from(k == column));
            let normal = if y[0] > 0.0 { dual(0) } else { Dual(0.0, 0.0) };
            let radius = Dual(friction * normal.0, friction * normal.1);
            let size = dual(1).size(dual(2));
            let share = if size.0 <= radius.0 { Dual(1.0, 0.0) } else { radius.over(size) };
            let expected = [normal, share.scaled_by(dual(1)), share.scaled_by(dual(2))];
            for row in 0..3 {
                assert!((expected[row].1 - matrix[(row, column)]).abs() < 1e-14, "({row}, {column}) at {y:?}");
            }
        }
    }
}

fn all_laws() -> ContactProblem {
    let laws: Vec<_> = LAWS.iter().copied().chain([Law::PlanarCoulomb { friction: 0.0 }]).collect();
    let rows = laws.iter().map(Law::rows).sum::<usize>();
    // Not symmetric, so that a transposed derivative would show.
    let symmetric = random_problem(laws.clone(), rows + 5, 3);
    let mut random = Random(4);
    let mut matrix = symmetric.dense().into_owned();
    matrix.as_mut_slice().iter_mut().for_each(|entry| *entry += 0.1 * random.signed());
    ContactProblem::new(matrix, symmetric.free_velocity().to_vec(), laws).unwrap()
}

fn check_mcp(mcp: &Mcp, start: &[f64], what: &str) {
    let mut random = Random(12);
    let function = |z: &[f64]| {
        let mut w = vec![0.0; z.len()];
        mcp.evaluate(z, &mut w);
        w
    };
    let mut compared = 0;
    for _ in 0..50 {
        let z: Vec<f64> = start.iter().map(|value| value + random.signed()).collect();
        let mut matrix = DenseMatrix::zeros(0, 0);
        mcp.jacobian(&z, &mut matrix);
        compared += usize::from(agrees(function, &z, &matrix, what));
    }
    assert!(compared > 40, "{what}: {compared}");
}

#[test]
fn the_equations_of_the_formulations() {
    let problem = all_laws();
    for scaling in [ProxScaling::Fixed(1.0), ProxScaling::Fixed(0.3), ProxScaling::Contact] {
        let implicit = Implicit::new(&problem, scaling);
        check_mcp(&implicit.to_mcp().unwrap(), &vec![0.0; implicit.dimension()], "implicit");
    }
    let sliding = Sliding::new(&problem);
    check_mcp(&sliding.to_mcp().unwrap(), &sliding.start(), "sliding");
}

/// `F_u(𝔷)` of one contact and its derivative, Mylapilli and Jain 2014, eq. 26 and 35, normal first. In eq. 35 the entry of
/// `F_o` by `𝔷_o` within the cone is printed as 0; it is −s, as for `F_f`.
fn impulse_of_implicit(z: [f64; 3], friction: f64) -> ([f64; 3], [[f64; 3]; 3]) {
    let [n, f, o] = z;
    let normal = (-n).max(0.0);
    let by_normal = if n < 0.0 { -1.0 } else { 0.0 };
    let size = f.hypot(o);
    let ratio = friction * normal / size;
    let s = ratio.min(1.0);
    let impulse = [normal, -s * f, -s * o];
    let derivative = if ratio >= 1.0 {
        [[by_normal, 0.0, 0.0], [0.0, -s, 0.0], [0.0, 0.0, -s]]
    } else {
        let square = size * size;
        [
            [by_normal, 0.0, 0.0],
            [-friction * by_normal * f / size, -s * o * o / square, s * f * o / square],
            [-friction * by_normal * o / size, s * f * o / square, -s * f * f / square],
        ]
    };
    (impulse, derivative)
}

#[test]
fn with_unit_scaling_the_implicit_equations_are_the_papers() {
    let frictions = [0.5, 0.8];
    let laws = vec![
        Law::Bilateral { rows: 2 },
        Law::Coulomb { friction: frictions[0] },
        Law::Coulomb { friction: frictions[1] },
    ];
    let problem = random_problem(laws, 12, 21);
    let (w, b) = (problem.dense(), problem.free_velocity());
    let mcp = Implicit::new(&problem, ProxScaling::Fixed(1.0)).to_mcp().unwrap();
    let mut random = Random(8);
    for _ in 0..100 {
        let (p_b, z) = (random.vector(2), random.vector(6));
        // Eq. 31–32: Φ_b = W_bb p_b + W_bu F + α_b, Φ_u = W_ub p_b + (W_uu − I) F − 𝔷 + α_u.
        let mut impulse = p_b.clone();
        let mut by_z = DenseMatrix::identity(8);
        for contact in 0..2 {
            let first = 3 * contact;
            let (p, derivative) = impulse_of_implicit([z[first], z[first + 1], z[first + 2]], frictions[contact]);
            impulse.extend(p);
            for row in 0..3 {
                (0..3).for_each(|column| by_z[(2 + first + row, 2 + first + column)] = derivative[row][column]);
            }
        }
        let unilateral = |row: usize| f64::from(row >= 2);
        let phi: Vec<f64> = (0..8)
            .map(|i| {
                let sum: f64 = (0..8).map(|j| (w[(i, j)] - unilateral(i) * f64::from(i == j)) * impulse[j]).sum();
                sum + b[i] - if i >= 2 { z[i - 2] } else { 0.0 }
            })
            .collect();
        // Eq. 34.
        let inner = DenseMatrix::from_function(8, 8, |i, j| w[(i, j)] - unilateral(i) * f64::from(i == j));
        let mut jacobian = inner.product(&by_z);
        (2..8).for_each(|i| jacobian[(i, i)] -= 1.0);

        // 𝔷 = −y.
        let y: Vec<f64> = p_b.iter().copied().chain(z.iter().map(|z| -z)).collect();
        let mut ours = vec![0.0; 8];
        mcp.evaluate(&y, &mut ours);
        assert!(distance(&ours, &phi) < 1e-13);
        let mut ours = DenseMatrix::zeros(0, 0);
        mcp.jacobian(&y, &mut ours);
        (2..8).for_each(|j| ours.column_mut(j).iter_mut().for_each(|value| *value = -*value));
        assert!(distance(ours.as_slice(), jacobian.as_slice()) < 1e-13);
    }
}

#[test]
fn the_natural_map() {
    let problem = all_laws();
    let mut random = Random(12);
    for scaling in [ProxScaling::Fixed(0.3), ProxScaling::Global, ProxScaling::Contact] {
        let map = NaturalMap::new(&problem, scaling);
        let function = |x: &[f64]| {
            let mut value = vec![0.0; map.dimension()];
            map.value(x, &mut value);
            value
        };
        let mut matrix = DenseMatrix::zeros(map.dimension(), map.dimension());
        let compared = (0..100).filter(|_| {
            let x = random.vector(map.dimension());
            map.derivative(&x, &mut matrix);
            agrees(function, &x, &matrix, "natural map")
        });
        assert!(compared.count() > 80, "{scaling:?}");
    }
}

#[test]
fn the_natural_map_is_that_of_the_judge() {
    let problem = all_laws();
    // In the problem's own units F is r times the judge's map where r is the law's own; a shift is a free velocity.
    let shift: Vec<f64> = (0..problem.order()).map(|row| (row as f64).cos()).collect();
    let moved = problem.free_velocity().iter().zip(&shift).map(|(b, s)| b + s).collect();
    let shifted = ContactProblem::new(problem.dense().into_owned(), moved, problem.laws().to_vec()).unwrap();
    let p = Random(3).vector(problem.order());
    let residuals = shifted.law_residuals(&p);
    for law in 0..problem.laws().len() {
        let r = problem.scaling(law);
        let map = NaturalMap::new(&problem, ProxScaling::Fixed(r)).with_shift(&shift);
        let mut value = vec![0.0; map.dimension()];
        map.value(&p, &mut value);
        let size = value[problem.rows_of(law)].iter().map(|value| value * value).sum::<f64>().sqrt() / r;
        let expected = residuals[law].velocity;
        assert!((size - expected).abs() < 1e-12 * expected.max(1.0), "{law}: {size} {expected}");
    }
    // In units of its own the shift is scaled along.
    let (here, there) = (NaturalMap::new(&problem, ProxScaling::Contact), ProxScaling::Contact);
    let (here, there) = (here.with_shift(&shift), NaturalMap::new(&shifted, there));
    let signs = |map: &NaturalMap| {
        let mut value = vec![0.0; map.dimension()];
        map.value(&map.lift(&p), &mut value);
        map.recover(&value)
    };
    assert!(distance(&signs(&here), &signs(&there)) < 1e-12);
}

#[test]
fn the_natural_map_vanishes_at_solutions() {
    for sample in stiction_contact::standard::all() {
        for solution in &sample.known.solutions {
            let map = NaturalMap::new(&sample.problem, ProxScaling::Contact);
            let mut value = vec![0.0; map.dimension()];
            map.value(&map.lift(solution), &mut value);
            let size = value.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            assert!(size < 1e-9, "{}: {size:e}", sample.name);
        }
    }
}
