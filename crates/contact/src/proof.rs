use crate::{ContactProblem, Law};
use stiction_complementarity::{Certificate, MixedLcp};

impl ContactProblem {
    /// Checks a proof that there is no solution, from the problem and the proof alone: its radius, or why it is rejected.
    /// Without friction a contact problem is a mixed linear complementarity problem, with friction there are no proofs.
    pub fn check_proof(&self, certificate: &Certificate) -> Result<f64, String> {
        let linear = linear(self).ok_or(
            "expected a proof for a problem without friction, found one for a problem with friction, which cannot be \
             checked",
        )?;
        certificate.check(&linear).map_err(|error| format!("the proof that there is no solution was rejected: {error}"))
    }
}

fn linear(problem: &ContactProblem) -> Option<MixedLcp> {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for law in problem.laws() {
        let (least, most) = match *law {
            Law::Bilateral { .. } => (f64::NEG_INFINITY, f64::INFINITY),
            Law::Unilateral => (0.0, f64::INFINITY),
            Law::Bounded { lower, upper } => (lower, upper),
            Law::Coulomb { .. } | Law::PlanarCoulomb { .. } | Law::Rolling { .. } => return None,
        };
        lower.resize(lower.len() + law.rows(), least);
        upper.resize(upper.len() + law.rows(), most);
    }
    MixedLcp::new(problem.dense().into_owned(), problem.free_velocity().to_vec(), lower, upper).ok()
}
