/// Which pairs are never looked at, beside those on one body and those whose groups do not collide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Bodies that never move: their colliders never pair with each other.
    pub static_bodies: Vec<usize>,
    /// Pairs of bodies that never touch, as neighbours in a mechanism.
    pub never: Vec<(usize, usize)>,
    /// If given: the pairs of colliders that may touch, and no others do.
    pub only: Option<Vec<(usize, usize)>>,
}

impl Default for Filter {
    /// Body 0 is the world and never moves.
    fn default() -> Self {
        Self { static_bodies: vec![0], never: Vec::new(), only: None }
    }
}

impl Filter {
    /// Brings lists into the order in which they are searched.
    pub(crate) fn sorted(mut self) -> Self {
        let order = |pairs: &mut Vec<(usize, usize)>| {
            for pair in pairs.iter_mut() {
                *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
            }
            pairs.sort_unstable();
            pairs.dedup();
        };
        order(&mut self.never);
        if let Some(only) = &mut self.only {
            order(only);
        }
        self.static_bodies.sort_unstable();
        self
    }

    /// Whether two bodies never touch; the lists must be sorted.
    pub(crate) fn excludes(&self, a: usize, b: usize) -> bool {
        !self.never.is_empty() && self.never.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    pub(crate) fn is_static(&self, body: usize) -> bool {
        self.static_bodies.binary_search(&body).is_ok()
    }
}
