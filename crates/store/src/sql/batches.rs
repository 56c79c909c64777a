//! Batches of requests that a service answers later. What they say is the model client's own; here they are only kept.

use super::claims::refuse_unclaimed;
use super::driver::{self, Connection, query_scalar};
use super::rows::{book_key, stored};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::work::Fence;
use book::id::{BookId, RunId};

/// Keeps a batch of the fence's run, over what was kept of it before, or strikes it out where there is no record.
pub(super) async fn keep_batch(
    connection: &mut Connection,
    book: BookId,
    fence: Fence<'_>,
    name: &str,
    record: Option<&str>,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    refuse_unclaimed(connection, key, book, fence).await?;
    let run = stored(fence.run.number());
    let query = match record {
        Some(record) => driver::query(
            "INSERT INTO batches (run, name, record) SELECT key, $2, $3 FROM runs WHERE id = $1 \
             ON CONFLICT (run, name) DO UPDATE SET record = excluded.record",
        )
        .bind(run)
        .bind(name)
        .bind(record),
        None => driver::query(
            "DELETE FROM batches WHERE run = (SELECT key FROM runs WHERE id = $1) AND name = $2",
        )
        .bind(run)
        .bind(name),
    };
    query.execute(connection).await?;
    Ok(())
}

/// Strikes out all batches of a run.
pub(super) async fn remove_batches(connection: &mut Connection, run: RunId) -> Result<(), DbError> {
    driver::query("DELETE FROM batches WHERE run = (SELECT key FROM runs WHERE id = $1)")
        .bind(stored(run.number()))
        .execute(connection)
        .await?;
    Ok(())
}

impl SqlLibrary {
    pub(crate) async fn keep_batch(
        &self,
        book: BookId,
        fence: Fence<'_>,
        name: &str,
        record: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Book(book)).await?;
        let done = keep_batch(&mut tx, book, fence, name, record).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_batches(&self, run: RunId) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Run(run)).await?;
        let done = remove_batches(&mut tx, run).await;
        self.end(tx, done).await
    }

    pub(crate) async fn batches(&self, run: RunId) -> Result<Vec<String>, StoreError> {
        let mut reader = self.reader().await?;
        let rows = query_scalar(
            "SELECT b.record FROM runs r JOIN batches b ON b.run = r.key WHERE r.id = $1 ORDER BY b.key",
        )
        .bind(stored(run.number()))
        .fetch_all(&mut reader)
        .await;
        rows.map_err(|error| self.explain(error.into()))
    }
}
