//! A write transaction in either database.

use super::DbError;
use super::driver::Connection;
use super::postgres::PgTx;
use super::writer::BatchTx;
use async_recursion::async_recursion as boxed;
use std::ops::{Deref, DerefMut};

/// Rolled back when it is dropped without `end`.
#[derive(Debug)]
pub(super) enum WriteTx {
    Sqlite(BatchTx),
    Postgres(PgTx),
}

impl WriteTx {
    /// Commits on `Ok`, rolls back on `Err`. On return the work is durable or undone.
    pub(super) async fn end<T>(self, done: Result<T, DbError>) -> Result<T, DbError> {
        match done {
            Ok(value) => self.commit().await.map(|()| value),
            Err(cause) => Err(self.rollback(cause).await),
        }
    }

    #[boxed]
    async fn commit(self) -> Result<(), DbError> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Postgres(tx) => tx.commit().await,
        }
    }

    /// Returns what to tell the caller: the cause, or what went wrong while rolling back.
    #[boxed]
    async fn rollback(self, cause: DbError) -> DbError {
        match self {
            Self::Sqlite(tx) => tx.rollback(cause).await,
            Self::Postgres(tx) => tx.rollback(cause).await,
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
