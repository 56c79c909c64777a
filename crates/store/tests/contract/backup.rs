//! A backup is the library at one moment, and comes back without losing the one that is there.

use crate::sample;
use book::text::book::Book;
use std::path::Path;
use store::error::StoreError;
use store::store::Store;
use store::transfer::move_library;

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

/// A library with one book, and a backup of it with none.
async fn restored_half(folder: &Path) -> (std::path::PathBuf, std::path::PathBuf) {
    let (path, backup) = (folder.join("library.db"), folder.join("backup.db"));
    let store = Store::open(&path).await.unwrap();
    add(&store, "First").await;
    store.back_up(&backup).await.unwrap();
    add(&store, "Second").await;
    store.close().await;
    (path, backup)
}

#[tokio::test]
async fn a_restore_that_was_killed_between_its_renames_is_finished_by_whoever_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let (path, backup) = restored_half(folder.path()).await;
    std::fs::rename(&path, folder.path().join("library.db.before-restore")).unwrap();
    std::fs::copy(&backup, folder.path().join("library.db.restored")).unwrap();
    assert_eq!(titles(&path).await, ["First"]);
    assert!(!folder.path().join("library.db.restored").exists());
    assert_eq!(titles(&folder.path().join("library.db.before-restore")).await.len(), 2);
}

#[tokio::test]
async fn no_library_is_made_beside_one_that_was_set_aside_or_is_being_moved() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = restored_half(folder.path()).await;
    let aside = folder.path().join("library.db.before-restore");
    std::fs::rename(&path, &aside).unwrap();
    let refusal = Store::open(&path).await.unwrap_err();
    assert!(matches!(&refusal, StoreError::SetAside { aside: told, .. } if *told == aside), "{refusal}");
    assert!(!path.exists());
    // What the refusal says brings it back.
    assert_eq!(Store::restore(&aside, &path).await.unwrap(), None);
    assert_eq!(titles(&path).await.len(), 2);
    std::fs::rename(&path, folder.path().join("library.db.moving")).unwrap();
    let refusal = Store::open(&path).await.unwrap_err();
    assert!(matches!(refusal, StoreError::HalfMoved { .. }), "{refusal}");
    assert!(!path.exists());
}

#[tokio::test]
async fn a_library_that_was_moved_takes_no_change_not_even_from_a_program_that_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = restored_half(folder.path()).await;
    let to = folder.path().join("moved.db");
    let open = Store::open(&path).await.unwrap();
    move_library(&path, &to, None, 1, &|_, _| {}).await.unwrap();
    let book = open.library().books().await.unwrap()[0].id;
    let refusal = open.remove_book(book, 5).await.unwrap_err();
    let place = to.display().to_string();
    assert!(matches!(&refusal, StoreError::MovedAway { to, .. } if *to == place), "{refusal}");
    open.close().await;
    let refusal =
        move_library(&path, &folder.path().join("other.db"), None, 1, &|_, _| {}).await.unwrap_err();
    assert!(matches!(refusal, StoreError::MovedAway { .. }), "{refusal}");
    let moved = Store::open(&to).await.unwrap();
    moved.remove_book(book, 5).await.unwrap();
    moved.close().await;
}
