//! The reference: everything formed. For tests and for small things; time O(rows · n²).

use crate::delassus::Rows;
use crate::dynamics::{Kinematics, MassFactor};
use crate::model::Model;
use stiction_linalg::{Cholesky, DenseMatrix};

/// G as a full matrix.
pub fn dense_rows(model: &Model, kinematics: &Kinematics, rows: &Rows) -> DenseMatrix {
    let mut matrix = DenseMatrix::zeros(rows.len(), model.velocity_size());
    let mut unit = vec![0.0; rows.len()];
    let mut force = vec![0.0; model.velocity_size()];
    let mut wrenches = Vec::new();
    for row in 0..rows.len() {
        unit[row] = 1.0;
        rows.joint_forces(model, kinematics, &unit, &mut wrenches, &mut force);
        unit[row] = 0.0;
        for (column, value) in force.iter().enumerate() {
            matrix[(row, column)] = *value;
        }
    }
    matrix
}

/// `G M⁻¹ Gᵀ`, by a Cholesky factorisation of the full mass matrix that knows nothing of trees. None where the
/// matrix is not positive definite.
pub fn dense_delassus(model: &Model, kinematics: &Kinematics, rows: &Rows) -> Option<DenseMatrix> {
    let n = model.velocity_size();
    let mut mass = DenseMatrix::zeros(n, n);
    MassFactor::new(model).mass_matrix(model, kinematics, &mut mass);
    let mut cholesky = Cholesky::new();
    if !cholesky.factor_with(n, |j, column| column.copy_from_slice(&mass.column(j)[j..])) {
        return None;
    }
    let matrix = dense_rows(model, kinematics, rows);
    let mut columns = matrix.transposed();
    for row in 0..rows.len() {
        cholesky.solve(columns.column_mut(row));
    }
    Some(matrix.product(&columns))
}
