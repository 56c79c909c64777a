//! Before a library is brought to a newer format a copy of it is kept, and without a copy nothing is changed.

use super::{FORMAT, HEALTH, connect, newest, old_library, text};
use book::id::{BookId, ParagraphId};
use sqlx::Connection;
use std::path::{Path, PathBuf};
use std::process::Command;
use store::error::StoreError;
use store::store::Store;
use tempfile::TempDir;

/// A library of an earlier format in a folder of its own.
async fn folder_with(n_migrations: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    old_library(&path, n_migrations).await;
    (folder, path)
}

fn copy_of(path: &Path, more: &str) -> PathBuf {
    PathBuf::from(format!("{}.before-{}{more}", path.display(), newest()))
}

/// The names of everything in the folder, logs left out.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_copy_in_the_earlier_format_is_kept_beside_the_library() {
    for n_migrations in 1..newest() {
        let (folder, path) = folder_with(n_migrations).await;
        let library = Store::open(&path).await.unwrap();
        let copy = copy_of(&path, "");
        assert_eq!(library.copy_before_update(), Some(&*copy));
        library.close().await;
        assert_eq!(text(&copy, FORMAT).await, n_migrations.to_string());
        assert_eq!(text(&path, FORMAT).await, newest().to_string());
        assert_eq!(text(&copy, "SELECT text FROM versions").await, "cat");
        assert_eq!(text(&copy, HEALTH).await, "ok");

        let again = Store::open(&path).await.unwrap();
        assert_eq!(again.copy_before_update(), None);
        again.close().await;
        assert_eq!(
            names(folder.path()),
            ["library.db".to_owned(), format!("library.db.before-{}", newest())]
        );

        let taken_back = Store::open(&copy).await.unwrap();
        let (book, paragraph) = (BookId::from_number(101), ParagraphId::from_number(0));
        let paragraph = taken_back.library().paragraph(book, paragraph).await.unwrap();
        assert_eq!(paragraph.translation.unwrap().as_str(), "cat", "the copy is a library");
    }
}

#[tokio::test]
async fn a_new_library_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["new.db", "empty.db"] {
        let path = folder.path().join(name);
        if name == "empty.db" {
            std::fs::write(&path, "").unwrap();
        }
        let library = Store::open(&path).await.unwrap();
        assert_eq!(library.copy_before_update(), None);
        library.close().await;
    }
    assert_eq!(names(folder.path()), ["empty.db", "new.db"]);
}

#[tokio::test]
async fn what_stands_only_in_the_log_is_in_the_copy_and_a_reader_does_not_disturb() {
    let (_folder, path) = folder_with(newest() - 1).await;
    let mut other = connect(&path).await;
    sqlx::raw_sql("INSERT INTO series (key, id, name, created_at) VALUES (9, 19, 'in the log', 0)")
        .execute(&mut other)
        .await
        .unwrap();
    let mut reading = other.begin().await.unwrap();
    let count = "SELECT count(*) FROM series";
    assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *reading).await.unwrap(), 3);
    let library = Store::open(&path).await.unwrap();
    assert_eq!(text(&copy_of(&path, ""), "SELECT name FROM series WHERE key = 9").await, "in the log");
    assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *reading).await.unwrap(), 3);
    library.close().await;
}

#[tokio::test]
async fn programs_that_open_it_at_once_keep_one_copy() {
    let (folder, path) = folder_with(1).await;
    let opened = futures::future::join_all((0..4).map(|_| Store::open(&path))).await;
    let copies = opened.iter().filter(|library| library.as_ref().unwrap().copy_before_update().is_some());
    assert_eq!(copies.count(), 1);
    assert_eq!(names(folder.path()), ["library.db".to_owned(), format!("library.db.before-{}", newest())]);
}

#[tokio::test]
async fn an_earlier_copy_is_never_replaced() {
    let (_folder, path) = folder_with(2).await;
    std::fs::write(copy_of(&path, ""), "an earlier copy").unwrap();
    // What a program left that was killed while it copied is no copy.
    std::fs::write(copy_of(&path, "-2.partial"), "half of one").unwrap();
    let library = Store::open(&path).await.unwrap();
    assert_eq!(library.copy_before_update(), Some(&*copy_of(&path, "-2")));
    assert_eq!(std::fs::read(copy_of(&path, "")).unwrap(), b"an earlier copy");
    assert_eq!(text(&copy_of(&path, "-2"), FORMAT).await, "2");
}

#[cfg(unix)]
#[tokio::test]
async fn a_copy_is_as_private_as_its_library() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = folder_with(1).await;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    Store::open(&path).await.unwrap().close().await;
    let mode = std::fs::metadata(copy_of(&path, "")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_place_where_no_copy_can_be_written_is_refused_and_nothing_is_changed() {
    let (folder, path) = folder_with(3).await;
    let before = std::fs::read(&path).unwrap();
    let obstacle = copy_of(&path, ".partial");
    std::fs::create_dir(&obstacle).unwrap();
    let refusal = Store::open(&path).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NotCopied { .. }), "{refusal}");
    assert!(refusal.to_string().contains("nothing was changed"), "{refusal}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::remove_dir(&obstacle).unwrap();
    assert_eq!(names(folder.path()), ["library.db"]);
    let library = Store::open(&path).await.unwrap();
    assert!(library.copy_before_update().is_some());
}

#[tokio::test]
async fn a_migration_that_fails_leaves_the_library_and_no_copy() {
    let (folder, path) = folder_with(newest()).await;
    let mut connection = connect(&path).await;
    // A library that says of itself it is older than it is: what the last migration makes is there already.
    let stamp = format!("PRAGMA user_version = {}", newest() - 1);
    sqlx::raw_sql(sqlx::AssertSqlSafe(stamp)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(&path).unwrap();
    Store::open(&path).await.unwrap_err();
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["library.db"]);
}

#[tokio::test]
async fn a_disk_without_room_for_a_copy_is_told_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(&folder.path().join("small")) else {
        skip("a_disk_without_room_for_a_copy_is_told_and_nothing_is_changed");
        return;
    };
    let path = disk.0.join("library.db");
    old_library(&path, 4).await;
    let mut connection = connect(&path).await;
    let large = "INSERT INTO originals (book, bytes) VALUES (1, randomblob(5000000))";
    sqlx::raw_sql(large).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(&path).unwrap();
    let refusal = Store::open(&path).await.unwrap_err();
    assert!(matches!(&refusal, StoreError::NotCopied { detail, .. } if detail.contains("full")), "{refusal}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(names(&disk.0), ["library.db"]);
}

/// A file system with little room, unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(place: &Path) -> Option<Self> {
        std::fs::create_dir_all(place).unwrap();
        let options = ["-t", "tmpfs", "-o", "size=8m", "tmpfs"];
        let mounted = Command::new("mount").args(options).arg(place).output().ok()?;
        mounted.status.success().then(|| Self(place.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(name: &str) {
    eprintln!("skipped {name}: no small file system can be mounted here");
}
