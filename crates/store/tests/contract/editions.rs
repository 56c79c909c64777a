//! When a newer edition is not taken in, and what is stale for other reasons.

use crate::revisions::{chapters, lineage, newer};
use crate::sample::{TestLibrary, cat_book, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::TaskKind;
use store::error::StoreError;
use store::record::{Freshness, StaleReason};
use store::revision::{BookRevision, Lineage};
use store::work::{Claim, NewRun, NewTask};

#[tokio::test]
async fn no_edition_comes_under_a_run_that_is_working_and_open_tasks_end() {
    let test_library = TestLibrary::with_cat_book().await;
    let new = NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{}", now_ms: 1 };
    let run = test_library.store.create_run(&new).await.unwrap();
    let task = NewTask {
        knowledge: None,
        run,
        book: test_library.book,
        kind: TaskKind::Translation,
        chapter: test_library.chapter(0).await,
        paragraphs: &[test_library.paragraph(2).await],
        machine: "{}",
        machine_version: 1,
        now_ms: 1,
    };
    test_library.store.create_task(&task).await.unwrap();
    let claim = Claim { book: test_library.book, run, holder: "h", until_ms: 60 };
    test_library.store.claim_book(&claim, 1).await.unwrap();
    let refusal = test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap_err();
    assert!(matches!(refusal, StoreError::BookClaimed { .. }), "{refusal}");
    assert_eq!(test_library.paragraphs().await.len(), 8);
    test_library.store.release_book(test_library.book, run, "h").await.unwrap();
    test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
    assert_eq!(test_library.store.library().unfinished_tasks(run).await.unwrap(), []);
}

#[tokio::test]
async fn a_stretch_has_no_paragraphs_that_a_newer_edition_left_out() {
    let test_library = TestLibrary::with_cat_book().await;
    let before: Vec<ParagraphId> =
        test_library.paragraphs().await.iter().map(|paragraph| paragraph.id).collect();
    let mut lineage = lineage();
    lineage[6] = Lineage::New;
    test_library.revise(&newer(), b"newer", &chapters(), &lineage).await.unwrap();
    let now = test_library.paragraphs().await;
    assert!(
        before.iter().any(|id| now.iter().all(|paragraph| paragraph.id != *id)),
        "something was left out"
    );
    for chapter in test_library.store.library().chapters(test_library.book).await.unwrap() {
        let whole: Vec<_> = now.iter().filter(|paragraph| paragraph.chapter == chapter.id).cloned().collect();
        let ends = (whole[0].id, whole[whole.len() - 1].id);
        assert_eq!(test_library.store.library().stretch(test_library.book, ends, 50).await.unwrap(), whole);
    }
}

#[tokio::test]
async fn the_same_file_the_file_of_another_book_and_an_outdated_comparison_are_refused() {
    let test_library = TestLibrary::with_cat_book().await;
    let refusal = test_library.revise(&newer(), b"the file", &chapters(), &lineage()).await.unwrap_err();
    assert!(
        matches!(refusal, StoreError::AlreadyThere { book, .. } if book == test_library.book),
        "{refusal}"
    );
    test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
    let revision = BookRevision {
        book: test_library.book,
        from: 0,
        newer: &cat_book(),
        original: b"third",
        file_name: "x",
        chapters: &[None, None],
        lineage: &[],
        now_ms: 50,
    };
    let refusal = test_library.store.revise_book(&revision, &|_, _| {}).await.unwrap_err();
    assert!(matches!(refusal, StoreError::RevisedMeanwhile { .. }), "{refusal}");
    let again = store::record::NewBook {
        book: &cat_book(),
        original: b"the file",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 2,
    };
    let refusal = test_library.store.add_book(&again, &|_, _| {}).await.unwrap_err();
    assert!(
        matches!(refusal, StoreError::EarlierEdition { book, .. } if book == test_library.book),
        "{refusal}"
    );
    test_library.store.delete_book(test_library.book, 0).await.unwrap();
    test_library.store.add_book(&again, &|_, _| {}).await.unwrap();
}

#[tokio::test]
async fn a_translation_into_another_language_is_stale() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    test_library.store.set_target_language(test_library.book, &"en".parse().unwrap(), 0).await.unwrap();
    test_library.give(paragraph, "I am a cat.", model()).await;
    assert_eq!(test_library.record(paragraph).await.freshness, Freshness::Fresh);
    test_library.person(&[Edit::SetTargetLanguage { language: "de".parse().unwrap() }]).await;
    assert_eq!(test_library.record(paragraph).await.freshness, Freshness::Stale(StaleReason::Language));
    test_library.give(paragraph, "Ich bin ein Kater.", model()).await;
    assert_eq!(test_library.record(paragraph).await.freshness, Freshness::Fresh);
}
