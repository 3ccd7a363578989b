//! Enumeration against brute force over all bases, and the proofs it gives.
#![allow(clippy::unwrap_used)] // clippy's exception covers test functions, not their helpers

use stiction_complementarity::solvers::enumerate;
use stiction_complementarity::{Certificate, DenseMatrix, Exclusion, Lcp, MixedLcp, Problem};

/// splitmix64, as a number in [−1, 1).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// All solutions of a nondegenerate LCP: one linear system per subset of basic rows, by Cramer-free elimination.
fn brute_force(matrix: &DenseMatrix, vector: &[f64]) -> Vec<Vec<f64>> {
    let n = vector.len();
    let mut solutions = Vec::new();
    for mask in 0..1_u32 << n {
        let basic: Vec<usize> = (0..n).filter(|i| mask >> i & 1 == 1).collect();
        let mut rows: Vec<Vec<f64>> =
            basic.iter().map(|&i| basic.iter().map(|&j| matrix[(i, j)]).chain([-vector[i]]).collect()).collect();
        let k = basic.len();
        for p in 0..k {
            let best = (p..k).max_by(|&a, &b| rows[a][p].abs().total_cmp(&rows[b][p].abs())).unwrap();
            rows.swap(p, best);
            let lead = rows[p].clone();
            for (i, row) in rows.iter_mut().enumerate() {
                if i != p {
                    let factor = row[p] / lead[p];
                    row.iter_mut().zip(&lead).for_each(|(a, b)| *a -= factor * b);
                }
            }
        }
        let mut z = vec![0.0; n];
        for (p, &j) in basic.iter().enumerate() {
            z[j] = rows[p][k] / rows[p][p];
        }
        let w = |i: usize| vector[i] + (0..n).map(|j| matrix[(i, j)] * z[j]).sum::<f64>();
        if basic.iter().all(|&j| z[j] >= 0.0) && (0..n).all(|i| mask >> i & 1 == 1 || w(i) >= 0.0) {
            solutions.push(z);
        }
    }
    solutions.sort_by(|a, b| a.partial_cmp(b).unwrap());
    solutions
}

#[test]
fn agrees_with_brute_force_on_general_matrices() {
    let mut noise = Noise(1);
    let (mut none, mut one, mut several) = (0, 0, 0);
    for round in 0..300 {
        let n = 1 + round % 8;
        let matrix = DenseMatrix::from_function(n, n, |_, _| noise.next());
        let vector: Vec<f64> = (0..n).map(|_| noise.next()).collect();
        let expected = brute_force(&matrix, &vector);
        let problem = Lcp::new(matrix, vector).unwrap();
        let found = enumerate(&problem, &mut ()).unwrap();
        assert!(found.complete, "round {round}");
        assert!(found.faces.is_empty());
        assert_eq!(found.points.len(), expected.len(), "round {round}: {:?} against {expected:?}", found.points);
        for (a, b) in found.points.iter().zip(&expected) {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-7 * (1.0 + b.abs())), "round {round}");
            assert!(problem.residual(a).within(1e-10));
        }
        match expected.len() {
            0 => {
                none += 1;
                let certificate = found.certificate.expect("an empty list comes with its proof");
                assert_eq!(certificate.check(&problem), Ok(f64::INFINITY));
            }
            1 => one += 1,
            _ => several += 1,
        }
    }
    assert!(none > 20 && one > 20 && several > 20, "{none} {one} {several}");
}

#[test]
fn a_segment_and_a_ray_are_faces() {
    let square = |rows: &[[f64; 2]]| DenseMatrix::from_rows(rows).unwrap();
    // z₁ + z₂ = 1 (Cottle, Pang, Stone, remark 4.1.14).
    let segment = Lcp::new(square(&[[1.0, 1.0], [1.0, 1.0]]), vec![-1.0, -1.0]).unwrap();
    let found = enumerate(&segment, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty());
    assert_eq!(found.faces.len(), 1);
    assert_eq!(found.faces[0].dimension, 1);
    let mut vertices = found.faces[0].vertices.clone();
    vertices.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(vertices, [[0.0, 1.0], [1.0, 0.0]]);
    assert!(found.faces[0].rays.is_empty());

    // z₁ free to grow, z₂ = 0.
    let ray = Lcp::new(square(&[[0.0, 0.0], [0.0, 1.0]]), vec![0.0, 1.0]).unwrap();
    let found = enumerate(&ray, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty());
    assert_eq!(found.faces.len(), 1);
    assert_eq!((&found.faces[0].vertices, &found.faces[0].rays), (&vec![vec![0.0, 0.0]], &vec![vec![1.0, 0.0]]));

    // The whole orthant.
    let all = Lcp::new(square(&[[0.0, 0.0], [0.0, 0.0]]), vec![0.0, 0.0]).unwrap();
    let found = enumerate(&all, &mut ()).unwrap();
    assert_eq!(found.faces.len(), 1);
    assert_eq!((found.faces[0].dimension, found.faces[0].rays.len()), (2, 2));
}

#[test]
fn boxes_and_equations_are_enumerated() {
    // w = −z on [−1, 1]: at both ends and in the middle.
    let problem = MixedLcp::new(DenseMatrix::from_rows(&[[-1.0]]).unwrap(), vec![0.0], vec![-1.0], vec![1.0]).unwrap();
    let found = enumerate(&problem, &mut ()).unwrap();
    assert!(found.complete);
    assert_eq!(found.points, [[-1.0], [0.0], [1.0]]);

    // An equation z₀ = z₁ and a row that cannot hold: z₁ ≥ 0, w₁ = −z₀ − 1 ≥ 0.
    let problem = MixedLcp::new(
        DenseMatrix::from_rows(&[[1.0, -1.0], [-1.0, 0.0]]).unwrap(),
        vec![0.0, -1.0],
        vec![f64::NEG_INFINITY, 0.0],
        vec![f64::INFINITY; 2],
    )
    .unwrap();
    let found = enumerate(&problem, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty() && found.faces.is_empty());
    assert!(found.certificate.unwrap().check(&problem).unwrap() >= Certificate::LEAST_RADIUS);
}

#[test]
fn false_proofs_are_refused() {
    let problem = Lcp::new(DenseMatrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap(), vec![-5.0, -6.0]).unwrap();
    for vector in [vec![1.0, 1.0], vec![0.0, 0.0], vec![-1.0, -1.0], vec![f64::NAN, 1.0], vec![1.0], vec![1e300, 1e300]]
    {
        let certificate = Certificate::Farkas(Exclusion { vector });
        assert!(certificate.check(&problem).is_err(), "{certificate:?}");
    }
    // A split that forgets a position, and one that splits a row twice.
    let leaf = || stiction_complementarity::ProofTree::Leaf(Exclusion { vector: vec![1.0, 1.0] });
    let partial = stiction_complementarity::ProofTree::Split { row: 0, children: vec![leaf()] };
    assert!(Certificate::Exhausted(partial).check(&problem).is_err());
    let outside = stiction_complementarity::ProofTree::Split { row: 9, children: vec![leaf(), leaf()] };
    assert!(Certificate::Exhausted(outside).check(&problem).is_err());
}

#[test]
fn faces_that_hold_whole_lines_are_found_whole() {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let zero = || DenseMatrix::zeros(2, 2);
    let ones = DenseMatrix::from_function(3, 3, |_, _| 1.0);
    let cases = [
        // The plane, a plane in space, a strip and a half plane: dimension, corners, rays.
        (MixedLcp::new(zero(), vec![0.0; 2], vec![low; 2], vec![high; 2]), (2, 1, 4)),
        (MixedLcp::new(ones, vec![-1.0; 3], vec![low; 3], vec![high; 3]), (2, 1, 4)),
        (MixedLcp::new(zero(), vec![0.0; 2], vec![low, 0.0], vec![high, 1.0]), (2, 2, 2)),
        (MixedLcp::new(zero(), vec![0.0; 2], vec![low, 0.0], vec![high, high]), (2, 1, 3)),
    ];
    for (k, (problem, expected)) in cases.into_iter().enumerate() {
        let problem = problem.unwrap();
        let found = enumerate(&problem, &mut ()).unwrap();
        assert!(found.complete && found.points.is_empty(), "case {k}: {found:?}");
        let shapes: Vec<_> =
            found.faces.iter().map(|face| (face.dimension, face.vertices.len(), face.rays.len())).collect();
        assert_eq!(shapes, [expected], "case {k}: {found:?}");
        for face in &found.faces {
            for ray in &face.rays {
                let far: Vec<f64> = face.vertices[0].iter().zip(ray).map(|(v, r)| v + 1e3 * r).collect();
                assert!(problem.residual(&far).within(1e-10), "case {k}: {ray:?}");
            }
        }
    }
}

#[test]
fn a_cube_of_solutions_takes_no_time() {
    // Every point of [0, 1]¹¹ solves: 3¹¹ pieces, one face.
    let n = 11;
    let problem = MixedLcp::new(DenseMatrix::zeros(n, n), vec![0.0; n], vec![0.0; n], vec![1.0; n]).unwrap();
    let found = enumerate(&problem, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty());
    assert_eq!(found.faces.len(), 1);
    assert_eq!((found.faces[0].dimension, found.faces[0].listed), (n, false));
}

#[test]
fn boxes_whose_relaxation_starts_inside_are_decided() {
    let infinity = f64::INFINITY;
    let rows = [[0.0, -3.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0], [0.0, 3.0, 2.0, -1.0]];
    let problem = MixedLcp::new(
        DenseMatrix::from_rows(&rows).unwrap(),
        vec![4.0, 6.0, 4.0, 5.0],
        vec![0.0, -3.0, -2.0, 0.0],
        vec![infinity, 1.0, 2.0, infinity],
    )
    .unwrap();
    let found = enumerate(&problem, &mut ()).unwrap();
    assert!(found.complete && found.points.is_empty() && found.faces.is_empty());
    assert_eq!(found.certificate.unwrap().check(&problem), Ok(infinity));
}
