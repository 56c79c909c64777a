//! Connections that read: from the pool, or lent where a hook sees every statement first.

use super::driver::{Connection, LentConnections, SqliteConn, SqliteHandle};
use super::{Database, DbError, SqlLibrary, SqliteFile};
use crate::driver_hook::DriverHook;
use crate::error::StoreError;
use async_recursion::async_recursion as boxed;
use std::sync::Arc;

impl SqlLibrary {
    #[boxed]
    pub(super) async fn reader(&self) -> Result<Connection, StoreError> {
        let reader = match &self.database {
            Database::Sqlite(SqliteFile { lent: Some(lent), .. }) => return self.lend(lent, false),
            Database::Sqlite(file) => file.readers.acquire().await.map_err(DbError::from),
            Database::Postgres(library) => return self.map_db_error(library.reader().await),
        };
        let reader = self.map_db_error(reader)?;
        Ok(Connection::Sqlite(SqliteHandle::new(SqliteConn::Pooled(reader), None)))
    }

    /// One moment of the library, for what is read in several statements.
    #[boxed]
    pub(super) async fn snapshot(&self) -> Result<Connection, StoreError> {
        let snapshot = match &self.database {
            Database::Sqlite(SqliteFile { lent: Some(lent), .. }) => return self.lend(lent, true),
            Database::Sqlite(file) => file.readers.begin().await.map_err(DbError::from),
            Database::Postgres(library) => return self.map_db_error(library.snapshot().await),
        };
        let snapshot = self.map_db_error(snapshot)?;
        Ok(Connection::Sqlite(SqliteHandle::new(SqliteConn::Snapshot(snapshot), None)))
    }

    fn lend(
        &self,
        (connections, hook): &(LentConnections, Arc<dyn DriverHook>),
        in_transaction: bool,
    ) -> Result<Connection, StoreError> {
        let lent = self.map_db_error(connections.lend(in_transaction).map_err(DbError::from))?;
        let handle = SqliteHandle::new(SqliteConn::Lent(lent), Some(Arc::clone(hook)));
        Ok(Connection::Sqlite(handle))
    }
}
