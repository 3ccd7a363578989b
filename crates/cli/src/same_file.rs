use std::path::Path;

/// Whether two paths lead to one file, by whatever way, also where there is none yet.
pub fn is_same_file(first: &Path, second: &Path) -> bool {
    let place = |path: &Path| std::path::absolute(path).ok();
    let found = matches!((first.canonicalize(), second.canonicalize()), (Ok(first), Ok(second)) if first == second);
    found || place(first).is_some_and(|first| Some(first) == place(second))
}
