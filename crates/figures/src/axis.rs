use crate::number::{raised, tidy};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithm.
    Logarithmic,
}

/// An axis: what it shows, with its unit, and from where to where.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it shows.
    pub label: String,
    /// How values are spread.
    pub scale: Scale,
    /// The first and the last value.
    pub range: (f64, f64),
    /// Labelled values, where the usual ones do not do.
    pub ticks: Option<Vec<(f64, String)>>,
}

impl Axis {
    /// An axis with even spacing.
    pub fn linear(label: impl Into<String>, first: f64, last: f64) -> Self {
        Self { label: label.into(), scale: Scale::Linear, range: (first, last), ticks: None }
    }

    /// A logarithmic axis, between positive values.
    pub fn logarithmic(label: impl Into<String>, first: f64, last: f64) -> Self {
        let first = if first > 0.0 { first } else { f64::MIN_POSITIVE };
        Self { label: label.into(), scale: Scale::Logarithmic, range: (first, last.max(2.0 * first)), ticks: None }
    }

    /// The same with other labelled values.
    pub fn with_ticks(mut self, ticks: impl IntoIterator<Item = (f64, String)>) -> Self {
        self.ticks = Some(ticks.into_iter().collect());
        self
    }

    /// Where a value stands, as a share of the axis; beyond the ends below 0 or above 1.
    pub fn share(&self, value: f64) -> f64 {
        let (first, last) = self.range;
        match self.scale {
            Scale::Linear if last == first => 0.5,
            Scale::Linear => (value - first) / (last - first),
            Scale::Logarithmic => {
                let value = value.max(f64::MIN_POSITIVE);
                (value / first).log10() / (last / first).log10()
            }
        }
    }

    /// The values with a label, and their labels.
    pub fn labels(&self) -> Vec<(f64, String)> {
        match (&self.ticks, self.scale) {
            (Some(ticks), _) => ticks.clone(),
            (None, Scale::Linear) => linear_labels(self.range),
            (None, Scale::Logarithmic) => logarithmic_labels(self.range),
        }
    }
}

/// Between four and nine round values.
fn linear_labels((first, last): (f64, f64)) -> Vec<(f64, String)> {
    let (low, high) = (first.min(last), first.max(last));
    let span = high - low;
    if !(span > 0.0 && span.is_finite()) {
        return Vec::new();
    }
    let power = 10_f64.powf((span / 5.0).log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| span / step <= 6.5);
    let step = step.unwrap_or(10.0 * power);
    let mut decimals = (-step.log10().floor()).max(0.0) as usize;
    // A quarter step needs a digit more.
    if ((step / 10_f64.powi(-(decimals as i32))).round() * 10_f64.powi(-(decimals as i32)) - step).abs() > 1e-9 * step {
        decimals += 1;
    }
    let (from, to) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (from..=to).map(|k| (k as f64 * step, tidy(k as f64 * step, decimals))).collect()
}

/// Powers of ten; with twos and fives where there are few.
fn logarithmic_labels((first, last): (f64, f64)) -> Vec<(f64, String)> {
    let decades = (last / first).log10();
    let (low, high) = (first.log10().floor() as i32, last.log10().ceil() as i32);
    let inside = |value: &f64| *value >= first * (1.0 - 1e-9) && *value <= last * (1.0 + 1e-9);
    if decades <= 3.0 {
        let values = (low..=high).flat_map(|power| [1.0, 2.0, 5.0].map(|factor| (factor, power)));
        let values = values.map(|(factor, power)| (factor * 10_f64.powi(power), power));
        return values.filter(|(value, _)| inside(value)).map(|(value, power)| (value, plain(value, power))).collect();
    }
    let step = (decades / 7.0).ceil().max(1.0) as i32;
    let powers = (low..=high).filter(|power| power.rem_euclid(step) == 0);
    let values = powers.map(|power| (10_f64.powi(power), power)).filter(|(value, _)| inside(value));
    values.map(|(value, power)| (value, raised(power))).collect()
}

fn plain(value: f64, power: i32) -> String {
    if (-3..5).contains(&power) {
        return tidy(value, (-power).max(0) as usize);
    }
    match (value / 10_f64.powi(power)).round() {
        1.0 => raised(power),
        factor => format!("{factor}·{}", raised(power)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(axis: &Axis) -> String {
        axis.labels().into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn labels_are_round() {
        assert_eq!(words(&Axis::linear("", 0.0, 1.0)), "0 0.2 0.4 0.6 0.8 1");
        assert_eq!(words(&Axis::linear("", -12.0, 12.0)), "−10 −5 0 5 10");
        assert_eq!(words(&Axis::linear("", 0.0, 1.5)), "0 0.25 0.5 0.75 1 1.25 1.5");
        assert_eq!(words(&Axis::logarithmic("", 1.0, 300.0)), "1 2 5 10 20 50 100 200");
        assert_eq!(words(&Axis::logarithmic("", 1e-16, 1.0)), "10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 10⁰");
        assert_eq!(Axis::logarithmic("", 1.0, 100.0).share(10.0), 0.5);
    }
}
