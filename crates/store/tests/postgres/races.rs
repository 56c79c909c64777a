//! What one writer of SQLite cannot do wrong: several transactions that read before they write, on two handles at once.

use crate::open;
use crate::sample::{TestLibrary, cat_book, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::{Author, Selection, TaskKind};
use store::change::Cause;
use store::error::StoreError;
use store::record::NewBook;
use store::store::Store;
use store::work::{Claim, NewRun};
use tokio::task::JoinSet;

const ROUNDS: i64 = 25;

fn version(paragraph: ParagraphId, author: Author) -> [Edit; 1] {
    let text = format!("{author:?}");
    [Edit::AddVersion { paragraph, text, author, selection: Selection::Select }]
}

async fn second(test_library: &TestLibrary) -> Store {
    open(&test_library.folder.path().join("library.db")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_never_replaces_the_words_a_person_writes_at_the_same_moment() {
    for round in 0..ROUNDS {
        let test_library = TestLibrary::with_cat_book().await;
        let other = second(&test_library).await;
        let (book, paragraph) = (test_library.book, test_library.paragraph(2).await);
        let mut crowd = JoinSet::new();
        for n in 0..4 {
            let store = if n % 2 == 0 { test_library.store.clone() } else { other.clone() };
            let author = if n == 1 { Author::Person } else { model() };
            crowd.spawn(async move {
                let cause = Cause { who: author.clone(), run: None, task: None, note: String::new() };
                store.commit(book, &version(paragraph, author), &cause, round).await.unwrap();
            });
        }
        crowd.join_all().await;
        let record = other.library().paragraph(book, paragraph).await.unwrap();
        assert_eq!(record.translation.unwrap().as_str(), "Person");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_expect_the_same_version_one_is_told_that_it_has_changed() {
    let test_library = TestLibrary::with_cat_book().await;
    let other = second(&test_library).await;
    let (book, paragraph) = (test_library.book, test_library.paragraph(2).await);
    for round in 0..ROUNDS {
        let selected = other.library().paragraph(book, paragraph).await.unwrap().version;
        let mut edits = vec![Edit::Expect { paragraph, version: selected }];
        edits.extend(version(paragraph, Author::Person));
        let cause = Cause::person("");
        let (one, two) = tokio::join!(
            test_library.store.commit(book, &edits, &cause, round),
            other.commit(book, &edits, &cause, round)
        );
        let refused = [one, two].into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert!(matches!(refused.as_slice(), [StoreError::ChangedMeanwhile { .. }]), "{refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_claims_on_a_book_one_is_refused() {
    let test_library = TestLibrary::with_cat_book().await;
    let other = second(&test_library).await;
    let book = test_library.book;
    let new = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let run = other.create_run(&new).await.unwrap();
    for round in 0..ROUNDS {
        let claim = |holder| Claim { book, run, holder, until_ms: round * 10 + 9 };
        let now_ms = round * 10;
        let (claims, stores) = ([claim("one"), claim("two")], [&test_library.store, &other]);
        let (one, two) =
            tokio::join!(stores[0].claim_book(&claims[0], now_ms), stores[1].claim_book(&claims[1], now_ms));
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_imported_twice_at_once_becomes_one_book() {
    let test_library = TestLibrary::with_cat_book().await;
    let other = second(&test_library).await;
    let book = cat_book();
    for round in 0..ROUNDS {
        let original = format!("file {round}");
        let new = NewBook {
            book: &book,
            original: original.as_bytes(),
            file_name: "cat.txt",
            series: Some("Cats"),
            target_language: None,
            now_ms: round,
        };
        let none = |_, _| {};
        let (one, two) = tokio::join!(test_library.store.add_book(&new, &none), other.add_book(&new, &none));
        let refused = [one, two].into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert!(matches!(refused.as_slice(), [StoreError::AlreadyThere { .. }]), "{refused:?}");
    }
    let series = other.library().all_series().await.unwrap();
    let named = series.iter().filter(|one| one.series.name == "Cats").collect::<Vec<_>>();
    assert_eq!(named.len(), 1, "one series, whoever came first");
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_whether_a_process_lives() {
    let test_library = TestLibrary::with_cat_book().await;
    let other = second(&test_library).await;
    assert!(other.is_absent("me"), "nobody has said so yet");
    let presence = test_library.store.announce("me").unwrap();
    assert!(!other.is_absent("me"));
    assert!(other.is_absent("somebody else"));
    drop(presence);
    assert!(other.is_absent("me"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_write_is_told_from_what_this_process_writes() {
    // A cluster of its own, because it counts what is written to all its databases.
    let cluster = postgres_testkit::cluster_of_its_own();
    let address = cluster.database("library");
    let open = async || Store::open(std::path::Path::new(&address)).await.unwrap();
    let (one, other) = (open().await, open().await);
    let (seen, all) =
        (one.library().foreign_version().await.unwrap(), one.library().data_version().await.unwrap());
    one.begin_serving().await.unwrap();
    assert_eq!(one.library().foreign_version().await.unwrap(), seen);
    let after = one.library().data_version().await.unwrap();
    assert_ne!(after, all, "its own commits count here");
    assert_eq!(one.library().data_version().await.unwrap(), after, "and nothing else");
    other.begin_serving().await.unwrap();
    assert_ne!(one.library().foreign_version().await.unwrap(), seen);
    cluster.stop();
}
