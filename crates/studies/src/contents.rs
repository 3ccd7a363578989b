use crate::markdown::to_html;
use crate::page::html_page;
use crate::table::Table;
use crate::{Document, Study, StudyReport};

/// The page that leads to those of studies.
pub fn contents(reports: &[StudyReport]) -> Vec<Document> {
    let mut table = Table::new(&["study", "what it shows", "source", "checks"]);
    for StudyReport { name, title, source, checks, .. } in reports {
        let passed = checks.iter().filter(|check| check.passes).count();
        let link = format!("[{name}]({name}/index.html)");
        let passed = format!("{passed} of {} pass", checks.len());
        table.row([&link, title, source, &passed]);
    }
    let missing: Vec<_> =
        Study::ALL.iter().filter(|study| reports.iter().all(|report| report.name != study.name())).collect();
    let rest = match missing.len() {
        0 => String::new(),
        _ => {
            let names: Vec<_> = missing.iter().map(|study| format!("`{study}`")).collect();
            format!("\nNot run this time: {}.\n", names.join(", "))
        }
    };
    let body = format!(
        "# Studies\n\nThese studies reproduce papers on contact and friction as complementarity problems. `stiction study` \
         computed every figure and number below. Each number that a paper states is shown next to ours.\n\n{}{rest}",
        table.markdown()
    );
    vec![
        Document::text("index.md", body.replace("/index.html", "/index.md")),
        Document::text("index.html", html_page("Studies", &to_html(&body))),
    ]
}
