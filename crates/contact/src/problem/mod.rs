mod construction;
mod forms;
mod part;

use crate::{ContactError, Delassus, Law, LawResidual, Residual};
use std::borrow::Cow;
use stiction_linalg::kernels::norm_max;

/// A contact problem (possibly without any contact): find impulses `p` and velocities `u = W p + b` that obey the laws.
/// It knows no bodies.
#[derive(Debug)]
pub struct ContactProblem {
    delassus: Delassus,
    free_velocity: Vec<f64>,
    laws: Vec<Law>,
    /// The first row of each law, and the number of rows at the end.
    first_rows: Vec<usize>,
    /// The first node of each law, and the number of nodes at the end.
    first_nodes: Vec<usize>,
    /// The first row of each node, and the number of rows at the end.
    node_rows: Vec<usize>,
    labels: Vec<String>,
    /// The slip before the step at each law with friction, along its first two tangents.
    slips: Vec<[f64; 2]>,
    /// Rows over the trace of the law's own block of `W`: the scaling at which the judge looks at the law.
    scalings: Vec<f64>,
    /// The velocity scale of the problem that this is a part of.
    given_scale: Option<f64>,
}

impl ContactProblem {
    /// Gives each law a label for messages.
    pub fn with_labels(mut self, labels: Vec<String>) -> Result<Self, ContactError> {
        if labels.len() != self.laws.len() {
            let found = labels.len();
            return Err(ContactError::Length { field: "labels", expected: self.laws.len(), found });
        }
        self.labels = labels;
        Ok(self)
    }

    /// Gives each law the slip before the step, along its two tangents, for pyramids that are aligned to it.
    pub fn with_slips(mut self, slips: Vec<[f64; 2]>) -> Result<Self, ContactError> {
        if slips.len() != self.laws.len() {
            let found = slips.len();
            return Err(ContactError::Length { field: "slips", expected: self.laws.len(), found });
        }
        check_slips(&slips)?;
        self.slips = slips;
        Ok(self)
    }

    /// The same, one law after the other; where they do not fit or are no numbers, none are given.
    pub fn set_slips(&mut self, slips: impl Iterator<Item = [f64; 2]>) -> Result<(), ContactError> {
        self.slips.clear();
        self.slips.extend(slips);
        let (expected, found) = (self.laws.len(), self.slips.len());
        let checked = if found == expected {
            check_slips(&self.slips)
        } else {
            Err(ContactError::Length { field: "slips", expected, found })
        };
        if checked.is_err() {
            self.slips.clear();
        }
        checked
    }

    /// The number of rows.
    pub fn order(&self) -> usize {
        self.free_velocity.len()
    }

    /// The number of nodes of three rows, where each law starts a node of its own.
    pub fn nodes(&self) -> usize {
        self.first_nodes[self.laws.len()]
    }

    /// `W`, in the form that was given.
    pub fn delassus(&self) -> &Delassus {
        &self.delassus
    }

    /// `b`, m/s.
    pub fn free_velocity(&self) -> &[f64] {
        &self.free_velocity
    }

    /// The laws, in the order of their rows.
    pub fn laws(&self) -> &[Law] {
        &self.laws
    }

    /// The rows of a law.
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        self.first_rows[law]..self.first_rows[law + 1]
    }

    /// The first node of a law.
    pub fn first_node(&self, law: usize) -> usize {
        self.first_nodes[law]
    }

    /// Rows over the trace of the law's own block of `W`.
    pub fn scaling(&self, law: usize) -> f64 {
        self.scalings[law]
    }

    /// The labels: none, or one per law.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// What to call a law in messages.
    pub fn label(&self, law: usize) -> Cow<'_, str> {
        match (self.labels.get(law), self.laws.get(law)) {
            (Some(label), _) => Cow::Borrowed(label),
            (None, Some(kind)) => Cow::Owned(format!("{} {law}", kind.name())),
            (None, None) => Cow::Borrowed("no contact"),
        }
    }

    /// The slips before the step that were given: none, or one per law.
    pub fn given_slips(&self) -> &[[f64; 2]] {
        &self.slips
    }

    /// The slip before the step at a law with friction: as given, or else that of the free velocity.
    pub fn slip(&self, law: usize) -> [f64; 2] {
        if let Some(slip) = self.slips.get(law) {
            return *slip;
        }
        let b = &self.free_velocity[self.rows_of(law)];
        [b.get(1).copied().unwrap_or(0.0), b.get(2).copied().unwrap_or(0.0)]
    }

    /// The velocity which residuals are relative to, m/s.
    ///
    /// It is the largest free velocity, or that which an impulse causes that a bound forces upon its own row, `W_ii |p_i|`
    /// with the smallest `|p_i|` between the bounds. Where neither moves anything, no impulse at all is a solution, and
    /// the scale is what the largest bound could cause; without bounds, or above it, 1 m/s.
    ///
    /// A part of a problem is measured as the whole, and others by what they were given.
    pub fn velocity_scale(&self) -> f64 {
        if let Some(scale) = self.given_scale {
            return scale;
        }
        let caused = |impulse: fn(f64, f64) -> f64| {
            let bounded = self.laws.iter().zip(&self.scalings).filter_map(move |(law, scaling)| match *law {
                Law::Bounded { lower, upper } => Some(impulse(lower, upper) / scaling),
                _ => None,
            });
            bounded.fold(0.0, f64::max)
        };
        let scale = norm_max(&self.free_velocity).max(caused(|lower, upper| lower.max(-upper).max(0.0)));
        if scale > 0.0 {
            return scale;
        }
        let possible = caused(largest_bound);
        if possible > 0.0 { possible.min(1.0) } else { 1.0 }
    }

    /// The one that was given.
    pub fn given_velocity_scale(&self) -> Option<f64> {
        self.given_scale
    }

    /// How far impulses are from each law, in the order of the laws: what [`ContactProblem::residual`] takes the worst of.
    pub fn law_residuals(&self, impulse: &[f64]) -> Vec<LawResidual> {
        let velocity = self.velocity(impulse);
        LawResidual::of_all(self, impulse, &velocity).collect()
    }

    /// How far impulses are from a solution. This is the only judge of an answer.
    pub fn residual(&self, impulse: &[f64]) -> Residual {
        Residual::measure(self, impulse, &self.velocity(impulse))
    }
}

fn check_slips(slips: &[[f64; 2]]) -> Result<(), ContactError> {
    for (law, slip) in slips.iter().enumerate() {
        if let Some(tangent) = slip.iter().position(|value| !value.is_finite()) {
            return Err(ContactError::SlipEntry { law, tangent, value: slip[tangent] });
        }
    }
    Ok(())
}

/// The larger of the bounds that are finite.
fn largest_bound(lower: f64, upper: f64) -> f64 {
    [lower, upper].into_iter().filter(|bound| bound.is_finite()).fold(0.0, |largest, bound| largest.max(bound.abs()))
}
