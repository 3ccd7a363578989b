//! A text with places for what was found → Markdown and HTML.
//!
//! Places are `{{checks}}`, `{{table NAME}}`, `{{NAME}}` for words, and on lines of their own
//! `{{figure NAME: what it shows}}`, `{{timings}}` and `{{/timings}}`: what stands between those depends on the machine.

use crate::findings::{Drawing, Findings};
use crate::markdown::{escaped, to_html};
use crate::table::Table;
use crate::{Document, StudyError};

/// Begins the part of a page that differs from run to run.
pub const TIMINGS_BEGIN: &str = "<!-- timings -->";
/// Ends it.
pub const TIMINGS_END: &str = "<!-- end of timings -->";

const STYLE: &str = "\
body{max-width:62rem;margin:2rem auto;padding:0 1rem;font:17px/1.55 'DejaVu Sans',Verdana,sans-serif;color:#222}
h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.3rem;margin-top:2.4rem}h3{font-size:1.08rem;margin-top:1.8rem}
figure{margin:1.6rem 0}figure svg{max-width:100%;height:auto;border:1px solid #e3e5e8}
figcaption{font-size:.92rem;color:#444;margin-top:.4rem}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}
th,td{border-bottom:1px solid #dadce0;padding:.3rem .7rem;text-align:left;vertical-align:top}
code{background:#f4f5f6;padding:.08em .25em;border-radius:3px;font-size:.92em}
pre{background:#f4f5f6;padding:.8rem;overflow-x:auto}pre code{padding:0}a{color:#0072b2}";

/// A whole page around a body.
pub fn html_page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}

/// All documents of a study.
pub fn documents(folder: &str, title: &str, text: &str, findings: &Findings) -> Result<Vec<Document>, StudyError> {
    let fill = Fill { findings };
    let mut documents = vec![
        Document::text(format!("{folder}/index.md"), fill.markdown(text)?),
        Document::text(format!("{folder}/index.html"), html_page(title, &fill.html(text)?)),
    ];
    for Drawing { name, svg, png } in &findings.drawings {
        documents.push(Document::text(format!("{folder}/{name}.svg"), svg.clone()));
        documents.push(Document { path: format!("{folder}/{name}.png"), bytes: png.clone() });
    }
    let data = findings.data.iter().map(|(name, text)| Document::text(format!("{folder}/{name}.csv"), text.clone()));
    documents.extend(data);
    let texts = findings.texts.iter().map(|(name, text)| Document::text(format!("{folder}/{name}.md"), text.clone()));
    documents.extend(texts);
    documents
        .extend(findings.files.iter().map(|(name, text)| Document::text(format!("{folder}/{name}"), text.clone())));
    Ok(documents)
}

struct Fill<'a> {
    findings: &'a Findings,
}

impl Fill<'_> {
    fn markdown(&self, text: &str) -> Result<String, StudyError> {
        self.filled(text, &|drawing, caption| {
            format!("![{}]({}.svg)\n\n*{caption}*", caption.replace(['[', ']'], ""), drawing.name)
        })
    }

    fn html(&self, text: &str) -> Result<String, StudyError> {
        let markdown = self.filled(text, &|drawing, caption| format!("\u{2}{}\u{2}{caption}\u{2}", drawing.name))?;
        let mut html = String::new();
        // Drawings are put in when all else is HTML.
        for (place, part) in markdown.split('\u{2}').enumerate() {
            match place % 3 {
                0 => html.push_str(&to_html(part)),
                1 => {
                    let drawing = self.drawing(part)?;
                    html.push_str(&format!("<figure id=\"{part}\">\n{}", drawing.svg));
                }
                _ => {
                    let caption = to_html(part);
                    let caption = caption.trim().trim_start_matches("<p>").trim_end_matches("</p>");
                    html.push_str(&format!("<figcaption>{caption}</figcaption>\n</figure>\n"));
                }
            }
        }
        Ok(html)
    }

    fn drawing(&self, name: &str) -> Result<&Drawing, StudyError> {
        let found = self.findings.drawings.iter().find(|drawing| drawing.name == name);
        found.ok_or_else(|| StudyError::Broken(format!("the text refers to the figure '{name}', which was not drawn")))
    }

    fn filled(&self, text: &str, figure: &dyn Fn(&Drawing, &str) -> String) -> Result<String, StudyError> {
        let mut done = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (place, tail) = after
                .split_once("}}")
                .ok_or_else(|| StudyError::Broken(format!("the text has an unclosed placeholder: {:.40}", after)))?;
            done.push_str(before);
            done.push_str(&self.place(place.trim(), figure)?);
            rest = tail;
        }
        done.push_str(rest);
        Ok(done)
    }

    fn place(&self, place: &str, figure: &dyn Fn(&Drawing, &str) -> String) -> Result<String, StudyError> {
        let unknown = || StudyError::Broken(format!("the text has an unknown placeholder '{place}'"));
        if place == "checks" {
            return Ok(Table::of_checks(&self.findings.checks).markdown());
        }
        if place == "timings" {
            return Ok(TIMINGS_BEGIN.to_owned());
        }
        if place == "/timings" {
            return Ok(TIMINGS_END.to_owned());
        }
        if let Some(name) = place.strip_prefix("table ") {
            return self.findings.tables.get(name).map(Table::markdown).ok_or_else(unknown);
        }
        if let Some(wanted) = place.strip_prefix("figure ") {
            let (name, caption) = wanted.split_once(':').unwrap_or((wanted, ""));
            // A caption may have places for words, too; they are written as <name>.
            let mut caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
            for (name, value) in &self.findings.values {
                caption = caption.replace(&format!("<{name}>"), value);
            }
            return Ok(figure(self.drawing(name.trim())?, &caption));
        }
        self.findings.values.get(place).cloned().ok_or_else(unknown)
    }
}
