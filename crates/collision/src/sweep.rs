use crate::bounds::Bounds;
use stiction_linalg::space::Vector3;

/// From this number of boxes on, the sweep is split into lanes.
const LANES_FROM: usize = 100;
const MOST_LANES: usize = 64;

/// Boxes this many times wider than the mean are compared with all others.
const WIDE: f64 = 4.0;

/// Pairs of boxes that meet, by a sweep along the axis on which they are spread most. The order is kept from one call
/// to the next: what moves little is sorted almost at once.
pub(crate) struct Sweep {
    order: Vec<u32>,
    /// None before the first sweep.
    axis: Option<usize>,
    /// In the order of the sweep, coordinates turned so that the axis comes first.
    sorted: Vec<Sorted>,
    /// Boxes far wider than most, in the same order; the others stay.
    wide: Vec<Sorted>,
    /// The same, lane by lane, and where each lane starts.
    lanes: Vec<Sorted>,
    starts: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Sorted {
    low: [f64; 3],
    high: [f64; 3],
    index: u32,
}

impl Sweep {
    /// Of the boxes with these numbers.
    pub(crate) fn new(order: Vec<u32>) -> Self {
        Self { order, axis: None, sorted: Vec::new(), wide: Vec::new(), lanes: Vec::new(), starts: Vec::new() }
    }

    /// Calls back once for each pair that meets, the lower number first. Boxes with NaN meet nothing.
    pub(crate) fn pairs(&mut self, boxes: &[Bounds], visit: &mut dyn FnMut(usize, usize)) {
        let axis = self.widest(boxes);
        let turned = |v: Vector3| [v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]];
        self.sorted.clear();
        for &index in &self.order {
            let Bounds { low, high } = boxes[index as usize];
            let (low, high) = (turned(low), turned(high));
            // Also false for NaN.
            if (0..3).all(|k| low[k] <= high[k]) {
                self.sorted.push(Sorted { low, high, index });
            }
        }
        if self.axis == Some(axis) {
            insertion(&mut self.sorted);
        } else {
            self.axis = Some(axis);
            self.sorted.sort_unstable_by(|a, b| a.low[0].total_cmp(&b.low[0]).then(a.index.cmp(&b.index)));
        }
        // Boxes that were left out keep a place at the end.
        if self.sorted.len() == self.order.len() {
            for (place, sorted) in self.order.iter_mut().zip(&self.sorted) {
                *place = sorted.index;
            }
        }
        self.set_wide_apart();
        within(&self.wide, visit);
        between(&self.wide, &self.sorted, visit);
        self.lay_lanes();
        let ends = self.starts.iter().skip(1).copied();
        for (lane, (start, end)) in self.starts.iter().copied().zip(ends).enumerate() {
            let next = self.starts.get(lane + 2).copied().unwrap_or(end);
            within(&self.lanes[start..end], visit);
            between(&self.lanes[start..end], &self.lanes[end..next], visit);
        }
    }

    /// Takes boxes aside that are far wider than most, as floors are: lanes as wide would be few.
    fn set_wide_apart(&mut self) {
        self.wide.clear();
        if self.sorted.len() < LANES_FROM {
            return;
        }
        let sum: f64 = self.sorted.iter().map(|item| item.high[1] - item.low[1]).sum();
        let mean = sum / self.sorted.len() as f64;
        let wide = &mut self.wide;
        self.sorted.retain(|item| {
            let is_wide = item.high[1] - item.low[1] > WIDE * mean;
            if is_wide {
                wide.push(*item);
            }
            !is_wide
        });
    }

    /// Splits the sweep into lanes along the second axis, no narrower than the widest box: a box meets others of its
    /// own lane and the next one only.
    fn lay_lanes(&mut self) {
        let (mut low, mut high, mut widest) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
        for item in &self.sorted {
            low = low.min(item.low[1]);
            high = high.max(item.low[1]);
            widest = widest.max(item.high[1] - item.low[1]);
        }
        let room = ((high - low) / (1.000_001 * widest)).clamp(1.0, MOST_LANES as f64);
        let count = if self.sorted.len() < LANES_FROM || !room.is_finite() { 1 } else { room as usize };
        let scale = count as f64 / (high - low);
        let lane = |item: &Sorted| (((item.low[1] - low) * scale) as usize).min(count - 1);
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        if count == 1 {
            std::mem::swap(&mut self.lanes, &mut self.sorted);
            self.starts[1] = self.lanes.len();
            return;
        }
        for item in &self.sorted {
            self.starts[lane(item) + 1] += 1;
        }
        for k in 0..count {
            self.starts[k + 1] += self.starts[k];
        }
        self.lanes.clear();
        self.lanes.extend_from_slice(&self.sorted);
        for item in &self.sorted {
            let place = &mut self.starts[lane(item)];
            self.lanes[*place] = *item;
            *place += 1;
        }
        // Each start has moved to its end.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// The axis along which the centres are spread most; the last one, unless another is clearly better.
    fn widest(&self, boxes: &[Bounds]) -> usize {
        let mut sum = [0.0; 3];
        let mut squares = [0.0; 3];
        let mut count = 0.0;
        for &index in &self.order {
            let Bounds { low, high } = boxes[index as usize];
            let middle = (low + high) * 0.5;
            if middle.is_finite() {
                count += 1.0;
                for k in 0..3 {
                    sum[k] += middle[k];
                    squares[k] += middle[k] * middle[k];
                }
            }
        }
        let spread = |k: usize| squares[k] - sum[k] * sum[k] / count;
        let best = (0..3).max_by(|&i, &j| spread(i).total_cmp(&spread(j))).unwrap_or(0);
        self.axis.filter(|&last| !(spread(best) > 1.5 * spread(last))).unwrap_or(best)
    }
}

/// Whether two boxes that overlap along the sweep meet. Without branches: which test fails cannot be foretold.
fn meet(a: &Sorted, b: &Sorted) -> bool {
    !((b.low[1] > a.high[1]) | (a.low[1] > b.high[1]) | (b.low[2] > a.high[2]) | (a.low[2] > b.high[2]))
}

fn report(a: &Sorted, b: &Sorted, visit: &mut dyn FnMut(usize, usize)) {
    let (i, j) = (a.index as usize, b.index as usize);
    visit(i.min(j), i.max(j));
}

fn within(lane: &[Sorted], visit: &mut dyn FnMut(usize, usize)) {
    for (k, a) in lane.iter().enumerate() {
        for b in lane[k + 1..].iter().take_while(|b| b.low[0] <= a.high[0]) {
            if meet(a, b) {
                report(a, b, visit);
            }
        }
    }
}

fn between(first: &[Sorted], second: &[Sorted], visit: &mut dyn FnMut(usize, usize)) {
    // Each of a pair looks only at those of the other lane that start after it.
    let mut from = 0;
    for a in first {
        while from < second.len() && second[from].low[0] < a.low[0] {
            from += 1;
        }
        for b in second[from..].iter().take_while(|b| b.low[0] <= a.high[0]) {
            if meet(a, b) {
                report(a, b, visit);
            }
        }
    }
    let mut from = 0;
    for b in second {
        while from < first.len() && first[from].low[0] <= b.low[0] {
            from += 1;
        }
        for a in first[from..].iter().take_while(|a| a.low[0] <= b.high[0]) {
            if meet(a, b) {
                report(a, b, visit);
            }
        }
    }
}

fn insertion(sorted: &mut [Sorted]) {
    for k in 1..sorted.len() {
        let item = sorted[k];
        let mut place = k;
        while place > 0 && sorted[place - 1].low[0] > item.low[0] {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = item;
    }
}
