//! The page: its built files, which are kept in the repository, and its part of `cargo xtask ci`.

use crate::ci::step;
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::{process, tree};

/// The page's files as the program takes them in.
const BUILT: &str = "apps/server/page";
/// Chromium without windows asks a quarter less of the machine.
const CHROMIUM: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const FIREFOX: &str = "/usr/bin/firefox-esr";

/// Runs every step but the browser. Without Node, Chromium or Firefox the steps that need them are skipped, by name. On CI,
/// where such a message would go unread, they have to be there.
pub(crate) fn check() -> Result<()> {
    if !process::is_installed("npm", &["--version"]) {
        return missing("node", "the page is neither checked nor built");
    }
    if is_stale() {
        npm("packages", &["ci"])?;
    }
    for script in ["lint", "check", "test"] {
        npm(script, &["run", script])?;
    }
    // Beside the files that the program takes in: with them untouched, it need not be built again.
    let anew = tree::root().join("target/page");
    let folder = anew.to_string_lossy();
    npm("build", &["run", "build", "--", "--outDir", &folder, "--emptyOutDir"])?;
    match first_difference(&files_below(&tree::root().join(BUILT))?, &files_below(&anew)?) {
        None => Ok(()),
        Some(path) => bail!(
            "`{BUILT}` was not made of these sources: `{path}` differs\nhint: `cargo xtask page` builds it; commit it"
        ),
    }
}

/// Builds the files that the program takes in.
pub(crate) fn build() -> Result<()> {
    if is_stale() {
        npm("packages", &["ci"])?;
    }
    npm("build", &["run", "build"])
}

/// All files below a folder, by their paths there.
fn files_below(root: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).with_context(|| format!("cannot list `{}`", folder.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
                files.insert(name, std::fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// A file that only one of the two has, or that is not the same in both.
fn first_difference<'a>(
    before: &'a BTreeMap<String, Vec<u8>>,
    after: &'a BTreeMap<String, Vec<u8>>,
) -> Option<&'a str> {
    let mut paths = before.keys().chain(after.keys());
    paths.find(|path| before.get(*path) != after.get(*path)).map(String::as_str)
}

/// Uses the page in a browser, with the program that was built for the tests.
pub(crate) fn browse() -> Result<()> {
    if !process::is_installed("npm", &["--version"]) {
        // `check` has already printed that.
        return Ok(());
    }
    if chromium().is_none() {
        return missing("chromium", "the page is not tried in a browser");
    }
    if !Path::new(FIREFOX).exists() {
        missing("firefox-esr", "the page is not walked through in Firefox")?;
    }
    npm("browser", &["run", "browser"])
}

/// The browser that is installed.
pub(crate) fn chromium() -> Option<&'static str> {
    CHROMIUM.into_iter().find(|path| Path::new(path).exists())
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
    process::print_note(&format!("skipped: {what}, for `{program}` is missing; {hint}"));
    Ok(())
}

fn is_ci(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::{first_difference, is_ci};
    use std::collections::BTreeMap;
    use std::ffi::OsStr;

    #[test]
    fn a_built_file_that_came_went_or_changed_is_told() {
        let files = |text: &str| BTreeMap::from([("index.html".to_owned(), text.as_bytes().to_vec())]);
        assert_eq!(first_difference(&files("a"), &files("a")), None);
        assert_eq!(first_difference(&files("a"), &files("b")), Some("index.html"));
        assert_eq!(first_difference(&files("a"), &BTreeMap::new()), Some("index.html"));
        assert_eq!(first_difference(&BTreeMap::new(), &files("a")), Some("index.html"));
    }

    #[test]
    fn only_a_machine_of_ci_must_have_everything() {
        assert!(is_ci(Some(OsStr::new("true"))));
        assert!(!is_ci(Some(OsStr::new("false"))));
        assert!(!is_ci(None));
    }
}
