//! A newer edition takes the place of the older one: one transaction, in which every line keeps what belongs to it.

mod lines;
mod rows;

use self::lines::PlacedParagraph;
use self::rows::{OldRow, n_stale, old_rows};
use super::add::{amount, refuse_twin, sibling_digest};
use super::edits::{Editor, Overruling};
use super::history::Origin;
use super::objects::OriginalColumns;
use super::rows::{BookKey, book_key};
use super::teamwork::Rights;
use super::{DbError, Progress, SqlLibrary, claims};
use crate::change::{AttributedCause, Cause, Effect};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::people::PersonId;
use crate::revision::{BookRevision, RevisionResult};
use crate::sql::driver::{Connection, query, query_scalar};
use book::id::ChapterId;
use std::collections::HashMap;
use std::path::Path;

/// Paragraphs between two words about how far it is.
const BATCH: usize = 200;
/// What tasks that were begun for the earlier edition end as.
const OVERTAKEN: &str = "failed: a newer edition was imported";

pub(super) async fn revise_book(
    connection: &mut Connection,
    revision: &BookRevision<'_>,
    person: Option<PersonId>,
    library: &SqlLibrary,
    original: &OriginalColumns<'_>,
    progress: Progress<'_>,
) -> Result<RevisionResult, DbError> {
    let key = book_key(connection, revision.book).await?;
    // A run that is under way has the earlier edition in its requests.
    claims::refuse_claimed(connection, key, revision.book, revision.now_ms).await?;
    let digest = edition_digest(connection, key, revision, library).await?;
    if !is_reread(connection, key, revision, digest.as_bytes()).await? {
        refuse_twin(connection, digest.as_bytes()).await?;
    }
    let number = exchange_original(connection, key, revision, original, digest.as_bytes()).await?;
    let old = old_rows(connection, key).await?;
    let editor = Editor {
        connection,
        book: revision.book,
        key,
        now_ms: revision.now_ms,
        person: person.map(PersonId::number),
        overruling: Overruling::Overrule,
        rights: Rights::whole(),
        grant: Grant::Process,
        effects: Vec::new(),
    };
    let mut reviser = Reviser { editor, number, old, n_set_aside: 0 };
    reviser.title(revision).await?;
    let chapters = reviser.chapters(revision).await?;
    let placed: Vec<PlacedParagraph<'_>> = reviser.place(revision, &chapters)?;
    reviser.clear(&placed).await?;
    let total = u64::try_from(placed.len()).unwrap_or(u64::MAX);
    for (done, batch) in (1_u64..).zip(placed.chunks(BATCH)) {
        reviser.settle(batch).await?;
        progress((done * u64::try_from(BATCH).unwrap_or(u64::MAX)).min(total), total);
    }
    reviser.end_tasks().await?;
    let n_stale = n_stale(reviser.editor.connection, key).await?;
    let Reviser { mut editor, n_set_aside, .. } = reviser;
    editor.effects.insert(0, Effect::SourceRevised { revision: number });
    let note = format!("newer edition: {}", revision.file_name);
    let cause = Cause::person(note);
    let change = editor
        .record(AttributedCause { cause: &cause, person, limit: None, grant: Grant::Process }, Origin::Edits)
        .await?;
    Ok(RevisionResult { revision: number, change, n_stale, n_set_aside })
}

/// Keeps the former original and puts the new one in its place.
async fn exchange_original(
    connection: &mut Connection,
    key: BookKey,
    revision: &BookRevision<'_>,
    original: &OriginalColumns<'_>,
    digest: &[u8],
) -> Result<u32, DbError> {
    let found: i64 = query_scalar("SELECT revision FROM books WHERE key = $1")
        .bind(key.0)
        .fetch_one(&mut *connection)
        .await?;
    if found != i64::from(revision.from) {
        return Err(StoreError::RevisedMeanwhile { book: revision.book }.into());
    }
    query(
        "INSERT INTO former_originals (book, until, file_name, format, digest, bytes, object, pieces, reading) \
         SELECT b.key, b.revision + 1, b.file_name, b.format, b.digest, o.bytes, o.object, o.pieces, b.reading \
         FROM books b JOIN originals o ON o.book = b.key WHERE b.key = $1",
    )
    .bind(key.0)
    .execute(&mut *connection)
    .await?;
    original.replace(connection, key).await?;
    let newer = revision.newer;
    let n_work = newer.n_work();
    query(
        "UPDATE books SET revision = revision + 1, format = $1, file_name = $2, digest = $3, n_chapters = $4, \
         n_paragraphs = $5, n_work = $6, source_language = coalesce(source_language, $7), \
         author = coalesce(author, $8), reading = $9 WHERE key = $10",
    )
    .bind(newer.format.as_str())
    .bind(revision.file_name)
    .bind(digest)
    .bind(amount(newer.chapters.len()))
    .bind(amount(newer.n_paragraphs()))
    .bind(amount(n_work))
    .bind(newer.language.as_ref().map(book::language::LanguageTag::as_str))
    .bind(newer.author.as_deref())
    .bind(newer.reading.to_string())
    .bind(key.0)
    .execute(connection)
    .await?;
    Ok(revision.from + 1)
}

/// The digest a book gets with an edition: that of the file, unless a sibling, which is translated into another
/// language, has it already.
async fn edition_digest(
    connection: &mut Connection,
    key: BookKey,
    revision: &BookRevision<'_>,
    library: &SqlLibrary,
) -> Result<blake3::Hash, DbError> {
    let plain = blake3::hash(revision.original);
    let row = query(
        "SELECT own.target_language AS own, other.key AS other, other.target_language AS others \
         FROM books own JOIN books other ON other.digest = $2 \
         WHERE own.key = $1 AND other.key <> own.key AND own.target_language <> other.target_language",
    )
    .bind(key.0)
    .bind(plain.as_bytes().as_slice())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(plain) };
    let (own, others): (String, String) = (row.try_get("own")?, row.try_get("others")?);
    let other: i64 = row.try_get("other")?;
    let former = library.original_bytes(OriginalColumns::of_book(connection, key).await?).await?;
    // Siblings were made of the same file, now or before.
    let is_sibling: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM books WHERE key = $1 AND digest IN ($2, $3)) \
         OR EXISTS (SELECT 1 FROM former_originals WHERE book = $1 AND digest IN ($2, $3))",
    )
    .bind(other)
    .bind(blake3::hash(&former).as_bytes().as_slice())
    .bind(sibling_digest(&former, &others).as_bytes().as_slice())
    .fetch_one(connection)
    .await?;
    Ok(if is_sibling { sibling_digest(revision.original, &own) } else { plain })
}

/// Whether this is the file the book is made of, read in another way.
async fn is_reread(
    connection: &mut Connection,
    key: BookKey,
    revision: &BookRevision<'_>,
    digest: &[u8],
) -> Result<bool, DbError> {
    let reading: Option<String> = query_scalar("SELECT reading FROM books WHERE key = $1 AND digest = $2")
        .bind(key.0)
        .bind(digest)
        .fetch_optional(connection)
        .await?;
    Ok(reading.is_some_and(|reading| reading != revision.newer.reading.to_string()))
}

struct Reviser<'c> {
    editor: Editor<'c>,
    /// The revision's number.
    number: u32,
    /// Every paragraph the book has or had, by its number.
    old: HashMap<u32, OldRow>,
    n_set_aside: u32,
}

impl Reviser<'_> {
    /// A title that the file itself gives is taken over; one that was made from a file's name is not.
    async fn title(&mut self, revision: &BookRevision<'_>) -> Result<(), DbError> {
        let title = &revision.newer.title;
        let present: String = query_scalar("SELECT title FROM books WHERE key = $1")
            .bind(self.editor.key.0)
            .fetch_one(&mut *self.editor.connection)
            .await?;
        let from_name = Path::new(revision.file_name).file_stem().is_some_and(|stem| stem == title.as_str());
        if from_name || title.is_empty() || *title == present {
            return Ok(());
        }
        query("UPDATE books SET title = $1 WHERE key = $2")
            .bind(title)
            .bind(self.editor.key.0)
            .execute(&mut *self.editor.connection)
            .await?;
        self.editor.title_book(None, false).await
    }

    /// Puts the chapters in their new order; the keys of all of them, in order.
    async fn chapters(&mut self, revision: &BookRevision<'_>) -> Result<Vec<i64>, DbError> {
        let key = self.editor.key;
        // Out of each other's way first: a chapter that is not called for stays there.
        query("UPDATE chapters SET number = -1 - (key & 4294967295) WHERE book = $1")
            .bind(key.0)
            .execute(&mut *self.editor.connection)
            .await?;
        let last: i64 =
            query_scalar("SELECT coalesce(max(key & 4294967295), -1) FROM chapters WHERE book = $1")
                .bind(key.0)
                .fetch_one(&mut *self.editor.connection)
                .await?;
        let mut next = u32::try_from(last + 1).map_err(|_| too_large("more chapters than ids"))?;
        let mut keys = Vec::new();
        for (place, chapter) in revision.newer.chapters.iter().enumerate() {
            let id = if let Some(id) = revision.chapters.get(place).copied().flatten() {
                self.retitle(id, &chapter.title).await?;
                id
            } else {
                next += 1;
                ChapterId::from_number(next - 1)
            };
            let n_work = chapter.paragraphs.iter().filter(|paragraph| paragraph.is_work()).count();
            query(
                "INSERT INTO chapters (key, book, number, title, volume, matter, n_paragraphs, n_work) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO UPDATE SET number = excluded.number, \
                 title = excluded.title, volume = excluded.volume, matter = excluded.matter, \
                 n_paragraphs = excluded.n_paragraphs, n_work = excluded.n_work",
            )
            .bind(key.chapter(id))
            .bind(key.0)
            .bind(amount(place) + 1)
            .bind(&chapter.title)
            .bind(chapter.volume.as_deref())
            .bind(chapter.matter.as_str())
            .bind(amount(chapter.paragraphs.len()))
            .bind(amount(n_work))
            .execute(&mut *self.editor.connection)
            .await?;
            keys.push(key.chapter(id));
        }
        Ok(keys)
    }

    /// The translation of another title is not this one's.
    async fn retitle(&mut self, chapter: ChapterId, title: &str) -> Result<(), DbError> {
        let present: Option<String> = query_scalar("SELECT title FROM chapters WHERE key = $1")
            .bind(self.editor.key.chapter(chapter))
            .fetch_optional(&mut *self.editor.connection)
            .await?;
        let present = present.ok_or(StoreError::NoSuchChapter { book: self.editor.book, chapter })?;
        if present == title { Ok(()) } else { self.editor.title_chapter(chapter, None, false).await }
    }

    /// Tasks of the earlier edition end; what they have not done is planned anew.
    async fn end_tasks(&mut self) -> Result<(), DbError> {
        query(
            "UPDATE tasks SET outcome = $1, updated_at = $2 \
             WHERE outcome IS NULL AND run IN (SELECT key FROM runs WHERE book = $3)",
        )
        .bind(OVERTAKEN)
        .bind(self.editor.now_ms)
        .bind(self.editor.key.0)
        .execute(&mut *self.editor.connection)
        .await?;
        Ok(())
    }
}

fn too_large(what: &'static str) -> DbError {
    StoreError::TooLarge { what }.into()
}
