//! What holds for a library in a file: its format and the formats before it, its plans, its disk, and its line of writers.

mod disk;
mod erased;
mod group_commit;
mod plans;
mod tables;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection};
use std::path::Path;

/// A connection of the test's own; makes the file if there is none.
async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqliteConnection::connect_with(&options.journal_mode(SqliteJournalMode::Wal)).await.unwrap()
}

/// The first column of what a statement finds, read without touching the file.
async fn texts(path: &Path, sql: &str) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let query = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
    let texts = query.fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    texts
}

/// The same where one row is found.
async fn text(path: &Path, sql: &str) -> String {
    let mut texts = texts(path, sql).await;
    assert_eq!(texts.len(), 1, "{sql}");
    texts.remove(0)
}

const HEALTH: &str = "SELECT integrity_check FROM pragma_integrity_check";
