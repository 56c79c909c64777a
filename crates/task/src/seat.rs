//! A seat at the table where replies are worked through: there are as many as the machine has cores.
//!
//! Replies tend to come together, because their requests went out together. If all are worked through at once, each is
//! done as late as the last, and all requests go out together again. One after the other, the first is back with its model
//! while the last is still at the table, and from then on they come one by one.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The table of a run.
#[derive(Debug, Clone)]
pub struct Table(Arc<Semaphore>);

impl Table {
    /// A table with a seat for each core of this machine.
    pub fn of_this_machine() -> Self {
        Self::with(std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// A table with so many seats.
    pub fn with(n_seats: usize) -> Self {
        Self(Arc::new(Semaphore::new(n_seats)))
    }
}

/// One worker's seat: taken while it works, and left while it waits for a model or a person.
#[derive(Debug)]
pub struct Seat {
    table: Table,
    taken: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Seat {
    /// A seat that has not been taken yet.
    pub fn at(table: &Table) -> Self {
        Self { table: table.clone(), taken: Mutex::default() }
    }

    /// Waits for a free seat; who has one keeps it.
    pub async fn take(&self) {
        if self.taken.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        // Nobody closes a table; were it closed, working without a seat would only be slower.
        let permit = Arc::clone(&self.table.0).acquire_owned().await.ok();
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    /// Leaves it to others.
    pub fn leave(&self) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

#[cfg(test)]
mod tests {
    use super::{Seat, Table};

    #[tokio::test]
    async fn whoever_comes_waits_until_a_seat_is_left_and_nobody_needs_two() {
        let table = Table::with(1);
        let (first, second) = (Seat::at(&table), Seat::at(&table));
        first.take().await;
        first.take().await;
        let mut waiting = Box::pin(second.take());
        assert!(futures::poll!(&mut waiting).is_pending());
        first.leave();
        waiting.await;
        let mut waiting = Box::pin(first.take());
        assert!(futures::poll!(&mut waiting).is_pending());
        drop(second);
        waiting.await;
    }
}
