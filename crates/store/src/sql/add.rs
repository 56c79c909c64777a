//! Books in and out of the file: an import is one transaction, so a book is there whole or not at all.

use super::driver::{Connection, InsertRows, Row, query, query_scalar};
use super::objects::OriginalColumns;
use super::rows::{BookKey, book_key, stored};
use super::scope::{lock_name, lock_series};
use super::{DbError, Progress, claims, knowledge};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::knowledge::MovedBook;
use crate::record::NewBook;
use book::id::{BookId, ChapterId, ParagraphId, SeriesId};
use book::language::LanguageTag;
use book::text::chapter::Chapter;
use book::text::paragraph::Paragraph;

/// Rows written by one statement; small enough that memory stays small, large enough that its price is shared.
const BATCH: usize = 200;

pub(super) async fn add_book(
    connection: &mut Connection,
    new: &NewBook<'_>,
    original: &OriginalColumns<'_>,
    grant: Grant,
    progress: Progress<'_>,
) -> Result<BookId, DbError> {
    let n_paragraphs = new.book.n_paragraphs();
    let too_large = |what| StoreError::TooLarge { what };
    u32::try_from(n_paragraphs).map_err(|_| too_large("more paragraphs than ids"))?;
    u32::try_from(new.book.chapters.len()).map_err(|_| too_large("more chapters than ids"))?;
    let of_series = match (new.target_language, new.series) {
        (None, Some(name)) => language_of_series(connection, name).await?,
        _ => None,
    };
    let target = new.target_language.map(LanguageTag::as_str).or(of_series.as_deref());
    if let Some((book, title)) = book_of_file(connection, new.original, target).await? {
        return Err(StoreError::AlreadyThere { book, title }.into());
    }
    let mut digest = blake3::hash(new.original);
    refuse_trashed(connection, new.original, target).await?;
    refuse_former(connection, digest.as_bytes()).await?;
    // Each further language has a book of its own, and knowledge of its own, because terms have one translation.
    let sibling = match target {
        Some(target) if twin(connection, digest.as_bytes()).await?.is_some() => {
            digest = sibling_digest(new.original, target);
            Some(format!("{} ({target})", new.book.title))
        }
        Some(_) | None => None,
    };
    lock_name(connection, new.series.or(sibling.as_deref()).unwrap_or(&new.book.title)).await?;
    let series = series(connection, new, target, sibling.as_deref()).await?;
    let id = BookId::from_random(random()?);
    let key = insert_book(connection, new, target, (id, series), digest.as_bytes()).await?;
    original.insert(connection, key).await?;
    let mut import = Import { key, position: 0, total: n_paragraphs, progress };
    for (number, chapter) in (0_u32..).zip(&new.book.chapters) {
        import.chapter(connection, ChapterId::from_number(number), chapter).await?;
    }
    // Last, because a run on another book of the series waits from here on.
    lock_series(connection, series).await?;
    grant.verify_series(connection, series, None).await?;
    knowledge::take_place(connection, key, series).await?;
    Ok(id)
}

/// The file may not be what a book is made of now.
pub(super) async fn refuse_twin(connection: &mut Connection, digest: &[u8]) -> Result<(), DbError> {
    match twin(connection, digest).await? {
        Some(BookOfFile { book, title, is_removed: true }) => Err(StoreError::InTrash { book, title }.into()),
        Some(BookOfFile { book, title, .. }) => Err(StoreError::AlreadyThere { book, title }.into()),
        None => Ok(()),
    }
}

/// The book of a file that is translated into a language, or may be: its target is this one or not known yet. Without
/// a language, any book of the file.
pub(super) async fn book_of_file(
    connection: &mut Connection,
    original: &[u8],
    target: Option<&str>,
) -> Result<Option<(BookId, String)>, DbError> {
    if let Some(target) = target
        && let Some(found) = twin(&mut *connection, sibling_digest(original, target).as_bytes()).await?
        && !found.is_removed
    {
        return Ok(Some((found.book, found.title)));
    }
    let row = query(
        "SELECT id, title FROM books WHERE digest = $1 AND removed_at IS NULL \
         AND ($2 IS NULL OR target_language IS NULL OR target_language = $2)",
    )
    .bind(blake3::hash(original).as_bytes().as_slice())
    .bind(target)
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok((super::rows::book_id(&row, "id")?, row.try_get("title")?))).transpose()
}

/// What stands for a file's digest in a further book of it, so that a digest still belongs to one book.
pub(super) fn sibling_digest(original: &[u8], target: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(original).update(b"\0translated into ").update(target.as_bytes());
    hasher.finalize()
}

/// A book by the digest of its file.
pub(super) struct BookOfFile {
    pub(super) book: BookId,
    pub(super) title: String,
    pub(super) is_removed: bool,
}

/// The book that was made from a file with this digest, in the trash or not.
pub(super) async fn twin(connection: &mut Connection, digest: &[u8]) -> Result<Option<BookOfFile>, DbError> {
    let row = query("SELECT id, title, removed_at IS NOT NULL AS is_removed FROM books WHERE digest = $1")
        .bind(digest)
        .fetch_optional(connection)
        .await?;
    let read = |row: Row| {
        let (book, title) = (super::rows::book_id(&row, "id")?, row.try_get("title")?);
        Ok(BookOfFile { book, title, is_removed: row.try_get("is_removed")? })
    };
    row.map(read).transpose()
}

/// A book of the same file may come back from the trash.
pub(super) async fn refuse_trashed(
    connection: &mut Connection,
    original: &[u8],
    target: Option<&str>,
) -> Result<(), DbError> {
    let plain = blake3::hash(original);
    let of_target = target.map_or(plain, |target| sibling_digest(original, target));
    let row = query(
        "SELECT id, title FROM books WHERE removed_at IS NOT NULL AND (digest = $2 OR digest = $1 AND \
         ($3 IS NULL OR target_language IS NULL OR target_language = $3)) ORDER BY removed_at DESC LIMIT 1",
    )
    .bind(plain.as_bytes().as_slice())
    .bind(of_target.as_bytes().as_slice())
    .bind(target)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let book = super::rows::book_id(&row, "id")?;
    Err(StoreError::InTrash { book, title: row.try_get("title")? }.into())
}

/// An earlier edition of a book is not a book of its own.
async fn refuse_former(connection: &mut Connection, digest: &[u8]) -> Result<(), DbError> {
    let row = query(
        "SELECT b.id, b.title FROM former_originals f JOIN books b ON b.key = f.book WHERE f.digest = $1 \
         AND b.removed_at IS NULL LIMIT 1",
    )
    .bind(digest)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let book = super::rows::book_id(&row, "id")?;
    Err(StoreError::EarlierEdition { book, title: row.try_get("title")? }.into())
}

/// The series with the wanted name, or a new one.
async fn series(
    connection: &mut Connection,
    new: &NewBook<'_>,
    target: Option<&str>,
    sibling: Option<&str>,
) -> Result<i64, DbError> {
    if let Some(name) = new.series
        && let Some(key) = series_named(connection, name, target).await?
    {
        return Ok(key);
    }
    let name = new.series.or(sibling).unwrap_or(&new.book.title);
    if let Some(key) = knowledge::without_books(connection, name).await? {
        return Ok(key);
    }
    add_series(connection, name, new.now_ms).await
}

/// The language the books of this name's series are translated into, where all of them go into one.
async fn language_of_series(connection: &mut Connection, name: &str) -> Result<Option<String>, DbError> {
    let mut found: Vec<String> = query_scalar(
        "SELECT DISTINCT b.target_language FROM books b JOIN series s ON s.key = b.series \
         WHERE s.name = $1 AND b.target_language IS NOT NULL AND b.removed_at IS NULL LIMIT 2",
    )
    .bind(name)
    .fetch_all(connection)
    .await?;
    let language = found.pop();
    Ok(language.filter(|_| found.is_empty()))
}

/// The series of this name for a target language. Terms have one translation, so the books of a series are translated into
/// one language, and a name may stand for a series in each.
pub(super) async fn series_named(
    connection: &mut Connection,
    name: &str,
    target: Option<&str>,
) -> Result<Option<i64>, DbError> {
    let found = query_scalar(
        "SELECT min(s.key) FROM series s WHERE s.name = $1 AND NOT EXISTS (SELECT 1 FROM books b \
         WHERE b.series = s.key AND b.target_language <> $2)",
    )
    .bind(name)
    .bind(target)
    .fetch_one(connection)
    .await?;
    Ok(found)
}

pub(super) async fn add_series(connection: &mut Connection, name: &str, now_ms: i64) -> Result<i64, DbError> {
    let key = query_scalar("INSERT INTO series (id, name, created_at) VALUES ($1, $2, $3) RETURNING key")
        .bind(stored(SeriesId::from_random(random()?).number()))
        .bind(name)
        .bind(now_ms)
        .fetch_one(connection)
        .await?;
    Ok(key)
}

async fn insert_book(
    connection: &mut Connection,
    new: &NewBook<'_>,
    target: Option<&str>,
    (id, series): (BookId, i64),
    digest: &[u8],
) -> Result<BookKey, DbError> {
    let n_work = new.book.n_work();
    let key = query_scalar(
        "INSERT INTO books (id, series, title, author, source_language, target_language, format, file_name, digest, \
         n_chapters, n_paragraphs, n_work, created_at, reading) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING key",
    )
    .bind(stored(id.number()))
    .bind(series)
    .bind(&new.book.title)
    .bind(new.book.author.as_deref())
    .bind(new.book.language.as_ref().map(LanguageTag::as_str))
    .bind(target)
    .bind(new.book.format.as_str())
    .bind(new.file_name)
    .bind(digest)
    .bind(amount(new.book.chapters.len()))
    .bind(amount(new.book.n_paragraphs()))
    .bind(amount(n_work))
    .bind(new.now_ms)
    .bind(new.book.reading.to_string())
    .fetch_one(connection)
    .await?;
    Ok(BookKey(key))
}

struct Import<'a> {
    key: BookKey,
    /// The next paragraph's position in the book, which is also its number.
    position: u32,
    total: usize,
    progress: Progress<'a>,
}

impl Import<'_> {
    async fn chapter(
        &mut self,
        connection: &mut Connection,
        id: ChapterId,
        chapter: &Chapter,
    ) -> Result<(), DbError> {
        let paragraphs = chapter.paragraphs.unpacked();
        let n_work = paragraphs.iter().filter(|paragraph| paragraph.is_work()).count();
        query(
            "INSERT INTO chapters (key, book, number, title, volume, matter, n_paragraphs, n_work) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(self.key.chapter(id))
        .bind(self.key.0)
        .bind(i64::from(id.number()) + 1)
        .bind(&chapter.title)
        .bind(chapter.volume.as_deref())
        .bind(chapter.matter.as_str())
        .bind(amount(paragraphs.len()))
        .bind(amount(n_work))
        .execute(&mut *connection)
        .await?;
        let mut index = 0_u32;
        for batch in paragraphs.chunks(BATCH) {
            let first = Spot { chapter: self.key.chapter(id), position: self.position, index };
            self.paragraphs(connection, first, batch).await?;
            let n_written = u32::try_from(batch.len()).unwrap_or(u32::MAX);
            self.position += n_written;
            index += n_written;
            (self.progress)(u64::from(self.position), u64::try_from(self.total).unwrap_or(u64::MAX));
        }
        Ok(())
    }

    async fn paragraphs(
        &self,
        connection: &mut Connection,
        first: Spot,
        batch: &[Paragraph],
    ) -> Result<(), DbError> {
        let rows: Vec<NewRow<'_>> = (0_u32..)
            .zip(batch)
            .map(|(offset, paragraph)| NewRow {
                number: first.position + offset,
                chapter: first.chapter,
                position: first.position + offset,
                index: first.index + offset,
                paragraph,
            })
            .collect();
        insert_paragraphs(connection, self.key, 0, &rows).await
    }
}

/// A paragraph on its way into the library.
#[derive(Clone, Copy)]
pub(super) struct NewRow<'a> {
    pub(super) number: u32,
    pub(super) chapter: i64,
    pub(super) position: u32,
    pub(super) index: u32,
    pub(super) paragraph: &'a Paragraph,
}

/// Writes paragraphs whose words came with the revision `source`.
pub(super) async fn insert_paragraphs(
    connection: &mut Connection,
    key: BookKey,
    source: i64,
    rows: &[NewRow<'_>],
) -> Result<(), DbError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut insert = InsertRows::new(
        "INSERT INTO paragraphs (key, book, chapter, position, idx, text, tags, kind, part, block, is_empty, source)",
    );
    for new in rows {
        insert.row([
            key.paragraph(ParagraphId::from_number(new.number)).into(),
            key.0.into(),
            new.chapter.into(),
            i64::from(new.position).into(),
            i64::from(new.index).into(),
            new.paragraph.text.as_str().into(),
            tags(new.paragraph).into(),
            new.paragraph.kind.as_str().into(),
            i64::from(new.paragraph.place.part).into(),
            i64::from(new.paragraph.place.block).into(),
            new.paragraph.is_empty().into(),
            source.into(),
        ]);
    }
    insert.execute(connection).await?;
    Ok(())
}

/// What a paragraph's tags stand for, as the library keeps it.
pub(super) fn tags(paragraph: &Paragraph) -> String {
    paragraph.tags.iter().map(|tag| tag.letter()).collect()
}

/// Where a batch of paragraphs begins.
#[derive(Clone, Copy)]
struct Spot {
    chapter: i64,
    position: u32,
    index: u32,
}

/// Puts a book into another series. Refused while a run holds the book, because it works with what the series knows.
pub(super) async fn move_book(
    connection: &mut Connection,
    book: BookId,
    series: &str,
    grant: Grant,
    now_ms: i64,
) -> Result<MovedBook, DbError> {
    let key = book_key(connection, book).await?;
    claims::refuse_claimed(connection, key, book, now_ms).await?;
    knowledge::move_book(connection, book, series, knowledge::Luggage::Knowledge, grant, now_ms).await
}

pub(super) fn random() -> Result<u64, DbError> {
    crate::chance::random().map_err(|error| sqlx::Error::Io(std::io::Error::other(error.to_string())).into())
}

pub(super) fn amount(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
