//! A process that shows the others at its library that it lives.

use crate::store::Store;
use std::fmt;
use std::thread::JoinHandle;
use tokio::sync::oneshot::Sender;

/// As long as this is held, others see that the process lives.
pub struct Presence {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Presence {
    pub(crate) const fn new(stop: Sender<()>, thread: JoinHandle<()>) -> Self {
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl fmt::Debug for Presence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Presence")
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The receiver is gone if the task has ended already.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Store {
    /// Shows under this name that the process lives, where the library is in a database that can be asked. For a library in
    /// a file the caller locks a file beside it.
    pub fn announce(&self, name: &str) -> Option<Presence> {
        self.library().backend.announce(name)
    }

    /// Whether no process holds this name any more. Always `false` for a library in a file.
    pub fn is_absent(&self, name: &str) -> bool {
        self.library().backend.is_absent(name)
    }
}
