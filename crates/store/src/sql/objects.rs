//! Original files by the digest of their bytes in an object store: a folder or a bucket. Rows name them.
//!
//! A file is there before the row that names it, so that no row is without its file. A file that no row names is swept once
//! it is older than any import takes. Both look at the file under the lock of imports, so that neither takes it from the other.

use super::driver::{Connection, Row, query, query_scalar};
use super::original_pieces::{self, Pieces};
use super::rows::BookKey;
use super::scope::Scope;
use super::{Database, DbError, SqlLibrary};
use crate::error::StoreError;
use crate::originals::{OriginalsPlace, Swept};
use futures::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, parse_url_opts};
use std::borrow::Cow;
use std::sync::Arc;

/// The folder of the files; the name says how they are named.
const FOLDER: &str = "blake3";

/// An open object store.
#[derive(Debug, Clone)]
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    folder: Path,
    place: String,
}

/// How an original stands in its row: its bytes, the digest of the object that has them, or that of its pieces.
#[derive(Debug, Clone)]
pub(super) struct OriginalColumns<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// In hexadecimal digits.
    pub(super) object: Option<String>,
    /// What is to be written in pieces.
    pub(super) pieces: Option<Pieces<'a>>,
}

impl Objects {
    pub(super) fn open(place: &OriginalsPlace) -> Result<Self, StoreError> {
        let failed = |detail: String| StoreError::Originals { place: place.address.clone(), detail };
        // The client of a bucket needs a process-wide crypto provider. An earlier caller has installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url = place.address.parse().map_err(|error| failed(format!("{error}")))?;
        let options = place.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let (store, prefix) = parse_url_opts(&url, options).map_err(|error| failed(error.to_string()))?;
        Ok(Self { store: store.into(), folder: prefix.join(FOLDER), place: place.address.clone() })
    }

    fn failed(&self, error: &object_store::Error) -> StoreError {
        StoreError::Originals { place: self.place.clone(), detail: error.to_string() }
    }

    fn path(&self, digest: &str) -> Path {
        let (first, rest) = digest.split_at_checked(2).unwrap_or(("", digest));
        self.folder.clone().join(first).join(rest)
    }

    /// Keeps a file; the digest it is found by. One that is there already becomes young again.
    async fn put(&self, bytes: &[u8]) -> Result<String, StoreError> {
        let digest = blake3::hash(bytes).to_hex().to_string();
        let payload = PutPayload::from(bytes.to_vec());
        self.store.put(&self.path(&digest), payload).await.map_err(|error| self.failed(&error))?;
        Ok(digest)
    }

    /// Makes sure that a file which was put is still there. The caller holds the lock of imports.
    pub(super) async fn ensure(&self, bytes: &[u8], digest: &str) -> Result<(), StoreError> {
        match self.store.head(&self.path(digest)).await {
            Ok(_) => Ok(()),
            Err(object_store::Error::NotFound { .. }) => self.put(bytes).await.map(drop),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// The file of a digest. Bytes that are not the ones that were kept are refused.
    async fn get(&self, digest: &str) -> Result<Vec<u8>, StoreError> {
        let found = self.store.get(&self.path(digest)).await.map_err(|error| self.failed(&error))?;
        let bytes = found.bytes().await.map_err(|error| self.failed(&error))?.to_vec();
        if blake3::hash(&bytes).to_hex().as_str() != digest {
            let detail = "a file there is not the one that was kept".to_owned();
            return Err(StoreError::Originals { place: self.place.clone(), detail });
        }
        Ok(bytes)
    }
}

impl OriginalColumns<'static> {
    /// The file a book is made of.
    pub(super) async fn of_book(connection: &mut Connection, key: BookKey) -> Result<Self, DbError> {
        let row = query("SELECT bytes, object, pieces FROM originals WHERE book = $1")
            .bind(key.0)
            .fetch_one(&mut *connection)
            .await?;
        Self::read(connection, key, &row).await
    }

    /// The files of earlier editions, oldest first.
    pub(super) async fn of_former(connection: &mut Connection, key: BookKey) -> Result<Vec<Self>, DbError> {
        let rows = query("SELECT bytes, object, pieces FROM former_originals WHERE book = $1 ORDER BY until")
            .bind(key.0)
            .fetch_all(&mut *connection)
            .await?;
        let mut former = Vec::with_capacity(rows.len());
        for row in &rows {
            former.push(Self::read(connection, key, row).await?);
        }
        Ok(former)
    }

    /// What a row of a book's file says, with its pieces put together.
    pub(super) async fn read(connection: &mut Connection, book: BookKey, row: &Row) -> Result<Self, DbError> {
        let file: Option<String> = row.try_get("pieces")?;
        let bytes = match &file {
            Some(file) => original_pieces::read(connection, book, file).await?,
            None => row.try_get("bytes")?,
        };
        Ok(Self { bytes: bytes.into(), object: row.try_get("object")?, pieces: None })
    }
}

impl OriginalColumns<'_> {
    /// Writes the file of a new book.
    pub(super) async fn insert(&self, connection: &mut Connection, book: BookKey) -> Result<(), DbError> {
        query("INSERT INTO originals (book, bytes, object, pieces) VALUES ($1, $2, $3, $4)")
            .bind(book.0)
            .bind(&*self.bytes)
            .bind(self.object.as_deref())
            .bind(self.file_in_pieces())
            .execute(&mut *connection)
            .await?;
        self.insert_pieces(connection, book).await
    }

    /// Writes the file of a newer edition in the place of the one before.
    pub(super) async fn replace(&self, connection: &mut Connection, book: BookKey) -> Result<(), DbError> {
        query("UPDATE originals SET bytes = $1, object = $2, pieces = $3 WHERE book = $4")
            .bind(&*self.bytes)
            .bind(self.object.as_deref())
            .bind(self.file_in_pieces())
            .bind(book.0)
            .execute(&mut *connection)
            .await?;
        self.insert_pieces(connection, book).await
    }

    /// What the pieces of the file are found by, where it has any.
    pub(super) fn file_in_pieces(&self) -> Option<&str> {
        self.pieces.as_ref().map(|pieces| pieces.file.as_str())
    }

    /// Writes the pieces of the file, where it has any.
    pub(super) async fn insert_pieces(
        &self,
        connection: &mut Connection,
        book: BookKey,
    ) -> Result<(), DbError> {
        match &self.pieces {
            Some(pieces) => pieces.insert(connection, book).await,
            None => Ok(()),
        }
    }
}

impl SqlLibrary {
    /// The library with originals at another place. One in a file keeps them inside.
    pub(crate) fn with_originals(mut self, originals: Option<&OriginalsPlace>) -> Result<Self, StoreError> {
        if let (Database::Postgres(_), Some(place)) = (&self.database, originals) {
            self.objects = Some(Objects::open(place)?);
        }
        Ok(self)
    }

    /// Keeps an original where this library keeps them; what stands in its row.
    pub(super) async fn keep_original<'a>(&self, bytes: &'a [u8]) -> Result<OriginalColumns<'a>, StoreError> {
        match &self.objects {
            Some(objects) => {
                let object = Some(objects.put(bytes).await?);
                Ok(OriginalColumns { bytes: Cow::Borrowed(&[]), object, pieces: None })
            }
            None if Pieces::are_needed(bytes) => {
                let pieces = Some(Pieces::of(bytes));
                Ok(OriginalColumns { bytes: Cow::Borrowed(&[]), object: None, pieces })
            }
            None => Ok(OriginalColumns { bytes: Cow::Borrowed(bytes), object: None, pieces: None }),
        }
    }

    /// Makes sure, under the lock of imports, that the sweeper has not taken what was just kept.
    pub(super) async fn still_kept(
        &self,
        bytes: &[u8],
        columns: &OriginalColumns<'_>,
    ) -> Result<(), DbError> {
        if let (Some(objects), Some(digest)) = (&self.objects, &columns.object) {
            objects.ensure(bytes, digest).await?;
        }
        Ok(())
    }

    /// The bytes of an original.
    pub(super) async fn original_bytes(&self, columns: OriginalColumns<'_>) -> Result<Vec<u8>, StoreError> {
        match (columns.object, &self.objects) {
            (None, _) => Ok(columns.bytes.into_owned()),
            (Some(digest), Some(objects)) => objects.get(&digest).await,
            (Some(_), None) => Err(StoreError::Originals {
                place: self.place.clone(),
                detail: "no place for originals is set".to_owned(),
            }),
        }
    }

    /// Removes files that no row names and that were put before `before_ms`.
    pub(crate) async fn sweep_originals(&self, before_ms: i64) -> Result<Swept, StoreError> {
        let Some(objects) = &self.objects else { return Ok(Swept::default()) };
        let mut swept = Swept::default();
        let mut found = objects.store.list(Some(&objects.folder));
        while let Some(object) = found.try_next().await.map_err(|error| objects.failed(&error))? {
            swept.n_files += 1;
            let Some(digest) = digest_of(&object.location) else { continue };
            if object.last_modified.timestamp_millis() >= before_ms {
                continue;
            }
            let mut tx = self.begin_as_process(Scope::Imports).await?;
            let done = self.remove_unnamed(&mut tx, objects, &object.location, &digest, before_ms).await;
            swept.n_removed += u64::from(self.end(tx, done).await?);
        }
        Ok(swept)
    }

    /// Looks again under the lock of imports: an import that stored the file again since has not written its row yet.
    async fn remove_unnamed(
        &self,
        connection: &mut Connection,
        objects: &Objects,
        location: &Path,
        digest: &str,
        before_ms: i64,
    ) -> Result<bool, DbError> {
        let is_named: bool = query_scalar(
            "SELECT EXISTS (SELECT 1 FROM originals WHERE object = $1) \
             OR EXISTS (SELECT 1 FROM former_originals WHERE object = $1)",
        )
        .bind(digest)
        .fetch_one(connection)
        .await?;
        if is_named {
            return Ok(false);
        }
        let head = objects.store.head(location).await.map_err(|error| objects.failed(&error))?;
        if head.last_modified.timestamp_millis() >= before_ms {
            return Ok(false);
        }
        objects.store.delete(location).await.map_err(|error| objects.failed(&error))?;
        Ok(true)
    }
}

/// The digest a file is named by; nothing for what is no file of ours.
fn digest_of(location: &Path) -> Option<String> {
    let mut parts = location.as_ref().rsplit('/');
    let (rest, first) = (parts.next()?, parts.next()?);
    blake3::Hash::from_hex(format!("{first}{rest}")).ok().map(|hash| hash.to_hex().to_string())
}
