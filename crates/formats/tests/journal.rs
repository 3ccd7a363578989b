//! Files that grow, folders that are searched, and what tells contents apart.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use stiction_formats::{Journal, find_problem_files, fingerprint, make_folder, write_text};

/// An empty folder.
fn folder(test: &str) -> PathBuf {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "journal", test].iter().collect();
    let _ = std::fs::remove_dir_all(&folder);
    make_folder(&folder).unwrap();
    folder
}

#[test]
fn lines_survive_and_half_a_line_does_not() {
    let path = folder("lines").join("journal.csv");
    let (mut journal, lines) = Journal::open(&path).unwrap();
    assert!(lines.is_empty());
    journal.append("one").unwrap();
    journal.append("two").unwrap();
    assert!(journal.append("no\nline").is_err());
    // Before it is closed, all is there.
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
    drop(journal);

    std::fs::write(&path, "one\ntwo\nthr").unwrap();
    let (mut journal, lines) = Journal::open(&path).unwrap();
    assert_eq!(lines, ["one", "two"]);
    journal.append("three").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    journal.clear().unwrap();
    journal.append("four").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "four\n");
}

#[test]
fn two_do_not_write_at_once() {
    let path = folder("two").join("journal.csv");
    let first = Journal::open(&path).unwrap();
    let error = Journal::open(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: another program is writing to it", path.display()));
    drop(first);
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn folders_are_searched_in_order_and_files_found_once() {
    let root = folder("search");
    make_folder(&root.join("b/deep")).unwrap();
    for name in ["z.json", "a.HDF5", "b/deep/c.h5", "b/other.txt", "b/d.hdf5", "json"] {
        write_text(&root.join(name), "x").unwrap();
    }
    let expected = ["a.HDF5", "b/d.hdf5", "b/deep/c.h5", "z.json"].map(|name| root.join(name));
    assert_eq!(find_problem_files(&[root.clone(), root.join("b/d.hdf5")]).unwrap(), expected);
    // A file that is named is taken, whatever its ending.
    let named = root.join("b/other.txt");
    assert_eq!(find_problem_files(std::slice::from_ref(&named)).unwrap(), [named]);
    let missing = root.join("missing");
    let error = find_problem_files(std::slice::from_ref(&missing)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: cannot be read: ", missing.display())), "{error}");
}

#[test]
fn the_fingerprint_is_fnv_1a() {
    let path = folder("fingerprint").join("file");
    // From the authors' list of test vectors.
    for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        write_text(&path, text).unwrap();
        assert_eq!(fingerprint(&path).unwrap(), hash, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn links_to_files_are_followed_and_circles_are_not() {
    use std::os::unix::fs::symlink;
    let root = folder("links");
    make_folder(&root.join("below")).unwrap();
    make_folder(&root.with_file_name("links-elsewhere")).unwrap();
    let elsewhere = root.with_file_name("links-elsewhere").join("far.json");
    write_text(&elsewhere, "x").unwrap();
    write_text(&root.join("below/own.json"), "x").unwrap();
    symlink(&elsewhere, root.join("below/linked.json")).unwrap();
    // The same file by another name, a circle, a folder that looks like a file, and a link that leads nowhere.
    symlink(root.join("below/own.json"), root.join("again.json")).unwrap();
    symlink(&root, root.join("below/circle")).unwrap();
    symlink(&root, root.join("below/circle.json")).unwrap();
    symlink(root.join("gone.json"), root.join("below/nowhere.json")).unwrap();
    let expected = ["again.json", "below/linked.json", "below/nowhere.json"].map(|name| root.join(name));
    assert_eq!(find_problem_files(std::slice::from_ref(&root)).unwrap(), expected);
}
