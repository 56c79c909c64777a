//! Opening a library file: refusing what is none, making what is missing, and waiting politely for other programs.

use super::copy::keep_copy;
use super::driver::LentConnections;
use super::watcher::Watcher;
use super::writer::{BUSY_RETRIES, LOCK_TIMEOUT, Writer, pause};
use super::{Database, DbError, SqlLibrary, SqliteFile, display_path};
use crate::driver_hook::Hook;
use crate::error::StoreError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The mark of our files in SQLite's header: `TSMG`.
const APPLICATION_ID: i64 = 0x5453_4d47;

/// Every shape a library has had, oldest first; the number of a shape is its place in this list, from one.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_library.sql"),
    include_str!("../../migrations/0002_revisions.sql"),
    include_str!("../../migrations/0003_knowledge.sql"),
    include_str!("../../migrations/0004_findings.sql"),
    include_str!("../../migrations/0005_chats.sql"),
    include_str!("../../migrations/0006_searched_pages.sql"),
    include_str!("../../migrations/0007_instructions.sql"),
    include_str!("../../migrations/0008_reading.sql"),
    include_str!("../../migrations/0009_titles.sql"),
    include_str!("../../migrations/0010_runs_and_money.sql"),
    include_str!("../../migrations/0011_series.sql"),
    include_str!("../../migrations/0012_events.sql"),
    include_str!("../../migrations/0013_opinions.sql"),
    include_str!("../../migrations/0014_batches.sql"),
    include_str!("../../migrations/0015_opinion_costs_and_notes.sql"),
    include_str!("../../migrations/0016_rehearsals.sql"),
    include_str!("../../migrations/0017_reviews.sql"),
    include_str!("../../migrations/0018_comments.sql"),
    include_str!("../../migrations/0019_workers.sql"),
    include_str!("../../migrations/0020_objects.sql"),
    include_str!("../../migrations/0021_people.sql"),
    include_str!("../../migrations/0022_logins.sql"),
    include_str!("../../migrations/0023_budgets.sql"),
    include_str!("../../migrations/0024_teamwork.sql"),
    include_str!("../../migrations/0025_mail.sql"),
    include_str!("../../migrations/0026_mail_links.sql"),
    include_str!("../../migrations/0027_allowance_steps.sql"),
    include_str!("../../migrations/0028_original_pieces.sql"),
];

/// The newest shape, as all migrations leave an empty library. Running them all takes three times as long.
const NEWEST_SHAPE: &str = include_str!("../../migrations/schema.sql");

/// SQLite itself waits this long for another program before it says so.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
const READERS: u32 = 4;
/// The most rows buffered between two threads: a chapter fits, so that neither thread waits for the other.
const ROWS_UNDER_WAY: usize = 500;

impl SqlLibrary {
    /// Opens the library at `path`, or makes a new one there. One that may not be written is opened for reading, and
    /// every change is refused.
    pub(super) async fn open_file(path: &Path, hook: Hook) -> Result<Self, StoreError> {
        prepare_place(path).await?;
        let mut attempt = 0;
        let opened = loop {
            match open_writer(path, &hook).await {
                Err(db_error) if db_error.is_busy() && attempt < BUSY_RETRIES => pause(&mut attempt).await,
                opened => break opened,
            }
        };
        let (connection, copy, for_readers) = match opened {
            Ok((connection, copy)) => (connection, copy, options(path)),
            Err(db_error) if db_error.is_not_permitted() => match open_reader(path).await {
                Ok(connection) => (connection, None, reading_options(path)),
                // Why it may not be written says more than why it cannot be read either.
                Err(_) => return Err(db_error.explain(&display_path(path))),
            },
            Err(db_error) => return Err(db_error.explain(&display_path(path))),
        };
        let for_readers = for_readers.pragma("query_only", "ON");
        let readers = SqlitePoolOptions::new()
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(LOCK_TIMEOUT)
            .test_before_acquire(false)
            .max_connections(READERS)
            .connect_lazy_with(for_readers.clone());
        let file = SqliteFile {
            path: path.to_owned(),
            copy_before_update: copy,
            writer: Writer::new(connection, hook.clone()),
            lent: hook.map(|hook| (LentConnections::new(for_readers.clone()), hook)),
            readers,
            watcher: Watcher::new(for_readers),
        };
        Ok(Self {
            place: display_path(path),
            database: Database::Sqlite(file),
            keys: Mutex::default(),
            counts: super::KeptCounts::default(),
            held_claim: None,
            objects: None,
        })
    }
}

/// A large import leaves a large log; it is cut back to so many bytes when it has been taken over.
const LOG_BYTES: (&str, &str) = ("journal_size_limit", "16777216");
/// Eight megabytes of pages: with the usual two, a long book does not fit and is read again and again.
const PAGES_IN_MEMORY: (&str, &str) = ("cache_size", "-8000");
/// `synchronous=FULL` makes every commit reach the disk before it is acknowledged. With the write-ahead log that is one
/// flush a commit, a few milliseconds against the seconds a model takes; the cheaper NORMAL keeps the file whole after
/// a power cut but may forget the last commits, and each of those was paid for.
const EVERY_COMMIT_ON_DISK: (&str, &str) = ("synchronous", "FULL");

fn options(path: &Path) -> SqliteConnectOptions {
    let settings = [LOG_BYTES, PAGES_IN_MEMORY, EVERY_COMMIT_ON_DISK];
    let options =
        settings.into_iter().fold(plain_options(path), |options, (name, value)| options.pragma(name, value));
    options.journal_mode(SqliteJournalMode::Wal)
}

/// Gives an open connection the settings of [`options`].
async fn set_up(connection: &mut SqliteConnection, hook: &Hook) -> Result<(), DbError> {
    // With a hook, waiting for the lock here would block its holder.
    let waiting = hook.is_some().then_some(("busy_timeout", "0"));
    let settings = [("journal_mode", "WAL"), EVERY_COMMIT_ON_DISK, LOG_BYTES, PAGES_IN_MEMORY];
    let pragma = |(name, value)| format!("PRAGMA {name} = {value}");
    let pragmas: Vec<String> = waiting.into_iter().chain(settings).map(pragma).collect();
    sqlx::raw_sql(AssertSqlSafe(pragmas.join("; "))).execute(connection).await?;
    Ok(())
}

pub(super) fn plain_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .row_buffer_size(ROWS_UNDER_WAY)
        .disable_statement_logging()
}

/// Options for a library that may not be written. Without a log beside it nothing can change under us as long as we may not
/// write either, and SQLite needs no files of its own; with one it has to be read along.
fn reading_options(path: &Path) -> SqliteConnectOptions {
    let log = path.with_file_name(format!("{}-wal", path.file_name().unwrap_or_default().to_string_lossy()));
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    plain_options(path).read_only(true).immutable(!has_log)
}

/// Only looks at names and kinds: opening and closing the file here would drop SQLite's locks of this process on it.
async fn prepare_place(path: &Path) -> Result<(), StoreError> {
    let unreachable = |error: std::io::Error| {
        let place = display_path(path);
        if error.kind() == ErrorKind::PermissionDenied {
            return StoreError::Forbidden { place };
        }
        StoreError::Unreachable { place, detail: error.to_string() }
    };
    match tokio::fs::metadata(path).await {
        Ok(metadata) if metadata.is_dir() => return Err(StoreError::IsFolder { place: display_path(path) }),
        Ok(metadata) if !metadata.is_file() => {
            return Err(StoreError::NotALibrary { place: display_path(path) });
        }
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(unreachable(error)),
    }
    match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => tokio::fs::create_dir_all(parent).await.map_err(unreachable),
        None => Ok(()),
    }
}

/// A connection to a library in its newest shape, and the copy of what it was before, if it had to be changed.
async fn open_writer(path: &Path, hook: &Hook) -> Result<(SqliteConnection, Option<PathBuf>), DbError> {
    let mut connection = plain_options(path).create_if_missing(true).connect().await?;
    match bring_up(&mut connection, path, hook).await {
        Ok(copy) => Ok((connection, copy)),
        Err(db_error) => {
            // A refused library has no files of ours left beside it. Why it is refused says more than why closing failed.
            let _ = connection.close().await;
            Err(db_error)
        }
    }
}

/// Looks first, without any setting of ours, so that a file that is no library is not even given a log.
async fn bring_up(
    connection: &mut SqliteConnection,
    path: &Path,
    hook: &Hook,
) -> Result<Option<PathBuf>, DbError> {
    let found = shape(connection, path).await?;
    set_up(connection, hook).await?;
    let copy = if found == known_shape() { None } else { migrate(connection, path).await? };
    ready_to_read(connection).await?;
    Ok(copy)
}

/// A connection that only reads, to a library in its newest shape.
async fn open_reader(path: &Path) -> Result<SqliteConnection, DbError> {
    let mut connection = reading_options(path).connect().await?;
    if shape(&mut connection, path).await? != known_shape() {
        return Err(StoreError::ReadOnly { place: display_path(path) }.into());
    }
    ready_to_read(&mut connection).await?;
    Ok(connection)
}

/// Brings a library to its newest shape in one transaction. A library that holds anything is copied first, under the
/// write lock; without a copy nothing is changed.
async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<Option<PathBuf>, DbError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another program may have been faster.
    let found = shape(&mut transaction, path).await?;
    if found == known_shape() {
        transaction.rollback().await?;
        return Ok(None);
    }
    let copy = if found > 0 { Some(keep_copy(path, known_shape()).await?) } else { None };
    let migrated = match apply_migrations(&mut transaction, found).await {
        Ok(()) => transaction.commit().await.map_err(DbError::from),
        Err(db_error) => Err(db_error),
    };
    if let (Err(_), Some(copy)) = (&migrated, &copy) {
        // The library is what it was, so the copy says nothing new; one that cannot be removed does no harm.
        let _ = tokio::fs::remove_file(copy).await;
    }
    migrated.map(|()| copy)
}

async fn apply_migrations(connection: &mut SqliteConnection, found: i64) -> Result<(), DbError> {
    let done = usize::try_from(found).unwrap_or_default();
    let missing: &[&str] =
        if done == 0 { &[NEWEST_SHAPE] } else { MIGRATIONS.get(done..).unwrap_or_default() };
    for statements in missing {
        sqlx::raw_sql(*statements).execute(&mut *connection).await?;
    }
    let stamp = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {}", known_shape());
    sqlx::raw_sql(AssertSqlSafe(stamp)).execute(connection).await?;
    Ok(())
}

/// Which shape the library has: zero for an empty file.
pub(super) async fn shape(connection: &mut SqliteConnection, path: &Path) -> Result<i64, DbError> {
    let application: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let n_tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *connection).await?;
    match (application, found) {
        (APPLICATION_ID, found) if found > known_shape() => {
            Err(StoreError::Newer { place: display_path(path), found, known: known_shape() }.into())
        }
        (APPLICATION_ID, found) => Ok(found),
        (0, 0) if n_tables == 0 => Ok(0),
        _ => Err(StoreError::NotALibrary { place: display_path(path) }.into()),
    }
}

async fn ready_to_read(connection: &mut SqliteConnection) -> Result<(), DbError> {
    sqlx::query("SELECT key FROM books LIMIT 1").fetch_optional(connection).await?;
    Ok(())
}

fn known_shape() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}
