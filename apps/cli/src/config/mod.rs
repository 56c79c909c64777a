//! What was meant: where the library is, which model, with which key. The only place that reads the environment.

pub(crate) mod dictionaries;
pub(crate) mod host;
pub(crate) mod keys;
pub(crate) mod learned;
pub(crate) mod models;
pub(crate) mod prices;
mod private_file;
pub(crate) mod saved_model;
pub(crate) mod server_token;
pub(crate) mod settings;
pub(crate) mod style;

use crate::args::GlobalArgs;
use anyhow::Context;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once by `main`, before anything else runs, as if it stood in the environment.
static LOCAL_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on every model that is not on this machine is refused.
pub(crate) fn stay_on_this_machine() {
    LOCAL_ONLY.store(true, Ordering::Relaxed);
}

/// Whether models elsewhere are refused, by flag or variable.
pub(crate) fn is_local_only() -> bool {
    LOCAL_ONLY.load(Ordering::Relaxed)
}

/// The library to use: the one named on the command line or in the environment, or the person's own.
pub(crate) fn library_path(global: &GlobalArgs) -> anyhow::Result<PathBuf> {
    let in_environment = || environment("TSUMUGI_LIBRARY").map(PathBuf::from);
    match global.library.clone().or_else(in_environment) {
        Some(path) => Ok(path),
        None => Ok(folders("keep a library in", "--library")?.data_dir().join("library.tsumugi")),
    }
}

/// Where settings and keys are kept.
pub(crate) fn settings_folder() -> anyhow::Result<PathBuf> {
    if let Some(folder) = environment("TSUMUGI_CONFIG") {
        return Ok(PathBuf::from(folder));
    }
    Ok(folders("keep settings in", "TSUMUGI_CONFIG")?.config_dir().to_owned())
}

fn folders(purpose: &str, otherwise: &str) -> anyhow::Result<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "tsumugi").with_context(|| {
        format!("this account has no home folder to {purpose}\nhint: name one with `{otherwise}`")
    })
}

/// The language a person wants messages in: `TSUMUGI_LANG`, or the one of the system.
pub(crate) fn language() -> messages::Language {
    let tag = ["TSUMUGI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(environment);
    tag.map_or(messages::Language::English, |tag| messages::Language::of_tag(&tag))
}

/// The program a person reads long texts with: `PAGER`, or `less` so that it ends by itself on a short text.
pub(crate) fn pager() -> String {
    environment("PAGER").unwrap_or_else(|| "less -FR".to_owned())
}

/// The program a person writes with: `VISUAL`, `EDITOR`, or the system's own.
pub(crate) fn editor() -> String {
    let usual = if cfg!(windows) { "notepad" } else { "vi" };
    environment("VISUAL").or_else(|| environment("EDITOR")).unwrap_or_else(|| usual.to_owned())
}

/// The words of a command as a shell reads them, so that a word may have spaces; `None` if a quotation mark is not closed.
pub(crate) fn command_words(line: &str) -> Option<Vec<String>> {
    // Elsewhere a backslash stands between folders.
    if cfg!(unix) { shlex::split(line) } else { shlex::split(&line.replace('\\', "\\\\")) }
}

/// Whether a program of this name can be started, as far as looking tells.
#[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
pub(crate) fn has_program(name: &str) -> bool {
    // Elsewhere a name may stand for files with several endings; the start itself will tell.
    if !cfg!(unix) || name.contains(std::path::MAIN_SEPARATOR) {
        return !cfg!(unix) || std::path::Path::new(name).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// A variable of the environment; empty ones count as absent.
#[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
pub(crate) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// The time, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the outermost layer reads the clock and hands it in")]
pub(crate) fn now_ms() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Who runs a run: this process on this machine, in words for a person who meets the claim.
pub(crate) fn holder() -> String {
    let host = environment("HOSTNAME").unwrap_or_else(|| "this machine".to_owned());
    format!("process {} on {host}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::command_words;

    #[test]
    fn a_word_of_a_command_may_have_spaces_between_quotation_marks() {
        assert_eq!(command_words("prog -u 'a b' \"c d\"").unwrap(), ["prog", "-u", "a b", "c d"]);
        assert_eq!(command_words("prog \"a b"), None);
        assert_eq!(command_words("  ").unwrap(), [] as [&str; 0]);
    }
}
