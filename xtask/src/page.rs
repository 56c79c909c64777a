//! The page's part of `cargo xtask ci`: its packages, lints, types, tests, files, and a browser that uses it.

use crate::ci::step;
use anyhow::{Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::{process, tree};

const CHROMIUM: &str = "/usr/bin/chromium";
const FIREFOX: &str = "/usr/bin/firefox-esr";

/// Runs every step but the browser. Without Node, Chromium or Firefox the steps that need them are skipped, by name; on a machine of CI, where
/// nobody would read that, they have to be there.
pub(crate) fn check() -> Result<()> {
    if !process::is_installed("npm", &["--version"]) {
        return missing("node", "the page is neither checked nor built");
    }
    if is_stale() {
        npm("packages", &["ci"])?;
    }
    for script in ["lint", "check", "test", "build"] {
        npm(script, &["run", script])?;
    }
    Ok(())
}

/// Uses the page in a browser, with the program that was built for the tests.
pub(crate) fn browse() -> Result<()> {
    if !process::is_installed("npm", &["--version"]) {
        // Whoever checks the page was told so.
        return Ok(());
    }
    if !Path::new(CHROMIUM).exists() {
        return missing("chromium", "the page is not tried in a browser");
    }
    if !Path::new(FIREFOX).exists() {
        missing("firefox-esr", "the page is not walked through in Firefox")?;
    }
    npm("browser", &["run", "browser"])
}

fn folder() -> PathBuf {
    tree::root().join("apps/ui")
}

/// Whether the packages that are installed are older than the list of those that should be.
fn is_stale() -> bool {
    let changed = |path: &str| std::fs::metadata(folder().join(path)).and_then(|data| data.modified()).ok();
    changed("node_modules/.package-lock.json") < changed("package-lock.json")
}

fn npm(name: &str, arguments: &[&str]) -> Result<()> {
    step(&format!("page: {name}"), || process::run(Command::new("npm").args(arguments).current_dir(folder())))
}

#[expect(clippy::disallowed_methods, reason = "a machine says in its environment that it is one of CI")]
fn missing(program: &str, what: &str) -> Result<()> {
    let hint = "`scripts/setup-tests` installs it";
    if is_ci(std::env::var_os("CI").as_deref()) {
        bail!("`{program}` is missing, so {what}\nhint: {hint}");
    }
    process::tell(&format!("skipped: {what}, for `{program}` is missing; {hint}"));
    Ok(())
}

fn is_ci(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::is_ci;
    use std::ffi::OsStr;

    #[test]
    fn only_a_machine_of_ci_must_have_everything() {
        assert!(is_ci(Some(OsStr::new("true"))));
        assert!(!is_ci(Some(OsStr::new("false"))));
        assert!(!is_ci(None));
    }
}
