//! A write transaction in either database.

use super::driver::{Connection, query_scalar};
use super::postgres::PgTx;
use super::scope::Scope;
use super::writer::BatchTx;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
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

impl SqlLibrary {
    /// A transaction of SQLite, refused once the library is at another place.
    pub(super) async fn not_moved(&self, begun: Result<BatchTx, DbError>) -> Result<WriteTx, DbError> {
        let mut tx = begun?;
        let moved_to = query_scalar("SELECT moved_to FROM library").fetch_one(&mut tx).await;
        match moved_to {
            Ok(None) => Ok(WriteTx::Sqlite(tx)),
            Ok(Some(to)) => {
                let moved = StoreError::MovedAway { place: self.place.clone(), to };
                Err(tx.rollback(moved.into()).await)
            }
            Err(error) => Err(tx.rollback(error.into()).await),
        }
    }

    /// Begins to write, and gives it up.
    pub(crate) async fn can_write(&self) -> Result<(), StoreError> {
        // Dropping it rolls it back.
        self.begin_as_process(Scope::Lease).await.map(drop)
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
