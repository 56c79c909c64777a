//! Places that are shared fairly: each sender may have a few at once, so that none takes them all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Places for one kind of thing.
#[derive(Debug)]
pub(crate) struct Places<S> {
    per_sender: usize,
    taken: Arc<Mutex<HashMap<S, usize>>>,
}

impl<S: Copy + Eq + Hash> Places<S> {
    pub(crate) fn new(per_sender: usize) -> Self {
        Self { per_sender, taken: Arc::default() }
    }

    /// A place, if the sender may have one more. It is given back when it is dropped.
    pub(crate) fn take(&self, sender: S) -> Option<Place<S>> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let n = taken.entry(sender).or_default();
        if *n >= self.per_sender {
            return None;
        }
        *n += 1;
        drop(taken);
        Some(Place { sender, taken: Arc::clone(&self.taken) })
    }
}

/// A place that is taken.
#[derive(Debug)]
pub(crate) struct Place<S: Copy + Eq + Hash> {
    sender: S,
    taken: Arc<Mutex<HashMap<S, usize>>>,
}

impl<S: Copy + Eq + Hash> Drop for Place<S> {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = taken.get_mut(&self.sender) {
            *n -= 1;
            if *n == 0 {
                taken.remove(&self.sender);
            }
        }
    }
}
