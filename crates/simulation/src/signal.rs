/// A number that depends on time.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// Always the same.
    Constant(f64),
    /// `offset + amplitude sin(2π frequency t + phase)`.
    Sine {
        /// Its mean.
        offset: f64,
        /// Its swing.
        amplitude: f64,
        /// Hz.
        frequency: f64,
        /// rad.
        phase: f64,
    },
    /// `offset + slope t`.
    Ramp {
        /// At time zero.
        offset: f64,
        /// Per second.
        slope: f64,
    },
    /// Straight between (time, value) points in order of time, constant before the first and after the last.
    Table(Vec<(f64, f64)>),
}

impl Signal {
    /// The value at a time, s.
    pub fn at(&self, time: f64) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Sine { offset, amplitude, frequency, phase } => {
                let angle = std::f64::consts::TAU * frequency * time + phase;
                offset + amplitude * stiction_linalg::space::sin_cos(angle).0
            }
            Self::Ramp { offset, slope } => offset + slope * time,
            Self::Table(points) => {
                let after = points.partition_point(|(at, _)| *at <= time);
                match (after.checked_sub(1).map(|before| points[before]), points.get(after).copied()) {
                    (Some((t0, a)), Some((t1, b))) => a + (b - a) * ((time - t0) / (t1 - t0)),
                    (Some((_, value)), None) | (None, Some((_, value))) => value,
                    (None, None) => 0.0,
                }
            }
        }
    }

    /// What was expected of it instead, if anything is wrong with it.
    pub fn fault(&self) -> Option<&'static str> {
        let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        match self {
            Self::Constant(value) if !value.is_finite() => Some("a finite number"),
            Self::Sine { offset, amplitude, frequency, phase }
                if !finite(&[*offset, *amplitude, *frequency, *phase]) =>
            {
                Some("finite numbers")
            }
            Self::Ramp { offset, slope } if !finite(&[*offset, *slope]) => Some("finite numbers"),
            Self::Table(points) if points.is_empty() => Some("at least one point"),
            Self::Table(points) if !points.iter().all(|(time, value)| finite(&[*time, *value])) => {
                Some("finite numbers")
            }
            Self::Table(points) if points.windows(2).any(|pair| pair[0].0 >= pair[1].0) => Some("times that increase"),
            _ => None,
        }
    }
}
