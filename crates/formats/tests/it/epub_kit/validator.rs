//! The validator of the trade.

use std::path::Path;
use std::process::Command;

/// Debian's package is an archive for Java that not every system starts by its name.
const EPUBCHECK: &str = "/usr/share/java/epubcheck.jar";

/// Whether the validator is here; a test that has to do without it says so, and fails on the build server.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
#[expect(clippy::disallowed_methods, reason = "only the environment knows whether this is the build server")]
pub(crate) fn has_epubcheck(test: &str) -> bool {
    if Path::new(EPUBCHECK).exists() {
        return true;
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "the build server must have epubcheck");
    println!("skipped `{test}`: epubcheck is not installed");
    false
}

/// Everything the validator says about a file. It runs so shortly that Java's second compiler only costs time.
pub(crate) fn epubcheck(file: &Path) -> String {
    let mut command = Command::new("java");
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", EPUBCHECK]).arg(file);
    let output = command.output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}
