use crate::model::JointId;

/// One coordinate follows another: `y = Σ c_k x^k`. With no leader, the follower stays at `c_0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Coupling {
    /// A name of its own among the model's constraints.
    pub name: String,
    /// The joint whose coordinate is y; it has one degree of freedom.
    pub follower: JointId,
    /// The joint whose coordinate is x; it has one degree of freedom.
    pub leader: Option<JointId>,
    /// c_0 to c_4.
    pub coefficients: [f64; 5],
}

impl Coupling {
    /// Value, slope and curvature of the polynomial.
    pub(crate) fn polynomial(&self, x: f64) -> (f64, f64, f64) {
        let (mut value, mut slope, mut curvature) = (0.0, 0.0, 0.0);
        for c in self.coefficients.iter().rev() {
            curvature = curvature * x + 2.0 * slope;
            slope = slope * x + value;
            value = value * x + c;
        }
        (value, slope, curvature)
    }
}
