//! Refused requests in the log: a line a minute for each kind, so that whoever sends many of them does not fill a disk.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_mins(1);

/// When each kind was last told, and how many of it came since.
#[derive(Debug, Default)]
pub(crate) struct RefusalLog(Mutex<HashMap<&'static str, (Instant, u64)>>);

impl RefusalLog {
    /// How many of this kind were left out before this one, if this one is to be told.
    pub(super) fn told(&self, code: &'static str) -> Option<u64> {
        let now = Instant::now();
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((told_at, n_left_out)) = kinds.get_mut(code) else {
            kinds.insert(code, (now, 0));
            return Some(0);
        };
        if now.duration_since(*told_at) < EVERY {
            *n_left_out += 1;
            return None;
        }
        *told_at = now;
        Some(std::mem::take(n_left_out))
    }
}
