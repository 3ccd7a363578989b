use crate::Law;
use crate::scaled::Scaled;
use stiction_linalg::NODE;

/// A contact without an impulse that parts faster than this, in units of the largest free velocity, will stay open.
const PARTING: f64 = 0.02;
/// It also has to part faster than so many residuals: who is far from the solution cannot tell.
const RESIDUALS: f64 = 30.0;
/// The share of laws that has to be left out for it to pay.
const WORTH_IT: f64 = 0.1;

/// The laws of a problem that are in play: all but contacts that are clearly open. Matrices of these alone are factorised, and
/// whoever solves them looks at the others again.
#[derive(Debug)]
pub(crate) struct WorkingSet {
    /// The whole problem, while its part is worked on.
    whole: Scaled,
    laws: Vec<usize>,
}

impl WorkingSet {
    /// The laws in play at a point with its velocity and residual; nothing where they are nearly all.
    pub fn choose(scaled: &Scaled, point: &[f64], velocity: &[f64], residual: f64) -> Option<Vec<usize>> {
        let parting = PARTING.max(RESIDUALS * residual);
        let is_open = |law: usize| {
            let contact = matches!(
                scaled.laws[law],
                Law::Coulomb { .. } | Law::PlanarCoulomb { .. } | Law::Unilateral | Law::Rolling { .. }
            );
            let rows = scaled.rows_of(law);
            contact && velocity[rows.start] > parting && point[rows].iter().all(|&value| value == 0.0)
        };
        let laws: Vec<usize> = (0..scaled.laws.len()).filter(|&law| !is_open(law)).collect();
        let left_out = scaled.laws.len() - laws.len();
        (left_out as f64 > WORTH_IT * scaled.laws.len() as f64).then_some(laws)
    }

    /// Puts the part in the place of the whole, and a point's part in the place of the point.
    pub fn enter(laws: Vec<usize>, scaled: &mut Scaled, point: &mut Vec<f64>) -> Self {
        let part = scaled.restricted(&laws);
        let whole = std::mem::replace(scaled, part);
        *point = places(&whole, &laws).map(|place| point[place]).collect();
        Self { whole, laws }
    }

    /// Puts the whole back; laws that were left out have no impulse.
    pub fn leave(self, scaled: &mut Scaled, point: &mut Vec<f64>) {
        let mut all = vec![0.0; self.whole.order()];
        places(&self.whole, &self.laws).zip(point.iter()).for_each(|(place, value)| all[place] = *value);
        *point = all;
        *scaled = self.whole;
    }
}

/// The places of laws, node by node.
fn places(whole: &Scaled, laws: &[usize]) -> impl Iterator<Item = usize> {
    laws.iter().flat_map(|&law| NODE * whole.first_nodes[law]..NODE * whole.first_nodes[law + 1])
}
