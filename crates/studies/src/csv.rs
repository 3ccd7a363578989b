use std::fmt::Write;

/// Numbers by rows and columns, with every digit.
pub struct Csv {
    text: String,
}

impl Csv {
    /// The names of the columns, with their units.
    pub fn new(columns: &[&str]) -> Self {
        Self { text: columns.join(",") + "\n" }
    }

    /// A row of numbers.
    pub fn numbers(&mut self, row: &[f64]) {
        let cells: Vec<_> = row.iter().map(|value| format!("{value:?}")).collect();
        self.cells(&cells);
    }

    /// A row of texts; those with commas or quotes are quoted.
    pub fn cells(&mut self, row: &[impl AsRef<str>]) {
        for (place, cell) in row.iter().enumerate() {
            let cell = cell.as_ref();
            let before = if place == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = if cell.contains([',', '"', '\n']) {
                write!(self.text, "{before}\"{}\"", cell.replace('"', "\"\""))
            } else {
                write!(self.text, "{before}{cell}")
            };
        }
        self.text.push('\n');
    }

    /// The whole file.
    pub fn finish(self) -> String {
        self.text
    }
}
