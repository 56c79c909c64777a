//! Questions about the text of a book, each answered by looking rows up, never by walking through a book.

use super::chapter_counts::{CountedState, version_columns};
use super::driver::{self, Connection, Row, Sql, query_scalar};
use super::objects::OriginalColumns;
use super::rows::{
    BookKey, book_key, book_summary, chapter, count, number_in, paragraph, select_paragraphs, stored, version,
};
use super::{DbError, SqlLibrary, add};
use crate::error::StoreError;
use crate::record::{BookSummary, ChapterRecord, ParagraphPosition, ParagraphRecord, VersionRecord};
use book::id::{BookId, ChapterId, ParagraphId};
use book::language::LanguageTag;
use futures::TryStreamExt;
use std::ops::Range;
use std::sync::PoisonError;

macro_rules! select_books {
    ($rest:literal) => {
        concat!(
            "SELECT b.id, b.title, b.title_translation, b.title_by_person, b.author, b.source_language, b.format, ",
            "b.reading, b.file_name, b.n_chapters, b.n_work, b.created_at, b.instructions, r.id AS series_id, r.name AS series_name, r.instructions AS series_instructions, ",
            "(SELECT count(*) FROM rehearsals x WHERE x.book = b.key AND NOT EXISTS (SELECT 1 FROM selections s ",
            "WHERE s.paragraph = x.paragraph AND s.version IS NOT NULL)) AS n_rehearsed, ",
            "(SELECT t.title FROM rehearsal_titles t WHERE t.book = b.key AND t.chapter = 0) AS rehearsed_title, ",
            version_columns!(),
            "FROM books b JOIN series r ON r.key = b.series ",
            $rest
        )
    };
}

macro_rules! select_chapters {
    ($rest:literal) => {
        concat!(
            "SELECT c.key, c.number, c.title, c.title_translation, c.title_by_person, c.volume, c.matter, c.instructions, ",
            "c.n_paragraphs, c.n_work, ",
            "(SELECT count(*) FROM rehearsals x WHERE x.book = c.book AND x.chapter = c.key AND NOT EXISTS ",
            "(SELECT 1 FROM selections s WHERE s.paragraph = x.paragraph AND s.version IS NOT NULL)) AS n_rehearsed, ",
            "(SELECT t.title FROM rehearsal_titles t WHERE t.book = c.book AND t.chapter = c.key) AS rehearsed_title ",
            "FROM chapters c ",
            $rest
        )
    };
}

pub(super) const ONE_PARAGRAPH: Sql = select_paragraphs!("WHERE p.key = $1 AND p.position >= 0");
pub(super) const SOME_PARAGRAPHS: Sql = select_paragraphs!(
    "WHERE p.key IN (",
    { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" },
    ") AND p.position >= 0"
);
pub(super) const CHAPTER_PAGE: Sql =
    select_paragraphs!("WHERE p.chapter = $1 AND p.idx >= $2 AND p.idx < $3 ORDER BY p.idx");
pub(super) const STRETCH: Sql = select_paragraphs!(
    "WHERE p.chapter = (SELECT a.chapter FROM paragraphs a WHERE a.key = $1 AND a.position >= 0) \
     AND p.idx >= ",
    { "max" | "greatest" },
    "(0, (SELECT a.idx FROM paragraphs a WHERE a.key = $1) - $3) \
     AND p.idx <= (SELECT a.idx FROM paragraphs a WHERE a.key = $2 AND a.position >= 0) + $3 ORDER BY p.idx"
);
pub(super) const WHOLE_BOOK: Sql =
    select_paragraphs!("WHERE p.book = $1 AND p.position >= 0 ORDER BY p.position");
pub(super) const NEXT: Sql = select_paragraphs!(
    "WHERE p.book = $1 AND p.is_empty = 0 AND p.position > \
     (SELECT a.position FROM paragraphs a WHERE a.key = $2 AND a.position >= 0) ORDER BY p.position LIMIT $3"
);
pub(super) const PREVIOUS: Sql = select_paragraphs!(
    "WHERE p.book = $1 AND p.is_empty = 0 AND p.position >= 0 AND p.position < \
     (SELECT a.position FROM paragraphs a WHERE a.key = $2 AND a.position >= 0) ORDER BY p.position DESC LIMIT $3"
);
pub(super) const CHAPTERS: &str = select_chapters!("WHERE c.book = $1 AND c.number > 0 ORDER BY c.number");
const ONE_CHAPTER: &str = select_chapters!("WHERE c.key = $1 AND c.number > 0");
pub(super) const VERSIONS: &str = "SELECT v.key, v.text, v.author, v.person, m.name AS person_name, v.created_at, CASE WHEN s.version = v.key THEN 1 ELSE 0 END AS selected, \
     v.suggested, v.source = p.source AS is_of_present_source, \
     EXISTS (SELECT 1 FROM rejections r WHERE r.version = v.key) AS rejected, \
     w.state AS review_state, w.who AS review_who, w.created_at AS reviewed_at, \
     w.person AS reviewer, n.name AS reviewer_name FROM paragraphs p JOIN versions v ON v.paragraph = p.key \
     LEFT JOIN people m ON m.key = v.person LEFT JOIN reviews w ON w.version = v.key LEFT JOIN people n ON n.key = w.person \
     LEFT JOIN selections s ON s.paragraph = p.key WHERE p.key = $1 ORDER BY v.key";
pub(super) const POSITION: &str = "SELECT c.key, c.number, c.title, c.title_translation, c.instructions, c.n_paragraphs, p.idx \
    FROM paragraphs p JOIN chapters c ON c.key = p.chapter WHERE p.key = $1 AND p.position >= 0";

const NEWER_WAITING: &str = "SELECT count(*) AS n FROM selections s JOIN versions v ON v.key = s.version \
     JOIN paragraphs p ON p.key = s.paragraph JOIN books b ON b.key = p.book \
     WHERE s.book = $1 AND (v.source <> p.source OR v.target <> b.target_language) AND EXISTS (SELECT 1 FROM versions n \
     WHERE n.paragraph = p.key AND n.source = p.source AND (n.target IS NULL OR b.target_language IS NULL OR n.target = b.target_language))";

/// Which way to go from a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Forward,
    Back,
}

impl SqlLibrary {
    pub(crate) async fn books(&self) -> Result<Vec<BookSummary>, StoreError> {
        let mut snapshot = self.snapshot().await?;
        self.map_db_error(self.books_in(&mut snapshot).await)
    }

    async fn books_in(&self, snapshot: &mut Connection) -> Result<Vec<BookSummary>, DbError> {
        let rows = driver::query(select_books!("WHERE b.removed_at IS NULL ORDER BY b.key"))
            .fetch_all(snapshot)
            .await?;
        let states = rows.iter().map(CountedState::read).collect::<Result<Vec<_>, DbError>>()?;
        self.counts.keep_only(&states);
        let counted = self.counted(snapshot, &states).await?;
        let books = rows.iter().zip(&states);
        books.map(|(row, state)| book_summary(row, state.total_in(&counted))).collect()
    }

    pub(crate) async fn book(&self, book: BookId) -> Result<BookSummary, StoreError> {
        let mut snapshot = self.snapshot().await?;
        self.map_db_error(self.book_in(&mut snapshot, book).await)
    }

    async fn book_in(&self, snapshot: &mut Connection, book: BookId) -> Result<BookSummary, DbError> {
        let row = driver::query(select_books!("WHERE b.id = $1 AND b.removed_at IS NULL"))
            .bind(stored(book.number()));
        let row = row.fetch_optional(snapshot).await?;
        let row = row.ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() })?;
        let state = CountedState::read(&row)?;
        let counted = self.counted(snapshot, std::slice::from_ref(&state)).await?;
        book_summary(&row, state.total_in(&counted))
    }

    pub(crate) async fn book_of_file(
        &self,
        bytes: &[u8],
        target: Option<&LanguageTag>,
    ) -> Result<Option<BookId>, StoreError> {
        let mut reader = self.reader().await?;
        let found = add::book_of_file(&mut reader, bytes, target.map(LanguageTag::as_str)).await;
        Ok(self.map_db_error(found)?.map(|(book, _)| book))
    }

    pub(crate) async fn n_newer_waiting(&self, book: BookId) -> Result<u32, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let row = driver::query(NEWER_WAITING).bind(key.0).fetch_one(&mut reader).await;
        self.map_db_error(row.map_err(DbError::from).and_then(|row| count(&row, "n")))
    }

    pub(crate) async fn original(&self, book: BookId) -> Result<Vec<u8>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let found = OriginalColumns::of_book(&mut reader, key).await;
        drop(reader);
        self.original_bytes(self.map_db_error(found)?).await
    }

    /// The key of a book, without a second query. A caller that finds nothing under it asks [`Self::is_there`].
    pub(super) async fn key_of(&self, reader: &mut Connection, book: BookId) -> Result<BookKey, StoreError> {
        let known = self.keys.lock().unwrap_or_else(PoisonError::into_inner).get(&book).copied();
        if let Some(key) = known {
            return Ok(key);
        }
        let key = self.map_db_error(book_key(reader, book).await)?;
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).insert(book, key);
        Ok(key)
    }

    /// Fails if the book is gone: another program may have removed it.
    async fn is_there(&self, reader: &mut Connection, book: BookId) -> Result<(), StoreError> {
        let key = self.map_db_error(book_key(reader, book).await)?;
        // It may have come back under another key.
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).insert(book, key);
        Ok(())
    }

    pub(crate) async fn chapters(&self, book: BookId) -> Result<Vec<ChapterRecord>, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let (key, counted) = self.map_db_error(self.counted_book(&mut snapshot, book).await)?;
        let rows = driver::query(CHAPTERS).bind(key.0).fetch_all(&mut snapshot).await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        self.map_db_error(rows.iter().map(|row| chapter(row, &counted)).collect())
    }

    pub(crate) async fn chapter(&self, book: BookId, id: ChapterId) -> Result<ChapterRecord, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let (key, counted) = self.map_db_error(self.counted_book(&mut snapshot, book).await)?;
        let row = driver::query(ONE_CHAPTER).bind(key.chapter(id)).fetch_optional(&mut snapshot).await;
        let row = self.map_db_error(row.map_err(DbError::from))?;
        self.map_db_error(chapter(&row.ok_or(StoreError::NoSuchChapter { book, chapter: id })?, &counted))
    }

    pub(crate) async fn chapter_paragraphs(
        &self,
        book: BookId,
        chapter: ChapterId,
        range: Range<u32>,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.key_of(&mut reader, book).await?.chapter(chapter);
        let rows = driver::query(CHAPTER_PAGE)
            .bind(key)
            .bind(i64::from(range.start))
            .bind(i64::from(range.end))
            .fetch_all(&mut reader)
            .await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        if rows.is_empty() {
            self.is_there(&mut reader, book).await?;
            let known: Result<Option<i64>, _> =
                query_scalar("SELECT key FROM chapters WHERE key = $1 AND number > 0")
                    .bind(key)
                    .fetch_optional(&mut reader)
                    .await;
            let known = self.map_db_error(known.map_err(DbError::from))?;
            known.ok_or(StoreError::NoSuchChapter { book, chapter })?;
        }
        self.map_db_error(rows.iter().map(paragraph).collect())
    }

    pub(crate) async fn stretch(
        &self,
        book: BookId,
        (first, last): (ParagraphId, ParagraphId),
        beyond: u32,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.key_of(&mut reader, book).await?;
        let rows = driver::query(STRETCH)
            .bind(key.paragraph(first))
            .bind(key.paragraph(last))
            .bind(i64::from(beyond))
            .fetch_all(&mut reader)
            .await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        drop(reader);
        if rows.is_empty() {
            // One of the two is gone; it says so itself.
            self.paragraph(book, first).await?;
            self.paragraph(book, last).await?;
        }
        self.map_db_error(rows.iter().map(paragraph).collect())
    }

    pub(crate) async fn all_paragraphs(&self, book: BookId) -> Result<Vec<ParagraphRecord>, StoreError> {
        let mut paragraphs = Vec::new();
        self.each_paragraph(book, |paragraph| paragraphs.push(paragraph)).await?;
        Ok(paragraphs)
    }

    pub(crate) async fn each_paragraph(
        &self,
        book: BookId,
        mut take: impl FnMut(ParagraphRecord) + Send,
    ) -> Result<(), StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        // Row by row, because the rows of a whole book take several times the memory of its records.
        let mut rows = driver::query(WHOLE_BOOK).bind(key.0).fetch(&mut reader);
        while let Some(row) = self.map_db_error(rows.try_next().await.map_err(DbError::from))? {
            take(self.map_db_error(paragraph(&row))?);
        }
        Ok(())
    }

    /// The one row a statement has of a paragraph; the error says whether the book is missing or the paragraph.
    async fn row_of_paragraph(
        &self,
        statement: impl Into<Sql>,
        book: BookId,
        id: ParagraphId,
    ) -> Result<Row, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.key_of(&mut reader, book).await?;
        let row = driver::query(statement).bind(key.paragraph(id)).fetch_optional(&mut reader).await;
        let row = self.map_db_error(row.map_err(DbError::from))?;
        if row.is_none() {
            self.is_there(&mut reader, book).await?;
        }
        row.ok_or(StoreError::NoSuchParagraph { book, paragraph: id })
    }

    pub(crate) async fn paragraphs(
        &self,
        book: BookId,
        ids: &[ParagraphId],
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = self.reader().await?;
        let key = self.key_of(&mut reader, book).await?;
        let keys: Vec<i64> = ids.iter().map(|id| key.paragraph(*id)).collect();
        let rows = driver::query(SOME_PARAGRAPHS).bind(keys).fetch_all(&mut reader).await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        self.map_db_error(rows.iter().map(paragraph).collect())
    }

    pub(crate) async fn paragraph(
        &self,
        book: BookId,
        id: ParagraphId,
    ) -> Result<ParagraphRecord, StoreError> {
        let row = self.row_of_paragraph(ONE_PARAGRAPH, book, id).await?;
        self.map_db_error(paragraph(&row))
    }

    /// Neighbours with text, nearest first.
    pub(crate) async fn neighbours(
        &self,
        book: BookId,
        anchor: ParagraphId,
        way: Way,
        n_wanted: u32,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.key_of(&mut reader, book).await?;
        let query = match way {
            Way::Forward => NEXT,
            Way::Back => PREVIOUS,
        };
        let rows = driver::query(query)
            .bind(key.0)
            .bind(key.paragraph(anchor))
            .bind(i64::from(n_wanted))
            .fetch_all(&mut reader)
            .await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        if rows.is_empty() {
            self.is_there(&mut reader, book).await?;
            let known: Result<Option<i64>, _> =
                query_scalar("SELECT position FROM paragraphs WHERE key = $1 AND position >= 0")
                    .bind(key.paragraph(anchor))
                    .fetch_optional(&mut reader)
                    .await;
            let known = self.map_db_error(known.map_err(DbError::from))?;
            known.ok_or(StoreError::NoSuchParagraph { book, paragraph: anchor })?;
        }
        self.map_db_error(rows.iter().map(paragraph).collect())
    }

    pub(crate) async fn position(
        &self,
        book: BookId,
        id: ParagraphId,
    ) -> Result<ParagraphPosition, StoreError> {
        let row = self.row_of_paragraph(POSITION, book, id).await?;
        let read = || -> Result<ParagraphPosition, DbError> {
            Ok(ParagraphPosition {
                id,
                chapter: ChapterId::from_number(number_in(row.try_get("key")?)),
                chapter_number: count(&row, "number")?,
                chapter_title: row.try_get("title")?,
                chapter_title_translation: row.try_get("title_translation")?,
                chapter_instructions: row.try_get("instructions")?,
                index: count(&row, "idx")?,
                total_paragraphs: count(&row, "n_paragraphs")?,
            })
        };
        self.map_db_error(read())
    }

    pub(crate) async fn versions(
        &self,
        book: BookId,
        id: ParagraphId,
    ) -> Result<Vec<VersionRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?.paragraph(id);
        let rows = driver::query(VERSIONS).bind(key).fetch_all(&mut reader).await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        if rows.is_empty() {
            // A paragraph the book no longer has is still known by its history.
            let known = query_scalar::<i64>("SELECT key FROM paragraphs WHERE key = $1")
                .bind(key)
                .fetch_optional(&mut reader)
                .await;
            let known = self.map_db_error(known.map_err(DbError::from))?;
            known.ok_or(StoreError::NoSuchParagraph { book, paragraph: id })?;
        }
        self.map_db_error(rows.iter().map(version).collect())
    }
}
