//! The slip of a sphere on a slope in closed form.
//!
//! On a slope of angle α the slip of a homogeneous sphere obeys `ṡ = g sin α e_x − (7/2) μ g cos α s/|s|`. With
//! `tan α = (7/2) μ` both accelerations are equal, so that `|s| + s_x = c` is constant. In `u = tan(φ/2)`, with the angle φ of the slip
//! to the line of descent,
//!
//! ```text
//! s_x = c (1 − u²)/2,   s_y = c u,   t = (c / g sin α) (½ ln(u₀/u) + ¼ (u₀² − u²))
//! ```

/// Friction, and gravity, m/s².
pub const FRICTION: f64 = 0.2;
pub const GRAVITY: f64 = 9.81;
/// At the start, m/s.
pub const SPEED: f64 = 2.0;

/// A start at an angle to the line of descent.
pub struct Case {
    pub name: &'static str,
    pub degrees: f64,
}

pub const CASES: [Case; 3] = [
    Case { name: "across the slope", degrees: 90.0 },
    Case { name: "nearly up the slope", degrees: 170.0 },
    Case { name: "up the slope, off by 0.1°", degrees: 179.9 },
];

/// The closed form.
pub struct Slope {
    start: f64,
    constant: f64,
}

impl Slope {
    pub fn new(case: &Case) -> Self {
        let angle = case.degrees.to_radians();
        Self { start: (0.5 * angle).tan(), constant: SPEED * (1.0 + angle.cos()) }
    }

    /// `g sin α`, m/s².
    pub fn pull() -> f64 {
        let tangent = 3.5 * FRICTION;
        GRAVITY * tangent / tangent.hypot(1.0)
    }

    /// The slip at a time, m/s: `u` by bisection of its logarithm, since the time falls with it.
    pub fn slip(&self, time: f64) -> [f64; 2] {
        let (mut low, mut high) = (self.start.ln() - 2.0 * time * Self::pull() / self.constant - 1.0, self.start.ln());
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            let u = middle.exp();
            let passed = 0.5 * (self.start.ln() - middle) + 0.25 * (self.start + u) * (self.start - u);
            if passed * self.constant / Self::pull() > time { low = middle } else { high = middle }
        }
        let u = (0.5 * (low + high)).exp();
        [0.5 * self.constant * (1.0 - u * u), self.constant * u]
    }
}
