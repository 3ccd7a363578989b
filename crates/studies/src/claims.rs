//! What a paper claims, our verdict, and the evidence: a table at the top of each study's page.
//!
//! The claims of a study are a Markdown table in its folder, with the columns claim, where, verdict and evidence. A verdict
//! is `reproduced`, `refuted`, `open` or `misprint`. Evidence is `check PREFIX`, `figure NAME`, `data NAME` or `text`, several of
//! them separated by semicolons; what it names must exist.

use crate::findings::Findings;
use crate::table::{Table, rows};
use crate::{Size, StudyError};

const VERDICTS: [&str; 4] = ["reproduced", "refuted", "open", "misprint"];

/// The table of all claims, numbered, with links to the evidence.
pub fn table(claims: &str, findings: &Findings, size: Size) -> Result<Table, StudyError> {
    let mut table = Table::new(&["", "claim, in our words", "where", "verdict", "evidence"]);
    for (place, row) in rows(claims).enumerate() {
        let [claim, source, verdict, evidence] = row?;
        if !VERDICTS.contains(&verdict) {
            return Err(StudyError::Broken(format!("unknown verdict '{verdict}' of the claim: {claim}")));
        }
        let mut words = Vec::new();
        for own in evidence.split(';').map(str::trim) {
            words.extend(shown(own, findings, size)?);
        }
        table.row([&(place + 1).to_string(), claim, source, verdict, &words.join(", ")].map(str::to_owned));
    }
    Ok(table)
}

/// A piece of evidence as it is shown; nothing where a small run leaves a check out.
fn shown(evidence: &str, findings: &Findings, size: Size) -> Result<Option<String>, StudyError> {
    let missing = || StudyError::Broken(format!("a claim names evidence that does not exist: {evidence}"));
    let (kind, name) = evidence.split_once(' ').unwrap_or((evidence, ""));
    match kind {
        "text" if name.is_empty() => Ok(Some("below".to_owned())),
        "figure" if findings.drawings.iter().any(|drawing| drawing.name == name) => {
            Ok(Some(format!("[figure {name}]({name}.svg)")))
        }
        "data" if findings.data.iter().any(|(own, _)| own == name) => Ok(Some(format!("[{name}.csv]({name}.csv)"))),
        "check" => {
            let checks: Vec<_> = findings.checks.iter().filter(|check| check.what.starts_with(name)).collect();
            match (checks.len(), checks.iter().filter(|check| !check.passes).count(), size) {
                (0, _, Size::Full) => Err(missing()),
                (0, _, Size::Small) => Ok(None),
                (1, 0, _) => Ok(Some(format!("check \"{name}\""))),
                (all, 0, _) => Ok(Some(format!("{all} checks \"{name}\""))),
                (_, failed, _) => Ok(Some(format!("**{failed} checks \"{name}\" fail**"))),
            }
        }
        _ => Err(missing()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Check;

    #[test]
    fn evidence_must_exist() {
        let mut findings = Findings::default();
        findings.check(Check::count("apples in the basket", 3, 3));
        let claim =
            |verdict: &str, evidence: &str| format!("| --- |\n| Apples fall. | Fig. 1 | {verdict} | {evidence} |\n");
        let made = |verdict: &str, evidence: &str| table(&claim(verdict, evidence), &findings, Size::Full);
        assert!(made("reproduced", "check apples; text").is_ok());
        for (verdict, evidence) in [
            ("true", "text"),
            ("open", "check pears"),
            ("open", "figure tree"),
            ("open", "data tree"),
            ("open", "hearsay"),
        ] {
            assert!(made(verdict, evidence).is_err(), "{verdict}, {evidence}");
        }
    }
}
