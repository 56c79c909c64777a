//! Many at once: tasks of one process, two handles on one library, and work that is dropped half-way.

use crate::open;
use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::Selection;
use store::change::Cause;
use store::store::Store;
use tokio::task::JoinSet;

fn edit(paragraph: ParagraphId, text: String) -> [Edit; 1] {
    [Edit::AddVersion { paragraph, text, author: model(), selection: Selection::Select }]
}

async fn n_versions(test_library: &TestLibrary, paragraph: ParagraphId) -> usize {
    test_library.store.library().versions(test_library.book, paragraph).await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tasks_and_two_handles_write_and_read_at_once() {
    let test_library = TestLibrary::with_cat_book().await;
    let second: Store = open(&test_library.folder.path().join("library.db")).await;
    let (book, paragraph) = (test_library.book, test_library.paragraph(2).await);
    let mut crowd = JoinSet::new();
    for n in 0..60 {
        let store = if n % 2 == 0 { test_library.store.clone() } else { second.clone() };
        crowd.spawn(async move {
            store.commit(book, &edit(paragraph, n.to_string()), &Cause::person(""), n).await.unwrap();
            // What was committed is seen at once, by its own handle.
            let versions = store.library().versions(book, paragraph).await.unwrap();
            assert!(versions.iter().any(|version| version.text.as_str() == n.to_string()));
        });
    }
    crowd.join_all().await;
    assert_eq!(n_versions(&test_library, paragraph).await, 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_is_dropped_half_way_is_done_whole_or_not_at_all() {
    let test_library = TestLibrary::with_cat_book().await;
    let (book, paragraph) = (test_library.book, test_library.paragraph(2).await);
    for n in 0..100_u32 {
        let store = test_library.store.clone();
        let work = tokio::spawn(async move {
            store.commit(book, &edit(paragraph, n.to_string()), &Cause::person(""), 0).await
        });
        for _ in 0..n {
            tokio::task::yield_now().await;
        }
        work.abort();
    }
    test_library
        .store
        .commit(book, &edit(paragraph, "last".to_owned()), &Cause::person(""), 0)
        .await
        .unwrap();
    let n_changes = test_library.store.library().changes(book, 1_000).await.unwrap().len();
    assert_eq!(n_versions(&test_library, paragraph).await, n_changes);
    let record = test_library.store.library().paragraph(book, paragraph).await.unwrap();
    assert_eq!(record.translation.unwrap().as_str(), "last");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_edits_based_on_the_same_version_one_wins_whichever_handle_it_comes_through() {
    let test_library = TestLibrary::with_cat_book().await;
    let second: Store = open(&test_library.folder.path().join("library.db")).await;
    let (book, paragraph) = (test_library.book, test_library.paragraph(2).await);
    let mut version = None;
    for round in 0..10 {
        let mut crowd = JoinSet::new();
        for n in 0..8_i64 {
            let store = if n % 2 == 0 { test_library.store.clone() } else { second.clone() };
            let [add] = edit(paragraph, format!("{round}.{n}"));
            let edits = [Edit::Expect { paragraph, version }, add];
            crowd.spawn(async move { store.commit(book, &edits, &Cause::person(""), n).await });
        }
        let done = crowd.join_all().await;
        let won: Vec<_> = done.iter().filter_map(|done| done.as_ref().ok()).collect();
        assert_eq!(won.len(), 1, "{done:?}");
        version = Some(won[0].versions[0].version);
        let record = test_library.store.library().paragraph(book, paragraph).await.unwrap();
        assert_eq!(record.version, version);
    }
    assert_eq!(n_versions(&test_library, paragraph).await, 10, "what was refused left nothing behind");
}
