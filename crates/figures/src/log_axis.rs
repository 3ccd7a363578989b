/// Values from one upwards on a logarithmic scale.
pub struct LogAxis {
    /// The largest value shown.
    pub last: f64,
    /// Pixels at one and at the last value.
    pub pixels: (f64, f64),
}

/// What values an axis may end at, over powers of ten.
const ENDS: [f64; 3] = [2.0, 5.0, 10.0];

impl LogAxis {
    /// An axis that ends at a round value above the largest, and at ten at least.
    pub fn new(largest: f64, pixels: (f64, f64)) -> Self {
        // A little beyond, so that the last step is seen.
        let wanted = (largest * 1.1).clamp(10.0, 1e12);
        let power = 10_f64.powf(wanted.log10().floor());
        let end = ENDS.into_iter().find(|end| end * power >= wanted).unwrap_or(10.0);
        let last = if wanted <= 10.0 { 10.0 } else { end * power };
        Self { last, pixels }
    }

    /// Where a value stands.
    pub fn place(&self, value: f64) -> f64 {
        let share = value.log10() / self.last.log10();
        self.pixels.0 + share.clamp(0.0, 1.0) * (self.pixels.1 - self.pixels.0)
    }

    /// The values with a label: powers of ten, with twos and fives between them where there is room.
    pub fn labels(&self) -> Vec<f64> {
        let decades = self.last.log10();
        let between: &[f64] = if decades <= 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        // Far beyond, every second or third power is enough.
        let step = (decades / 8.0).ceil().max(1.0) as i32;
        let powers = (0..=decades.floor() as i32).filter(|power| power % step == 0).map(|power| 10_f64.powi(power));
        let values = powers.flat_map(|power| between.iter().map(move |factor| factor * power));
        values.filter(|value| *value <= self.last * (1.0 + 1e-9)).collect()
    }

    /// The values with a short line only: one to nine times every power of ten, where they can be told apart.
    pub fn small_ticks(&self) -> Vec<f64> {
        let decades = self.last.log10();
        if decades > 6.0 {
            return Vec::new();
        }
        let powers = (0..=decades.floor() as i32).map(|power| 10_f64.powi(power));
        let values = powers.flat_map(|power| (1..10).map(move |digit| f64::from(digit) * power));
        values.filter(|value| *value <= self.last * (1.0 + 1e-9)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_round_value() {
        for (largest, last) in [(1.0, 10.0), (9.9, 20.0), (17.0, 20.0), (180.0, 200.0), (186.0, 500.0), (950.0, 2000.0)]
        {
            assert_eq!(LogAxis::new(largest, (0.0, 1.0)).last, last, "{largest}");
        }
        let axis = LogAxis::new(50.0, (100.0, 300.0));
        assert_eq!(axis.labels(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!((axis.place(1.0), axis.place(10.0), axis.place(f64::INFINITY)), (100.0, 200.0, 300.0));
        assert_eq!(LogAxis::new(1e7, (0.0, 1.0)).labels().len(), 8);
    }
}
