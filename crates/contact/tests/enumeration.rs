//! Enumeration against hand calculations, a scan of all directions, and the samples' known solutions.
#![allow(clippy::unwrap_used)] // clippy's exception covers test functions, not their helpers

use stiction_complementarity::MixedLcp;
use stiction_complementarity::standard::Generator;
use stiction_contact::standard::{self, Sample, Velocities};
use stiction_contact::{
    ContactProblem, Enumeration, EnumerationError, EnumerationSettings, Law, Mode, ModeSolution, enumerate,
};
use stiction_linalg::DenseMatrix;

fn all(problem: &ContactProblem) -> Enumeration {
    enumerate(problem, &EnumerationSettings::default()).unwrap()
}

fn near(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// Painlevé's rod while it slides: friction acts on the normal row, nothing on the tangent.
fn sliding_rod(friction: f64, gravity: f64) -> ContactProblem {
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    let normal = [1.0 + 3.0 * cosine * cosine, 3.0 * cosine * sine];
    let delassus = DenseMatrix::from_rows(&[normal, [0.0, 0.0]]).unwrap();
    ContactProblem::new(delassus, vec![-gravity, 1.0], vec![Law::PlanarCoulomb { friction }]).unwrap()
}

/// The same with Coulomb's law in space.
fn sliding_rod_in_space(friction: f64, gravity: f64) -> ContactProblem {
    let (sine, cosine) = std::f64::consts::FRAC_PI_3.sin_cos();
    let normal = [1.0 + 3.0 * cosine * cosine, 3.0 * cosine * sine, 0.0];
    let delassus = DenseMatrix::from_rows(&[normal, [0.0; 3], [0.0; 3]]).unwrap();
    ContactProblem::new(delassus, vec![-gravity, 1.0, 0.0], vec![Law::Coulomb { friction }]).unwrap()
}

#[test]
fn painleves_rod_has_none_one_or_two_forces() {
    let cases: [(f64, f64, &[f64]); 4] =
        [(0.5, 9.81, &[8.91428]), (0.5, -9.81, &[0.0]), (2.0, 9.81, &[]), (2.0, -9.81, &[0.0, 11.56736])];
    for (friction, gravity, forces) in cases {
        for problem in [sliding_rod(friction, gravity), sliding_rod_in_space(friction, gravity)] {
            let found = all(&problem);
            assert!(found.complete, "{}", found.reason);
            let mut normals: Vec<f64> = found.solutions.iter().map(|solution| solution.impulses[0]).collect();
            normals.sort_by(f64::total_cmp);
            assert_eq!(normals.len(), forces.len(), "friction {friction}, gravity {gravity}: {normals:?}");
            assert!(near(&normals, forces, 1e-5), "{normals:?}");
        }
    }
}

#[test]
fn what_was_searched_is_counted_in_words() {
    // A contact in space besides a joint: of its modes only one slides.
    let reason = |contacts: usize| {
        let order = 3 * contacts + 1;
        let matrix = DenseMatrix::from_function(order, order, |i, j| if i == j { 1.0 } else { 0.0 });
        let mut laws = vec![Law::Coulomb { friction: 0.5 }; contacts];
        laws.push(Law::Bilateral { rows: 1 });
        all(&ContactProblem::new(matrix, vec![-1.0; order], laws).unwrap()).reason
    };
    assert_eq!(
        reason(1),
        "1 combination of modes has sliding contacts in space, where Newton's method may miss solutions"
    );
    assert_eq!(
        reason(2),
        "5 combinations of modes have sliding contacts in space, where Newton's method may miss solutions"
    );
}

#[test]
fn the_rod_past_its_critical_friction_lifts_off_sticks_or_slides_on() {
    let sample = standard::sample("rod-several").unwrap();
    let found = all(&sample.problem);
    assert!(found.complete);
    let modes: Vec<Mode> = found.solutions.iter().map(|solution| solution.modes[0]).collect();
    assert_eq!(modes, [Mode::Open, Mode::Stick, Mode::SlipForward]);
}

/// Solutions that slip, found by looking at many directions: an independent count.
fn scanned_slips(w: &DenseMatrix, b: &[f64], friction: f64) -> usize {
    const DIRECTIONS: usize = 20_000;
    let slip = |k: usize| {
        let (s, c) = (std::f64::consts::TAU * (k as f64 + 0.5) / DIRECTIONS as f64).sin_cos();
        let direction = [1.0, -friction * c, -friction * s];
        let push = [0, 1, 2].map(|i| (0..3).map(|j| w[(i, j)] * direction[j]).sum::<f64>());
        let normal = -b[0] / push[0];
        let u = [normal * push[1] + b[1], normal * push[2] + b[2]];
        (normal, u[0] * c + u[1] * s, u[0] * s - u[1] * c)
    };
    (0..DIRECTIONS)
        .filter(|&k| {
            let (first, second) = (slip(k), slip((k + 1) % DIRECTIONS));
            let valid = |(normal, along, _): (f64, f64, f64)| normal > 0.0 && along > 0.0;
            valid(first) && valid(second) && first.2.signum() != second.2.signum()
        })
        .count()
}

#[test]
fn all_slips_of_one_contact_are_found() {
    let mut random = Generator::new(17);
    let mut most = 0;
    for _ in 0..300 {
        // Symmetric, often indefinite.
        let a = DenseMatrix::from_function(3, 3, |_, _| random.normal());
        let w = DenseMatrix::from_function(3, 3, |i, j| a[(i, j)] + a[(j, i)] + f64::from(i == j));
        let b: Vec<f64> = (0..3).map(|_| random.normal()).collect();
        let friction = random.uniform(0.1, 2.0);
        let expected = scanned_slips(&w, &b, friction);
        let problem = ContactProblem::new(w, b, vec![Law::Coulomb { friction }]).unwrap();
        let found = all(&problem);
        assert!(found.complete, "{}", found.reason);
        let slips = found.solutions.iter().filter(|solution| solution.modes[0] == Mode::Slip).count();
        assert_eq!(slips, expected, "{problem:?}: {found:?}");
        most = most.max(slips);
    }
    assert!(most >= 2, "no problem had several slips");
}

/// Samples whose enumeration is complete and quick.
fn decided() -> impl Iterator<Item = (Sample, Enumeration)> {
    let small = EnumerationSettings { mode_limit: 1000, ..EnumerationSettings::default() };
    let samples = standard::all().into_iter().filter(|sample| sample.is_planar() || sample.problem.laws().len() == 1);
    samples.filter_map(move |sample| {
        let found = enumerate(&sample.problem, &small).ok()?;
        found.complete.then_some((sample, found))
    })
}

fn every_velocity_is_the_same(solutions: &[ModeSolution], scale: f64) -> bool {
    solutions.windows(2).all(|pair| near(&pair[0].velocities, &pair[1].velocities, 1e-7 * scale))
}

#[test]
fn what_is_known_of_the_samples_agrees_with_complete_enumerations() {
    let mut count = 0;
    for (sample, found) in decided() {
        count += 1;
        let scale = sample.problem.velocity_scale();
        assert!(!found.solutions.is_empty(), "{}: no solution", sample.name);
        for known in &sample.known.solutions {
            let velocity = sample.problem.velocity(known);
            let listed = found.solutions.iter().any(|solution| near(&solution.velocities, &velocity, 1e-7 * scale));
            assert!(listed, "{}: {known:?} not in {found:?}", sample.name);
        }
        match sample.known.uniqueness {
            Velocities::Unique => assert!(every_velocity_is_the_same(&found.solutions, scale), "{}", sample.name),
            Velocities::Several => assert!(!every_velocity_is_the_same(&found.solutions, scale), "{}", sample.name),
            Velocities::Unknown => {}
        }
    }
    assert!(count > 20, "only {count} samples were enumerated");
}

#[test]
fn several_contacts_in_space_are_searched_and_reported_as_incomplete() {
    for name in ["groove-pulled", "box-sliding", "box-tipping", "table-4", "box-at-rest", "ball-rolls", "ball-stops"] {
        let sample = standard::sample(name).unwrap();
        let found = all(&sample.problem);
        assert!(!found.complete && !found.reason.is_empty(), "{name}");
        let scale = sample.problem.velocity_scale();
        for known in &sample.known.solutions {
            let velocity = sample.problem.velocity(known);
            let listed = found.solutions.iter().any(|solution| near(&solution.velocities, &velocity, 1e-7 * scale));
            assert!(listed, "{name}: {velocity:?} is missing");
        }
    }
}

#[test]
fn a_family_of_solutions_is_listed_once() {
    // A bar on two feet in the plane: how their friction shares the rest is open.
    let delassus = DenseMatrix::from_rows(&[
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 0.5, 0.0, 0.5],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.5, 0.0, 0.5],
    ])
    .unwrap();
    let laws = vec![Law::PlanarCoulomb { friction: 0.5 }; 2];
    let problem = ContactProblem::new(delassus, vec![-1.0, 0.1, -1.0, 0.1], laws).unwrap();
    let found = all(&problem);
    assert!(found.complete);
    assert_eq!(found.solutions.len(), 1, "{found:?}");
    assert_eq!(found.solutions[0].modes, [Mode::Stick, Mode::Stick]);
    assert!(!found.solutions[0].unique);
    assert_eq!(problem.impulse_null_space(&found.solutions[0].impulses, 1e-9), 1);
}

#[test]
fn too_many_modes_are_refused() {
    let sample = standard::sample("stack-5").unwrap();
    let refused = enumerate(&sample.problem, &EnumerationSettings::default());
    assert_eq!(refused, Err(EnumerationError::TooLarge { modes: 3.0_f64.powi(20), limit: 100_000 }));
}

#[test]
fn an_arch_and_its_mirror_image_have_the_same_modes() {
    let sample = standard::sample("arch-3").unwrap();
    let found = all(&sample.problem);
    let modes: Vec<&[Mode]> = found.solutions.iter().map(|solution| &solution.modes[..]).collect();
    assert!(modes.contains(&&[Mode::Stick; 8][..]));
    for list in &modes {
        // Inner and outer end of each joint, joint by joint.
        let mirrored: Vec<Mode> = list.chunks(2).rev().flatten().copied().collect();
        assert!(modes.contains(&&mirrored[..]), "{list:?} without its mirror image");
    }
    // Whatever carries, nothing moves.
    assert!(found.complete, "{}", found.reason);
    let scale = sample.problem.velocity_scale();
    assert!(found.solutions.iter().all(|solution| near(&solution.velocities, &[0.0; 16], 1e-8 * scale)));
}

/// The planar problem as a mixed LCP: for a contact `(p_n, β₁, β₂, σ)`, for other laws their row.
fn as_linear(problem: &ContactProblem) -> MixedLcp {
    let w = problem.dense();
    // Unknowns as multiples of rows of the problem, with bounds; friction cones come as rows of their own.
    let mut unknowns: Vec<(Option<usize>, f64, f64, f64)> = Vec::new();
    let mut contacts: Vec<(usize, f64)> = Vec::new();
    for (index, law) in problem.laws().iter().enumerate() {
        let row = problem.rows_of(index).start;
        match *law {
            Law::PlanarCoulomb { friction } => {
                contacts.push((unknowns.len(), friction));
                unknowns.extend([
                    (Some(row), 1.0, 0.0, f64::INFINITY),
                    (Some(row + 1), 1.0, 0.0, f64::INFINITY),
                    (Some(row + 1), -1.0, 0.0, f64::INFINITY),
                    (None, 1.0, 0.0, f64::INFINITY),
                ]);
            }
            Law::Bounded { lower, upper } => unknowns.push((Some(row), 1.0, lower, upper)),
            _ => unknowns.push((Some(row), 1.0, 0.0, f64::INFINITY)),
        }
    }
    let entry = |i: usize, j: usize| match (unknowns[i], unknowns[j]) {
        ((Some(a), s, ..), (Some(b), t, ..)) => s * t * w[(a, b)],
        _ => 0.0,
    };
    let mut matrix = DenseMatrix::from_function(unknowns.len(), unknowns.len(), entry);
    for (first, friction) in contacts {
        matrix[(first + 3, first)] = friction;
        for facet in [first + 1, first + 2] {
            matrix[(facet, first + 3)] = 1.0;
            matrix[(first + 3, facet)] = -1.0;
        }
    }
    let vector = unknowns.iter().map(|&(row, s, ..)| row.map_or(0.0, |row| s * problem.free_velocity()[row])).collect();
    let (lower, upper) = unknowns.iter().map(|&(_, _, lower, upper)| (lower, upper)).unzip();
    MixedLcp::new(matrix, vector, lower, upper).unwrap()
}

/// Impulses of a point of the mixed LCP.
fn impulses(problem: &ContactProblem, z: &[f64]) -> Vec<f64> {
    let mut impulses = Vec::new();
    let mut place = 0;
    for law in problem.laws() {
        if let Law::PlanarCoulomb { .. } = law {
            impulses.extend([z[place], z[place + 1] - z[place + 2]]);
            place += 4;
        } else {
            impulses.push(z[place]);
            place += 1;
        }
    }
    impulses
}

#[test]
fn linear_modes_agree_with_the_enumeration_of_the_lcp() {
    let mut random = Generator::new(5);
    let (mut none, mut several) = (0, 0);
    for _ in 0..60 {
        let laws = vec![
            Law::PlanarCoulomb { friction: random.uniform(0.2, 1.5) },
            Law::PlanarCoulomb { friction: random.uniform(0.2, 1.5) },
            Law::Unilateral,
            Law::Bounded { lower: -0.3, upper: 0.5 },
        ];
        // Symmetric, often indefinite; without ties, so that all solutions are isolated.
        let a = DenseMatrix::from_function(6, 6, |_, _| random.normal());
        let w = DenseMatrix::from_function(6, 6, |i, j| a[(i, j)] + a[(j, i)] + 2.0 * f64::from(i == j));
        let b: Vec<f64> = (0..6).map(|_| random.normal()).collect();
        let problem = ContactProblem::new(w, b, laws).unwrap();
        let listed = stiction_complementarity::solvers::enumerate(&as_linear(&problem), &mut ()).unwrap();
        let mut expected: Vec<Vec<f64>> = Vec::new();
        // Faces are from slips that an open contact may name, and facets that push against each other.
        for z in listed.points.iter().chain(listed.faces.iter().flat_map(|face| &face.vertices)) {
            let point = impulses(&problem, z);
            if !expected.iter().any(|other| near(other, &point, 1e-6)) {
                expected.push(point);
            }
        }
        let found = all(&problem);
        assert!(found.complete, "{}", found.reason);
        // The LCP's list is seldom proved complete, because of the ties at open contacts; but it is as long.
        assert_eq!(found.solutions.len(), expected.len(), "{problem:?}");
        for point in &expected {
            let listed = found.solutions.iter().any(|solution| near(&solution.impulses, point, 1e-6));
            assert!(listed, "{point:?} is missing");
        }
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
    }
    assert!(none > 0 && several > 0, "{none} without and {several} with several solutions");
}
