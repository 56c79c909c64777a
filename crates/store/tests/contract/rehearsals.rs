//! A rehearsal is a layer of its own: seen by who rehearses, never a version, never a title, gone when real work begins.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::{Author, REHEARSAL, Selection, TaskKind};
use store::change::Cause;
use store::work::NewRun;

fn rehearsal() -> Author {
    Author::Model { model: REHEARSAL.to_owned(), task_kind: TaskKind::Translation, task: None, run: None }
}

fn text(paragraph: ParagraphId, text: &str, author: Author) -> Edit {
    Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select }
}

impl TestLibrary {
    /// Rehearses two paragraphs and both titles.
    async fn rehearsed(&self) -> [ParagraphId; 2] {
        let ids = [self.paragraph(2).await, self.paragraph(3).await];
        let chapter = self.chapter(0).await;
        let edits = [
            text(ids[0], "lorem", rehearsal()),
            text(ids[1], "<1>ipsum</1>", rehearsal()),
            Edit::SetBookTitle { translation: Some("Dolor".to_owned()) },
            Edit::SetChapterTitle { chapter, translation: Some("Sit".to_owned()) },
        ];
        let cause = Cause { who: rehearsal(), run: None, task: None, note: String::new() };
        let receipt = self.store.rehearsing().commit(self.book, &edits, &cause, 5).await.unwrap();
        assert_eq!((receipt.change, receipt.versions.len()), (None, 0), "no version and no history");
        ids
    }

    async fn n_rehearsed(&self) -> u32 {
        self.store.library().book(self.book).await.unwrap().n_rehearsed
    }
}

#[tokio::test]
async fn rehearsed_text_is_no_version_no_title_and_not_counted() {
    let test_library = TestLibrary::with_cat_book().await;
    let [one, _] = test_library.rehearsed().await;
    let (library, book) = (test_library.store.library(), test_library.book);
    let record = library.paragraph(book, one).await.unwrap();
    assert_eq!((record.translation, record.version), (None, None));
    assert_eq!(record.rehearsal.unwrap().as_str(), "lorem");
    assert!(library.versions(book, one).await.unwrap().is_empty());
    assert!(library.changes(book, 10).await.unwrap().is_empty());
    let summary = library.book(book).await.unwrap();
    assert_eq!((summary.n_translated, summary.n_rehearsed), (0, 2));
    assert_eq!((summary.title_translation, summary.rehearsed_title.as_deref()), (None, Some("Dolor")));
    let chapter = library.chapters(book).await.unwrap().remove(0);
    assert_eq!((chapter.title_translation, chapter.n_translated, chapter.n_rehearsed), (None, 0, 2));
}

#[tokio::test]
async fn who_rehearses_sees_the_rehearsal_as_translated() {
    let test_library = TestLibrary::with_cat_book().await;
    let [one, _] = test_library.rehearsed().await;
    let (library, book) = (test_library.store.library().rehearsing(), test_library.book);
    let record = library.paragraph(book, one).await.unwrap();
    assert_eq!(record.translation.unwrap().as_str(), "lorem");
    let summary = library.book(book).await.unwrap();
    assert_eq!((summary.n_translated, summary.title_translation.as_deref()), (2, Some("Dolor")));
    let chapter = library.chapters(book).await.unwrap().remove(0);
    assert_eq!((chapter.n_translated, chapter.title_translation.as_deref()), (2, Some("Sit")));
    assert_eq!(library.models_of(book).await.unwrap(), [REHEARSAL]);
}

#[tokio::test]
async fn a_persons_words_replace_the_rehearsal_of_their_paragraph_and_a_run_that_of_the_book() {
    let test_library = TestLibrary::with_cat_book().await;
    let [one, other] = test_library.rehearsed().await;
    let (store, book) = (&test_library.store, test_library.book);
    store.commit(book, &[text(one, "mine", Author::Person)], &Cause::person("edit"), 6).await.unwrap();
    assert_eq!(test_library.n_rehearsed().await, 1, "the other one stays");
    let spec = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 7 };
    let run = store.create_run(&spec).await.unwrap();
    assert_eq!(test_library.n_rehearsed().await, 1, "nothing is done yet");
    let cause = Cause { who: model(), run: Some(run), task: None, note: String::new() };
    let third = test_library.paragraph(5).await;
    store.commit(book, &[text(third, "real", model())], &cause, 8).await.unwrap();
    assert_eq!(test_library.n_rehearsed().await, 0);
    let record = store.library().paragraph(book, other).await.unwrap();
    assert_eq!((record.rehearsal, record.translation), (None, None));
    assert_eq!(store.library().book(book).await.unwrap().rehearsed_title, None);
}

#[tokio::test]
async fn a_rehearsal_never_covers_a_translation() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    let one = test_library.paragraph(2).await;
    store.commit(book, &[text(one, "mine", Author::Person)], &Cause::person("edit"), 4).await.unwrap();
    test_library.rehearsed().await;
    let seen = store.library().rehearsing().paragraph(book, one).await.unwrap();
    assert_eq!(seen.translation.unwrap().as_str(), "mine");
    assert_eq!(test_library.n_rehearsed().await, 1);
}

#[tokio::test]
async fn another_language_and_a_word_from_a_person_throw_the_rehearsal_away() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    test_library.rehearsed().await;
    assert_eq!(store.discard_rehearsal(book).await.unwrap(), 2);
    assert_eq!(test_library.n_rehearsed().await, 0);
    assert_eq!(store.discard_rehearsal(book).await.unwrap(), 0, "there is none left");
    test_library.rehearsed().await;
    store.set_target_language(book, &"fr".parse().unwrap(), 9).await.unwrap();
    assert_eq!(test_library.n_rehearsed().await, 0);
    test_library.rehearsed().await;
    store.set_target_language(book, &"fr".parse().unwrap(), 10).await.unwrap();
    assert_eq!(test_library.n_rehearsed().await, 2, "it is the same language");
}

#[tokio::test]
async fn what_the_rehearsing_assistant_writes_is_rehearsed_too() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book, one) = (&test_library.store, test_library.book, test_library.paragraph(2).await);
    let who = Author::Assistant { model: REHEARSAL.to_owned() };
    let cause = Cause { who: who.clone(), run: None, task: None, note: String::new() };
    store.commit(book, &[text(one, "lorem", who)], &cause, 4).await.unwrap();
    let record = store.library().paragraph(book, one).await.unwrap();
    assert_eq!((record.translation, record.rehearsal.unwrap().as_str()), (None, "lorem"));
}
