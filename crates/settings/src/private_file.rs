//! Files that only their owner can read: keys, and the server's token.

use crate::error::{SettingsError, unreadable, unwritable};
use messages::Message;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// What everyone may do who is neither the owner nor in the group.
#[cfg(unix)]
const OTHERS: u32 = 0o007;

/// How many files were written: each writer has a file of its own until it is whole.
static N_WRITTEN: AtomicU64 = AtomicU64::new(0);

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

/// Makes the folders that are missing, for their owner alone. One that is there stays as it is.
pub fn make_folder(folder: &Path) -> Result<(), SettingsError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(unwritable(folder))
}

/// Opens a file to add to it; one that is made is its owner's alone, one that is there loses the rights of others.
pub fn append(path: &Path) -> Result<fs::File, SettingsError> {
    let mut options = fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(unwritable(path))?;
    close_to_others(path);
    Ok(file)
}

/// Takes the rights of others from a file, which may hold what only its owner is to know: the values of headers, what a model
/// said. Its owner and its group keep theirs.
#[cfg(unix)]
pub(crate) fn close_to_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.permissions().mode();
    // A device is nobody's file.
    if !metadata.is_file() || mode & OTHERS == 0 {
        return;
    }
    if fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS)).is_ok() {
        tracing::warn!(path = %path.display(), "others could read this file; now they cannot");
    }
}

#[cfg(not(unix))]
pub(crate) fn close_to_others(_path: &Path) {}

/// Writes a file whole or not at all; only its owner can read it, from the first byte on.
pub fn write(path: &Path, text: &str) -> Result<(), SettingsError> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let number = N_WRITTEN.fetch_add(1, Ordering::Relaxed);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}-{number}.new", std::process::id()));
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
