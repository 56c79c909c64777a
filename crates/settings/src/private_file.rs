//! Files that only their owner can read: keys, and the server's token.

use crate::error::{SettingsError, unreadable, unwritable};
use messages::Message;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The text of a file, if there is one. A file that others on this machine can read is refused.
pub fn read(path: &Path) -> Result<Option<String>, SettingsError> {
    match fs::read_to_string(path) {
        Ok(text) => {
            refuse_open(path)?;
            Ok(Some(text))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path)(error)),
    }
}

/// Writes a file whole or not at all; only its owner can read it, from the first byte on.
pub fn write(path: &Path, text: &str) -> Result<(), SettingsError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritable(folder))?;
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary).map_err(unwritable(path))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(unwritable(path))?;
    fs::rename(&temporary, path).map_err(unwritable(path))
}

#[cfg(unix)]
fn refuse_open(path: &Path) -> Result<(), SettingsError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(unreadable(path))?.permissions().mode();
    if is_open_to_others(mode) {
        return Err(SettingsError::Unusable(Message::new("open_to_others").with("path", path.display())));
    }
    Ok(())
}

/// The last six bits of a mode are what the group and everyone else may do.
#[cfg(unix)]
const fn is_open_to_others(mode: u32) -> bool {
    mode.trailing_zeros() < 6
}

#[cfg(not(unix))]
fn refuse_open(_path: &Path) -> Result<(), SettingsError> {
    Ok(())
}
