//! Proof of life: a lock on a small file beside the library. The system gives it up when this process ends, however it
//! ends, so that a run that was killed can be resumed at once and a living one is never mixed with another.

use crate::config;
use runner::run::ClaimOwner;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What stands between the words for a person and the mark of the file.
const BEFORE_MARK: &str = " #";

/// This process, as other processes can see it.
pub(crate) struct ProcessLock {
    library: Option<PathBuf>,
    name: String,
    held: Option<Held>,
}

struct Held {
    path: PathBuf,
    /// Its lock lives as long as it is open.
    _file: File,
}

impl ProcessLock {
    /// Shows that this process works on the library. Where no file can be made, a claim has to run out by itself.
    pub(crate) fn begin(library: Option<&Path>) -> Self {
        let mark = format!("{:x}-{:x}", std::process::id(), config::now_ms());
        let held = library.and_then(|library| {
            let path = file_of(library, &mark);
            let file = File::create(&path).ok().filter(|file| file.try_lock().is_ok())?;
            Some(Held { path, _file: file })
        });
        let name = match &held {
            Some(_) => format!("{}{BEFORE_MARK}{mark}", config::holder()),
            // Another process of this number may have been here before, on this machine or another.
            None => format!("{} ({mark})", config::holder()),
        };
        Self { library: library.map(ToOwned::to_owned), name, held }
    }

    pub(crate) fn holder(&self) -> ClaimOwner {
        let library = self.library.clone();
        ClaimOwner {
            name: self.name.clone(),
            is_gone: Arc::new(move |name| is_gone(library.as_deref(), name)),
        }
    }
}

impl Drop for ProcessLock {
    fn drop(&mut self) {
        if let Some(held) = &self.held {
            // A file that stays says nothing without its lock.
            let _ = std::fs::remove_file(&held.path);
        }
    }
}

/// Whether the process of this name no longer holds its lock.
pub(crate) fn is_gone(library: Option<&Path>, name: &str) -> bool {
    let (Some(library), Some((_, mark))) = (library, name.rsplit_once(BEFORE_MARK)) else { return false };
    let path = file_of(library, mark);
    match File::open(&path).map(|file| file.try_lock()) {
        Ok(Ok(())) => {
            let _ = std::fs::remove_file(&path);
            true
        }
        Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) => false,
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

fn file_of(library: &Path, mark: &str) -> PathBuf {
    let mut name = OsString::from(library);
    name.push(".at-work-");
    name.push(mark);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::ProcessLock;

    #[test]
    fn a_process_is_there_until_it_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("library.tsumugi");
        let one = ProcessLock::begin(Some(&library));
        let two = ProcessLock::begin(Some(&folder.path().join("other.tsumugi")));
        let (holder, name) = (one.holder(), one.holder().name);
        assert!(!(holder.is_gone)(&name));
        drop(one);
        assert!((holder.is_gone)(&name));
        assert!(
            !(holder.is_gone)("process 7 on another machine"),
            "nothing is known about a claim without a mark"
        );
        drop(two);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing stays behind");
    }
}
