//! Claims on books, and handles whose every write needs one.

use super::scope::Scope;
use super::write_tx::WriteTx;
use super::{Database, DbError, SqlLibrary, claims, rows};
use crate::error::StoreError;
use crate::work::{Claim, Fence};
use book::id::{BookId, RunId};
use std::sync::Arc;

/// A claim that every write of a handle needs.
#[derive(Debug)]
pub(super) struct HeldClaim {
    book: BookId,
    run: RunId,
    holder: String,
}

impl SqlLibrary {
    pub(crate) async fn claim_book(&self, claim: &Claim<'_>, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Book(claim.book)).await?;
        let done = claims::claim_book(&mut tx, claim, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn renew_claim(&self, claim: &Claim<'_>) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Lease).await?;
        let done = claims::renew_claim(&mut tx, claim).await;
        self.end(tx, done).await
    }

    pub(crate) async fn release_book(
        &self,
        book: BookId,
        run: RunId,
        holder: &str,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Lease).await?;
        let done = claims::release_book(&mut tx, book, run, holder).await;
        self.end(tx, done).await
    }

    /// A transaction, refused unless the claim of this handle is still held.
    pub(super) async fn held(&self, begun: Result<WriteTx, DbError>) -> Result<WriteTx, DbError> {
        let mut tx = begun?;
        if let Some(HeldClaim { book, run, holder }) = self.held_claim.as_deref() {
            let key = rows::book_key(&mut tx, *book).await?;
            claims::refuse_unclaimed(&mut tx, key, *book, Fence { run: *run, holder }).await?;
        }
        Ok(tx)
    }

    /// The same library for the holder of a claim: a write is refused once the claim is another's. A library in a file is
    /// returned as it is; there the steps of a run are checked, which is all that a second process could spoil.
    pub(crate) fn under_claim(&self, book: BookId, run: RunId, holder: &str) -> Self {
        let claim = || Arc::new(HeldClaim { book, run, holder: holder.to_owned() });
        let held_claim = matches!(self.database, Database::Postgres(_)).then(claim);
        Self { held_claim, ..self.clone() }
    }
}
