//! Claims on books: one run in one process at a time. A claim that is not renewed expires.

use super::DbError;
use super::driver::{Connection, query, query_scalar};
use super::rows::{BookKey, book_key, run_id, stored};
use crate::error::StoreError;
use crate::stats::ClaimRecord;
use crate::work::{Claim, FARTHEST_CLAIM_MS, Fence};
use book::id::{BookId, RunId};

pub(super) async fn claim_book(
    connection: &mut Connection,
    claim: &Claim<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = book_key(connection, claim.book).await?;
    let row = query("SELECT run, holder, until_ms FROM claims WHERE book = $1")
        .bind(key.0)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(row) = row {
        let held = ClaimRecord {
            run: run_id(&row, "run")?,
            holder: row.try_get("holder")?,
            until_ms: row.try_get("until_ms")?,
        };
        let ours = held.run == claim.run && held.holder == claim.holder;
        if !ours && held.holds_at(now_ms) {
            let ClaimRecord { run, holder, until_ms } = held;
            return Err(StoreError::BookClaimed { book: claim.book, run, holder, until_ms }.into());
        }
    }
    query(
        "INSERT INTO claims (book, run, holder, until_ms) VALUES ($1, $2, $3, $4) ON CONFLICT (book) DO UPDATE \
         SET run = excluded.run, holder = excluded.holder, until_ms = excluded.until_ms",
    )
        .bind(key.0)
        .bind(stored(claim.run.number()))
        .bind(claim.holder)
        .bind(claim.until_ms)
        .execute(&mut *connection)
        .await?;
    // Subscribers of an earlier session have not seen the end of the run, whichever program works on it now.
    query("UPDATE runs SET n_sessions = n_sessions + 1, last_event = NULL WHERE id = $1")
        .bind(stored(claim.run.number()))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn renew_claim(connection: &mut Connection, claim: &Claim<'_>) -> Result<(), DbError> {
    let key = book_key(connection, claim.book).await?;
    let done = query("UPDATE claims SET until_ms = $1 WHERE book = $2 AND run = $3 AND holder = $4")
        .bind(claim.until_ms)
        .bind(key.0)
        .bind(stored(claim.run.number()))
        .bind(claim.holder)
        .execute(connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::ClaimLost { book: claim.book, run: claim.run }.into());
    }
    Ok(())
}

/// Refuses while a run holds the book.
pub(super) async fn refuse_claimed(
    connection: &mut Connection,
    key: BookKey,
    book: BookId,
    now_ms: i64,
) -> Result<(), DbError> {
    let row = query(
        "SELECT run, holder, until_ms FROM claims WHERE book = $1 AND until_ms > $2 AND until_ms <= $3",
    )
    .bind(key.0)
    .bind(now_ms)
    .bind(now_ms.saturating_add(FARTHEST_CLAIM_MS))
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let (run, holder, until_ms) = (run_id(&row, "run")?, row.try_get("holder")?, row.try_get("until_ms")?);
    Err(StoreError::BookClaimed { book, run, holder, until_ms }.into())
}

/// Refuses unless the fence's run and process hold the book.
pub(super) async fn refuse_unclaimed(
    connection: &mut Connection,
    key: BookKey,
    book: BookId,
    fence: Fence<'_>,
) -> Result<(), DbError> {
    let held: Option<i64> = query_scalar("SELECT 1 FROM claims WHERE book = $1 AND run = $2 AND holder = $3")
        .bind(key.0)
        .bind(stored(fence.run.number()))
        .bind(fence.holder)
        .fetch_optional(connection)
        .await?;
    held.map(drop).ok_or_else(|| StoreError::ClaimLost { book, run: fence.run }.into())
}

pub(super) async fn release_book(
    connection: &mut Connection,
    book: BookId,
    run: RunId,
    holder: &str,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    query("DELETE FROM claims WHERE book = $1 AND run = $2 AND holder = $3")
        .bind(key.0)
        .bind(stored(run.number()))
        .bind(holder)
        .execute(connection)
        .await?;
    Ok(())
}
