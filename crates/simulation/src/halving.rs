/// A step is cut in half at most so often, one piece in the other.
pub(crate) const DEEPEST: u32 = 8;
/// The sweeps that a piece may take before it is cut. Fewer would cost about as much, but every piece adds what the tolerance leaves of
/// velocities, and what has many comes to rest later.
const SWEEPS: usize = 4800;
/// A piece that took no more iterations than this is easy: one of twice its length may do as well.
const EASY: usize = 1200;
/// One in so many steps is tried as a whole first: what comes to rest needs no pieces any more.
const TRIED_AS_A_WHOLE: usize = 4;

/// How a step is taken in pieces.
///
/// What gravity does within a piece shrinks with its length, and the impulses of bodies that rest on each other with it, while
/// bodies that move keep their velocities, which residuals are relative to: the shorter a piece, the fewer sweeps it needs. So
/// a piece that sweeps do not solve is cut in half, and pieces grow again where they are easy. All begin at multiples of
/// their lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halving {
    /// How often the step is cut in half for the next piece.
    pub depth: u32,
    /// What is done of the step, in pieces of the least length, and the number of pieces so far.
    done: u32,
    pieces: usize,
    /// While the whole is tried first: how often it is cut if that fails.
    instead: Option<u32>,
}

impl Halving {
    const WHOLE: u32 = 1 << DEEPEST;

    /// With a first piece cut so often.
    pub fn new(depth: u32) -> Self {
        Self { depth: depth.min(DEEPEST), done: 0, pieces: 0, instead: None }
    }

    /// At the beginning of the step with this number, whose first piece is cut so often unless the whole is tried.
    pub fn begin(depth: u32, step: usize) -> Self {
        let halving = Self::new(depth);
        let tries = halving.depth > 0 && step.is_multiple_of(TRIED_AS_A_WHOLE);
        if tries { Self { instead: Some(halving.depth), ..Self::new(0) } } else { halving }
    }

    /// How many pieces there were, once the step is done.
    pub fn pieces(&self) -> Option<usize> {
        (self.done == Self::WHOLE).then_some(self.pieces)
    }

    /// The next piece's length and end, in steps.
    pub fn next(&self) -> (f64, f64) {
        let share = |least: u32| f64::from(least) / f64::from(Self::WHOLE);
        (share(self.length()), share(self.done + self.length()))
    }

    /// Whether the next piece is not the last one.
    pub fn is_inside(&self) -> bool {
        self.done + self.length() < Self::WHOLE
    }

    /// The sweeps after which the next piece is cut in half, where it may be.
    pub fn sweeps(&self) -> Option<usize> {
        (self.depth < DEEPEST).then_some(SWEEPS)
    }

    /// The next piece was given up: it is cut in half.
    pub fn cut(&mut self) {
        self.depth = self.instead.take().unwrap_or(self.depth + 1);
    }

    /// The next piece was taken.
    pub fn advance(&mut self, iterations: usize) {
        self.done += self.length();
        self.pieces += 1;
        self.instead = None;
        let aligned = self.done.is_multiple_of(2 * self.length());
        if self.depth > 0 && aligned && iterations <= EASY {
            self.depth -= 1;
        }
    }

    fn length(&self) -> u32 {
        Self::WHOLE >> self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of a step's pieces, in steps; those longer than `longest` are given up.
    fn pieces(halving: &mut Halving, longest: f64, iterations: usize) -> Vec<f64> {
        let mut lengths = Vec::new();
        *halving = Halving::new(halving.depth);
        while halving.pieces().is_none() {
            let (length, end) = halving.next();
            assert_eq!(halving.is_inside(), end < 1.0);
            if length > longest && halving.sweeps().is_some() {
                halving.cut();
                continue;
            }
            halving.advance(iterations);
            lengths.push(length);
            assert_eq!(lengths.iter().sum::<f64>(), end);
        }
        assert_eq!(halving.pieces(), Some(lengths.len()));
        lengths
    }

    #[test]
    fn pieces_shrink_until_they_are_solved_and_grow_where_they_are_easy() {
        let mut halving = Halving::new(0);
        assert_eq!(pieces(&mut halving, 1.0, EASY), [1.0]);
        assert_eq!(pieces(&mut halving, 0.25, EASY + 1), [0.25; 4]);
        // Hard ones stay as they are, from step to step.
        assert_eq!(pieces(&mut halving, 1.0, EASY + 1), [0.25; 4]);
        assert_eq!(pieces(&mut halving, 1.0, EASY), [0.25, 0.25, 0.5]);
        assert_eq!(pieces(&mut halving, 1.0, EASY), [1.0]);
        // What nothing solves is taken in the least pieces.
        assert_eq!(pieces(&mut halving, 0.0, EASY + 1), [1.0 / 256.0; 256]);
    }

    #[test]
    fn now_and_then_the_whole_is_tried_first() {
        for (step, solved, depth) in [(4, true, 0), (4, false, 3), (5, true, 3)] {
            let mut halving = Halving::begin(3, step);
            let whole = halving.next() == (1.0, 1.0);
            assert_eq!(whole, step == 4);
            if whole && solved {
                halving.advance(EASY + 1);
                assert_eq!(halving.pieces(), Some(1));
            } else if whole {
                halving.cut();
                assert_eq!(halving.next(), (0.125, 0.125));
            }
            assert_eq!(halving.depth, depth);
        }
        assert_eq!(Halving::begin(0, 4).next(), (1.0, 1.0));
    }
}
