use crate::model::Model;

/// For each degree of freedom, those on its way from the root, itself last: the columns in which a row of
/// the mass matrix can differ from zero. The path of an ancestor is the beginning of the path of each of
/// its descendants, so that rows kept along paths line up without an index.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    starts: Vec<usize>,
    members: Vec<usize>,
}

impl Paths {
    pub fn new(model: &Model) -> Self {
        let mut starts = Vec::with_capacity(model.freedoms.len() + 1);
        let mut members: Vec<usize> = Vec::new();
        starts.push(0);
        for (k, freedom) in model.freedoms.iter().enumerate() {
            if let Some(parent) = freedom.parent {
                members.extend_from_within(starts[parent]..starts[parent + 1]);
            }
            members.push(k);
            starts.push(members.len());
        }
        Self { starts, members }
    }

    /// Where the row of a degree of freedom begins.
    #[inline]
    pub fn start(&self, freedom: usize) -> usize {
        self.starts[freedom]
    }

    /// How many numbers all rows have.
    pub fn total(&self) -> usize {
        self.members.len()
    }

    /// The path of a degree of freedom, itself last.
    #[inline]
    pub fn of(&self, freedom: usize) -> &[usize] {
        &self.members[self.starts[freedom]..self.starts[freedom + 1]]
    }
}
