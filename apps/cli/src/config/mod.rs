//! What this process was told: the library, the language, the pager and the editor. Models and keys are in `settings`.

pub(crate) mod host;
pub(crate) mod library_keys;
pub(crate) mod login_service;
pub(crate) mod mail;
pub(crate) mod server_token;

use crate::args::GlobalArgs;
use messages::Language;
use settings::environment::{settings_folder, usual_library, variable};
use std::path::{Path, PathBuf};
use store::store::Store;

/// The library to use: the one named on the command line or in the environment, or the person's own.
pub(crate) fn library_path(global: &GlobalArgs) -> anyhow::Result<PathBuf> {
    match global.library.clone() {
        Some(path) => Ok(path),
        None => Ok(usual_library()?),
    }
}

/// Where texts are kept while a person edits them: beside the library, or with the settings where it is in a database.
pub(crate) fn edit_folder(store: &Store) -> anyhow::Result<PathBuf> {
    match store.path() {
        Some(path) => Ok(path.parent().unwrap_or_else(|| Path::new(".")).to_owned()),
        None => Ok(settings_folder()?),
    }
}

/// The language of messages where `--lang` names none: `TSUMUGI_LANG`, the settings, or the one of the system.
pub(crate) fn language() -> Language {
    let in_settings = || {
        // Settings that cannot be read stop only the commands that need them.
        settings_folder().and_then(|folder| settings::file::read(&folder)).ok()?.language
    };
    let of_system = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    let tag = variable("TSUMUGI_LANG").or_else(in_settings).or_else(of_system);
    tag.map_or(Language::English, |tag| Language::of_tag(&tag))
}

/// The program a person reads long texts with: `PAGER`, or `less` so that it ends by itself on a short text.
pub(crate) fn pager() -> String {
    variable("PAGER").unwrap_or_else(|| "less -FR".to_owned())
}

/// The program a person writes with: `VISUAL`, `EDITOR`, or the system's own.
pub(crate) fn editor() -> String {
    let usual = if cfg!(windows) { "notepad" } else { "vi" };
    variable("VISUAL").or_else(|| variable("EDITOR")).unwrap_or_else(|| usual.to_owned())
}

/// The time, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the outermost layer reads the clock and hands it in")]
pub(crate) fn now_ms() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Where a library in a database keeps original files. Settings that cannot be read stop only the commands that need them.
pub(crate) fn originals() -> Option<store::originals::OriginalsPlace> {
    let settings = settings::environment::settings_folder().and_then(|folder| settings::file::read(&folder));
    let set = settings.ok().and_then(|settings| settings.originals);
    let (address, options) = settings::environment::originals(set.as_deref())?;
    Some(store::originals::OriginalsPlace { address, options })
}

/// Who runs a run: this process on this machine, in words for a person who meets the claim.
pub(crate) fn holder() -> String {
    let host = variable("HOSTNAME").unwrap_or_else(|| "this machine".to_owned());
    format!("process {} on {host}", std::process::id())
}
