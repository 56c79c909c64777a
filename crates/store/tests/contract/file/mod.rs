//! What holds for a library in a file: its format and the formats before it, its plans, its disk, and its line of writers.

mod copies;
mod disk;
mod group_commit;
mod migrations;
mod new_library;
mod plans;
mod tables;

use book::id::ParagraphId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection};
use std::path::{Path, PathBuf};

/// Two volumes of one series between which a book of another came, with a translation and its history.
const CONTENTS: &str = "
    INSERT INTO series (key, id, name, created_at) VALUES (1, 11, 'S', 0), (2, 12, 'alone', 0);
    INSERT INTO books (key, id, series, title, format, file_name, digest, n_chapters, n_paragraphs, n_work, created_at)
        VALUES (1, 101, 1, 'one', 'text', 'x', x'01', 1, 1, 1, 0), (2, 102, 2, 'other', 'text', 'x', x'02', 1, 0, 0, 0),
               (3, 103, 1, 'two', 'text', 'x', x'03', 1, 0, 0, 0);
    INSERT INTO chapters (key, book, number, title, matter, n_paragraphs, n_work)
        VALUES (1 << 32, 1, 1, 'c', 'body', 1, 1), (2 << 32, 2, 1, 'c', 'body', 0, 0), (3 << 32, 3, 1, 'c', 'body', 0, 0);
    INSERT INTO paragraphs (key, book, chapter, position, idx, text, tags, kind, part, block, is_empty)
        VALUES (1 << 32, 1, 1 << 32, 0, 0, '猫', '', 'body', 0, 0, 0);
    INSERT INTO versions (key, paragraph, text, author, by_person, created_at) VALUES (1, 1 << 32, 'cat', '{\"by\":\"person\"}', 1, 0);
    INSERT INTO selections (paragraph, book, chapter, version) VALUES (1 << 32, 1, 1 << 32, 1);
    INSERT INTO changes (key, book, who, note, is_undo, created_at) VALUES (1, 1, '{\"by\":\"person\"}', '', 0, 0);
    INSERT INTO edits (change, ordinal, effect)
        VALUES (1, 0, '{\"effect\":\"selected\",\"paragraph\":\"' || $code || '\",\"before\":null,\"after\":1}'),
               (1, 1, '{\"effect\":\"book_titled\",\"before\":null,\"after\":\"Eins\"}');
    UPDATE books SET title_translation = 'Eins' WHERE key = 1;
    UPDATE books SET title_translation = 'Zwei' WHERE key = 3;
";

/// The text of every migration, oldest first.
fn migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_migration = |path: &PathBuf| {
        path.file_name().unwrap().to_string_lossy().starts_with(|first: char| first.is_ascii_digit())
    };
    let mut files: Vec<_> = entries.filter(is_migration).collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// The number of the newest format.
fn newest() -> usize {
    migrations().len()
}

/// Makes a library as a program wrote it that knew only so many migrations.
async fn old_library(path: &Path, n_migrations: usize) {
    // The contents are written as the first formats had them, and later migrations carry them along.
    let migrations = migrations();
    let (early, later) = migrations[..n_migrations].split_at(n_migrations.min(2));
    let code = format!("'{}'", ParagraphId::from_number(0));
    let contents = CONTENTS.replace("$code", &code);
    write_library(path, &[early.concat(), contents, later.concat()].concat(), n_migrations).await;
}

/// Makes a library by these statements, which says that it has this format.
async fn write_library(path: &Path, statements: &str, format: usize) {
    let mut connection = connect(path).await;
    let stamp = format!("PRAGMA application_id = 1414745415; PRAGMA user_version = {format}");
    for sql in [statements, &stamp] {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

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

const FORMAT: &str = "SELECT CAST(user_version AS TEXT) FROM pragma_user_version";
const HEALTH: &str = "SELECT integrity_check FROM pragma_integrity_check";
