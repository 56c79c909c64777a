//! A write transaction in either database.

use super::DbError;
use super::driver::Connection;
use super::postgres::PgTx;
use super::writer::BatchTx;
use std::ops::{Deref, DerefMut};

/// Rolled back when it is dropped without `end`.
#[derive(Debug)]
pub(super) enum WriteTx {
    Sqlite(BatchTx),
    Postgres(PgTx),
}

impl WriteTx {
    /// Commits on `Ok`, rolls back on `Err`. On return the work is durable or undone.
    pub(super) async fn end<T: Send + 'static>(self, done: Result<T, DbError>) -> Result<T, DbError> {
        match self {
            Self::Sqlite(tx) => tx.end(done).await,
            Self::Postgres(tx) => Box::pin(tx.end(done)).await,
        }
    }
}

impl Deref for WriteTx {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match self {
            Self::Sqlite(tx) => tx,
            Self::Postgres(tx) => tx.connection(),
        }
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut Connection {
        match self {
            Self::Sqlite(tx) => tx,
            Self::Postgres(tx) => tx.connection_mut(),
        }
    }
}
