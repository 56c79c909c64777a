//! A whole library from one place to another, whichever database holds either: table by table in the order of their keys,
//! so that a move that was broken off goes on where it stopped, and compared row by row at the end.

mod tables;

use self::tables::{KEYED, TABLES, Table};
use super::backup::MOVING;
use super::copy::{beside, rename_for_good};
use super::driver::{Connection, InsertRows, Row, Value, query, query_built, query_scalar};
use super::objects::OriginalColumns;
use super::original_pieces::Pieces;
use super::rows::BookKey;
use super::scope::Scope;
use super::{Database, DbError, SqlLibrary, write_tx::WriteTx};
use crate::error::StoreError;
use crate::originals::OriginalsPlace;
use crate::place::display_place;
use crate::transfer::{MovedLibrary, MovedTable};
use std::path::Path;

/// What is told on the way: the table, and how many of its rows are there.
pub(crate) type OnProgress<'a> = &'a (dyn Fn(&'static str, u64) + Send + Sync);

/// Copies the library at `from` to `to`, which must be empty or half filled by an earlier try, and compares both.
pub(crate) async fn move_library(
    from: &Path,
    to: &Path,
    originals: Option<&OriginalsPlace>,
    now_ms: i64,
    told: OnProgress<'_>,
) -> Result<MovedLibrary, StoreError> {
    let source = SqlLibrary::open(from).await?.with_originals(originals)?;
    let target = SqlLibrary::open_to_receive(to).await.and_then(|target| target.with_originals(originals));
    let target = match target {
        Ok(target) => target,
        Err(error) => {
            source.close().await;
            return Err(error);
        }
    };
    // Holds the write lock of the source until the end: no other process writes to it.
    let moved = match source.begin_exclusive(Scope::Whole).await {
        Ok(held) => move_held(&source, held, &target, to, now_ms, told).await,
        Err(error) => Err(error),
    };
    target.close().await;
    source.close().await;
    moved
}

/// Moves a library that nobody else can write, and marks it as moved in the same transaction. If that is broken off, both
/// are whole.
async fn move_held(
    source: &SqlLibrary,
    mut held: WriteTx,
    target: &SqlLibrary,
    to: &Path,
    now_ms: i64,
    told: OnProgress<'_>,
) -> Result<MovedLibrary, StoreError> {
    let moved = async {
        let moved = transfer(source, &mut held, target, now_ms, told).await?;
        target.received().await?;
        target.close().await;
        SqlLibrary::put_in_place(to).await?;
        Ok(moved)
    };
    let moved: Result<MovedLibrary, StoreError> = moved.await;
    let marked = match &moved {
        Ok(_) => {
            let mark = query("UPDATE library SET moved_to = $1").bind(display_place(to));
            mark.execute(&mut held).await.map(drop).map_err(DbError::from)
        }
        // Nothing was written to it.
        Err(_) => Err(DbError::unreadable("change", String::new())),
    };
    let marked = source.end(held, marked).await;
    let moved = moved?;
    marked?;
    Ok(moved)
}

async fn transfer(
    source: &SqlLibrary,
    held: &mut Connection,
    target: &SqlLibrary,
    now_ms: i64,
    told: OnProgress<'_>,
) -> Result<MovedLibrary, StoreError> {
    let mut tables = Vec::new();
    source.map_db_error(keep_waiting(held).await)?;
    source.map_db_error(refuse_claimed(held, now_ms).await)?;
    for table in TABLES {
        copy(source, held, target, table, told).await?;
    }
    set_sequences(source, held, target).await?;
    for table in TABLES {
        let there = source.map_db_error(digest(source, held, table).await)?;
        let mut reader = target.reader().await?;
        let here = target.map_db_error(digest(target, &mut reader, table).await)?;
        if there != here {
            return Err(StoreError::MovedDiffers {
                place: target.place.clone(),
                table: table.name.to_owned(),
            });
        }
        let (n_rows, digest) = there;
        tables.push(MovedTable { name: table.name, n_rows, digest });
    }
    Ok(MovedLibrary { tables })
}

/// The transaction on the source is idle while the target is written.
async fn keep_waiting(held: &mut Connection) -> Result<(), DbError> {
    if let Connection::Postgres { .. } = held {
        query("SET LOCAL idle_in_transaction_session_timeout = 0").execute(held).await?;
    }
    Ok(())
}

/// A library that is worked on would be moved without what is under way.
async fn refuse_claimed(held: &mut Connection, now_ms: i64) -> Result<(), DbError> {
    let row = query(
        "SELECT b.id, c.run, c.holder, c.until_ms FROM claims c JOIN books b ON b.key = c.book WHERE c.until_ms > $1 \
         AND c.until_ms <= $2",
    )
    .bind(now_ms)
    .bind(now_ms.saturating_add(crate::work::FARTHEST_CLAIM_MS))
    .fetch_optional(held)
    .await?;
    let Some(row) = row else { return Ok(()) };
    Err(StoreError::BookClaimed {
        book: super::rows::book_id(&row, "id")?,
        run: super::rows::run_id(&row, "run")?,
        holder: row.try_get("holder")?,
        until_ms: row.try_get("until_ms")?,
    }
    .into())
}

async fn copy(
    source: &SqlLibrary,
    held: &mut Connection,
    target: &SqlLibrary,
    table: &Table,
    told: OnProgress<'_>,
) -> Result<(), StoreError> {
    let columns = source.map_db_error(columns(held, table).await)?;
    let mut reader = target.reader().await?;
    let mut last = target.map_db_error(last_key(&mut reader, table).await)?;
    let mut n_rows = target.map_db_error(count(&mut reader, table).await)?;
    drop(reader);
    loop {
        let rows = source.map_db_error(page(held, table, &columns, last.as_deref()).await)?;
        if rows.is_empty() {
            return Ok(());
        }
        let mut values = Vec::with_capacity(rows.len());
        for row in &rows {
            values.push(source.map_db_error(whole(source, held, table, &columns, row).await)?);
        }
        let files = target.map_db_error(put_away(target, table, &columns, &mut values).await)?;
        let mut tx = target.begin_exclusive(Scope::Whole).await?;
        let done = insert(&mut tx, table, &columns, values, &files).await;
        last = Some(target.end(tx, done).await?);
        n_rows += u64::try_from(rows.len()).unwrap_or(u64::MAX);
        told(table.name, n_rows);
    }
}

/// The columns of a table, its key first.
async fn columns(connection: &mut Connection, table: &Table) -> Result<Vec<String>, DbError> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT name FROM pragma_table_info($1)",
        Connection::Postgres { .. } => {
            "SELECT column_name::text FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1"
        }
    };
    let mut all: Vec<String> = query_scalar(sql).bind(table.name).fetch_all(connection).await?;
    all.retain(|name| !table.key.contains(&name.as_str()));
    all.sort_unstable();
    Ok(table.key.iter().map(|name| (*name).to_owned()).chain(all).collect())
}

async fn last_key(
    connection: &mut Connection,
    table: &Table,
) -> Result<Option<Vec<Value<'static>>>, DbError> {
    let (key, descending) = (table.key.join(", "), table.key.join(" DESC, "));
    let sql = format!("SELECT {key} FROM {} ORDER BY {descending} DESC LIMIT 1", table.name);
    let row = query_built(sql).fetch_optional(connection).await?;
    row.map(|row| key_of(&row, table)).transpose()
}

fn key_of(row: &Row, table: &Table) -> Result<Vec<Value<'static>>, DbError> {
    (0..table.key.len()).map(|at| Ok(row.value(at)?)).collect()
}

async fn count(connection: &mut Connection, table: &Table) -> Result<u64, DbError> {
    let sql = format!("SELECT count(*) FROM {}", table.name);
    let n_rows: i64 = query_built(sql).scalar().fetch_one(connection).await?;
    Ok(n_rows.unsigned_abs())
}

/// The next rows after a key.
async fn page(
    connection: &mut Connection,
    table: &Table,
    columns: &[String],
    after: Option<&[Value<'static>]>,
) -> Result<Vec<Row>, DbError> {
    let key = table.key.join(", ");
    let places: Vec<String> = (1..=table.key.len()).map(|number| format!("${number}")).collect();
    let later =
        if after.is_some() { format!("WHERE ({key}) > ({})", places.join(", ")) } else { String::new() };
    let sql = format!(
        "SELECT {} FROM {} {later} ORDER BY {key} LIMIT {}",
        columns.join(", "),
        table.name,
        table.page
    );
    let rows = query_built(sql).bind_all(after.unwrap_or_default().to_vec());
    Ok(rows.fetch_all(connection).await?)
}

/// A row as it would be were its file inside.
async fn whole(
    library: &SqlLibrary,
    connection: &mut Connection,
    table: &Table,
    columns: &[String],
    row: &Row,
) -> Result<Vec<Value<'static>>, DbError> {
    let mut values = (0..columns.len()).map(|at| row.value(at)).collect::<Result<Vec<_>, _>>()?;
    let Some(at) = FileColumns::of(table, columns) else { return Ok(values) };
    let found = OriginalColumns::read(connection, BookKey(row.try_get("book")?), row).await?;
    at.set(&mut values, library.original_bytes(found).await?, None, None);
    Ok(values)
}

/// A file that stands beside its row.
type FileInPieces = (BookKey, Vec<u8>);

/// Rows as they stand in the other library, which may keep its files elsewhere; the files to be written beside them.
async fn put_away(
    library: &SqlLibrary,
    table: &Table,
    columns: &[String],
    rows: &mut [Vec<Value<'static>>],
) -> Result<Vec<FileInPieces>, DbError> {
    let mut beside = Vec::new();
    let Some(at) = FileColumns::of(table, columns) else { return Ok(beside) };
    for values in rows {
        let (book, file) = at.take(values)?;
        let kept = library.keep_original(&file).await?;
        let (object, pieces) = (kept.object.clone(), kept.file_in_pieces().map(str::to_owned));
        let is_beside = pieces.is_some();
        at.set(values, kept.bytes.into_owned(), object, pieces);
        if is_beside {
            beside.push((book, file));
        }
    }
    Ok(beside)
}

/// Where the columns of a file stand, in a table of files.
struct FileColumns {
    book: usize,
    bytes: usize,
    object: usize,
    pieces: usize,
}

impl FileColumns {
    fn of(table: &Table, columns: &[String]) -> Option<Self> {
        let at = |name: &str| columns.iter().position(|column| column == name);
        let (book, bytes) = (at("book")?, at("bytes")?);
        Some(Self { book, bytes, object: at("object")?, pieces: at("pieces")? })
            .filter(|_| table.name.ends_with("originals"))
    }

    /// The book of a row that is whole, and its file.
    fn take(&self, values: &mut [Value<'static>]) -> Result<(BookKey, Vec<u8>), DbError> {
        let book = values.get(self.book).cloned();
        let bytes = values.get_mut(self.bytes).map(|bytes| std::mem::replace(bytes, Value::Null));
        match (book, bytes) {
            (Some(Value::Int(Some(book))), Some(Value::Bytes(bytes))) => {
                Ok((BookKey(book), bytes.into_owned()))
            }
            _ => Err(DbError::unreadable("row of a file", String::new())),
        }
    }

    fn set(
        &self,
        values: &mut [Value<'static>],
        bytes: Vec<u8>,
        object: Option<String>,
        pieces: Option<String>,
    ) {
        let nothing = |text: Option<String>| text.map_or(Value::Null, Into::into);
        let new =
            [(self.bytes, bytes.into()), (self.object, nothing(object)), (self.pieces, nothing(pieces))];
        for (at, value) in new {
            if let Some(place) = values.get_mut(at) {
                *place = value;
            }
        }
    }
}

/// Writes rows and the files beside them; the key of the last row.
async fn insert(
    tx: &mut WriteTx,
    table: &Table,
    columns: &[String],
    rows: Vec<Vec<Value<'static>>>,
    files: &[FileInPieces],
) -> Result<Vec<Value<'static>>, DbError> {
    let mut last = Vec::new();
    let mut insert = InsertRows::new(&format!("INSERT INTO {} ({})", table.name, columns.join(", ")));
    for values in rows {
        last = values.iter().take(table.key.len()).cloned().collect();
        insert.row(values);
    }
    insert.execute(tx).await?;
    for (book, file) in files {
        Pieces::of(file).insert(tx, *book).await?;
    }
    Ok(last)
}

/// How many rows a table has, and a digest of all of them in the order of their keys.
async fn digest(
    library: &SqlLibrary,
    connection: &mut Connection,
    table: &Table,
) -> Result<(u64, String), DbError> {
    let columns = columns(connection, table).await?;
    let mut hasher = blake3::Hasher::new();
    let (mut n_rows, mut last) = (0, None::<Vec<Value<'static>>>);
    loop {
        let rows = page(connection, table, &columns, last.as_deref()).await?;
        for row in &rows {
            for value in whole(library, connection, table, &columns, row).await? {
                value.hash_into(&mut hasher);
            }
        }
        n_rows += u64::try_from(rows.len()).unwrap_or(u64::MAX);
        match rows.last() {
            Some(row) => last = Some(key_of(row, table)?),
            None => return Ok((n_rows, hasher.finalize().to_hex().to_string())),
        }
    }
}

/// Keys that were given once are never given again, also those of rows that are gone.
async fn set_sequences(
    source: &SqlLibrary,
    held: &mut Connection,
    target: &SqlLibrary,
) -> Result<(), StoreError> {
    for table in KEYED {
        let given = source.map_db_error(last_given(held, table).await)?;
        let mut tx = target.begin(Scope::Whole).await?;
        let done = set_given(&mut tx, table, given).await;
        target.end(tx, done).await?;
    }
    let mut tx = target.begin(Scope::Whole).await?;
    let served = query_scalar("SELECT n_sessions FROM servings").fetch_one(held).await.map_err(DbError::from);
    let served: i64 = source.map_db_error(served)?;
    let done = query("UPDATE servings SET n_sessions = $1").bind(served).execute(&mut tx).await;
    target.end(tx, done.map(drop).map_err(DbError::from)).await
}

/// The last key a table has given.
async fn last_given(connection: &mut Connection, table: &str) -> Result<i64, DbError> {
    let given: Option<i64> = match connection {
        Connection::Sqlite(_) => {
            query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1")
                .bind(table.to_owned())
                .fetch_optional(connection)
                .await?
        }
        Connection::Postgres { .. } => {
            let sequence = format!("{table}_key_seq");
            let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}");
            query_built(sql).scalar().fetch_optional(connection).await?
        }
    };
    let last: Option<i64> =
        query_built(format!("SELECT max(key) FROM {table}")).scalar().fetch_one(connection).await?;
    Ok(given.unwrap_or_default().max(last.unwrap_or_default()))
}

async fn set_given(tx: &mut WriteTx, table: &str, given: i64) -> Result<(), DbError> {
    if given == 0 {
        return Ok(());
    }
    if let Connection::Postgres { .. } = **tx {
        query_built(format!("SELECT setval('{table}_key_seq', {given})")).execute(tx).await?;
        return Ok(());
    }
    let done = query("UPDATE sqlite_sequence SET seq = $1 WHERE name = $2")
        .bind(given)
        .bind(table.to_owned())
        .execute(tx)
        .await?;
    if done.rows_affected() == 0 {
        query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)")
            .bind(table.to_owned())
            .bind(given)
            .execute(tx)
            .await?;
    }
    Ok(())
}

/// The file a library is received in until it is whole.
fn half(to: &Path) -> std::path::PathBuf {
    beside(to, MOVING)
}

fn is_database(to: &Path) -> bool {
    to.to_str().is_some_and(crate::place::is_database)
}

impl SqlLibrary {
    /// Opens an empty place, or one that was half filled before.
    async fn open_to_receive(to: &Path) -> Result<Self, StoreError> {
        if let Some(address) = to.to_str().filter(|address| crate::place::is_database(address)) {
            return Self::receive_in_database(address).await;
        }
        if tokio::fs::try_exists(to).await.unwrap_or(false) {
            return Err(StoreError::NotEmpty { place: super::display_path(to) });
        }
        Self::open(&half(to)).await
    }

    /// Notes that everything is there.
    async fn received(&self) -> Result<(), StoreError> {
        if let Database::Sqlite(_) = self.database {
            return Ok(());
        }
        let mut tx = self.begin(Scope::Whole).await?;
        let done = query("UPDATE library SET is_receiving = 0").execute(&mut tx).await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    /// Gives a file that is whole its name.
    async fn put_in_place(to: &Path) -> Result<(), StoreError> {
        if is_database(to) {
            return Ok(());
        }
        let renamed = rename_for_good(&half(to), to).await;
        renamed.map_err(|error| StoreError::Unreachable {
            place: super::display_path(to),
            detail: error.to_string(),
        })
    }
}
