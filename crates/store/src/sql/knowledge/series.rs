//! A series as the owner of knowledge: its entries, whether it stays when its last book leaves, and its clock.

use super::rows::{CHARACTER, MEMORY, SUMMARY, TERM, series_key};
use crate::error::StoreError;
use crate::knowledge::{KnowledgeCounts, RemovedBook, SeriesOutcome, SeriesSummary, StandingCounts};
use crate::record::SeriesRecord;
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::{BookKey, book_id, book_key, count, number_in, series_id, stored, word};
use crate::sql::{DbError, SqlLibrary};
use book::id::{BookId, ChapterId, SeriesId};
use book::knowledge::evidence::{EntryState, StoryPosition};

/// Gives a new book the next place in its series.
pub(in crate::sql) async fn take_place(
    connection: &mut Connection,
    book: BookKey,
    series: i64,
) -> Result<(), DbError> {
    let n_places: i64 =
        query_scalar("UPDATE series SET n_places = n_places + 1 WHERE key = $1 RETURNING n_places")
            .bind(series)
            .fetch_one(&mut *connection)
            .await?;
    query("UPDATE books SET place = $1 WHERE key = $2")
        .bind(n_places - 1)
        .bind(book.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// A series of this name that has lost its books and waits for one.
pub(in crate::sql) async fn without_books(
    connection: &mut Connection,
    name: &str,
) -> Result<Option<i64>, DbError> {
    let found = query_scalar(
        "SELECT min(s.key) FROM series s WHERE s.name = $1 \
         AND NOT EXISTS (SELECT 1 FROM books b WHERE b.series = s.key AND b.removed_at IS NULL)",
    )
    .bind(name)
    .fetch_one(connection)
    .await?;
    Ok(found)
}

/// Decides whether a series stays after a book left it. Without books it stays for what it knows; one that knows nothing
/// would only be in the way of the next import.
pub(in crate::sql) async fn after_book(
    connection: &mut Connection,
    series: i64,
) -> Result<RemovedBook, DbError> {
    let record = record(&mut *connection, series).await?;
    let counts = counts(connection, series).await?;
    let fate = if n_visible_books(connection, series).await? > 0 {
        SeriesOutcome::HasBooks
    } else if counts.n_lasting() > 0 {
        SeriesOutcome::KeptForItsKnowledge(counts)
    } else {
        // A book in the trash comes back into its series, and so does one whose change of series is taken back.
        query(
            "DELETE FROM series WHERE key = $1 AND instructions IS NULL \
             AND NOT EXISTS (SELECT 1 FROM books b WHERE b.series = $1)",
        )
        .bind(series)
        .execute(connection)
        .await?;
        SeriesOutcome::Gone
    };
    Ok(RemovedBook { series: record, fate })
}

pub(in crate::sql) async fn remove_series(
    connection: &mut Connection,
    series: SeriesId,
) -> Result<KnowledgeCounts, DbError> {
    let key = series_key(connection, series).await?;
    let n_books = n_books(connection, key).await?;
    if n_books > 0 {
        let name = record(connection, key).await?.name;
        return Err(StoreError::SeriesHasBooks { name, n_books }.into());
    }
    let counts = counts(connection, key).await?;
    query("DELETE FROM series WHERE key = $1").bind(key).execute(connection).await?;
    Ok(counts)
}

async fn n_visible_books(connection: &mut Connection, series: i64) -> Result<u32, DbError> {
    let row = query("SELECT count(*) AS n FROM books WHERE series = $1 AND removed_at IS NULL")
        .bind(series)
        .fetch_one(connection)
        .await?;
    count(&row, "n")
}

/// How many books a series has, those in the trash too.
pub(super) async fn n_books(connection: &mut Connection, series: i64) -> Result<u32, DbError> {
    let row =
        query("SELECT count(*) AS n FROM books WHERE series = $1").bind(series).fetch_one(connection).await?;
    count(&row, "n")
}

pub(super) async fn record(connection: &mut Connection, series: i64) -> Result<SeriesRecord, DbError> {
    let row = query("SELECT id, name, instructions FROM series WHERE key = $1")
        .bind(series)
        .fetch_one(connection)
        .await?;
    series_record(&row)
}

fn series_record(row: &Row) -> Result<SeriesRecord, DbError> {
    let (name, instructions) = (row.try_get("name")?, row.try_get("instructions")?);
    Ok(SeriesRecord { id: series_id(row, "id")?, name, instructions })
}

async fn counts(connection: &mut Connection, series: i64) -> Result<KnowledgeCounts, DbError> {
    let rows = query(
        "SELECT kind, standing, count(*) AS n FROM knowledge WHERE series = $1 GROUP BY kind, standing",
    )
    .bind(series)
    .fetch_all(connection)
    .await?;
    let mut counts = KnowledgeCounts::default();
    for row in &rows {
        let of_kind = match row.try_get("kind")? {
            TERM => &mut counts.terms,
            CHARACTER => &mut counts.characters,
            MEMORY => &mut counts.memories,
            SUMMARY => &mut counts.summaries,
            other => return Err(DbError::unreadable("kind of entry", other.to_owned())),
        };
        add(of_kind, row)?;
    }
    Ok(counts)
}

fn add(counts: &mut StandingCounts, row: &Row) -> Result<(), DbError> {
    let n = count(row, "n")?;
    match word(row, "standing", EntryState::from_word)? {
        EntryState::Proposed => counts.proposed += n,
        EntryState::Confirmed => counts.confirmed += n,
        EntryState::Rejected => counts.rejected += n,
    }
    Ok(())
}

impl SqlLibrary {
    pub(crate) async fn all_series(&self) -> Result<Vec<SeriesSummary>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(all_series(&mut reader).await)
    }

    pub(crate) async fn knowledge_counts(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        self.map_db_error(counts(&mut reader, key).await)
    }

    pub(crate) async fn series_of(&self, book: BookId) -> Result<SeriesId, StoreError> {
        let mut reader = self.reader().await?;
        let row = query("SELECT s.id FROM books b JOIN series s ON s.key = b.series WHERE b.id = $1")
            .bind(stored(book.number()))
            .fetch_optional(&mut reader)
            .await;
        let row = self.map_db_error(row.map_err(DbError::from))?;
        let row = row.ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() })?;
        self.map_db_error(series_id(&row, "id"))
    }

    pub(crate) async fn position_of(
        &self,
        book: BookId,
        chapter: ChapterId,
    ) -> Result<StoryPosition, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let row = query(
            "SELECT b.place, c.number FROM chapters c JOIN books b ON b.key = c.book WHERE c.key = $1 AND c.number > 0",
        )
        .bind(key.chapter(chapter))
        .fetch_optional(&mut reader)
        .await;
        let row = self.map_db_error(row.map_err(DbError::from))?;
        let row = row.ok_or(StoreError::NoSuchChapter { book, chapter })?;
        let moment =
            || Ok(StoryPosition::new(count(&row, "place")?, count(&row, "number")?.saturating_sub(1)));
        self.map_db_error(moment())
    }

    pub(crate) async fn chapter_at(
        &self,
        series: SeriesId,
        moment: StoryPosition,
    ) -> Result<Option<(BookId, ChapterId)>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        let row = query(
            "SELECT b.id, c.key FROM books b JOIN chapters c ON c.book = b.key \
             WHERE b.series = $1 AND b.place = $2 AND c.number = $3",
        )
        .bind(key)
        .bind(i64::from(moment.book()))
        .bind(i64::from(moment.chapter()) + 1)
        .fetch_optional(&mut reader)
        .await;
        let Some(row) = self.map_db_error(row.map_err(DbError::from))? else { return Ok(None) };
        let found =
            || Ok(Some((book_id(&row, "id")?, ChapterId::from_number(number_in(row.try_get("key")?)))));
        self.map_db_error(found())
    }
}

async fn all_series(connection: &mut Connection) -> Result<Vec<SeriesSummary>, DbError> {
    let rows = query("SELECT key, id, name, instructions FROM series ORDER BY key")
        .fetch_all(&mut *connection)
        .await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let key: i64 = row.try_get("key")?;
        let books = query("SELECT id FROM books WHERE series = $1 AND removed_at IS NULL ORDER BY place")
            .bind(key)
            .fetch_all(&mut *connection)
            .await?;
        all.push(SeriesSummary {
            series: series_record(&row)?,
            books: books.iter().map(|book| book_id(book, "id")).collect::<Result<_, _>>()?,
            counts: counts(connection, key).await?,
        });
    }
    // One that waits only for its books in the trash is out of sight with them.
    all.retain(|one| !one.books.is_empty() || one.counts.n_lasting() > 0);
    Ok(all)
}
