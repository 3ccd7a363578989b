use std::error::Error;
use std::path::Path;
use stiction_complementarity::{DenseMatrix, Lcp};

/// A problem under the name `family-n-seed`.
pub struct Named {
    pub name: String,
    pub problem: Lcp,
}

/// Every `NAME.lcp` of a folder, by name: little-endian, the order as an unsigned 64-bit number, then the
/// matrix column by column, then the vector, as doubles.
pub fn read_folder(folder: &Path) -> Result<Vec<Named>, Box<dyn Error>> {
    let mut problems = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "lcp") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let problem = read(&std::fs::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
            problems.push(Named { name, problem });
        }
    }
    problems.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(problems)
}

fn read(bytes: &[u8]) -> Result<Lcp, Box<dyn Error>> {
    let mut words = bytes.chunks_exact(8).map(|word| word.try_into().unwrap_or_default());
    let order = words.next().map(u64::from_le_bytes).and_then(|order| usize::try_from(order).ok());
    let order = order.ok_or("expected an order")?;
    let mut values: Vec<f64> = words.map(f64::from_le_bytes).collect();
    let entries = order.checked_mul(order).filter(|entries| entries.checked_add(order) == Some(values.len()));
    let vector = values.split_off(entries.ok_or_else(|| format!("expected {order} × {order} + {order} numbers"))?);
    let matrix = DenseMatrix::from_column_major(order, order, values).ok_or("expected a square matrix")?;
    Ok(Lcp::new(matrix, vector)?)
}
