use crate::scene::place::Fault;
use crate::scene::shape_file::GroupsFile;
use crate::scene::value::Reference;
use stiction_collision::Groups;

/// The groups that a scene names, each a bit.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupNames(Vec<String>);

impl GroupNames {
    /// What a shape may touch; where nothing is said, everything.
    pub fn groups(&mut self, file: &GroupsFile) -> Result<Groups, Fault> {
        Ok(Groups { member: self.bits(&file.member)?, with: self.bits(&file.with)? })
    }

    fn bits(&mut self, names: &Option<Vec<Reference>>) -> Result<u32, Fault> {
        let Some(names) = names else { return Ok(u32::MAX) };
        let mut bits = 0;
        for name in names {
            let place = match self.0.iter().position(|known| *known == name.name) {
                Some(place) => place,
                None if self.0.len() < 32 => {
                    self.0.push(name.name.clone());
                    self.0.len() - 1
                }
                None => return Err(name.fault("expected at most 32 groups in a scene, found one more")),
            };
            bits |= 1 << place;
        }
        Ok(bits)
    }
}

/// MuJoCo's rule in ours. There two shapes touch if the type of one has a bit of the affinity of the other; here each
/// must collide with a group of the other. With types in the lower half and affinities in the upper, and the halves
/// exchanged in `with`, both say the same. Masks of more than 16 bits do not fit.
pub(crate) fn of_masks((kind, affinity): (u32, u32)) -> Option<Groups> {
    (kind | affinity < 1 << 16).then_some(Groups { member: kind | affinity << 16, with: affinity | kind << 16 })
}

#[cfg(test)]
mod tests {
    use super::of_masks;

    #[test]
    fn masks_touch_as_in_mujoco() {
        let masks = [(0, 0), (1, 1), (1, 0), (0, 1), (2, 1), (3, 4), (4, 2), (1, 2)];
        for a in masks {
            for b in masks {
                let there = a.0 & b.1 != 0 || b.0 & a.1 != 0;
                let here = of_masks(a).zip(of_masks(b)).is_some_and(|(a, b)| a.collide(b));
                assert_eq!(here, there, "{a:?} {b:?}");
            }
        }
        assert!(of_masks((1 << 16, 1)).is_none());
    }
}
