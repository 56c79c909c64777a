//! Rows turned into records: the one place that knows the columns' names and how keys are made.

use super::DbError;
use super::chapter_counts::{ChapterCounts, CountedBook};
use super::driver::{Connection, Row, query_scalar};
use super::people::person_name;
use crate::error::StoreError;
use crate::people::{PersonId, PersonName};
use crate::record::{
    BookSummary, ChapterRecord, Freshness, ParagraphRecord, ReviewRecord, SeriesRecord, StaleReason,
    VersionKind, VersionRecord,
};
use book::id::{BookId, ChapterId, ChatId, ParagraphId, RunId, SeriesId, TaskId, VersionId};
use book::language::LanguageTag;
use book::text::book::FileFormat;
use book::text::chapter::Matter;
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, Place, TagKind};
use book::text::reading::Reading;
use book::text::review::ReviewState;

/// A book's key in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BookKey(pub(super) i64);

impl BookKey {
    pub(super) fn paragraph(self, paragraph: ParagraphId) -> i64 {
        self.row(paragraph.number())
    }

    pub(super) fn chapter(self, chapter: ChapterId) -> i64 {
        self.row(chapter.number())
    }

    /// The row of the search tables for the paragraph at this position.
    pub(super) fn at_position(self, position: u32) -> i64 {
        self.row(position)
    }

    /// The first and last key any row of the book can have.
    pub(super) fn range(self) -> (i64, i64) {
        (self.row(0), self.row(u32::MAX))
    }

    fn row(self, number: u32) -> i64 {
        (self.0 << 32) | i64::from(number)
    }
}

/// The number in the lower half of a chapter's or paragraph's key.
pub(super) fn number_in(key: i64) -> u32 {
    u32::try_from(key & i64::from(u32::MAX)).unwrap_or_default()
}

pub(super) async fn book_key(connection: &mut Connection, book: BookId) -> Result<BookKey, DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM books WHERE id = $1 AND removed_at IS NULL")
        .bind(stored(book.number()))
        .fetch_optional(connection)
        .await?;
    key.map(BookKey).ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() }.into())
}

/// Ids are below 2^39, so the sign never matters.
pub(super) fn stored(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

fn id_in(row: &Row, column: &str) -> Result<u64, DbError> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| DbError::unreadable("id", number.to_string()))
}

pub(super) fn book_id(row: &Row, column: &str) -> Result<BookId, DbError> {
    id_in(row, column).map(BookId::from_number)
}

pub(super) fn series_id(row: &Row, column: &str) -> Result<SeriesId, DbError> {
    id_in(row, column).map(SeriesId::from_number)
}

pub(super) fn run_id(row: &Row, column: &str) -> Result<RunId, DbError> {
    id_in(row, column).map(RunId::from_number)
}

pub(super) fn task_id(row: &Row, column: &str) -> Result<TaskId, DbError> {
    id_in(row, column).map(TaskId::from_number)
}

pub(super) fn chat_id(row: &Row, column: &str) -> Result<ChatId, DbError> {
    id_in(row, column).map(ChatId::from_number)
}

pub(super) fn count(row: &Row, column: &str) -> Result<u32, DbError> {
    let number: i64 = row.try_get(column)?;
    u32::try_from(number).map_err(|_| DbError::unreadable("count", number.to_string()))
}

/// A word of a small vocabulary.
pub(super) fn word<T>(
    row: &Row,
    column: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, DbError> {
    let text: &str = row.try_get(column)?;
    read(text).ok_or_else(|| DbError::unreadable(column, text.to_owned()))
}

/// The same where there may be none.
pub(super) fn optional_word<T>(
    row: &Row,
    column: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, DbError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(|text| read(text).ok_or_else(|| DbError::unreadable(column, text.to_owned()))).transpose()
}

pub(super) fn language(row: &Row, column: &'static str) -> Result<Option<LanguageTag>, DbError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|_| DbError::unreadable("language", text))).transpose()
}

/// A query for paragraphs, completed by what comes after `FROM`'s joins. Books are read by the thousand rows, so the columns
/// are few and taken by their places.
macro_rules! select_paragraphs {
    ($($rest:tt)+) => {
        $crate::sql::driver::sql!(
            "SELECT p.key, p.chapter, p.position, p.idx, p.text, p.tags, p.kind, p.part, p.block, p.is_empty, ",
            "s.version, s.locked, v.text, ",
            "CASE WHEN v.key IS NULL OR (v.source = p.source AND (v.target IS NULL OR b.target_language IS NULL OR v.target = b.target_language)) THEN 0 ",
            "ELSE CASE WHEN v.source = p.source THEN 2 ELSE 1 END + CASE WHEN EXISTS (SELECT 1 FROM versions n WHERE n.paragraph = p.key ",
            "AND n.source = p.source AND (n.target IS NULL OR b.target_language IS NULL OR n.target = b.target_language)) THEN 2 ELSE 0 END END, ",
            "w.state, x.text, CASE WHEN instr(v.author, '\"model\":\"rehearsal\"') > 0 THEN 1 ELSE 0 END ",
            "FROM paragraphs p JOIN books b ON b.key = p.book ",
            "LEFT JOIN selections s ON s.paragraph = p.key LEFT JOIN versions v ON v.key = s.version ",
            "LEFT JOIN reviews w ON w.version = s.version LEFT JOIN rehearsals x ON x.paragraph = p.key ",
            $($rest)+
        )
    };
}
pub(super) use select_paragraphs;

pub(super) fn paragraph(row: &Row) -> Result<ParagraphRecord, DbError> {
    let number = |column: usize| -> Result<u32, DbError> {
        let number: i64 = row.try_get(column)?;
        u32::try_from(number).map_err(|_| DbError::unreadable("count", number.to_string()))
    };
    let kind: &str = row.try_get(6)?;
    let tags: &str = row.try_get(5)?;
    Ok(ParagraphRecord {
        id: ParagraphId::from_number(number_in(row.try_get(0)?)),
        chapter: ChapterId::from_number(number_in(row.try_get(1)?)),
        position: number(2)?,
        index: number(3)?,
        text: Marked::from_written(row.try_get(4)?),
        tags: tags.chars().map(TagKind::from_letter).collect(),
        kind: ParagraphKind::from_word(kind).ok_or_else(|| DbError::unreadable("kind", kind.to_owned()))?,
        place: Place { part: number(7)?, block: number(8)? },
        is_empty: row.try_get(9)?,
        version: row.try_get::<Option<i64>, _>(10)?.map(VersionId::from_number),
        review: row.try_get::<Option<&str>, _>(14)?.and_then(ReviewState::from_word).unwrap_or_default(),
        rehearsal: row.try_get::<Option<String>, _>(15)?.map(Marked::from_written),
        by_rehearsal: row.try_get(16)?,
        locked: row.try_get::<Option<bool>, _>(11)?.unwrap_or_default(),
        translation: row.try_get::<Option<String>, _>(12)?.map(Marked::from_written),
        freshness: match number(13)? {
            0 => Freshness::Fresh,
            1 => Freshness::Stale(StaleReason::Source),
            2 => Freshness::Stale(StaleReason::Language),
            3 => Freshness::NewerWaits(StaleReason::Source),
            _ => Freshness::NewerWaits(StaleReason::Language),
        },
    })
}

pub(super) fn book_summary(row: &Row, counts: ChapterCounts) -> Result<BookSummary, DbError> {
    Ok(BookSummary {
        id: book_id(row, "id")?,
        series: SeriesRecord {
            id: series_id(row, "series_id")?,
            name: row.try_get("series_name")?,
            instructions: row.try_get("series_instructions")?,
        },
        title: row.try_get("title")?,
        title_translation: row.try_get("title_translation")?,
        title_by_person: row.try_get("title_by_person")?,
        author: row.try_get("author")?,
        source_language: language(row, "source_language")?,
        target_language: language(row, "target_language")?,
        format: word(row, "format", FileFormat::from_word)?,
        reading: word(row, "reading", Reading::from_word)?,
        file_name: row.try_get("file_name")?,
        n_chapters: count(row, "n_chapters")?,
        n_paragraphs: count(row, "n_work")?,
        n_translated: counts.translated,
        n_reviewed: counts.reviewed,
        n_approved: counts.approved,
        n_needs_work: counts.needs_work,
        n_rehearsed: count(row, "n_rehearsed")?,
        rehearsed_title: row.try_get("rehearsed_title")?,
        created_at: row.try_get("created_at")?,
        instructions: row.try_get("instructions")?,
    })
}

pub(super) fn chapter(row: &Row, counted: &CountedBook) -> Result<ChapterRecord, DbError> {
    let id = ChapterId::from_number(number_in(row.try_get("key")?));
    let counts = counted.of(id);
    Ok(ChapterRecord {
        id,
        number: count(row, "number")?,
        title: row.try_get("title")?,
        title_translation: row.try_get("title_translation")?,
        title_by_person: row.try_get("title_by_person")?,
        volume: row.try_get("volume")?,
        matter: word(row, "matter", Matter::from_word)?,
        n_paragraphs: count(row, "n_paragraphs")?,
        n_work: count(row, "n_work")?,
        n_translated: counts.translated,
        n_reviewed: counts.reviewed,
        n_approved: counts.approved,
        n_needs_work: counts.needs_work,
        n_rehearsed: count(row, "n_rehearsed")?,
        rehearsed_title: row.try_get("rehearsed_title")?,
        instructions: row.try_get("instructions")?,
    })
}

pub(super) fn version(row: &Row) -> Result<VersionRecord, DbError> {
    Ok(VersionRecord {
        id: VersionId::from_number(row.try_get("key")?),
        text: Marked::from_written(row.try_get("text")?),
        author: serde_json::from_str(row.try_get("author")?)?,
        person: person_name(row)?,
        created_at: row.try_get("created_at")?,
        selected: row.try_get("selected")?,
        standing: match (row.try_get("suggested")?, row.try_get("rejected")?) {
            (false, _) => VersionKind::Ordinary,
            (true, false) => VersionKind::Suggestion,
            (true, true) => VersionKind::Rejected,
        },
        is_of_present_source: row.try_get("is_of_present_source")?,
        review: match optional_word(row, "review_state", ReviewState::from_word)? {
            None => None,
            Some(state) => Some(ReviewRecord {
                state,
                who: serde_json::from_str(row.try_get("review_who")?)?,
                person: reviewer(row)?,
                created_at: row.try_get("reviewed_at")?,
            }),
        },
    })
}

fn reviewer(row: &Row) -> Result<Option<PersonName>, DbError> {
    let id: Option<i64> = row.try_get("reviewer")?;
    let name: Option<String> = row.try_get("reviewer_name")?;
    Ok(id.map(|id| PersonName { id: PersonId::from_number(id), name }))
}
