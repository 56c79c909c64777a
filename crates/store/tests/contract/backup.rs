//! A backup is the library at one moment, and comes back without losing the one that is there.

use crate::sample;
use book::text::book::Book;
use std::path::Path;
use store::error::StoreError;
use store::store::Store;

async fn add(store: &Store, title: &str) {
    let book = Book { title: title.to_owned(), ..sample::cat_book() };
    sample::add(store, &book, title.as_bytes()).await;
}

async fn titles(path: &Path) -> Vec<String> {
    let store = Store::open(path).await.unwrap();
    let books = store.library().books().await.unwrap();
    store.close().await;
    books.into_iter().map(|book| book.title).collect()
}

#[tokio::test]
async fn a_backup_is_whole_while_the_library_is_open_and_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("library.db"), folder.path().join("backup.db"));
    let store = Store::open(&path).await.unwrap();
    add(&store, "First").await;
    store.back_up(&to).await.unwrap();
    add(&store, "Second").await;
    store.close().await;
    assert_eq!(titles(&to).await, ["First"]);
    assert_eq!(titles(&path).await.len(), 2);
}

#[tokio::test]
async fn a_backup_is_never_written_over_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("library.db"), folder.path().join("notes.txt"));
    std::fs::write(&to, "mine").unwrap();
    let store = Store::open(&path).await.unwrap();
    let refusal = store.back_up(&to).await.expect_err("it is refused");
    assert!(matches!(refusal, StoreError::BackupExists { .. }), "{refusal}");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "mine");
}

#[tokio::test]
async fn restoring_keeps_the_library_that_is_there_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("library.db"), folder.path().join("backup.db"));
    let store = Store::open(&path).await.unwrap();
    add(&store, "First").await;
    store.back_up(&to).await.unwrap();
    add(&store, "Second").await;
    store.close().await;
    let aside = Store::restore(&to, &path).await.unwrap().unwrap();
    assert_eq!(titles(&path).await, ["First"]);
    assert_eq!(titles(&aside).await.len(), 2);
    assert_eq!(titles(&to).await, ["First"]);
}

#[tokio::test]
async fn a_library_that_is_open_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (folder.path().join("library.db"), folder.path().join("backup.db"));
    let store = Store::open(&path).await.unwrap();
    add(&store, "First").await;
    store.back_up(&to).await.unwrap();
    add(&store, "Second").await;
    let refusal = Store::restore(&to, &path).await.expect_err("it is refused");
    assert!(matches!(refusal, StoreError::Busy { .. }), "{refusal}");
    assert_eq!(store.library().books().await.unwrap().len(), 2);
    store.close().await;
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("restored") || name.contains("before"))
        .collect();
    assert!(names.is_empty(), "{names:?}");
}

#[tokio::test]
async fn what_is_no_library_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("library.db"), folder.path().join("other.db"));
    let store = Store::open(&path).await.unwrap();
    add(&store, "First").await;
    store.close().await;
    std::fs::write(&other, "not a database, but long enough to be read as one".repeat(20)).unwrap();
    let refusal = Store::restore(&other, &path).await.expect_err("it is refused");
    assert!(matches!(refusal, StoreError::NotALibrary { .. } | StoreError::Damaged { .. }), "{refusal}");
    assert_eq!(titles(&path).await, ["First"]);
}
