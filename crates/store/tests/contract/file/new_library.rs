//! A new library is made from one file, which says the same as all migrations.

use super::{migrations, newest, old_library, text, texts, write_library};
use std::path::{Path, PathBuf};
use store::store::Store;

/// Everything that is declared in a library, in the order of its declaration.
async fn schema(path: &Path) -> Vec<String> {
    let declared = "SELECT type || ' ' || name || ' of ' || tbl_name || ': ' || coalesce(sql, '') \
        FROM sqlite_schema ORDER BY rowid";
    let columns = "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk || ' ' || c.hidden \
        || ' ' || coalesce(c.dflt_value, 'nothing') FROM sqlite_schema t, pragma_table_xinfo(t.name) c ORDER BY t.rowid, c.cid";
    let declared = texts(path, declared).await.into_iter().map(|sql| normalised(&sql));
    declared.chain(texts(path, columns).await).collect()
}

/// Without comments, and with one space between words: a column that was added later stands on the line of the one before it.
fn normalised(sql: &str) -> String {
    let code = sql.lines().map(|line| line.split_once("--").map_or(line, |(code, _)| code));
    let code: Vec<&str> = code.flat_map(str::split_whitespace).collect();
    code.join(" ").replace(" ,", ",").replace("( ", "(").replace(" )", ")")
}

/// Every row of every table, also of those SQLite keeps for itself.
async fn rows(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for table in texts(path, "SELECT name FROM sqlite_schema WHERE type = 'table'").await {
        let columns = texts(path, &format!("SELECT name FROM pragma_table_info('{table}')")).await;
        let columns: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
        let rows = texts(path, &format!("SELECT {} FROM \"{table}\"", columns.join(" || ', ' || "))).await;
        found.extend(rows.iter().map(|row| format!("{table}: {row}")));
    }
    found
}

/// How a library says that it is one, and of which format.
async fn stamp(path: &Path) -> String {
    let stamp = "SELECT application_id || ' ' || user_version || ' ' || page_size || ' ' || auto_vacuum || ' ' || encoding \
        FROM pragma_application_id, pragma_user_version, pragma_page_size, pragma_auto_vacuum, pragma_encoding";
    text(path, stamp).await
}

async fn opened(path: PathBuf) -> PathBuf {
    Store::open(&path).await.unwrap().close().await;
    path
}

#[tokio::test]
async fn a_new_library_is_what_all_migrations_make_of_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    let new = opened(folder.path().join("new.db")).await;
    let migrated = folder.path().join("migrated.db");
    write_library(&migrated, &migrations().concat(), newest()).await;
    assert_eq!(schema(&new).await, schema(&migrated).await);
    assert_eq!(rows(&new).await, rows(&migrated).await);
    assert_eq!(stamp(&new).await, stamp(&migrated).await);
    let header = std::fs::read(&new).unwrap();
    assert_eq!(header[18..20], [2, 2], "it is written with a log");
}

#[tokio::test]
async fn an_old_library_becomes_what_a_new_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let new = opened(folder.path().join("new.db")).await;
    let old = folder.path().join("old.db");
    old_library(&old, 1).await;
    let old = opened(old).await;
    assert_eq!(schema(&new).await, schema(&old).await);
    assert_eq!(stamp(&new).await, stamp(&old).await);
}
