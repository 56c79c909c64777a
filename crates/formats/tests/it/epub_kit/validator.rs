//! The validator of the trade.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian's package is an archive for Java that not every system starts by its name.
const EPUBCHECK: &str = "/usr/share/java/epubcheck.jar";

/// Starts it for several books. Java compiles the few lines before it runs them.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/epub_kit/CheckBooks.java");

/// What a line begins with that complains.
const COMPLAINTS: [&str; 4] = ["FATAL(", "ERROR(", "WARNING(", "INFO("];

/// A book that the validator is to look at, under a name by which a test tells it from others.
pub(crate) struct NamedBook {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl NamedBook {
    pub(crate) fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }
}

/// Whether the validator is here; a test that has to do without it says so, and fails on the build server.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
#[expect(clippy::disallowed_methods, reason = "only the environment knows whether this is the build server")]
fn has_epubcheck(test: &str) -> bool {
    let has_compiler = || Command::new("javac").arg("-version").output().is_ok();
    if Path::new(EPUBCHECK).exists() && has_compiler() {
        return true;
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "the build server must have epubcheck");
    println!("skipped `{test}`: epubcheck or javac is not installed");
    false
}

/// The complaints about each book, in the order of the books, or `None` where there is no validator.
///
/// One start looks at all of them: the start takes five seconds of processor time, every further book a fifth of one.
pub(crate) fn complaints(test: &str, books: &[NamedBook]) -> Option<Vec<Vec<String>>> {
    if !has_epubcheck(test) {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |number: usize| folder.path().join(format!("{number}.epub"));
    let paths: Vec<PathBuf> = (0..books.len()).map(path).collect();
    for (path, book) in paths.iter().zip(books) {
        std::fs::write(path, &book.bytes).unwrap();
    }
    let mut command = Command::new("java");
    // It runs so shortly that Java's second compiler only costs time.
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", EPUBCHECK, PROGRAM]).args(&paths);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let parts: Vec<&str> = said.split("BOOK ").skip(1).collect();
    assert_eq!(parts.len(), books.len(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let of_book = |(part, (path, book)): (&str, (&PathBuf, &NamedBook))| {
        assert!(
            part.starts_with(&*path.to_string_lossy()) && part.contains("EPUBCheck completed"),
            "{}: {part}",
            book.name
        );
        let is_complaint = |line: &&str| COMPLAINTS.iter().any(|start| line.starts_with(start));
        part.lines().filter(is_complaint).map(str::to_owned).collect()
    };
    Some(parts.into_iter().zip(paths.iter().zip(books)).map(of_book).collect())
}
