use crate::csv::Csv;
use crate::table::Table;
use crate::{Check, StudyError};
use std::collections::BTreeMap;
use stiction_figures::{Figure, rasterize};

/// A drawing in a page.
pub struct Drawing {
    /// The name of its files, without an ending.
    pub name: String,
    /// As SVG.
    pub svg: String,
    /// As PNG.
    pub png: Vec<u8>,
}

/// What a study found, before it is put into pages.
#[derive(Default)]
pub struct Findings {
    /// In order.
    pub checks: Vec<Check>,
    /// In order.
    pub drawings: Vec<Drawing>,
    /// By name.
    pub tables: BTreeMap<String, Table>,
    /// Words and numbers in the text, by name.
    pub values: BTreeMap<String, String>,
    /// Tables of numbers: name and text.
    pub data: Vec<(String, String)>,
    /// Further texts in Markdown: name and text.
    pub texts: Vec<(String, String)>,
    /// Further files: name with its ending, and text.
    pub files: Vec<(String, String)>,
}

impl Findings {
    /// Adds a figure.
    pub fn figure(&mut self, figure: &Figure) -> Result<(), StudyError> {
        self.drawing(&figure.name, figure.svg())
    }

    /// Adds a drawing.
    pub fn drawing(&mut self, name: &str, svg: String) -> Result<(), StudyError> {
        let png = rasterize(&svg, 2.0).map_err(StudyError::broken)?;
        self.drawings.push(Drawing { name: name.to_owned(), svg, png });
        Ok(())
    }

    /// Adds a table.
    pub fn table(&mut self, name: &str, table: Table) {
        self.tables.insert(name.to_owned(), table);
    }

    /// Adds words for the text.
    pub fn value(&mut self, name: &str, value: impl Into<String>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// Adds a file of numbers.
    pub fn data(&mut self, name: &str, csv: Csv) {
        self.data.push((name.to_owned(), csv.finish()));
    }

    /// Adds a text in Markdown.
    pub fn text(&mut self, name: &str, text: String) {
        self.texts.push((name.to_owned(), text));
    }

    /// Adds a file; its name has an ending.
    pub fn file(&mut self, name: &str, text: String) {
        self.files.push((name.to_owned(), text));
    }

    /// Adds a check.
    pub fn check(&mut self, check: Check) {
        self.checks.push(check);
    }
}
