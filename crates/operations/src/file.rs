//! Puts a finished file on disk: whole or not at all, whatever happens on the way.

use messages::{Explain, Message};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Why a file could not be written. What stood under its name before is still there.
#[derive(Debug)]
pub enum FileError {
    /// The name belongs to a folder.
    IsFolder(PathBuf),
    /// The name is taken, and nothing may be replaced.
    Exists(PathBuf),
    /// The folder it should go to does not exist.
    NoFolder(PathBuf),
    /// The folder or file may not be written.
    NoPermission(PathBuf),
    /// The disk or quota is full.
    NoRoom(PathBuf),
    /// Anything else.
    Other {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl Explain for FileError {
    fn message(&self) -> Message {
        let about = |code: &'static str, path: &Path| Message::new(code).with("path", path.display());
        match self {
            Self::IsFolder(path) => about("target_is_folder", path),
            Self::Exists(path) => about("name_taken", path),
            Self::NoFolder(path) => about("no_folder", path),
            Self::NoPermission(path) => about("write_forbidden", path),
            Self::NoRoom(path) => about("no_room", path),
            Self::Other { path, error } => about("not_written", path).with("detail", error),
        }
    }
}

messages::shown_as_message!(FileError);

/// Writes a file so that its name always stands for the old bytes or the new ones, never for half of them.
///
/// The bytes go to a new file in the same folder, are forced to disk, and the new file takes over the name.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole_with(path, |to| to.write_all(bytes))
}

/// The same for what is written piece by piece.
pub fn write_whole_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(FileError::IsFolder(path.to_owned()));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(FileError::NoFolder(folder.to_owned()));
    }
    replace(&target, folder, write).map_err(|error| describe(path, error))?;
    // The rename itself should survive a power cut too; not every system lets a folder be synced.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a file under a name that nothing has yet, whole or not at all. What has the name is never replaced, not even by
/// a process that takes it at the same moment; a link under the name counts as taken, wherever it points.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(FileError::NoFolder(folder.to_owned()));
    }
    let written =
        temporary(folder, |to| to.write_all(bytes)).and_then(|file| Ok(file.persist_noclobber(path)?));
    match written {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(FileError::Exists(path.to_owned())),
        Err(error) => Err(describe(path, error)),
    }
}

fn replace(
    target: &Path,
    folder: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    temporary(folder, write)?.persist(target)?;
    Ok(())
}

/// What is written on disk under a name of its own; the file is removed unless it takes over another name.
fn temporary(
    folder: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tsumugi-").suffix(".part");
    // Temporary files are private by default; a book is a file like any other, so the umask decides.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    let mut buffered = BufWriter::with_capacity(1 << 16, file.as_file());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    Ok(file)
}

fn describe(path: &Path, error: io::Error) -> FileError {
    let path = path.to_owned();
    let kind = error.kind();
    if matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) {
        FileError::NoPermission(path)
    } else if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        FileError::NoRoom(path)
    } else if kind == ErrorKind::IsADirectory {
        FileError::IsFolder(path)
    } else {
        FileError::Other { path, error }
    }
}
