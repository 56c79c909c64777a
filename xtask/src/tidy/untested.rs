//! A test in the source of a program or library that its manifest calls `test = false` would never be run. Such a crate is
//! compiled once, and has its tests in `tests`.

use super::Fault;
use xtask::tree::Tree;

const TESTS: &[&str] = &["#[test]", "#[tokio::test", "#[cfg(test)]"];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let manifests = tree.files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let untested = manifests.filter(|file| file.text.as_deref().is_some_and(has_untested_source));
    let sources: Vec<String> = untested.map(|file| file.path.replace("Cargo.toml", "src/")).collect();
    let is_untested = |path: &str| sources.iter().any(|source| path.starts_with(source.as_str()));
    let mut faults = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| is_untested(path)) {
        let has_test = |line: &str| TESTS.iter().any(|test| line.trim_start().starts_with(test));
        if let Some(at) = text.lines().position(has_test) {
            faults.push(Fault::error(
                path,
                format!(
                    "line {}: the manifest says `test = false`, so no test here is run; put it into `tests`",
                    at + 1
                ),
            ));
        }
    }
    faults
}

/// Whether the library, or a program whose source is in `src`, is compiled without its tests.
fn has_untested_source(manifest: &str) -> bool {
    let mut section = "";
    let mut is_in_source = false;
    let mut is_untested = false;
    for line in manifest.lines().map(str::trim).chain(["[end]"]) {
        if line.starts_with('[') {
            if is_untested && is_in_source {
                return true;
            }
            section = line;
            is_in_source = section == "[lib]";
            is_untested = false;
        } else if section == "[lib]" || section == "[[bin]]" {
            let (key, value) = line.split_once('=').unwrap_or_default();
            match (key.trim(), value.trim()) {
                ("test", "false") => is_untested = true,
                ("path", path) => is_in_source = path.starts_with("\"src/"),
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::check;
    use xtask::tree::{RepositoryFile, Tree};

    const LIBRARY: &str = "[package]\nname = \"book\"\n\n[lib]\ntest = false\n\n[dependencies]\n";
    const PROGRAM: &str = "[[bin]]\nname = \"tsumugi\"\npath = \"src/main.rs\"\ntest = false\n";

    fn faults(manifest: &str, path: &str, source: &str) -> Vec<String> {
        let file =
            |path: &str, text: &str| RepositoryFile { path: path.to_owned(), text: Some(text.to_owned()) };
        let files = vec![file("crates/book/Cargo.toml", manifest), file(path, source)];
        let faults = check(&Tree { root: std::path::PathBuf::new(), files });
        faults.into_iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect()
    }

    #[test]
    fn a_test_that_is_never_run_is_found() {
        for manifest in [LIBRARY, PROGRAM, "[lib]\npath = \"src/book.rs\"\ntest = false"] {
            for test in [
                "#[test]",
                "    #[test]",
                "#[tokio::test]",
                "#[tokio::test(start_paused = true)]",
                "#[cfg(test)]",
            ] {
                assert_eq!(
                    faults(
                        manifest,
                        "crates/book/src/text/fold.rs",
                        &format!("//! Why.\n{test}\nfn one() {{}}")
                    ),
                    [
                        "crates/book/src/text/fold.rs: line 2: the manifest says `test = false`, so no test here is run; put it into `tests`"
                    ],
                    "{manifest} {test}"
                );
            }
        }
    }

    #[test]
    fn tests_that_are_run_and_words_about_tests_are_no_faults() {
        let fuzzed = "[[bin]]\nname = \"epub\"\npath = \"fuzz_targets/epub.rs\"\ntest = false\n\n[lib]\n";
        for (manifest, path, source) in [
            (LIBRARY, "crates/book/tests/it/fold.rs", "#[test]\nfn one() {}"),
            (LIBRARY, "crates/books/src/fold.rs", "#[test]\nfn one() {}"),
            (LIBRARY, "crates/book/src/fold.rs", "/// Like `#[test]`.\nfn one() {}"),
            ("[lib]\ndoctest = false\n", "crates/book/src/fold.rs", "#[test]\nfn one() {}"),
            (fuzzed, "crates/book/src/lib.rs", "#[test]\nfn one() {}"),
        ] {
            assert_eq!(faults(manifest, path, source), [""; 0], "{manifest} {path}");
        }
    }
}
