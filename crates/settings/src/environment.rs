//! The environment: variables, the person's folders, the programs that can be started.

use crate::error::SettingsError;
use messages::Message;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once by `main`, before anything else runs, as if it stood in the environment.
static LOCAL_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on every model that is not on this machine is refused.
pub fn stay_on_this_machine() {
    LOCAL_ONLY.store(true, Ordering::Relaxed);
}

/// Whether models elsewhere are refused, by flag or variable.
pub fn is_local_only() -> bool {
    LOCAL_ONLY.load(Ordering::Relaxed)
}

/// A variable of the environment; empty ones count as absent.
#[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// Where settings and keys are kept.
pub fn settings_folder() -> Result<PathBuf, SettingsError> {
    match variable("TSUMUGI_CONFIG") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Ok(folders("no_settings_folder")?.config_dir().to_owned()),
    }
}

/// The library of a person who named none.
pub fn usual_library() -> Result<PathBuf, SettingsError> {
    match variable("TSUMUGI_LIBRARY") {
        Some(path) => Ok(PathBuf::from(path)),
        None => Ok(folders("no_library_folder")?.data_dir().join("library.tsumugi")),
    }
}

/// Where a library in a database keeps original files: what `TSUMUGI_ORIGINALS` says, or else the settings. How the place is
/// reached is in the variables other programs read as well: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`, …
pub fn originals(settings: Option<&str>) -> Option<(String, Vec<(String, String)>)> {
    let address = variable("TSUMUGI_ORIGINALS").or_else(|| settings.map(ToOwned::to_owned))?;
    let known = [
        ("AWS_REGION", "aws_region"),
        ("AWS_DEFAULT_REGION", "aws_default_region"),
        ("AWS_ACCESS_KEY_ID", "aws_access_key_id"),
        ("AWS_SECRET_ACCESS_KEY", "aws_secret_access_key"),
        ("AWS_SESSION_TOKEN", "aws_session_token"),
        ("AWS_ENDPOINT_URL", "aws_endpoint"),
    ];
    let mut options: Vec<(String, String)> =
        known.into_iter().filter_map(|(name, option)| Some((option.to_owned(), variable(name)?))).collect();
    let is_plain = options.iter().any(|(name, value)| name == "aws_endpoint" && value.starts_with("http://"));
    if is_plain {
        options.push(("aws_allow_http".to_owned(), "true".to_owned()));
    }
    Some((address, options))
}

fn folders(otherwise: &'static str) -> Result<directories::ProjectDirs, SettingsError> {
    let folders = directories::ProjectDirs::from("", "", "tsumugi");
    folders.ok_or_else(|| SettingsError::Unusable(Message::new(otherwise)))
}

/// The words of a command as a shell reads them, so that a word may have spaces; `None` if a quotation mark is not closed.
pub fn command_words(line: &str) -> Option<Vec<String>> {
    // Elsewhere a backslash stands between folders.
    if cfg!(unix) { shlex::split(line) } else { shlex::split(&line.replace('\\', "\\\\")) }
}

/// Whether a file of this name that may be a program is in the search path.
#[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
pub fn has_program(name: &str) -> bool {
    // Elsewhere a name may stand for files with several endings; the start itself will tell.
    if !cfg!(unix) || name.contains(std::path::MAIN_SEPARATOR) {
        return !cfg!(unix) || std::path::Path::new(name).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}
