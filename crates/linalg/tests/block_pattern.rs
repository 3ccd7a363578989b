//! The pattern of a block matrix, made anew or in storage that is there.

use stiction_linalg::{BlockMatrix, IDENTITY};

/// Whole numbers below a bound, always the same ones.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    }
}

#[test]
fn a_pattern_in_used_storage_is_the_one_newly_made() {
    let mut number = random(1);
    let mut matrix = BlockMatrix::default();
    let mut places = Vec::new();
    for trial in 0..2000 {
        // Any order, above and below the diagonal, on it, and some twice.
        let nodes = 1 + number(12);
        let mut pairs: Vec<(usize, usize)> = (0..number(40)).map(|_| (number(nodes), number(nodes))).collect();
        for _ in 0..number(5) {
            if let Some(&(i, j)) = pairs.get(number(40)) {
                pairs.extend([(i, j), (j, i)]);
            }
        }
        match trial % 3 {
            0 => pairs.sort_unstable(),
            1 => pairs.sort_unstable_by_key(|&(i, j)| (j, i)),
            _ => {}
        }
        let new = BlockMatrix::with_pattern(nodes, pairs.iter().copied());
        // On and below the diagonal.
        pairs.iter_mut().for_each(|(i, j)| (*i, *j) = ((*i).max(*j), (*i).min(*j)));
        matrix.reset(nodes, &pairs, &mut places);
        assert_eq!(matrix, new, "{nodes} nodes, {pairs:?}");
        assert_eq!(places.len(), pairs.len());
        for (&(i, j), &(below, above)) in pairs.iter().zip(&places) {
            assert_eq!((Some(below), Some(above)), (matrix.find(i, j), matrix.find(j, i)), "{pairs:?}");
        }
        assert!(matrix.has_pattern_of(&new));
        // What is written now must not shine through the next time.
        for i in 0..nodes {
            matrix.row_mut(i).1.fill(IDENTITY);
        }
    }
}

#[test]
fn nothing_at_all_is_a_pattern() {
    let mut matrix = BlockMatrix::with_pattern(3, [(0, 2)].into_iter());
    matrix.reset(0, &[], &mut Vec::new());
    assert_eq!(matrix, BlockMatrix::with_pattern(0, std::iter::empty()));
    assert_eq!((matrix.nodes(), matrix.stored()), (0, 0));
    matrix.reset(2, &[], &mut Vec::new());
    assert_eq!(matrix, BlockMatrix::with_pattern(2, std::iter::empty()));
}
