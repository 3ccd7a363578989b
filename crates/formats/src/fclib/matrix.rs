//! FCLIB's sparse matrices ↔ ours.

use super::tree::Branch;
use crate::{FormatError, LARGEST_SPARSE_ORDER};
use stiction_linalg::SparseMatrix;

/// How the entries are stored, from `nz`.
#[derive(Clone, Copy)]
enum Storage {
    Triplets(usize),
    CompressedColumns,
    CompressedRows,
}

/// Reads the group of a matrix. Entries of the same place add up, as in FCLIB's own assembly.
pub(super) fn matrix(parent: &Branch<'_>, name: &str) -> Result<SparseMatrix, FormatError> {
    let group = parent.branch(name)?;
    let (rows, columns) = (extent(&group, "m")?, extent(&group, "n")?);
    let storage = match group.integer("nz")? {
        -1 => Storage::CompressedColumns,
        -2 => Storage::CompressedRows,
        count => Storage::Triplets(usize::try_from(count).map_err(|_| {
            let expected = "the number of triplets, -1 for compressed columns or -2 for compressed rows";
            group.fault("nz", format!("expected {expected}, found {count}"))
        })?),
    };
    let starts = match storage {
        Storage::Triplets(_) => None,
        Storage::CompressedColumns => Some(starts(&group, columns, "columns")?),
        Storage::CompressedRows => Some(starts(&group, rows, "rows")?),
    };
    let entries = match (storage, &starts) {
        (Storage::Triplets(entries), _) => entries,
        (_, starts) => starts.as_ref().and_then(|starts| starts.last().copied()).unwrap_or(0),
    };
    let capacity = usize::try_from(group.integer("nzmax")?).unwrap_or(0);
    if capacity < entries {
        return Err(
            group.fault("nzmax", format!("expected at least {entries}, the number of entries, found {capacity}"))
        );
    }
    // What is stored beyond the entries is spare room.
    let length = entries..=capacity;
    let values = group.numbers("x", length.clone(), "one per entry")?;
    let inner = group.integers("i", length.clone(), "one per entry")?;
    let inner = &inner[..entries];
    let mut triplets = Vec::with_capacity(entries);
    match (storage, starts) {
        (Storage::CompressedColumns, Some(starts)) => {
            let inner = places(&group, "i", inner, rows, "row")?;
            for (column, range) in starts.windows(2).enumerate() {
                triplets.extend((range[0]..range[1]).map(|k| (inner[k], column, values[k])));
            }
        }
        (Storage::CompressedRows, Some(starts)) => {
            let inner = places(&group, "i", inner, columns, "column")?;
            for (row, range) in starts.windows(2).enumerate() {
                triplets.extend((range[0]..range[1]).map(|k| (row, inner[k], values[k])));
            }
        }
        _ => {
            let outer = group.integers("p", length, "one per entry")?;
            let inner = places(&group, "i", inner, rows, "row")?;
            let outer = places(&group, "p", &outer[..entries], columns, "column")?;
            triplets.extend((0..entries).map(|k| (inner[k], outer[k], values[k])));
        }
    }
    assemble(&group, rows, columns, triplets)
}

/// A number of rows or columns.
fn extent(group: &Branch<'_>, name: &str) -> Result<usize, FormatError> {
    let found = group.integer(name)?;
    usize::try_from(found).ok().filter(|&count| count <= LARGEST_SPARSE_ORDER).ok_or_else(|| {
        let what = if name == "m" { "rows" } else { "columns" };
        group.fault(name, format!("expected 0 to {LARGEST_SPARSE_ORDER} {what}, found {found}"))
    })
}

/// Where each compressed row or column starts, and the end of the last.
fn starts(group: &Branch<'_>, count: usize, what: &str) -> Result<Vec<usize>, FormatError> {
    let length = count + 1;
    let found = group.integers("p", length..=length, &format!("one more than there are {what}"))?;
    let mut last = 0;
    let mut starts = Vec::with_capacity(length);
    for (k, &start) in found.iter().enumerate() {
        let ascends = if k == 0 { start == 0 } else { start >= last };
        let Some(start_index) = usize::try_from(start).ok().filter(|_| ascends) else {
            let expected = if k == 0 { "0".to_owned() } else { format!("{last} or more, in ascending order") };
            return Err(group.fault(&format!("p[{k}]"), format!("expected {expected}, found {start}")));
        };
        last = start;
        starts.push(start_index);
    }
    Ok(starts)
}

/// Rows or columns of entries, all inside the matrix.
fn places(group: &Branch<'_>, name: &str, found: &[i64], count: usize, what: &str) -> Result<Vec<usize>, FormatError> {
    let place = |(k, &place): (usize, &i64)| {
        usize::try_from(place).ok().filter(|&place| place < count).ok_or_else(|| {
            let expected = match count {
                0 => format!("no entry, as there is no {what}"),
                _ => format!("a {what} from 0 to {}", count - 1),
            };
            group.fault(&format!("{name}[{k}]"), format!("expected {expected}, found {place}"))
        })
    };
    found.iter().enumerate().map(place).collect()
}

fn assemble(
    group: &Branch<'_>,
    rows: usize,
    columns: usize,
    mut triplets: Vec<(usize, usize, f64)>,
) -> Result<SparseMatrix, FormatError> {
    // A stable sort: entries of one place add up in the order of the file.
    triplets.sort_by_key(|&(row, column, _)| (column, row));
    triplets.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        if same {
            kept.2 += next.2;
        }
        same
    });
    if let Some(&(row, column, _)) = triplets.iter().find(|entry| !entry.2.is_finite()) {
        let place = format!("row {row}, column {column}");
        return Err(group.fault("x", format!("expected a finite sum at {place}, found one beyond double precision")));
    }
    SparseMatrix::from_triplets(rows, columns, &triplets).map_err(|error| group.fault("i", error.to_string()))
}

/// The datasets of a matrix, as they are written.
pub(super) struct StoredMatrix {
    /// `nz`.
    pub flag: i32,
    /// `p`.
    pub outer: Vec<i32>,
    /// `i`.
    pub inner: Vec<i32>,
    /// `x`.
    pub values: Vec<f64>,
}

impl StoredMatrix {
    /// Row after row, as local problems are written. `None` if a number is beyond FCLIB's 32 bits.
    pub fn compressed_rows(matrix: &SparseMatrix) -> Option<Self> {
        let by_rows = matrix.transposed();
        let mut stored = Self { flag: -2, outer: vec![0], inner: Vec::new(), values: Vec::new() };
        for row in 0..by_rows.columns() {
            for (column, value) in by_rows.column(row) {
                stored.inner.push(i32::try_from(column).ok()?);
                stored.values.push(value);
            }
            stored.outer.push(i32::try_from(stored.inner.len()).ok()?);
        }
        Some(stored)
    }

    /// Entry by entry, as global problems are written. `None` if a number is beyond FCLIB's 32 bits.
    pub fn triplets(matrix: &SparseMatrix) -> Option<Self> {
        let mut stored = Self { flag: 0, outer: Vec::new(), inner: Vec::new(), values: Vec::new() };
        for (row, column, value) in matrix.triplets() {
            stored.inner.push(i32::try_from(row).ok()?);
            stored.outer.push(i32::try_from(column).ok()?);
            stored.values.push(value);
        }
        stored.flag = i32::try_from(stored.values.len()).ok()?;
        Some(stored)
    }
}
