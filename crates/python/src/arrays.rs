//! Arrays of Python ↔ vectors and matrices of the workspace.

use crate::errors;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use stiction_linalg::{DenseMatrix, Matrix, SparseMatrix};

/// A vector from anything that NumPy takes for one.
pub fn vector(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    if let Ok(array) = value.cast::<PyArray1<f64>>() {
        return copied(&array.try_readonly().map_err(|error| errors::input(format!("{name}: {error}")))?);
    }
    let array = as_array(value, name)?;
    let array: PyReadonlyArray1<'_, f64> = array.extract().map_err(|_| dimensions(&array, name, "a vector"))?;
    copied(&array)
}

fn copied(array: &PyReadonlyArray1<'_, f64>) -> PyResult<Vec<f64>> {
    Ok(array.as_slice().map_or_else(|_| array.as_array().iter().copied().collect(), <[f64]>::to_vec))
}

/// A vector of a given length.
pub fn vector_of(value: &Bound<'_, PyAny>, name: &str, length: usize) -> PyResult<Vec<f64>> {
    let numbers = vector(value, name)?;
    if numbers.len() == length {
        return Ok(numbers);
    }
    Err(errors::input(format!("{name}: expected {length} numbers, found {}", numbers.len())))
}

/// A vector of finite numbers.
pub fn finite_vector_of(value: &Bound<'_, PyAny>, name: &str, length: usize) -> PyResult<Vec<f64>> {
    let numbers = vector_of(value, name, length)?;
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(place) => Err(errors::input(format!("{name}[{place}] is {}; expected a finite number", numbers[place]))),
        None => Ok(numbers),
    }
}

/// Bounds: a vector, one number for all rows, or none at all.
pub fn bounds(value: Option<&Bound<'_, PyAny>>, name: &str, rows: usize, none: f64) -> PyResult<Vec<f64>> {
    match value {
        None => Ok(vec![none; rows]),
        Some(value) => match value.extract::<f64>() {
            Ok(number) => Ok(vec![number; rows]),
            Err(_) => vector(value, name),
        },
    }
}

/// A matrix from anything that NumPy takes for one, or from SciPy's sparse matrices, which stay sparse.
pub fn matrix(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Matrix> {
    match sparse(value, name)? {
        Some(matrix) => Ok(Matrix::Sparse(matrix)),
        None => dense(value, name).map(Matrix::Dense),
    }
}

/// A full matrix.
pub fn dense(value: &Bound<'_, PyAny>, name: &str) -> PyResult<DenseMatrix> {
    if let Ok(array) = value.cast::<PyArray2<f64>>() {
        return Ok(filled(&array.try_readonly().map_err(|error| errors::input(format!("{name}: {error}")))?));
    }
    let array = as_array(value, name)?;
    let array: PyReadonlyArray2<'_, f64> = array.extract().map_err(|_| dimensions(&array, name, "a matrix"))?;
    Ok(filled(&array))
}

fn filled(array: &PyReadonlyArray2<'_, f64>) -> DenseMatrix {
    let view = array.as_array();
    DenseMatrix::from_function(view.nrows(), view.ncols(), |row, column| view[[row, column]])
}

/// A sparse matrix of SciPy's, by its coordinates; none if it is something else.
pub fn sparse(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<SparseMatrix>> {
    if value.cast::<PyArray2<f64>>().is_ok() || !value.hasattr("tocoo")? {
        return Ok(None);
    }
    let triplets = value.call_method0("tocoo")?;
    // Repeated coordinates mean a sum.
    triplets.call_method0("sum_duplicates")?;
    let (rows, columns): (usize, usize) = triplets.getattr("shape")?.extract()?;
    let numbers = |field: &str| vector(&triplets.getattr(field)?, name);
    let places = numbers("row")?.into_iter().zip(numbers("col")?);
    let entries = places.zip(numbers("data")?).map(|((row, column), value)| (row as usize, column as usize, value));
    SparseMatrix::from_triplets(rows, columns, &entries.collect::<Vec<_>>())
        .map(Some)
        .map_err(|error| errors::input(format!("{name}: {error}")))
}

fn as_array<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static AS_ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let function = AS_ARRAY.import(value.py(), "numpy", "asarray")?;
    function
        .call1((value, "float64"))
        .map_err(|error| errors::input(format!("{name}: expected numbers; {}", error.value(value.py()))))
}

fn dimensions(array: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    let found = array.cast::<numpy::PyUntypedArray>().map_or(0, |array| array.ndim());
    errors::input(format!("{name}: expected {expected}, found an array of {found} dimensions"))
}

/// A matrix as an array.
pub fn to_array<'py>(py: Python<'py>, matrix: &DenseMatrix) -> PyResult<Bound<'py, PyArray2<f64>>> {
    rows_of(py, matrix.rows(), matrix.columns(), |row, column| matrix[(row, column)])
}

/// An array, entry by entry.
pub fn rows_of<'py>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
    entry: impl Fn(usize, usize) -> f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let flat: Vec<f64> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).map(|(i, j)| entry(i, j)).collect();
    PyArray1::from_vec(py, flat).reshape([rows, columns])
}
