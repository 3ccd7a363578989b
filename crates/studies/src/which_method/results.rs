use super::trial::Trial;

/// How every method did on every problem of one sort.
pub struct Results<'a> {
    /// Names and descriptions, in the order of the trials of a problem.
    pub methods: Vec<(&'static str, &'static str)>,
    pub trials: &'a [Vec<Trial>],
    /// Problems that are alike: what they are called, and their places.
    pub families: Vec<(&'static str, Vec<usize>)>,
    /// What counts as solved.
    pub remark: String,
}

impl Results<'_> {
    /// The share of a family that a method solves.
    pub fn share(&self, problems: &[usize], method: usize) -> f64 {
        let solved = problems.iter().filter(|problem| self.trials[**problem][method].settled()).count();
        solved as f64 / problems.len() as f64
    }
}
