//! Every table of a library in a file goes with it to another place, or is known to stay.

use super::texts;
use store::store::Store;
use store::transfer::move_library;

/// Tables that are not moved.
const LEFT: [&str; 10] = [
    "allowances",
    "claims",
    "key_users",
    // Says where the library is.
    "library",
    // Written with the file they are pieces of.
    "original_pieces",
    "queued_runs",
    "servings",
    "source_pages",
    "translation_pages",
    "workers",
];

#[tokio::test]
async fn every_table_is_moved_or_known_to_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("library.db"), folder.path().join("moved.db"));
    Store::open(&path).await.unwrap().close().await;
    let sql =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let found = texts(&path, sql).await;
    let moved = move_library(&path, &to, None, 1, &|_, _| {}).await.unwrap();
    let mut known: Vec<&str> = moved.tables.iter().map(|table| table.name).chain(LEFT).collect();
    known.sort_unstable();
    assert_eq!(found, known);
}
