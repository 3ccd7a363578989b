use crate::StudyError;
use stiction_complementarity::solvers::{LinearSolver, Settings};
use stiction_complementarity::{DenseMatrix, Lcp, Method};

/// Solves one small LCP after the other by pivoting.
pub struct SmallLcp {
    solver: Box<dyn LinearSolver>,
}

impl SmallLcp {
    pub fn new(method: Method) -> Self {
        Self { solver: method.linear_solver(&Settings { tolerance: 1e-12, ..Settings::default() }) }
    }

    /// `z` and `w = M z + q` with `0 ≤ z ⊥ w ≥ 0`.
    pub fn solve<const N: usize>(
        &mut self,
        matrix: [[f64; N]; N],
        vector: [f64; N],
    ) -> Result<([f64; N], [f64; N]), StudyError> {
        let matrix = DenseMatrix::from_function(N, N, |row, column| matrix[row][column]);
        let problem = Lcp::new(matrix, vector.to_vec()).map_err(StudyError::broken)?;
        let solution = self.solver.solve(&problem, None, &mut ());
        if !solution.is_solved() {
            return Err(StudyError::Broken(format!(
                "the solver ended an LCP of size {N} with the outcome {}",
                solution.outcome.name()
            )));
        }
        let (mut z, mut w) = ([0.0; N], [0.0; N]);
        z.copy_from_slice(&solution.z);
        w.copy_from_slice(&solution.w);
        Ok((z, w))
    }
}
