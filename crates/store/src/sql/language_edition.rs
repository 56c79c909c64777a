//! The language a book is translated into: a book with translations keeps it, and another language is another book.

use super::add::{add_series, random, series_named, sibling_digest};
use super::driver::{Connection, query, query_scalar};
use super::edits::Editor;
use super::knowledge::{self, Luggage, Removal};
use super::objects::OriginalColumns;
use super::rows::{BookKey, book_key, count, language, series_id, stored};
use super::scope::Scope;
use super::{DbError, claims};
use crate::change::Effect;
use crate::error::StoreError;
use crate::grant::Grant;
use book::id::{BookId, SeriesId};
use book::language::LanguageTag;

pub(super) async fn set_target_language(
    connection: &mut Connection,
    book: BookId,
    wanted: &LanguageTag,
    grant: Grant,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    grant.verify(connection, Scope::Key(key)).await?;
    let row = query(
        "SELECT b.title, b.target_language, EXISTS (SELECT 1 FROM selections s JOIN versions v ON v.key = s.version \
         WHERE s.book = b.key AND coalesce(v.target, b.target_language) <> $2) AS is_translated \
         FROM books b WHERE b.key = $1",
    )
    .bind(key.0)
    .bind(wanted.as_str())
    .fetch_one(&mut *connection)
    .await?;
    let present = language(&row, "target_language")?;
    if let Some(language) = present.filter(|present| present != wanted)
        && row.try_get("is_translated")?
    {
        let (title, wanted) = (row.try_get("title")?, wanted.clone());
        return Err(StoreError::TranslatedInto { book, title, language, wanted }.into());
    }
    put(connection, key, Some(wanted)).await?;
    leave_other_language(connection, (book, key), grant, now_ms).await?;
    Ok(())
}

/// Makes the edition of a book in a language: the rows of its file again, without translations.
pub(super) async fn add(
    connection: &mut Connection,
    (of, target): (BookId, &LanguageTag),
    (bytes, original): (&[u8], &OriginalColumns<'_>),
    grant: Grant,
    now_ms: i64,
) -> Result<BookId, DbError> {
    let from = book_key(connection, of).await?;
    grant.verify(connection, Scope::Key(from)).await?;
    if let Some((book, title)) = super::add::book_of_file(connection, bytes, Some(target.as_str())).await? {
        return Err(StoreError::AlreadyThere { book, title }.into());
    }
    super::add::refuse_trashed(connection, bytes, Some(target.as_str())).await?;
    let name: String =
        query_scalar("SELECT s.name FROM series s JOIN books b ON b.series = s.key WHERE b.key = $1")
            .bind(from.0)
            .fetch_one(&mut *connection)
            .await?;
    let series = match series_named(connection, &name, Some(target.as_str())).await? {
        Some(series) => {
            grant.verify_series(connection, series, None).await?;
            series
        }
        None => add_series(connection, &name, now_ms).await?,
    };
    let id = BookId::from_random(random()?);
    let key: i64 = query_scalar(
        "INSERT INTO books (id, series, title, author, source_language, target_language, format, file_name, digest, \
         n_chapters, n_paragraphs, n_work, created_at, reading) \
         SELECT $1, $2, title, author, source_language, $3, format, file_name, $4, n_chapters, n_paragraphs, n_work, \
         $5, reading FROM books WHERE key = $6 RETURNING key",
    )
    .bind(stored(id.number()))
    .bind(series)
    .bind(target.as_str())
    .bind(sibling_digest(bytes, target.as_str()).as_bytes().as_slice())
    .bind(now_ms)
    .bind(from.0)
    .fetch_one(&mut *connection)
    .await?;
    let key = BookKey(key);
    knowledge::take_place(connection, key, series).await?;
    original.insert(connection, key).await?;
    // A row's key is the book's with a number of its own, so every row moves by the same distance.
    let distance = key.range().0 - from.range().0;
    for statement in [
        "INSERT INTO chapters (key, book, number, title, volume, matter, n_paragraphs, n_work) \
         SELECT key + $1, $2, number, title, volume, matter, n_paragraphs, n_work FROM chapters \
         WHERE book = $3 AND number > 0",
        "INSERT INTO paragraphs (key, book, chapter, position, idx, text, tags, kind, part, block, is_empty) \
         SELECT key + $1, $2, chapter + $1, position, idx, text, tags, kind, part, block, is_empty FROM paragraphs \
         WHERE book = $3 AND position >= 0",
    ] {
        query(statement).bind(distance).bind(key.0).bind(from.0).execute(&mut *connection).await?;
    }
    Ok(id)
}

async fn put(
    connection: &mut Connection,
    key: BookKey,
    language: Option<&LanguageTag>,
) -> Result<(), DbError> {
    query("UPDATE books SET target_language = $1 WHERE key = $2")
        .bind(language.map(LanguageTag::as_str))
        .bind(key.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Books of one series are translated into one language, because its terms have one translation: a book of another one goes
/// to the series of the same name. Returns the series it left, with its place there.
pub(super) async fn leave_other_language(
    connection: &mut Connection,
    (book, key): (BookId, BookKey),
    grant: Grant,
    now_ms: i64,
) -> Result<Option<(SeriesId, u32)>, DbError> {
    let divided = query(
        "SELECT s.id, s.name, b.place FROM books b JOIN series s ON s.key = b.series JOIN books o ON o.series = s.key \
         WHERE b.key = $1 AND o.removed_at IS NULL AND o.target_language <> b.target_language LIMIT 1",
    )
    .bind(key.0)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = divided else { return Ok(None) };
    let (name, left): (String, _) = (row.try_get("name")?, (series_id(&row, "id")?, count(&row, "place")?));
    knowledge::move_book(connection, book, &name, Luggage::Summaries, grant, now_ms).await?;
    Ok(Some(left))
}

impl Editor<'_> {
    /// Says which language the book is in from here on, as part of a change.
    pub(super) async fn retarget(&mut self, language: Option<&LanguageTag>) -> Result<(), DbError> {
        let before = self.target_language().await?;
        if before.as_ref() == language {
            return Ok(());
        }
        self.grant.verify(self.connection, Scope::Key(self.key)).await?;
        claims::refuse_claimed(self.connection, self.key, self.book, self.now_ms).await?;
        put(self.connection, self.key, language).await?;
        let left_series =
            leave_other_language(self.connection, (self.book, self.key), self.grant, self.now_ms).await?;
        self.effects.push(Effect::Retargeted { before, after: language.cloned(), left_series });
        Ok(())
    }

    /// Restores the language before, and the series the book had left for it, if neither has changed since.
    pub(super) async fn take_back_language(
        &mut self,
        before: Option<&LanguageTag>,
        after: Option<&LanguageTag>,
        left_series: Option<(SeriesId, u32)>,
    ) -> Result<bool, DbError> {
        if self.target_language().await?.as_ref() != after {
            return Ok(false);
        }
        claims::refuse_claimed(self.connection, self.key, self.book, self.now_ms).await?;
        let (left, left_place) = self.series_place().await?;
        put(self.connection, self.key, before).await?;
        if let Some((series, place)) = left_series {
            self.return_to(series, place).await?;
        }
        // That series may have gone, or its books may have gone on in another language meanwhile.
        leave_other_language(self.connection, (self.book, self.key), self.grant, self.now_ms).await?;
        let (series, _) = self.series_place().await?;
        let left_series = (series != left).then_some((left, left_place));
        self.effects.push(Effect::Retargeted { before: after.cloned(), after: before.cloned(), left_series });
        Ok(true)
    }

    async fn series_place(&mut self) -> Result<(SeriesId, u32), DbError> {
        let row =
            query("SELECT s.id, b.place FROM books b JOIN series s ON s.key = b.series WHERE b.key = $1")
                .bind(self.key.0)
                .fetch_one(&mut *self.connection)
                .await?;
        Ok((series_id(&row, "id")?, count(&row, "place")?))
    }

    async fn return_to(&mut self, series: SeriesId, place: u32) -> Result<(), DbError> {
        let row = query(
            "SELECT b.series, b.place, s.key, (SELECT count(*) FROM books o WHERE o.series = b.series) AS n_books \
             FROM books b LEFT JOIN series s ON s.id = $2 WHERE b.key = $1",
        )
        .bind(self.key.0)
        .bind(stored(series.number()))
        .fetch_one(&mut *self.connection)
        .await?;
        let (from, to): (i64, Option<i64>) = (row.try_get("series")?, row.try_get("key")?);
        let Some(to) = to.filter(|to| *to != from) else { return Ok(()) };
        let removal = Removal {
            book: self.book,
            key: self.key,
            place: count(&row, "place")?,
            from,
            to,
            is_alone: count(&row, "n_books")? == 1,
        };
        self.grant.verify_series(self.connection, to, Some(self.key)).await?;
        knowledge::carry(self.connection, removal, Luggage::Summaries).await?;
        query("UPDATE books SET place = $1 WHERE key = $2")
            .bind(i64::from(place))
            .bind(self.key.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    async fn target_language(&mut self) -> Result<Option<LanguageTag>, DbError> {
        let row = query("SELECT target_language FROM books WHERE key = $1").bind(self.key.0);
        language(&row.fetch_one(&mut *self.connection).await?, "target_language")
    }
}
