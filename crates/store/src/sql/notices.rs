//! Notices between processes at one database: that there is something to do, never what. Whoever hears one looks at the rows.

use super::driver::query;
use super::{Database, DbError, SqlLibrary};
use crate::error::StoreError;
use sqlx::postgres::PgListener;
use std::time::Duration;

/// The channel all workers of a library listen at.
const CHANNEL: &str = "tsumugi_workers";
/// Notices that come closer together are heard as one.
const COALESCED: Duration = Duration::from_millis(100);

/// Hears notices. One that comes while the connection is being made anew is lost; a poll finds what it was about.
#[derive(Debug)]
pub struct Notices {
    listener: PgListener,
}

impl Notices {
    /// Waits for a notice. Returns also when the connection was lost, because something may have been missed.
    pub async fn next(&mut self) {
        // `try_recv` gives nothing for a lost connection, and an error when it cannot be had again.
        if self.listener.try_recv().await.is_err() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            return;
        }
        tokio::time::sleep(COALESCED).await;
        while self.listener.next_buffered().is_some() {}
    }
}

impl SqlLibrary {
    pub(crate) async fn notify_workers(&self) -> Result<(), StoreError> {
        let Database::Postgres(library) = &self.database else { return Ok(()) };
        let sent = async {
            let mut connection = library.outside_transactions().await?;
            query("SELECT pg_notify('tsumugi_workers', '')").execute(&mut connection).await?;
            Ok::<(), DbError>(())
        };
        self.map_db_error(sent.await)
    }

    pub(crate) async fn notices(&self) -> Result<Option<Notices>, StoreError> {
        let Database::Postgres(library) = &self.database else { return Ok(None) };
        let heard = async {
            let mut listener = PgListener::connect_with(&library.listener_pool()).await?;
            listener.listen(CHANNEL).await?;
            Ok::<_, DbError>(Notices { listener })
        };
        self.map_db_error(heard.await).map(Some)
    }
}
