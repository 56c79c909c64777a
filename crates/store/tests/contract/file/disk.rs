//! What a person sees, and that nothing is half written, when the disk is full or the file is not what it should be.

use super::{HEALTH, text};
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use sqlx::{Connection, SqliteConnection};
use std::path::{Path, PathBuf};
use store::error::StoreError;
use store::record::NewBook;
use store::store::Store;
use store::testing::send_to_writer;

fn large_book() -> Book {
    let paragraph = |n: u32| Paragraph {
        text: Marked::from_plain(&format!("{n} {}", "長い文章".repeat(40))),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block: n },
    };
    let chapter = Chapter { paragraphs: (0..2_000).map(paragraph).collect(), ..Chapter::default() };
    Book { title: "large".to_owned(), chapters: vec![chapter], ..Book::default() }
}

#[tokio::test]
async fn a_full_disk_is_told_leaves_nothing_half_written_and_is_forgotten_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let store = Store::open(&path).await.unwrap();
    let book = large_book();
    let new = NewBook {
        book: &book,
        original: b"x",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 0,
    };
    let limit = async |pages: u32| {
        send_to_writer(&store, &format!("PRAGMA max_page_count = {pages}")).await.unwrap();
    };
    limit(200).await;
    let refusal = store.add_book(&new, &|_, _| {}).await.unwrap_err();
    assert!(matches!(refusal, StoreError::DiskFull { .. }), "{refusal}");
    assert_eq!(store.library().books().await.unwrap(), []);
    limit(1_000_000).await;
    store.add_book(&new, &|_, _| {}).await.unwrap();
    assert_eq!(text(&path, HEALTH).await, "ok");
}

#[tokio::test]
async fn a_library_of_another_format_is_refused_with_advice_and_not_changed() {
    for (format, advice) in [(99, "update Tsumugi"), (28, "tsumugi unbundle")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        Store::open(&path).await.unwrap().close().await;
        pragma(&path, &format!("PRAGMA user_version = {format}")).await;
        let before = std::fs::read(&path).unwrap();
        let refusal = Store::open(&path).await.unwrap_err();
        assert!(matches!(refusal, StoreError::OtherFormat { found, .. } if found == format), "{refusal}");
        assert!(refusal.to_string().contains(advice), "{refusal}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[tokio::test]
async fn what_is_no_library_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name);
    let foreign = name("foreign.db");
    pragma(&foreign, "CREATE TABLE someone_elses (text)").await;
    let mut files: Vec<PathBuf> = vec![foreign];
    let random: Vec<u8> = (0..20_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
    for (name, bytes) in [
        (name("novel.txt"), "これは小説である。\n".repeat(300).into_bytes()),
        (name("short.txt"), b"hello".to_vec()),
        (name("random.bin"), random),
        (name("header-only.db"), b"SQLite format 3\0 and then nothing sensible".to_vec()),
    ] {
        std::fs::write(&name, bytes).unwrap();
        files.push(name);
    }
    for file in files {
        let before = std::fs::read(&file).unwrap();
        let refusal = Store::open(&file).await.unwrap_err();
        assert!(matches!(refusal, StoreError::NotALibrary { .. }), "{}: {refusal:?}", file.display());
        assert_eq!(std::fs::read(&file).unwrap(), before, "{}", file.display());
    }
    let n_files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(n_files, 5, "nothing was left beside the files");
}

#[tokio::test]
async fn a_folder_or_a_path_through_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = Store::open(folder.path()).await.unwrap_err();
    assert!(matches!(refusal, StoreError::IsFolder { .. }), "{refusal}");
    std::fs::write(folder.path().join("file"), "x").unwrap();
    let refusal = Store::open(&folder.path().join("file/library.db")).await.unwrap_err();
    assert!(matches!(refusal, StoreError::Unreachable { .. }), "{refusal}");
}

#[tokio::test]
async fn an_empty_file_becomes_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    std::fs::write(&path, "").unwrap();
    assert_eq!(Store::open(&path).await.unwrap().library().books().await.unwrap(), []);
}

#[tokio::test]
async fn a_damaged_library_is_told_as_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let store = Store::open(&path).await.unwrap();
    let book = large_book();
    let new = NewBook {
        book: &book,
        original: b"x",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 0,
    };
    let id = store.add_book(&new, &|_, _| {}).await.unwrap().id;
    store.close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    for byte in bytes.iter_mut().skip(4096).step_by(7) {
        *byte ^= 0x5a;
    }
    std::fs::write(&path, bytes).unwrap();
    let refusal = match Store::open(&path).await {
        Ok(store) => store.library().all_paragraphs(id).await.unwrap_err(),
        Err(refusal) => refusal,
    };
    assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal:?}");
}

async fn pragma(path: &Path, sql: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
