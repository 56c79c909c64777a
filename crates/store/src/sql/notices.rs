//! Notices between processes at one database: that there is something to do, never what. The receiver reads the rows.

use super::driver::query;
use super::{Database, DbError, SqlLibrary};
use crate::error::StoreError;
use async_recursion::async_recursion as boxed;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use std::time::Duration;

/// The channel all workers of a library listen at.
const CHANNEL: &str = "tsumugi_workers";
/// Notices that come closer together are heard as one.
const COALESCED: Duration = Duration::from_millis(100);
/// The wait after an attempt to listen again that failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Hears notices. One that comes while the connection is being made anew is lost; a poll finds what it was about.
#[derive(Debug)]
pub struct Notices {
    pool: PgPool,
    /// None after its connection failed: a listener keeps a connection that was reset, and fails with it for ever.
    listener: Option<PgListener>,
}

impl Notices {
    /// Waits for a notice. Returns also when the connection was lost, because something may have been missed.
    #[boxed]
    pub async fn next(&mut self) {
        let Some(listener) = &mut self.listener else {
            // The caller polls meanwhile, and drops this future with each poll: the attempt comes before the pause.
            match listen(&self.pool).await {
                Ok(listener) => self.listener = Some(listener),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
            return;
        };
        if listener.try_recv().await.is_err() {
            self.listener = None;
            return;
        }
        tokio::time::sleep(COALESCED).await;
        while listener.next_buffered().is_some() {}
    }
}

async fn listen(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
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
        let pool = library.listener_pool();
        let listener = self.map_db_error(listen(&pool).await.map_err(DbError::from))?;
        Ok(Some(Notices { pool, listener: Some(listener) }))
    }
}
