//! A library from a file to a database and back: the same rows, the same answers, also after a move that was broken off.

use crate::originals::large_file;
use crate::sample::{add, cat_book, model};
use book::edit::Edit;
use book::id::BookId;
use book::text::version::{Author, Selection, TaskKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::change::Cause;
use store::error::StoreError;
use store::place::display_place;
use store::store::Store;
use store::transfer::{MovedLibrary, move_library};
use store::work::{Claim, NewRun};
use tempfile::TempDir;

fn none(_: &'static str, _: u64) {}

struct TestMove {
    folder: TempDir,
    file: PathBuf,
    database: PathBuf,
    book: BookId,
    /// One whose file stands in pieces.
    large: BookId,
}

impl TestMove {
    /// A library in a file, and an empty database.
    async fn new() -> Self {
        let cluster = postgres_testkit::needed();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("library.db");
        let database = PathBuf::from(cluster.database_for(folder.path()));
        let store = Store::open(&file).await.unwrap();
        let gone = add(&store, &cat_book(), b"another file").await.id;
        let book = add(&store, &cat_book(), b"the file \0 \xff").await.id;
        let large = add(&store, &cat_book(), &large_file(7)).await.id;
        for (round, paragraph) in store.library().all_paragraphs(book).await.unwrap().iter().enumerate() {
            for author in [model(), Author::Person] {
                let text = format!("{round} 猫");
                let edit =
                    Edit::AddVersion { paragraph: paragraph.id, text, author, selection: Selection::Select };
                store.commit(book, &[edit], &Cause::person("n"), 5).await.unwrap();
            }
        }
        store.undo_last(book, &Cause::person("undo"), 6).await.unwrap();
        store.create_chat(book, "about cats", 7).await.unwrap();
        // Keys that were given once are not given again.
        store.delete_book(gone, 9).await.unwrap();
        store.close().await;
        Self { folder, file, database, book, large }
    }

    async fn answers(&self, place: &Path) -> String {
        let store = Store::open(place).await.unwrap();
        let library = store.library();
        let told = format!(
            "{:?} {:?} {:?} {:?}",
            library.books().await.unwrap(),
            library.all_paragraphs(self.book).await.unwrap(),
            library.changes(self.book, 100).await.unwrap(),
            library.original(self.book).await.unwrap()
        );
        assert!(library.original(self.large).await.unwrap() == large_file(7), "other bytes");
        store.close().await;
        told
    }
}

fn same(one: &MovedLibrary, other: &MovedLibrary) {
    assert_eq!(one, other);
    assert!(one.tables.iter().any(|table| table.name == "versions" && table.n_rows == 16), "{one:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_goes_to_a_database_and_back_and_is_the_same() {
    let test_move = TestMove::new().await;
    let there = move_library(&test_move.file, &test_move.database, None, 10, &none).await.unwrap();
    assert_eq!(test_move.answers(&test_move.file).await, test_move.answers(&test_move.database).await);
    let back = test_move.folder.path().join("back.db");
    let returned = move_library(&test_move.database, &back, None, 10, &none).await.unwrap();
    same(&there, &returned);
    assert_eq!(test_move.answers(&test_move.file).await, test_move.answers(&back).await);
    for (place, to) in [(&test_move.file, &test_move.database), (&test_move.database, &back)] {
        let store = Store::open(place).await.unwrap();
        let refusal = store.remove_book(test_move.book, 5).await.unwrap_err();
        let to = display_place(to);
        assert!(matches!(&refusal, StoreError::MovedAway { to: told, .. } if *told == to), "{refusal}");
        store.close().await;
    }
    {
        let store = Store::open(&back).await.unwrap();
        let book = add(&store, &cat_book(), b"a third file").await;
        let paragraph = store.library().all_paragraphs(book.id).await.unwrap()[0].id;
        let edit = Edit::AddVersion {
            paragraph,
            text: "new".to_owned(),
            author: Author::Person,
            selection: Selection::Select,
        };
        let receipt = store.commit(book.id, &[edit], &Cause::person(""), 5).await.unwrap();
        assert_eq!(receipt.versions[0].version.number(), 17, "the next key after all that were given");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_broken_off_goes_on_and_nobody_uses_the_half() {
    let test_move = Arc::new(TestMove::new().await);
    for table in ["paragraphs", "versions", "chats"] {
        let moving = Arc::clone(&test_move);
        let broken_off = tokio::spawn(async move {
            let told = |name: &'static str, _: u64| assert_ne!(name, table, "broken off");
            move_library(&moving.file, &moving.database, None, 10, &told).await.map(drop)
        });
        assert!(broken_off.await.unwrap_err().is_panic());
        let refusal = Store::open(&test_move.database).await.unwrap_err();
        assert!(matches!(refusal, StoreError::HalfMoved { .. }), "{refusal}");
    }
    move_library(&test_move.file, &test_move.database, None, 10, &none).await.unwrap();
    assert_eq!(test_move.answers(&test_move.file).await, test_move.answers(&test_move.database).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_is_not_moved_over_another_nor_while_it_is_worked_on() {
    let test_move = TestMove::new().await;
    let store = Store::open(&test_move.file).await.unwrap();
    let book = test_move.book;
    let run = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 1 };
    let run = store.create_run(&run).await.unwrap();
    store.claim_book(&Claim { book, run, holder: "me", until_ms: 20 }, 10).await.unwrap();
    store.close().await;
    let refusal = move_library(&test_move.file, &test_move.database, None, 10, &none).await.unwrap_err();
    assert!(matches!(refusal, StoreError::BookClaimed { .. }), "{refusal}");
    move_library(&test_move.file, &test_move.database, None, 30, &none).await.unwrap();
    let refusal = move_library(&test_move.file, &test_move.database, None, 30, &none).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NotEmpty { .. }), "{refusal}");
    let refusal = move_library(&test_move.database, &test_move.file, None, 30, &none).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NotEmpty { .. }), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_as_rows_goes_from_one_database_into_the_other_and_back() {
    let test_move = TestMove::new().await;
    let (file, database) =
        (Store::open(&test_move.file).await.unwrap(), Store::open(&test_move.database).await.unwrap());
    let again = Store::open(&test_move.folder.path().join("again.db")).await.unwrap();
    let rows = file.library().book_rows(test_move.book).await.unwrap();
    database.restore_book(&rows, 5).await.unwrap();
    let from_database = database.library().book_rows(test_move.book).await.unwrap();
    again.restore_book(&from_database, 5).await.unwrap();
    let told = async |store: &Store| {
        let library = store.library();
        let paragraphs = library.all_paragraphs(test_move.book).await.unwrap();
        let texts: Vec<_> = paragraphs.iter().map(|one| (one.id, one.translation.clone())).collect();
        let changes = library.changes(test_move.book, 100).await.unwrap();
        let n_effects: Vec<_> = changes.iter().map(|one| one.effects.len()).collect();
        (texts, n_effects, library.original(test_move.book).await.unwrap())
    };
    assert_eq!(told(&file).await, told(&database).await);
    assert_eq!(told(&file).await, told(&again).await);
    let mut hostile = rows.clone();
    let versions = hostile.tables.get_mut("versions").unwrap();
    *versions =
        versions.replacen("\"{\\\"by\\\":\\\"person\\\"}\",1,", "\"{\\\"by\\\":\\\"person\\\"}\",\"x\",", 1);
    assert_ne!(hostile.tables, rows.tables, "one flag is a word now");
    database.delete_book(test_move.book, 100).await.unwrap();
    let refusal = database.restore_book(&hostile, 5).await.unwrap_err();
    assert!(matches!(refusal, store::bundle::RestoreError::Unfit(_)), "{refusal:?}");
    assert_eq!(database.library().books().await.unwrap(), [], "nothing of it is left");
}
