use crate::{CollisionError, Mesh};
use std::sync::Arc;
use stiction_linalg::space::Vector3;

/// Heights over a rectangle about the origin, along z; between them, two triangles for each cell. Solid below.
#[derive(Clone, Debug)]
pub struct Heightfield {
    columns: usize,
    rows: usize,
    mesh: Arc<Mesh>,
}

impl Heightfield {
    /// From heights, row by row: `heights[row * columns + column]` stands at x from `-half[0]` to `half[0]` with the
    /// column, and at y from `-half[1]` to `half[1]` with the row.
    pub fn new(columns: usize, rows: usize, half: [f64; 2], heights: &[f64]) -> Result<Self, CollisionError> {
        if columns < 2 || rows < 2 || columns.checked_mul(rows) != Some(heights.len()) {
            let message = format!(
                "expected at least 2 columns, at least 2 rows and one height for each column and row, found {columns} \
                 columns, {rows} rows and {} heights",
                heights.len()
            );
            return Err(CollisionError::new("heights", message));
        }
        for k in 0..2 {
            if !(half[k] > 0.0) {
                let message = format!("expected a positive length, found {}", half[k]);
                return Err(CollisionError::new(["half[0]", "half[1]"][k], message));
            }
        }
        let place = |k: usize, count: usize, half: f64| half * (2.0 * k as f64 / (count - 1) as f64 - 1.0);
        let corners: Vec<Vector3> = (0..heights.len())
            .map(|k| {
                let (row, column) = (k / columns, k % columns);
                Vector3::new(place(column, columns, half[0]), place(row, rows, half[1]), heights[k])
            })
            .collect();
        let mut triangles = Vec::new();
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let k = row * columns + column;
                triangles.push([k, k + 1, k + columns + 1]);
                triangles.push([k, k + columns + 1, k + columns]);
            }
        }
        Ok(Self { columns, rows, mesh: Arc::new(Mesh::new(&corners, &triangles)?) })
    }

    /// The number of columns and of rows.
    pub fn dimensions(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Its triangles.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }
}
