use super::FclibProblem;

/// What an FCLIB file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibFile {
    /// The problem.
    pub problem: FclibProblem,
    /// What is said about it.
    pub info: FclibInfo,
    /// What the file calls a solution. Recorded files have zeros and unconverged iterates there: judge it.
    pub solution: Option<FclibPoint>,
    /// Points to start from.
    pub guesses: Vec<FclibPoint>,
}

/// The words of a file about its problem; empty where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FclibInfo {
    /// A name.
    pub title: String,
    /// Where the problem comes from.
    pub description: String,
    /// What is known about existence and uniqueness.
    pub math_info: String,
}

/// Values of a problem's unknowns.
#[derive(Clone, Debug, PartialEq)]
pub struct FclibPoint {
    /// `v`, the generalized velocity: of global problems only.
    pub generalized_velocity: Option<Vec<f64>>,
    /// `u`, the velocity at the contacts.
    pub velocity: Vec<f64>,
    /// `r`, the impulse at the contacts.
    pub impulse: Vec<f64>,
    /// `l`, the multipliers of the equations: of problems that have such.
    pub multipliers: Option<Vec<f64>>,
}

impl FclibFile {
    /// A problem by itself.
    pub fn new(problem: FclibProblem) -> Self {
        Self { problem, info: FclibInfo::default(), solution: None, guesses: Vec::new() }
    }
}
