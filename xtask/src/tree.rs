//! The files of the repository, as git sees them: what is tracked, and what would be with `git add`.

use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder everything is in.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The repository at one moment.
pub struct Tree {
    /// The folder everything is in.
    pub root: PathBuf,
    /// Every file that is not ignored, in order of its path.
    pub files: Vec<RepositoryFile>,
}

/// One file of the repository.
pub struct RepositoryFile {
    /// Its path from the root, with `/` between folders.
    pub path: String,
    /// Its text; `None` if it is not text.
    pub text: Option<String>,
}

impl Tree {
    /// Reads the repository.
    pub fn read() -> Result<Self> {
        let root = root();
        let listing = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&root)
            .output()
            .context("`git` cannot be started")?;
        if !listing.status.success() {
            bail!("`git ls-files` failed: {}", String::from_utf8_lossy(&listing.stderr).trim());
        }
        let listing = String::from_utf8(listing.stdout).context("a file name is not UTF-8")?;
        let mut paths: Vec<_> = listing.split('\0').filter(|path| !path.is_empty()).collect();
        paths.sort_unstable();
        paths.dedup();
        // A file may be deleted and not yet committed so.
        let files = paths
            .into_iter()
            .filter_map(|path| {
                let bytes = std::fs::read(root.join(path)).ok()?;
                Some(RepositoryFile { path: path.to_owned(), text: String::from_utf8(bytes).ok() })
            })
            .collect();
        Ok(Self { root, files })
    }

    /// The Rust files with their text.
    pub fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts().filter(|(path, _)| Path::new(path).extension().is_some_and(|ending| ending == "rs"))
    }

    /// All text files.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// The text of one file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts().find(|(candidate, _)| *candidate == path).map(|(_, text)| text)
    }
}
