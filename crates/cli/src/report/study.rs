//! What studies are there, and what came of them.

use crate::report::number::{columns, count};
use std::path::Path;
use stiction_studies::{Study, StudyReport};

/// The studies, one line on each.
pub fn list() -> String {
    let lines: Vec<_> =
        Study::ALL.iter().map(|study| vec![study.name().to_owned(), study.title().to_owned()]).collect();
    columns(&lines, &[true, true])
}

/// All checks, study by study.
pub fn answer(reports: &[StudyReport], folder: &Path) -> String {
    let mut text = String::new();
    let mut failed = 0;
    for StudyReport { name, checks, .. } in reports {
        let mut lines = vec![["", "check", "expected", "got", "tolerance"].map(str::to_owned).to_vec()];
        for check in checks {
            let mark = if check.passes { "pass" } else { "FAIL" };
            failed += usize::from(!check.passes);
            let cells = [mark, &check.what, &check.expected, &check.got, &check.tolerance];
            lines.push(cells.map(str::to_owned).to_vec());
        }
        text.push_str(&format!("{name}\n{}\n", columns(&lines, &[true, true, false, false, false])));
    }
    let all: usize = reports.iter().map(|report| report.checks.len()).sum();
    let words = if failed == 0 { "all pass".to_owned() } else { format!("{failed} fail") };
    let page = folder.join("index.html");
    text.push_str(&format!("{}, {words}; {}\n", count(all, "check"), page.display()));
    text
}
