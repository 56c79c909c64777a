//! Measuring the checks on whole corpora takes minutes and says the same until the checks or the corpora change, so a machine
//! that remembers the last time may leave it out. In doubt it is done.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use xtask::tree;

/// Every test but those that measure the checks on corpora.
pub(crate) const WITHOUT: &str = "not package(mutation)";

/// What the figures depend on.
const DEPENDS_ON: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "crates/book",
    "crates/checks",
    "crates/mutation",
    "samples",
    "scripts",
    "xtask",
];

/// The state of everything the figures depend on.
pub(crate) struct Stamp {
    /// Where the state of the last success is kept; `None` on a machine that keeps nothing.
    file: Option<PathBuf>,
    /// `None` if it cannot be told, or if something is not committed.
    state: Option<String>,
}

/// Where the tests are that measure on corpora; without it there is nothing to leave out.
const MEASURED_IN: &str = "crates/mutation";

impl Stamp {
    /// The state of now. `.ci/run` says in the environment where states are kept.
    #[expect(clippy::disallowed_methods, reason = "a machine says in its environment where it keeps things")]
    pub(crate) fn read() -> Self {
        let folder = std::env::var_os("TSUMUGI_CI_CACHE").map(PathBuf::from);
        let folder = folder.filter(|_| tree::root().join(MEASURED_IN).is_dir());
        Self { file: folder.map(|folder| folder.join("corpora-passed")), state: state() }
    }

    /// Whether the tests passed with exactly this state before.
    pub(crate) fn has_passed(&self) -> bool {
        let kept = self.file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        kept.is_some() && kept == self.state
    }

    /// Remembers that they passed. What cannot be kept is measured again next time.
    pub(crate) fn keep(&self) {
        if let (Some(file), Some(state)) = (&self.file, &self.state) {
            let _ = file.parent().map(fs::create_dir_all);
            let _ = fs::write(file, state);
        }
    }
}

fn state() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").args(arguments).arg("--").args(DEPENDS_ON).current_dir(tree::root()).output();
        let output = output.ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    };
    let is_clean = git(&["status", "--porcelain"])?.is_empty();
    let committed = git(&["ls-tree", "HEAD"])?;
    let mut corpora: Vec<String> = fs::read_dir(tree::root().join("target/corpora"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    corpora.sort();
    is_clean.then(|| format!("{committed}corpora: {}\n", corpora.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::Stamp;

    fn stamp(folder: &std::path::Path, state: Option<&str>) -> Stamp {
        Stamp { file: Some(folder.join("cache/stamp")), state: state.map(str::to_owned) }
    }

    #[test]
    fn corpora_are_left_out_only_after_a_success_with_the_same_state() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!stamp(folder.path(), Some("a")).has_passed());
        stamp(folder.path(), Some("a")).keep();
        assert!(stamp(folder.path(), Some("a")).has_passed());
        assert!(!stamp(folder.path(), Some("b")).has_passed());
        assert!(!stamp(folder.path(), None).has_passed());
    }

    #[test]
    fn a_machine_that_keeps_nothing_always_measures() {
        let nowhere = Stamp { file: None, state: Some("a".to_owned()) };
        nowhere.keep();
        assert!(!nowhere.has_passed());
    }
}
