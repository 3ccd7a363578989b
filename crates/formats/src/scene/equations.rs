use crate::scene::place::Fault;
use crate::scene::resolve::Assembly;
use crate::scene::value::Reference;
use stiction_multibody::{Coupling, JointId, LoopClosure, ModelElement};

impl Assembly<'_> {
    /// Adds the loops and couplings.
    pub(super) fn add_loops_and_couplings(&mut self) -> Result<(), Fault> {
        for closure in &self.file.loops {
            let ends = [&closure.ends[0], &closure.ends[1]];
            let [first, second] = [self.body(&ends[0].body)?, self.body(&ends[1].body)?];
            let name = closure.name.name.clone();
            self.places.insert(ModelElement::Constraint(name.clone()).to_string(), (closure.at, closure.path.clone()));
            let (first, second) = ((first, ends[0].frame), (second, ends[1].frame));
            let added = self.builder.add_closure(LoopClosure { name, kind: closure.kind, first, second });
            added.map_err(|error| self.model_fault(&error))?;
        }
        for coupling in &self.file.couplings {
            let follower = self.joint(&coupling.follower)?;
            let leader = coupling.leader.as_ref().map(|leader| self.joint(leader)).transpose()?;
            let name = coupling.name.as_ref().map_or_else(|| coupling.path.clone(), |name| name.name.clone());
            let place = (coupling.at, coupling.path.clone());
            self.places.insert(ModelElement::Constraint(name.clone()).to_string(), place);
            let coefficients = coupling.coefficients;
            let added = self.builder.add_coupling(Coupling { name, follower, leader, coefficients });
            added.map_err(|error| self.model_fault(&error))?;
        }
        Ok(())
    }

    fn joint(&self, name: &Reference) -> Result<JointId, Fault> {
        let known = || {
            let joints = self.places.keys().filter_map(|place| place.strip_prefix("joint '")?.strip_suffix('\''));
            name.unknown("joint", joints)
        };
        self.builder.find_joint(&name.name).ok_or_else(known)
    }
}
