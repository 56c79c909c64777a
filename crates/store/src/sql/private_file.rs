//! The files of a library are their owner's: they are made so, and one that is there loses the rights of others.

use std::io;
use std::path::Path;

/// What everyone may do who is neither the owner nor in the group.
#[cfg(unix)]
const OTHERS: u32 = 0o007;

/// Makes the folders that are missing, for their owner alone. One that is there stays as it is.
pub(super) async fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = tokio::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(folder).await
}

/// Makes an empty file for its owner alone, where there is none. Files that SQLite makes beside it get the same rights.
pub(super) async fn make_file(path: &Path) -> io::Result<()> {
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    match options.open(path).await {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Takes the rights of others from a file; its owner and its group keep theirs. Where that is not ours to do, it stays.
#[cfg(unix)]
pub(super) async fn close_to_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = tokio::fs::metadata(path).await else { return };
    let mode = metadata.permissions().mode();
    if mode & OTHERS == 0 {
        return;
    }
    let closed = std::fs::Permissions::from_mode(mode & !OTHERS);
    if tokio::fs::set_permissions(path, closed).await.is_ok() {
        tracing::warn!(path = %path.display(), "others could read this file of the library; now they cannot");
    }
}

#[cfg(not(unix))]
pub(super) async fn close_to_others(_path: &Path) {}
