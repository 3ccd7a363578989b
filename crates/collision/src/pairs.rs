/// Pairs of numbers, brought into order by counting.
#[derive(Default)]
pub(crate) struct Pairs {
    found: Vec<(u32, u32)>,
    ordered: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl Pairs {
    pub(crate) fn clear(&mut self) {
        self.found.clear();
    }

    pub(crate) fn push(&mut self, a: usize, b: usize) {
        self.found.push((a.min(b) as u32, a.max(b) as u32));
    }

    /// All pairs in increasing order, of numbers below `count`.
    pub(crate) fn ordered(&mut self, count: usize) -> &[(u32, u32)] {
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for pair in &self.found {
            self.starts[pair.0 as usize + 1] += 1;
        }
        for k in 0..count {
            self.starts[k + 1] += self.starts[k];
        }
        self.ordered.clear();
        self.ordered.resize(self.found.len(), (0, 0));
        for pair in &self.found {
            let place = &mut self.starts[pair.0 as usize];
            self.ordered[*place as usize] = *pair;
            *place += 1;
        }
        // Each start has moved to its end.
        let mut from = 0;
        for k in 0..count {
            let to = self.starts[k] as usize;
            self.ordered[from..to].sort_unstable_by_key(|pair| pair.1);
            from = to;
        }
        &self.ordered
    }
}
