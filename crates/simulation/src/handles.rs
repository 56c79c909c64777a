//! Files, threads and memory of this process: what a day takes has come back after it.

use anyhow::{Result, ensure};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// How long the threads of closed libraries have to end.
const PATIENCE: u32 = 100;
/// So much more memory may be in use after any number of days: pools and caches that are filled once.
const MOST_MORE_KIB: u64 = 256 * 1024;

/// What this process has open. All zero where the system does not tell.
#[derive(Debug, Clone, Copy)]
pub struct Handles {
    n_files: usize,
    n_threads: usize,
    memory_kib: u64,
}

impl Handles {
    pub fn now() -> Self {
        let n_entries = |folder: &str| fs::read_dir(folder).map(Iterator::count).unwrap_or_default();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.and_then(|memory| memory.split_whitespace().next()?.parse().ok());
        Self {
            n_files: n_entries("/proc/self/fd"),
            n_threads: n_entries("/proc/self/task"),
            memory_kib: memory.unwrap_or_default(),
        }
    }

    /// Fails where more is open now than then. Libraries are closed by threads of their own, so it waits for them.
    pub fn have_come_back(&self) -> Result<()> {
        let mut now = Self::now();
        for _ in 0..PATIENCE {
            if now.n_files <= self.n_files && now.n_threads <= self.n_threads {
                break;
            }
            sleep(Duration::from_millis(50));
            now = Self::now();
        }
        ensure!(
            now.n_files <= self.n_files,
            "{} files are open that were not before",
            now.n_files - self.n_files
        );
        ensure!(now.n_threads <= self.n_threads, "{} threads have not ended", now.n_threads - self.n_threads);
        let more = now.memory_kib.saturating_sub(self.memory_kib);
        ensure!(more <= MOST_MORE_KIB, "{} MiB more are in use than before", more / 1024);
        Ok(())
    }
}
