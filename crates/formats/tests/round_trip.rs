//! What is written reads back as the same bits.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use stiction_complementarity::{DenseMatrix, Lcp, Matrix, MixedLcp, SparseMatrix};
use stiction_formats::{
    LoadedKind, LoadedProblem, ProblemFile, parse_matrix_market, read_problem, write_matrix_market,
};

fn read_back(file: &ProblemFile) -> LoadedProblem {
    let again = ProblemFile::parse("again.json", file.to_json().as_bytes()).unwrap();
    assert_eq!(&again, file);
    again.resolve(&mut |name| panic!("no file {name}")).unwrap()
}

fn finite() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("finite", |value| value.is_finite())
}

fn dense(order: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(finite(), order * order)
        .prop_map(move |data| DenseMatrix::from_column_major(order, order, data).unwrap().into())
}

fn sparse(order: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::btree_map((0..order, 0..order), finite(), 0..=order * order).prop_map(move |entries| {
        let triplets: Vec<_> = entries.into_iter().map(|((i, j), value)| (i, j, value)).collect();
        SparseMatrix::from_triplets(order, order, &triplets).unwrap().into()
    })
}

type Bound = (Option<f64>, Option<f64>);

fn parts() -> impl Strategy<Value = (Matrix, Vec<f64>, Vec<Bound>, Vec<String>)> {
    (1usize..6).prop_flat_map(|order| {
        (
            prop_oneof![dense(order), sparse(order)],
            prop::collection::vec(finite(), order),
            prop::collection::vec((prop::option::of(finite()), prop::option::of(finite())), order),
            prop_oneof![Just(Vec::new()), prop::collection::vec(any::<String>(), order)],
        )
    })
}

proptest! {
    #[test]
    fn problems((matrix, vector, bounds, names) in parts()) {
        let lcp = Lcp::new(matrix.clone(), vector.clone()).unwrap();
        let loaded = read_back(&ProblemFile::from(&lcp).with_names(names.clone()));
        prop_assert_eq!(loaded.kind, LoadedKind::Lcp(lcp));
        prop_assert_eq!(&loaded.names, &names);

        let lower = bounds.iter().map(|b| match *b { (Some(a), Some(b)) => a.min(b), (a, _) => a.unwrap_or(f64::NEG_INFINITY) });
        let upper = bounds.iter().map(|b| match *b { (Some(a), Some(b)) => a.max(b), (_, b) => b.unwrap_or(f64::INFINITY) });
        let mixed = MixedLcp::new(matrix, vector, lower.collect(), upper.collect()).unwrap();
        let loaded = read_back(&ProblemFile::from(&mixed).with_names(names));
        prop_assert_eq!(loaded.kind, LoadedKind::MixedLcp(mixed));
    }

    #[test]
    fn matrix_market_files((matrix, ..) in parts()) {
        let again = parse_matrix_market("m.mtx", write_matrix_market(&matrix).as_bytes()).unwrap();
        let bits = |matrix: &Matrix| {
            let mut bits = Vec::new();
            matrix.for_each(|i, j, value| bits.push((i, j, value.to_bits())));
            bits
        };
        prop_assert_eq!(bits(&again), bits(&matrix));
    }
}

#[test]
fn a_matrix_beside_its_problem() {
    let folder: std::path::PathBuf = [env!("CARGO_TARGET_TMPDIR"), "beside"].iter().collect();
    std::fs::create_dir_all(&folder).unwrap();
    let problem = "{\"format\": 1, \"kind\": \"mlcp\", \"matrix\": \"m.mtx\", \"vector\": [1, 2], \"lower\": [null, 0], \"upper\": [null, 3]}";
    std::fs::write(folder.join("p.json"), problem).unwrap();
    for (kind, text, expected) in [
        ("coordinate integer general", "2 2 2\n1 1 4\n2 1 -3\n", [[4.0, 0.0], [-3.0, 0.0]]),
        ("coordinate pattern general", "2 2 2\n1 2\n2 1\n", [[0.0, 1.0], [1.0, 0.0]]),
        ("Coordinate Real Symmetric", "2 2 2\n1 1 4\n2 1 -3e0\n", [[4.0, -3.0], [-3.0, 0.0]]),
        ("coordinate real skew-symmetric", "2 2 1\n2 1 5\n", [[0.0, -5.0], [5.0, 0.0]]),
        ("array real general", "2 2\n1\n2\n3\n4\n", [[1.0, 3.0], [2.0, 4.0]]),
        ("array real symmetric", "2 2\n1\n2\n3\n", [[1.0, 2.0], [2.0, 3.0]]),
        ("array real skew-symmetric", "2 2\n7\n", [[0.0, -7.0], [7.0, 0.0]]),
    ] {
        std::fs::write(folder.join("m.mtx"), format!("%%MatrixMarket matrix {kind}\n%\n{text}")).unwrap();
        let loaded = read_problem(&folder.join("p.json")).unwrap();
        let matrix = loaded.as_linear().matrix().to_dense().into_owned();
        assert_eq!(matrix, DenseMatrix::from_rows(&expected).unwrap(), "{kind}");
        assert_eq!(loaded.as_linear().bounds().upper(), [f64::INFINITY, 3.0]);
    }
}
