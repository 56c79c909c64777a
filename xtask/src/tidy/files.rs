//! How files begin, how long they are and what they are called.

use super::Fault;
use xtask::tree::Tree;

/// From here on a file is worth a thought.
const WARN_ABOVE: usize = 300;
/// From here on a file needs a line in [`LONG_FOR_A_REASON`].
const REASON_ABOVE: usize = 500;
/// No reason is good enough for more.
const FAIL_ABOVE: usize = 800;

/// Files that may be longer, and why.
const LONG_FOR_A_REASON: &[(&str, &str)] = &[];

/// Names that say nothing about what is in the file.
const NAMELESS: &[&str] =
    &["utils", "util", "helpers", "helper", "misc", "common", "support", "core", "shared"];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.rust() {
        if !text.lines().next().is_some_and(|line| line.starts_with("//! ")) {
            faults.push(Fault::error(path, "the first line must be `//!` and say why the file exists"));
        }
        faults.extend(length(path, text.lines().count()));
        let mut folders_and_stem = path.trim_end_matches(".rs").split('/');
        if let Some(name) = folders_and_stem.find(|name| NAMELESS.contains(name)) {
            faults.push(Fault::error(path, format!("`{name}` says nothing: name the noun it is about")));
        }
    }
    for (path, _) in LONG_FOR_A_REASON {
        if tree.text(path).is_none_or(|text| text.lines().count() <= REASON_ABOVE) {
            faults.push(Fault::error(path, "is in the list of long files and is not long: remove the line"));
        }
    }
    faults
}

fn length(path: &str, n_lines: usize) -> Option<Fault> {
    let excused = LONG_FOR_A_REASON.iter().any(|(candidate, _)| *candidate == path);
    if n_lines > FAIL_ABOVE {
        Some(Fault::error(path, format!("{n_lines} lines; {FAIL_ABOVE} is the limit: split it")))
    } else if n_lines > REASON_ABOVE && !excused {
        let list = "LONG_FOR_A_REASON in xtask/src/tidy/files.rs";
        Some(Fault::error(path, format!("{n_lines} lines: split it, or give a reason in `{list}`")))
    } else if n_lines > WARN_ABOVE && !excused {
        Some(Fault::warning(path, format!("{n_lines} lines; {WARN_ABOVE} is a good length")))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{check, length};
    use crate::tidy::Severity;
    use xtask::tree::{RepositoryFile, Tree};

    #[test]
    fn longer_files_are_warned_about_then_refused() {
        assert_eq!(length("a.rs", 300), None);
        assert_eq!(length("a.rs", 301).map(|fault| fault.severity), Some(Severity::Warning));
        assert_eq!(length("a.rs", 501).map(|fault| fault.severity), Some(Severity::Error));
    }

    #[test]
    fn a_nameless_file_without_a_first_line_has_two_faults() {
        let file = RepositoryFile {
            path: "crates/book/src/utils.rs".to_owned(),
            text: Some("fn x() {}\n".to_owned()),
        };
        let tree = Tree { root: std::path::PathBuf::new(), files: vec![file] };
        assert_eq!(check(&tree).len(), 2);
    }
}
