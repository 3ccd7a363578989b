//! What a paper defines, and where it is in this program: systems, equations, algorithms, parameters, experiments, figures
//! and tables, in the order of the paper.
//!
//! The items of a study are a Markdown table in its folder, with the columns item, where and here. The last column says what
//! we have in its place. Files of this repository are named in backticks, and a test opens them.

use crate::StudyError;
use crate::table::{Table, rows};

/// The table of all items, numbered.
pub fn table(items: &str) -> Result<Table, StudyError> {
    let mut table = Table::new(&["", "item", "in the paper", "here"]);
    for (place, row) in rows(items).enumerate() {
        let [item, source, here] = row?;
        table.row([&(place + 1).to_string(), item, source, here]);
    }
    Ok(table)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_file_that_is_named_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut named = 0;
        for folder in std::fs::read_dir(root.join("src")).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(items) = std::fs::read_to_string(folder.join("items.md")) else { continue };
            for word in items.split('`').skip(1).step_by(2) {
                let looks_like_a_path = word.contains('/') && !word.contains(' ');
                if looks_like_a_path {
                    named += 1;
                    assert!(root.join("../..").join(word).exists(), "{}: there is no {word}", folder.display());
                }
            }
        }
        assert!(named > 0);
    }
}
