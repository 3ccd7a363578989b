use crate::rows::{ConstraintRows, Source, StepContact};
use crate::{Materials, Scene};
use stiction_linalg::space::{Matrix3, Vector3};

/// What a soft contact holds from step to step: the force that stretches it, on the second body, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The contact.
    pub contact: Source,
    /// Its normal at the step.
    pub normal: Vector3,
    /// Along the world's axes, turned about the normal with the bodies to the end of the step.
    pub force: Vector3,
}

/// The springs of all soft contacts that push.
#[derive(Clone, Debug, Default)]
pub(crate) struct Springs {
    /// In the order of the contacts.
    springs: Vec<Spring>,
    /// What they store, J.
    pub energy: f64,
}

impl Springs {
    /// Remembers what impulses within `h` stretch. `turning` says how fast a contact's bodies turn about its normal, on the mean.
    pub fn keep(&mut self, rows: &ConstraintRows, impulses: &[f64], h: f64, turning: impl Fn(&StepContact) -> f64) {
        self.springs.clear();
        self.energy = 0.0;
        for contact in rows.contacts.iter().filter(|contact| contact.is_soft()) {
            let own = &impulses[rows.rows_of(contact.law)];
            if own[0] <= 0.0 {
                continue;
            }
            let normal = contact.frame[0];
            let mut force = Vector3::ZERO;
            own.iter().zip(&contact.frame).for_each(|(p, axis)| force += *axis * (p / h));
            let force = Matrix3::rotation(normal, turning(contact) * h) * force;
            self.energy += energy(force, contact.stiffness);
            self.springs.push(Spring { contact: rows.sources[contact.law], normal, force });
        }
    }

    /// Writes the impulses within `h` that the springs hold at the beginning of a step, row by row. They turn with the normals of
    /// their contacts. Where contacts between two shapes have others' places, as the corners of a patch may, those that are new and
    /// pressed in share what the others held along the surface.
    pub fn recall(&self, rows: &ConstraintRows, h: f64, held: &mut Vec<f64>) {
        held.clear();
        held.resize(rows.order(), 0.0);
        if self.springs.is_empty() {
            return;
        }
        let source = |contact: &StepContact| rows.sources[contact.law];
        for pair in rows.contacts.chunk_by(|a, b| source(a).is_beside(source(b))) {
            let own = self.beside(source(&pair[0]));
            if own.is_empty() || !pair[0].is_soft() {
                continue;
            }
            let find = |contact: &StepContact| own.iter().find(|spring| spring.contact == source(contact));
            let is_gone = |spring: &&Spring| !pair.iter().any(|contact| source(contact) == spring.contact);
            let is_heir = |contact: &&StepContact| contact.point.gap < 0.0 && find(contact).is_none();
            let gone = own.iter().filter(is_gone).count();
            let share = 1.0 / pair.iter().filter(is_heir).count().max(gone).max(1) as f64;
            for contact in pair {
                let normal = contact.frame[0];
                let force = match find(contact) {
                    Some(spring) => spring.stretch_at(normal),
                    None if gone > 0 && is_heir(&contact) => {
                        let all = own.iter().filter(is_gone).map(|spring| spring.stretch_at(normal));
                        all.fold(Vector3::ZERO, |sum, force| sum + force) * share
                    }
                    None => continue,
                };
                let rows = rows.rows_of(contact.law).skip(1);
                rows.zip(&contact.frame[1..]).for_each(|(row, axis)| held[row] = h * axis.dot(force));
            }
        }
    }

    /// Those between the shapes of a contact.
    fn beside(&self, contact: Source) -> &[Spring] {
        let Source::Contact(first, second, _) = contact else { return &[] };
        let start = self.springs.partition_point(|spring| spring.contact < Source::Contact(first, second, 0));
        let end = self.springs.partition_point(|spring| spring.contact <= Source::Contact(first, second, u32::MAX));
        &self.springs[start..end]
    }

    /// All of them.
    pub fn all(&self) -> &[Spring] {
        &self.springs
    }

    /// Remembers these and nothing else.
    pub fn restore(&mut self, scene: &Scene, springs: &[Spring]) {
        self.springs.clear();
        self.springs.extend_from_slice(springs);
        self.energy = springs.iter().fold(0.0, |sum, spring| sum + energy(spring.force, spring.stiffness(scene)));
    }
}

impl Spring {
    /// The force along the surface, where the normal is now this one: what was tangential stays so, and as much.
    fn stretch_at(&self, normal: Vector3) -> Vector3 {
        let force = self.force - self.normal * self.normal.dot(self.force);
        // The least turn from one normal to the other: by Rodrigues' formula, with the sine in the length of the axis.
        let (axis, cosine) = (self.normal.cross(normal), self.normal.dot(normal));
        if cosine <= 0.0 {
            return Vector3::ZERO;
        }
        force * cosine + axis.cross(force) + axis * (axis.dot(force) / (1.0 + cosine))
    }

    fn stiffness(&self, scene: &Scene) -> f64 {
        let material = |collider: usize| scene.collider_materials.get(collider).copied().unwrap_or(Materials::DEFAULT);
        match self.contact {
            Source::Contact(first, second, _) => scene.materials.pair(material(first), material(second)).stiffness,
            _ => f64::INFINITY,
        }
    }
}

/// `½ F² / k`.
fn energy(force: Vector3, stiffness: f64) -> f64 {
    0.5 * force.dot(force) / stiffness
}
