//! Tells the program which commit it was built from, where there is one.

use std::process::Command;

fn main() {
    let commit = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    if let Some(commit) = commit.ok().filter(|output| output.status.success()) {
        println!("cargo::rustc-env=STICTION_COMMIT={}", String::from_utf8_lossy(&commit.stdout).trim());
    }
    println!("cargo::rerun-if-changed=../../.git/HEAD");
    println!("cargo::rerun-if-changed=../../.git/refs/heads");
}
