/// A step is cut in half at most so often, one piece in the other.
pub(crate) const DEEPEST: u32 = 8;
/// A piece that took no more iterations than this is easy: one of twice its length may do as well.
const EASY: usize = 300;
/// Cuts after which the residual has to be below this share of what it was: else shorter pieces are no easier.
const FEW_CUTS: u32 = 3;
const GAIN: f64 = 0.5;

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
    /// How often the next piece was cut since the last one was taken, and the residual before that.
    cuts: u32,
    residual: f64,
    /// Whether it is cut no more.
    uncut: bool,
}

impl Halving {
    const WHOLE: u32 = 1 << DEEPEST;

    /// With a first piece cut so often.
    pub fn new(depth: u32) -> Self {
        Self { depth: depth.min(DEEPEST), done: 0, pieces: 0, cuts: 0, residual: 0.0, uncut: false }
    }

    /// Begins a step.
    pub fn begin(&mut self) {
        *self = Self::new(self.depth);
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

    /// Whether the next piece may be cut in half.
    pub fn may_cut(&self) -> bool {
        self.depth < DEEPEST && !self.uncut
    }

    /// The next piece was given up at a residual: it is cut in half or, where that has not helped so far, is to be solved as it was
    /// before.
    pub fn cut(&mut self, residual: f64) {
        if self.cuts == 0 {
            self.residual = residual;
        }
        if self.cuts >= FEW_CUTS && residual > GAIN * self.residual {
            self.depth -= self.cuts;
            self.uncut = true;
        } else {
            self.depth += 1;
            self.cuts += 1;
        }
    }

    /// The next piece was taken.
    pub fn advance(&mut self, iterations: usize) {
        self.done += self.length();
        self.pieces += 1;
        (self.cuts, self.uncut) = (0, false);
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

    /// The lengths of a step's pieces, in steps; those longer than `longest` are given up at a residual of this power of their
    /// length.
    fn pieces(halving: &mut Halving, longest: f64, power: i32, iterations: usize) -> Vec<f64> {
        let mut lengths = Vec::new();
        halving.begin();
        while halving.pieces().is_none() {
            let (length, end) = halving.next();
            assert_eq!(halving.is_inside(), end < 1.0);
            if length > longest && halving.may_cut() {
                halving.cut(length.powi(power));
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
        assert_eq!(pieces(&mut halving, 1.0, 1, EASY), [1.0]);
        assert_eq!(pieces(&mut halving, 0.25, 1, EASY + 1), [0.25; 4]);
        // Hard ones stay as they are, from step to step.
        assert_eq!(pieces(&mut halving, 1.0, 1, EASY + 1), [0.25; 4]);
        assert_eq!(pieces(&mut halving, 1.0, 1, EASY), [0.25, 0.25, 0.5]);
        assert_eq!(pieces(&mut halving, 1.0, 1, EASY), [1.0]);
        // What nothing solves is taken in the least pieces.
        assert_eq!(pieces(&mut halving, 0.0, 1, EASY + 1), [1.0 / 256.0; 256]);
    }

    #[test]
    fn what_is_no_easier_in_pieces_is_taken_as_a_whole() {
        let mut halving = Halving::new(0);
        assert_eq!(pieces(&mut halving, 0.0, 0, EASY + 1), [1.0]);
        // Also where it is in pieces already.
        assert_eq!(pieces(&mut halving, 0.5, 1, EASY + 1), [0.5; 2]);
        assert_eq!(pieces(&mut halving, 0.0, 0, EASY + 1), [0.5; 2]);
    }
}
