//! Proof of life: a lock on a small file beside the library. The system gives it up when this process ends, however it
//! ends, so that a run that was killed can be resumed at once and a living one is never mixed with another.

use crate::config;
use runner::run::ClaimOwner;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::presence::Presence;
use store::store::Store;

/// What stands between the words for a person and the mark of the file.
const BEFORE_MARK: &str = " #";

/// This process, as other processes can see it.
pub struct ProcessLock {
    store: Store,
    name: String,
    held: Option<LockHandle>,
}

/// What proves that the process lives.
enum LockHandle {
    File {
        path: PathBuf,
        /// Its lock lives as long as it is open.
        _file: File,
    },
    InDatabase(#[expect(dead_code, reason = "it only has to be there")] Presence),
}

impl ProcessLock {
    /// Shows that this process works on the library. Where that cannot be shown, a claim has to run out by itself.
    pub fn begin(store: &Store) -> Self {
        let mark = format!("{:x}-{:x}", std::process::id(), config::now_ms());
        let held = match store.path() {
            Some(library) => {
                let path = file_of(library, &mark);
                let file = File::create(&path).ok().filter(|file| file.try_lock().is_ok());
                file.map(|file| LockHandle::File { path, _file: file })
            }
            None => store.announce(&mark).map(LockHandle::InDatabase),
        };
        let name = match &held {
            Some(_) => format!("{}{BEFORE_MARK}{mark}", config::holder()),
            // Another process of this number may have been here before, on this machine or another.
            None => format!("{} ({mark})", config::holder()),
        };
        Self { store: store.clone(), name, held }
    }

    /// The name of the lock by which others see this process; nothing where it could not be taken.
    pub(crate) fn shown_mark(&self) -> Option<&str> {
        self.held.as_ref().and_then(|_| self.name.rsplit_once(BEFORE_MARK)).map(|(_, mark)| mark)
    }

    /// The holder of one session of a worker. Its name differs from that of every other session, so that a session that was
    /// taken over writes nothing though it is of the same process as its successor.
    pub(crate) fn session_holder(&self, epoch: u64, lease: Duration) -> ClaimOwner {
        let (words, mark) = self.name.rsplit_once(BEFORE_MARK).unwrap_or((&self.name, ""));
        let name = format!("{words}, session {epoch}{BEFORE_MARK}{mark}");
        ClaimOwner { name, lease, ..self.holder() }
    }

    /// This process, as whoever holds a book.
    pub fn holder(&self) -> ClaimOwner {
        let store = self.store.clone();
        ClaimOwner::new(self.name.clone(), move |name| is_gone(&store, name))
    }
}

impl Drop for ProcessLock {
    fn drop(&mut self) {
        if let Some(LockHandle::File { path, .. }) = &self.held {
            // A file that stays says nothing without its lock.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether the process of this name no longer holds its lock.
pub(crate) fn is_gone(store: &Store, name: &str) -> bool {
    let Some((_, mark)) = name.rsplit_once(BEFORE_MARK) else { return false };
    let Some(library) = store.path() else { return store.is_absent(mark) };
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
