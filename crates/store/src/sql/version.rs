//! Whether something has changed: in the library, by others, in one book.

use super::driver::{Connection, query};
use super::rows::stored;
use super::watcher::data_version;
use super::{Database, DbError, SqlLibrary};
use crate::change::ChangeId;
use crate::error::StoreError;
use crate::stats::{BookSetting, BookVersion};
use book::id::BookId;

const BOOK: &str = "SELECT b.revision, b.target_language, s.knowledge_revision, \
    (SELECT count(*) FROM books o WHERE o.series = b.series AND o.removed_at IS NULL) AS n_books, \
    (SELECT max(c.key) FROM changes c WHERE c.book = b.key) AS change \
    FROM books b JOIN series s ON s.key = b.series WHERE b.id = $1 AND b.removed_at IS NULL";

impl SqlLibrary {
    pub(crate) async fn data_version(&self) -> Result<u64, StoreError> {
        self.map_db_error(match &self.database {
            Database::Sqlite(file) => file.writer.in_lockstep(file.watcher.data_version()).await,
            Database::Postgres(library) => library.data_version().await,
        })
    }

    /// The one writing connection of SQLite does not count its own commits, so what it counts are other processes' commits.
    /// While it holds a transaction no other connection can commit.
    pub(crate) async fn foreign_version(&self) -> Result<u64, StoreError> {
        self.map_db_error(match &self.database {
            Database::Sqlite(file) => match file.writer.lock().await {
                Ok(mut connection) => file.writer.in_lockstep(data_version(&mut connection)).await,
                Err(error) => Err(error),
            },
            Database::Postgres(library) => library.foreign_version().await,
        })
    }

    pub(crate) async fn book_version(&self, book: BookId) -> Result<BookVersion, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(book_version(&mut reader, book).await)
    }
}

async fn book_version(connection: &mut Connection, book: BookId) -> Result<BookVersion, DbError> {
    let row = query(BOOK).bind(stored(book.number())).fetch_optional(connection).await?;
    let row = row.ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() })?;
    let change: Option<i64> = row.try_get("change")?;
    Ok(BookVersion {
        change: change.map(ChangeId::from_number),
        rest: BookSetting {
            edition: row.try_get("revision")?,
            target: row.try_get("target_language")?,
            knowledge: row.try_get("knowledge_revision")?,
            n_books: row.try_get("n_books")?,
        },
    })
}
