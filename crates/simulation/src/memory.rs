use crate::Source;
use crate::rows::ConstraintRows;
use std::collections::BTreeMap;
use stiction_linalg::space::Vector3;

/// The impulses of the last step, by the source of their laws: where the next solve starts. Those of contacts are kept
/// along the world's axes, because the contact's own may turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    entries: Vec<(Source, usize)>,
    impulses: Vec<f64>,
}

impl Memory {
    /// Remembers a step's impulses.
    pub fn keep(&mut self, rows: &ConstraintRows, impulses: &[f64]) {
        self.entries.clear();
        self.impulses.clear();
        let first_contact = rows.laws.len() - rows.contacts.len();
        for law in 0..rows.laws.len() {
            self.entries.push((rows.sources[law], self.impulses.len()));
            let own = &impulses[rows.rows_of(law)];
            if law < first_contact {
                self.impulses.extend_from_slice(own);
            } else {
                let frame = &rows.contacts[law - first_contact].frame;
                let mut sum = Vector3::ZERO;
                own.iter().zip(frame).for_each(|(p, axis)| sum += *axis * *p);
                self.impulses.extend_from_slice(&sum.to_array());
            }
        }
    }

    /// Writes where the solve of new laws starts; whether anything is remembered of them.
    pub fn recall(&self, rows: &ConstraintRows, start: &mut Vec<f64>) -> bool {
        start.clear();
        start.resize(rows.order(), 0.0);
        let first_contact = rows.laws.len() - rows.contacts.len();
        let mut found = false;
        // Both lists are in order.
        let mut entries = self.entries.iter().peekable();
        for law in 0..rows.laws.len() {
            let source = rows.sources[law];
            while entries.next_if(|(other, _)| *other < source).is_some() {}
            let Some(&&(_, place)) = entries.peek().filter(|(other, _)| *other == source) else { continue };
            found = true;
            let place = place..place + if law < first_contact { rows.rows_of(law).len() } else { 3 };
            for_each_row(rows, law, &self.impulses[place], start, |p, kept| *p = kept);
        }
        found
    }

    /// Adds impulses to those that are remembered.
    pub fn add(&mut self, rows: &ConstraintRows, impulses: &[f64]) {
        let mut sums: BTreeMap<Source, Vec<f64>> = self.entries().into_iter().collect();
        self.keep(rows, impulses);
        for (source, impulse) in self.entries() {
            let sum = sums.entry(source).or_insert_with(|| vec![0.0; impulse.len()]);
            sum.iter_mut().zip(impulse).for_each(|(sum, own)| *sum += own);
        }
        self.restore(&sums.into_iter().collect::<Vec<_>>());
    }

    /// Adds all that is remembered to the impulses of rows. What a contact had that is gone goes to the next one between the same
    /// shapes, if there is any.
    pub fn add_to(&self, rows: &ConstraintRows, impulses: &mut [f64]) {
        for (source, own) in self.entries() {
            let same = |law: &usize| rows.sources.get(*law).is_some_and(|other| other.is_beside(source));
            let law = rows.sources.binary_search(&source);
            let law = law.or_else(|place| [place, place.wrapping_sub(1)].into_iter().find(same).ok_or(place));
            let Ok(law) = law else { continue };
            for_each_row(rows, law, &own, impulses, |p, own| *p += own);
        }
    }

    /// Remembers this many times as much.
    pub fn scale(&mut self, factor: f64) {
        self.impulses.iter_mut().for_each(|impulse| *impulse *= factor);
    }

    /// All that is remembered.
    pub fn entries(&self) -> Vec<(Source, Vec<f64>)> {
        let ends = self.entries.iter().skip(1).map(|(_, end)| *end).chain([self.impulses.len()]);
        self.entries
            .iter()
            .zip(ends)
            .map(|(&(source, start), end)| (source, self.impulses[start..end].to_vec()))
            .collect()
    }

    /// Remembers this and nothing else.
    pub fn restore(&mut self, entries: &[(Source, Vec<f64>)]) {
        self.clear();
        for (source, impulse) in entries {
            self.entries.push((*source, self.impulses.len()));
            self.impulses.extend_from_slice(impulse);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.impulses.clear();
    }
}

/// Puts what is remembered of a law into its rows of `impulses`, along the axes that it has now.
fn for_each_row(rows: &ConstraintRows, law: usize, kept: &[f64], impulses: &mut [f64], put: impl Fn(&mut f64, f64)) {
    let own = impulses[rows.rows_of(law)].iter_mut();
    match law.checked_sub(rows.laws.len() - rows.contacts.len()) {
        None => own.zip(kept).for_each(|(p, kept)| put(p, *kept)),
        Some(contact) => {
            let kept = Vector3::new(kept[0], kept[1], kept[2]);
            own.zip(&rows.contacts[contact].frame).for_each(|(p, axis)| put(p, axis.dot(kept)));
        }
    }
}
