use crate::bounds::Bounds;
use stiction_linalg::space::Vector3;

/// Pairs of boxes that meet, by a sweep along the axis on which they are spread most. The order is kept from one call
/// to the next: what moves little is sorted almost at once.
pub(crate) struct Sweep {
    order: Vec<u32>,
    /// None before the first sweep.
    axis: Option<usize>,
    /// In the order of the sweep, coordinates turned so that the axis comes first.
    sorted: Vec<Sorted>,
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
        let sorted = Vec::with_capacity(order.len());
        Self { order, axis: None, sorted }
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
        for (k, a) in self.sorted.iter().enumerate() {
            for b in &self.sorted[k + 1..] {
                if b.low[0] > a.high[0] {
                    break;
                }
                let apart =
                    (b.low[1] > a.high[1]) | (a.low[1] > b.high[1]) | (b.low[2] > a.high[2]) | (a.low[2] > b.high[2]);
                if !apart {
                    let (i, j) = (a.index as usize, b.index as usize);
                    visit(i.min(j), i.max(j));
                }
            }
        }
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
