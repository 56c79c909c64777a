//! What models that were asked think of translations: one answer for each paragraph and model, the latest.

use super::driver::{Connection, Row, query};
use super::rows::{BookKey, book_key, number_in};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::record::OpinionRecord;
use book::id::{BookId, ParagraphId};

impl SqlLibrary {
    pub(crate) async fn opinions(&self, book: BookId) -> Result<Vec<OpinionRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(opinions(&mut reader, book).await)
    }

    pub(crate) async fn keep_opinion(&self, book: BookId, opinion: &OpinionRecord) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = keep_opinion(&mut tx, book, opinion).await;
        self.end(tx, done).await
    }
}

async fn opinions(connection: &mut Connection, book: BookId) -> Result<Vec<OpinionRecord>, DbError> {
    let (first, last) = book_key(connection, book).await?.range();
    let rows = query(
        "SELECT o.paragraph, o.model, o.digest, o.opinions, o.created_at FROM opinions o \
         JOIN paragraphs p ON p.key = o.paragraph WHERE o.paragraph BETWEEN $1 AND $2 AND p.position >= 0 \
         ORDER BY p.position, o.model",
    )
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<OpinionRecord, DbError> {
        Ok(OpinionRecord {
            paragraph: ParagraphId::from_number(number_in(row.try_get("paragraph")?)),
            model: row.try_get("model")?,
            digest: row.try_get("digest")?,
            opinions: serde_json::from_str(row.try_get("opinions")?)?,
            created_at: row.try_get("created_at")?,
        })
    };
    rows.iter().map(read).collect()
}

async fn keep_opinion(
    connection: &mut Connection,
    book: BookId,
    opinion: &OpinionRecord,
) -> Result<(), DbError> {
    let key: BookKey = book_key(connection, book).await?;
    query(
        "INSERT INTO opinions (paragraph, model, digest, opinions, created_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (paragraph, model) DO UPDATE SET digest = excluded.digest, opinions = excluded.opinions, \
         created_at = excluded.created_at",
    )
    .bind(key.paragraph(opinion.paragraph))
    .bind(&opinion.model)
    .bind(&opinion.digest)
    .bind(serde_json::to_string(&opinion.opinions)?)
    .bind(opinion.created_at)
    .execute(connection)
    .await?;
    Ok(())
}
