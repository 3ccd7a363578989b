//! Every study, reduced in size: its checks pass, its pages hold together, and a second run gives the same bytes.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use stiction_studies::{Host, Size, Study, StudyError, StudyReport, contents};

/// A clock that goes on by itself, differently each time.
struct Clock(f64);

impl Host for Clock {
    fn progress(&mut self, share: f64, what: &str) {
        assert!((0.0..=1.0).contains(&share) && !what.is_empty(), "{share}: {what}");
    }

    fn seconds(&mut self) -> f64 {
        self.0 += 1e-4 * (1.0 + (self.0 * 1e3).sin().abs());
        self.0
    }

    fn stops(&mut self) -> bool {
        false
    }
}

/// A page without what the clock measured.
fn timeless(text: &str) -> String {
    let mut kept = String::new();
    for (place, part) in text.split("<!-- timings -->").enumerate() {
        kept.push_str(if place == 0 { part } else { part.split_once("<!-- end of timings -->").unwrap().1 });
    }
    kept
}

/// What must be the same in every run.
fn reproducible(report: &StudyReport) -> BTreeMap<String, Vec<u8>> {
    let of_the_clock = |path: &str| path.rsplit('/').next().unwrap().starts_with("timings");
    let documents = report.documents.iter().filter(|document| !of_the_clock(&document.path));
    let kept = documents.map(|document| {
        let is_page = document.path.ends_with(".html") || document.path.ends_with(".md");
        let text = || timeless(std::str::from_utf8(&document.bytes).unwrap()).into_bytes();
        (document.path.clone(), if is_page { text() } else { document.bytes.clone() })
    });
    kept.collect()
}

fn study(study: Study) {
    let report = study.run(Size::Small, &mut Clock(0.0)).unwrap();
    let failed: Vec<_> = report.checks.iter().filter(|check| !check.passes).collect();
    assert!(failed.is_empty() && !report.checks.is_empty(), "{study}: {failed:#?}");
    let mut pictures = 0;
    for document in &report.documents {
        let path = &document.path;
        assert!(path.starts_with(&format!("{study}/")) && !path.contains(".."), "{path}");
        if path.ends_with(".png") {
            assert!(document.bytes.starts_with(&[0x89, b'P', b'N', b'G']), "{path}");
            continue;
        }
        let text = std::str::from_utf8(&document.bytes).unwrap();
        if path.ends_with(".svg") {
            pictures += 1;
            roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(!text.contains("NaN"), "{path}");
        }
        if path.ends_with(".md") || path.ends_with(".html") {
            assert!(!text.contains("{{") && !text.contains("}}"), "{path}: an open place");
            assert!(text.contains("<h1>") || text.starts_with("# "), "{path}");
        }
        if path.ends_with(".csv") {
            let columns = text.lines().next().unwrap().split(',').count();
            assert!(columns > 1 && text.lines().count() > 1, "{path}");
        }
    }
    let page = report.documents.iter().find(|document| document.path.ends_with("/index.html")).unwrap();
    let page = std::str::from_utf8(&page.bytes).unwrap();
    assert!(pictures > 0 && page.matches("<svg").count() == pictures, "{study}: every figure is on the page");
    assert!(!page.contains("src=") && !page.contains("<script"), "{study}: the page needs nothing else");
    let again = study.run(Size::Small, &mut Clock(7.0)).unwrap();
    let (first, second) = (reproducible(&report), reproducible(&again));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (path, bytes) in first {
        assert!(second[&path] == bytes, "{path} differs in a second run");
    }
}

#[test]
fn pfrommer_2019() {
    study(Study::Pfrommer2019);
}

#[test]
fn schindler_2011() {
    study(Study::Schindler2011);
}

#[test]
fn lu_trinkle() {
    study(Study::LuTrinkle);
}

#[test]
fn mylapilli_jain_2014() {
    study(Study::MylapilliJain2014);
}

#[test]
fn which_method() {
    study(Study::WhichMethod);
}

#[test]
fn names_are_known_and_others_are_not() {
    for study in Study::ALL {
        assert_eq!(study.name().parse(), Ok(study));
        assert!(!study.title().is_empty() && !study.source().is_empty());
    }
    let error = "painleve".parse::<Study>().unwrap_err();
    assert_eq!(error.to_string().split(';').next(), Some("unknown study 'painleve'"));
}

#[test]
fn a_host_that_wants_to_stop_is_heard() {
    struct Impatient;
    impl Host for Impatient {
        fn progress(&mut self, _: f64, _: &str) {}
        fn seconds(&mut self) -> f64 {
            0.0
        }
        fn stops(&mut self) -> bool {
            true
        }
    }
    for study in Study::ALL {
        assert_eq!(study.run(Size::Full, &mut Impatient), Err(StudyError::Interrupted), "{study}");
    }
}

#[test]
fn the_contents_lead_to_every_study() {
    let report = Study::Pfrommer2019.run(Size::Small, &mut ()).unwrap();
    let documents = contents(&[report]);
    let page = std::str::from_utf8(&documents[1].bytes).unwrap();
    assert!(page.contains("<a href=\"pfrommer-2019/index.html\">"), "{page}");
    assert!(page.contains("Not run this time: <code>schindler-2011</code>"), "{page}");
}
