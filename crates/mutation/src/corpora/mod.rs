//! Clean pairs by people: our own story in twelve languages, and what free Debian packages carry.
//!
//! Reading files is the only thing the suite itself never does; it happens here and nowhere else in this crate.

pub mod catalogue;
pub mod handbook;
pub mod story;
pub mod wesnoth;

use std::fs;
use std::path::{Path, PathBuf};

/// Where corpora may be: unpacked by `scripts/setup-tests` in `target/corpora` of the workspace, or installed.
pub fn find(workspace: &Path, inside: &str) -> Option<PathBuf> {
    let roots = [workspace.join("target/corpora"), PathBuf::from("/")];
    roots.into_iter().map(|root| root.join(inside)).find(|path| path.exists())
}

/// The files of a folder with an ending, in the order of their names.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok).collect());
    let mut paths: Vec<PathBuf> =
        entries.unwrap_or_else(|_| Vec::new()).iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    paths
}
