//! Large originals in pieces: a statement has its bytes in memory several times, in the driver and in the database, so
//! none has a whole book.

use super::DbError;
use super::driver::{Connection, query, query_scalar};
use super::rows::BookKey;

/// A file up to this length stands in its row.
const LARGEST_WHOLE: usize = 4 << 20;
const PIECE: usize = 1 << 20;

/// A file to be written in pieces.
#[derive(Debug, Clone)]
pub(super) struct Pieces<'a> {
    /// The digest of the whole file, in hexadecimal digits.
    pub(super) file: String,
    bytes: &'a [u8],
}

impl<'a> Pieces<'a> {
    pub(super) const fn are_needed(bytes: &[u8]) -> bool {
        bytes.len() > LARGEST_WHOLE
    }

    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { file: blake3::hash(bytes).to_hex().to_string(), bytes }
    }

    /// Writes the pieces of a book's file. Those of a file that the book has, or had, are there already.
    pub(super) async fn insert(&self, connection: &mut Connection, book: BookKey) -> Result<(), DbError> {
        for (number, piece) in (0_i64..).zip(self.bytes.chunks(PIECE)) {
            query(
                "INSERT INTO original_pieces (book, file, number, bytes) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (book, file, number) DO NOTHING",
            )
            .bind(book.0)
            .bind(&self.file)
            .bind(number)
            .bind(piece)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}

/// The bytes of a book's file. Pieces that are not the ones that were written are refused.
pub(super) async fn read(connection: &mut Connection, book: BookKey, file: &str) -> Result<Vec<u8>, DbError> {
    let n_bytes: Option<i64> = query_scalar(
        "SELECT CAST(sum(length(bytes)) AS BIGINT) FROM original_pieces WHERE book = $1 AND file = $2",
    )
    .bind(book.0)
    .bind(file)
    .fetch_one(&mut *connection)
    .await?;
    let n_bytes = n_bytes.and_then(|n_bytes| usize::try_from(n_bytes).ok()).unwrap_or_default();
    let mut bytes: Vec<u8> = Vec::with_capacity(n_bytes);
    let mut number = 0_i64;
    while bytes.len() < n_bytes {
        let piece = query("SELECT bytes FROM original_pieces WHERE book = $1 AND file = $2 AND number = $3")
            .bind(book.0)
            .bind(file)
            .bind(number)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(piece) = piece else { break };
        bytes.extend(piece.try_get::<Vec<u8>, _>(0)?);
        number += 1;
    }
    if blake3::hash(&bytes).to_hex().as_str() != file {
        return Err(DbError::unreadable("file", format!("{number} pieces of {file}")));
    }
    Ok(bytes)
}
