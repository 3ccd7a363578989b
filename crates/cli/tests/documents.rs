//! The documents tell the truth about the tree.
#![allow(clippy::unwrap_used)]

mod support;

use support::{files, root};

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_path_in_the_architecture_exists() {
    let text = read("ARCHITECTURE.md");
    let named = |entry: &str| root().join(entry).exists();
    let looks_like_a_path = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        plain && (word.contains('/') || [".md", ".rs", ".toml"].iter().any(|end| word.ends_with(end)))
    };
    let paths: Vec<_> = quoted(&text).filter(looks_like_a_path).collect();
    assert!(paths.len() >= 10, "{paths:?}");
    let missing: Vec<_> = paths.into_iter().filter(|path| !named(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names paths that do not exist: {missing:?}");
}

#[test]
fn every_room_is_in_the_architecture() {
    let text = read("ARCHITECTURE.md");
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let room = format!("`crates/{}`", entry.unwrap().file_name().to_string_lossy());
        assert!(text.contains(&room), "{room} is missing in ARCHITECTURE.md");
    }
}

/// The anchors of a document's headings, as GitHub and mdbook make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| -> String {
        let kept = heading.to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    headings.map(anchor).collect()
}

/// Templates of the studies are left out: their links are those of the pages made from them.
#[test]
fn every_link_leads_somewhere() {
    let (mut links, mut broken) = (0, Vec::new());
    let paths = files(&root(), ".md", &[]);
    for path in paths.iter().filter(|path| !path.ends_with("text.md")) {
        let text = std::fs::read_to_string(path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let leads = target.exists()
                && anchor.is_none_or(|anchor| {
                    anchors(&std::fs::read_to_string(&target).unwrap()).iter().any(|known| known == anchor)
                });
            if !leads {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(paths.len() > 25 && links > 100, "{} documents, {links} links", paths.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_readme_is_one_screen_and_its_commands_are_run() {
    let (readme, test, package) = (read("README.md"), read("test"), read("python/test"));
    assert!(readme.split_whitespace().count() <= 600);
    let commands: Vec<_> = readme.lines().filter_map(|line| line.strip_prefix("    ")).take(2).collect();
    let [simulate, install] = commands[..] else { panic!("two commands: {commands:?}") };
    let simulate = simulate.strip_prefix("cargo run --release -- ").unwrap();
    assert!(test.contains(&format!("cargo run --locked --release -- {simulate}\n")), "./test does not run: {simulate}");
    assert!(install == "pip install ." && package.contains("/pip\" install --quiet '.[test]'\n"), "{install}");
    assert!(read(".ci/run").ends_with("exec \"$(dirname \"$0\")/../test\"\n"));
}

#[test]
fn every_contact_method_is_in_the_advice() {
    let text = read("docs/which-method.md");
    for method in stiction_contact::Method::ALL {
        assert!(
            text.contains(&format!("| `{method}` |")),
            "{method} is missing: run `stiction study which-method` again"
        );
    }
}
