//! What the surfaces of a scene are made of.

use crate::field::printable;
use crate::scene::material_file::MaterialNumbers;
use crate::scene::place::Fault;
use crate::scene::resolve::Assembly;
use crate::scene::value::Reference;
use stiction_simulation::{Material, MaterialId, Scheme};

impl Assembly<'_> {
    /// Makes the materials that the file gives.
    pub(super) fn set_materials(&mut self) -> Result<(), Fault> {
        for material in &self.file.materials {
            let numbers = material.numbers.over(Material::default());
            self.materials.set(&material.name, numbers);
        }
        for pair in &self.file.pairs {
            let [first, second] = [self.material(&pair.between[0])?, self.material(&pair.between[1])?];
            let numbers = pair.numbers.over(self.materials.pair(first, second));
            self.materials.set_pair(first, second, numbers);
        }
        Ok(())
    }

    /// Refuses what gives way and gives back, and what gives way where forces are to have accelerations: as the scene would,
    /// but where it was written, in a setting rather than in the file.
    pub(super) fn check_materials(&self) -> Result<(), Fault> {
        let accelerations = self.file.settings.scheme == Scheme::Acceleration;
        let stiffnesses = self.file.materials.iter().filter_map(|material| material.numbers.stiffness.as_ref());
        let soft = stiffnesses.filter(|given| accelerations && given.value < f64::INFINITY);
        if let Some(soft) = soft.max_by_key(|given| given.at.rank()) {
            let message = format!("expected no finite stiffness with the scheme 'acceleration', found {}", soft.value);
            return Err(Fault::new(soft.at, &soft.path, message));
        }
        for (names, pair) in self.materials.pairs() {
            if !pair.is_soft() || pair.restitution == 0.0 {
                continue;
            }
            let file = self.file;
            let of_one = file.materials.iter().filter(|material| names.contains(&material.name.as_str()));
            let meeting = file.pairs.iter().filter(|entry| {
                let between = [0, 1].map(|k| entry.between[k].name.as_str());
                between == names || between == [names[1], names[0]]
            });
            let numbers = of_one.map(|material| &material.numbers).chain(meeting.map(|entry| &entry.numbers));
            let given = numbers.flat_map(MaterialNumbers::contradictory);
            let Some(last) = given.max_by_key(|given| given.at.rank()) else { continue };
            let [first, second] = names;
            let (stiffness, restitution) = (pair.stiffness, pair.restitution);
            return Err(Fault::new(
                last.at,
                &last.path,
                format!(
                    "expected a restitution of 0 for compliant contacts (finite stiffness), or an infinite stiffness; \
                     found restitution {restitution} and stiffness {stiffness} between {} and {}",
                    printable(first),
                    printable(second)
                ),
            ));
        }
        Ok(())
    }

    pub(super) fn material(&self, name: &Reference) -> Result<MaterialId, Fault> {
        let names = || self.materials.names().iter().map(String::as_str);
        self.materials.find(&name.name).ok_or_else(|| name.unknown("material", names()))
    }
}
