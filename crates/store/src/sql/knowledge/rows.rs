//! Entries turned into rows and back: the one place that knows how an entry is keyed and found.

use crate::error::StoreError;
use crate::knowledge::Versioned;
use crate::search::needles;
use crate::sql::DbError;
use crate::sql::driver::{Connection, Row, query_scalar};
use crate::sql::rows::{BookKey, stored};
use book::id::{BookId, CharacterId, MemoryId, SeriesId, TermId};
use book::knowledge::entry::{Entry, EntryKey, Revision};
use book::knowledge::memory::Subject;
use serde::de::DeserializeOwned;

pub(super) const TERM: &str = "term";
pub(super) const CHARACTER: &str = "character";
pub(super) const MEMORY: &str = "memory";
pub(super) const SUMMARY: &str = "summary";

/// The key of the series a book belongs to.
pub(in crate::sql) async fn series_of(connection: &mut Connection, book: BookKey) -> Result<i64, DbError> {
    Ok(query_scalar("SELECT series FROM books WHERE key = $1").bind(book.0).fetch_one(connection).await?)
}

pub(super) async fn series_key(connection: &mut Connection, series: SeriesId) -> Result<i64, DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM series WHERE id = $1")
        .bind(stored(series.number()))
        .fetch_optional(connection)
        .await?;
    key.ok_or_else(|| StoreError::NoSuchSeries { series }.into())
}

/// The word and number an entry is keyed by. A summary is written through its own book only.
pub(super) fn keyed(
    key: EntryKey,
    book: BookId,
    book_key: BookKey,
) -> Result<(&'static str, i64), StoreError> {
    Ok(match key {
        EntryKey::Term { id } => (TERM, i64::from(id.number())),
        EntryKey::Character { id } => (CHARACTER, i64::from(id.number())),
        EntryKey::Memory { id } => (MEMORY, i64::from(id.number())),
        EntryKey::Summary { book: of, chapter } if of == book => (SUMMARY, book_key.chapter(chapter)),
        EntryKey::Summary { chapter, .. } => return Err(StoreError::NoSuchChapter { book, chapter }),
    })
}

/// The word for a kind, as the program has it.
pub(super) fn kind_word(text: &str) -> Result<&'static str, DbError> {
    [TERM, CHARACTER, MEMORY, SUMMARY]
        .into_iter()
        .find(|word| *word == text)
        .ok_or_else(|| DbError::unreadable("kind of entry", text.to_owned()))
}

/// The key of a row; `book` is the one whose summaries are meant.
pub(super) fn entry_key(kind: &str, number: i64, book: BookId) -> Result<EntryKey, DbError> {
    let id = || u32::try_from(number).map_err(|_| DbError::unreadable("id", number.to_string()));
    Ok(match kind {
        TERM => EntryKey::Term { id: TermId::from_number(id()?) },
        CHARACTER => EntryKey::Character { id: CharacterId::from_number(id()?) },
        MEMORY => EntryKey::Memory { id: MemoryId::from_number(id()?) },
        SUMMARY => EntryKey::Summary {
            book,
            chapter: book::id::ChapterId::from_number(crate::sql::rows::number_in(number)),
        },
        other => return Err(DbError::unreadable("kind of entry", other.to_owned())),
    })
}

pub(super) fn entry(kind: &str, value: &str) -> Result<Entry, DbError> {
    Ok(match kind {
        TERM => Entry::Term(serde_json::from_str(value)?),
        CHARACTER => Entry::Character(serde_json::from_str(value)?),
        MEMORY => Entry::Memory(serde_json::from_str(value)?),
        SUMMARY => Entry::Summary(serde_json::from_str(value)?),
        other => return Err(DbError::unreadable("kind of entry", other.to_owned())),
    })
}

/// The entry without its kind, which has a column of its own.
pub(super) fn value(entry: &Entry) -> Result<String, DbError> {
    Ok(match entry {
        Entry::Term(term) => serde_json::to_string(term)?,
        Entry::Character(character) => serde_json::to_string(character)?,
        Entry::Memory(memory) => serde_json::to_string(memory)?,
        Entry::Summary(summary) => serde_json::to_string(summary)?,
    })
}

/// What an entry is found by.
pub(super) fn lookup(entry: &Entry) -> String {
    match entry {
        Entry::Term(term) => folded(&term.source),
        Entry::Character(character) => folded(&character.name.source),
        Entry::Memory(memory) => subject(memory.subject),
        Entry::Summary(_) => String::new(),
    }
}

/// The form in which words are looked up. JSON inside the database would end at a null character.
pub(super) fn folded(text: &str) -> String {
    needles::fold(text.trim()).replace('\0', " ")
}

pub(super) fn subject(subject: Subject) -> String {
    match subject {
        Subject::Series => "series".to_owned(),
        Subject::Book { book } => format!("book {book}"),
        Subject::Chapter { book, chapter } => format!("chapter {book} {chapter}"),
        Subject::Term { term } => format!("term {term}"),
        Subject::Character { character } => format!("character {character}"),
    }
}

pub(super) fn versioned<T: DeserializeOwned>(row: &Row) -> Result<Versioned<T>, DbError> {
    Ok(Versioned {
        value: serde_json::from_str(row.try_get("value")?)?,
        revision: Revision(row.try_get("revision")?),
        updated_at: row.try_get("updated_at")?,
    })
}
