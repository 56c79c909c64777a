//! Edits are committed together, people's words are safe, and every change can be taken back.

use crate::assert_send;
use crate::sample::{TestLibrary, model};
use book::edit::{Edit, InstructionScope};
use book::id::{ChapterId, ParagraphId, VersionId};
use book::text::markup::Marked;
use book::text::version::{Author, Selection};
use store::change::{AddedAs, Cause, Effect, Receipt};
use store::error::StoreError;

fn by_model() -> Cause {
    Cause { who: model(), run: None, task: None, note: "test".to_owned() }
}

fn add(paragraph: ParagraphId, text: &str, author: Author) -> Edit {
    Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select }
}

impl TestLibrary {
    async fn commit(&self, edits: &[Edit], cause: &Cause) -> Result<Receipt, StoreError> {
        assert_send(self.store.commit(self.book, edits, cause, 5)).await
    }

    pub(crate) async fn person(&self, edits: &[Edit]) -> Receipt {
        self.commit(edits, &Cause::person("by hand")).await.unwrap()
    }

    async fn translation(&self, paragraph: ParagraphId) -> Option<String> {
        let record = self.store.library().paragraph(self.book, paragraph).await.unwrap();
        record.translation.map(|text| text.as_str().to_owned())
    }
}

#[tokio::test]
async fn an_accepted_version_becomes_the_translation_and_is_counted() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    let receipt = test_library.commit(&[add(paragraph, "I am a cat.", model())], &by_model()).await.unwrap();
    assert_eq!(receipt.versions[0].standing, AddedAs::Selected);
    let library = test_library.store.library();
    let record = library.paragraph(test_library.book, paragraph).await.unwrap();
    assert_eq!(record.translation, Some(Marked::from_plain("I am a cat.")));
    assert_eq!(record.version, Some(receipt.versions[0].version));
    let versions = library.versions(test_library.book, paragraph).await.unwrap();
    assert_eq!((versions.len(), &versions[0].author, versions[0].created_at), (1, &model(), 5));
    assert!(versions[0].selected);
    assert_eq!(library.book(test_library.book).await.unwrap().n_translated, 1);
    let chapters = library.chapters(test_library.book).await.unwrap();
    assert_eq!(chapters.iter().map(|it| it.n_translated).collect::<Vec<_>>(), [1, 0]);
}

#[tokio::test]
async fn a_persons_words_are_never_replaced_by_a_model() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    test_library.person(&[add(paragraph, "mine", Author::Person)]).await;
    for author in [model(), Author::Memory] {
        let receipt = test_library.commit(&[add(paragraph, "machine", author)], &by_model()).await.unwrap();
        assert_eq!(receipt.versions[0].standing, AddedAs::SuggestedBesidePerson);
    }
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("mine"));
    let refusal = test_library
        .commit(&[Edit::SelectVersion { paragraph, version: None }], &by_model())
        .await
        .unwrap_err();
    assert!(matches!(refusal, StoreError::Protected { .. }), "{refusal}");
    let suggested = test_library.store.library().versions(test_library.book, paragraph).await.unwrap()[1].id;
    test_library.person(&[Edit::SelectVersion { paragraph, version: Some(suggested) }]).await;
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("machine"));
}

#[tokio::test]
async fn a_locked_paragraph_takes_suggestions_only_and_no_model_unlocks_it() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    test_library.person(&[Edit::SetLock { paragraph, locked: true }]).await;
    let receipt = test_library.commit(&[add(paragraph, "machine", model())], &by_model()).await.unwrap();
    assert_eq!(receipt.versions[0].standing, AddedAs::SuggestedBecauseLocked);
    assert_eq!(test_library.translation(paragraph).await, None);
    let refusal =
        test_library.commit(&[Edit::SetLock { paragraph, locked: false }], &by_model()).await.unwrap_err();
    assert!(matches!(refusal, StoreError::Protected { .. }), "{refusal}");
    test_library.person(&[add(paragraph, "mine", Author::Person)]).await;
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("mine"));
}

#[tokio::test]
async fn a_suggestion_waits_beside_the_translation() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    let edit =
        Edit::AddVersion { paragraph, text: "s".to_owned(), author: model(), selection: Selection::Suggest };
    let receipt = test_library.commit(&[edit], &by_model()).await.unwrap();
    assert_eq!(receipt.versions[0].standing, AddedAs::Suggested);
    assert_eq!(test_library.translation(paragraph).await, None);
    assert_eq!(test_library.store.library().versions(test_library.book, paragraph).await.unwrap().len(), 1);
}

#[tokio::test]
async fn one_bad_edit_takes_the_whole_commit_back() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    let good = add(paragraph, "good", model());
    let (nobody, nowhere) = (ParagraphId::from_number(900), ChapterId::from_number(900));
    let bad = [
        add(nobody, "x", model()),
        Edit::SelectVersion { paragraph, version: Some(VersionId::from_number(900)) },
        Edit::SetChapterTitle { chapter: nowhere, translation: None },
    ];
    for bad in bad {
        test_library.commit(&[good.clone(), bad], &by_model()).await.unwrap_err();
    }
    let library = test_library.store.library();
    assert_eq!(library.versions(test_library.book, paragraph).await.unwrap(), []);
    assert_eq!(library.changes(test_library.book, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_version_of_another_paragraph_cannot_be_selected() {
    let test_library = TestLibrary::with_cat_book().await;
    let (paragraph, other) = (test_library.paragraph(2).await, test_library.paragraph(3).await);
    let version = test_library.person(&[add(other, "x", Author::Person)]).await.versions[0].version;
    let edit = Edit::SelectVersion { paragraph, version: Some(version) };
    let refusal = test_library.commit(&[edit], &Cause::person("")).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchVersion { .. }), "{refusal}");
}

#[tokio::test]
async fn what_changes_nothing_leaves_no_trace_in_the_history() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    let receipt = test_library.person(&[Edit::SetLock { paragraph, locked: false }]).await;
    assert_eq!(receipt.change, None);
    assert_eq!(test_library.store.library().changes(test_library.book, 10).await.unwrap(), []);
}

#[tokio::test]
async fn undo_goes_back_step_by_step_and_can_be_undone() {
    let test_library = TestLibrary::with_cat_book().await;
    let (paragraph, chapter) = (test_library.paragraph(2).await, test_library.chapter(0).await);
    let title = |text: &str| Edit::SetChapterTitle { chapter, translation: Some(text.to_owned()) };
    test_library.person(&[add(paragraph, "one", Author::Person), title("I")]).await;
    test_library
        .person(&[add(paragraph, "two", Author::Person), Edit::SetLock { paragraph, locked: true }])
        .await;
    let cause = Cause::person("undo");
    let second = test_library.store.undo_last(test_library.book, &cause, 9).await.unwrap();
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("one"));
    assert!(!test_library.store.library().paragraph(test_library.book, paragraph).await.unwrap().locked);
    test_library.store.undo_last(test_library.book, &cause, 9).await.unwrap();
    assert_eq!(test_library.translation(paragraph).await, None);
    assert_eq!(
        test_library.store.library().chapters(test_library.book).await.unwrap()[0].title_translation,
        None
    );
    let refusal = test_library.store.undo_last(test_library.book, &cause, 9).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NothingToUndo { .. }), "{refusal}");
    let refusal = test_library.store.undo(second.changes[0], &cause, 9).await.unwrap_err();
    assert!(matches!(refusal, StoreError::AlreadyUndone { by, .. } if by == second.by), "{refusal}");
    let first = test_library.store.library().changes(test_library.book, 1).await.unwrap()[0].id;
    test_library.store.undo(first, &cause, 9).await.unwrap();
    test_library.store.undo(second.by, &cause, 9).await.unwrap();
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("two"));
    assert_eq!(test_library.store.library().versions(test_library.book, paragraph).await.unwrap().len(), 2);
}

#[tokio::test]
async fn undo_leaves_newer_work_alone_and_says_so() {
    let test_library = TestLibrary::with_cat_book().await;
    let (paragraph, other) = (test_library.paragraph(2).await, test_library.paragraph(3).await);
    let old = test_library.person(&[add(paragraph, "old", model()), add(other, "old", model())]).await;
    test_library.person(&[add(paragraph, "newer", Author::Person)]).await;
    let undone = test_library.store.undo(old.change.unwrap(), &Cause::person("undo"), 9).await.unwrap();
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("newer"));
    assert_eq!(test_library.translation(other).await, None);
    assert_eq!(undone.n_restored, 1);
    assert!(matches!(undone.left_alone[..], [Effect::Selected { paragraph: left, .. }] if left == paragraph));
}

#[tokio::test]
async fn the_history_says_who_did_what_and_when() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(2).await;
    let receipt = test_library.commit(&[add(paragraph, "x", model())], &by_model()).await.unwrap();
    test_library.person(&[Edit::SetBookTitle { translation: Some("I Am a Cat".to_owned()) }]).await;
    let library = test_library.store.library();
    let [title, version] = &library.changes(test_library.book, 10).await.unwrap()[..] else {
        panic!("two changes")
    };
    assert_eq!((&title.who, title.note.as_str(), title.created_at), (&Author::Person, "by hand", 5));
    assert_eq!(Some(version.id), receipt.change);
    assert_eq!((version.who.clone(), version.effects.len()), (model(), 2));
    assert_eq!(version.id.to_string().parse(), Ok(version.id));
    assert_eq!(library.changes(test_library.book, 1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_edit_that_expects_another_version_changes_nothing() {
    let test_library = TestLibrary::with_cat_book().await;
    let (paragraph, other) = (test_library.paragraph(2).await, test_library.paragraph(3).await);
    let expect = |version| Edit::Expect { paragraph, version };
    let first = test_library.person(&[expect(None), add(paragraph, "first", Author::Person)]).await.versions
        [0]
    .version;
    let edits = [add(other, "beside", Author::Person), expect(None), add(paragraph, "late", Author::Person)];
    let refusal = test_library.commit(&edits, &Cause::person("by hand")).await.unwrap_err();
    assert!(
        matches!(refusal, StoreError::ChangedMeanwhile { selected, .. } if selected == Some(first)),
        "{refusal}"
    );
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("first"));
    assert_eq!(test_library.translation(other).await, None, "nothing of the commit was done");
    test_library.person(&[expect(Some(first)), add(paragraph, "second", Author::Person)]).await;
    assert_eq!(test_library.translation(paragraph).await.as_deref(), Some("second"));
    assert_eq!(
        test_library
            .commit(&[expect(None)], &Cause::person(""))
            .await
            .unwrap_err()
            .to_string()
            .lines()
            .count(),
        2
    );
}

#[tokio::test]
async fn instructions_of_a_book_and_a_chapter_are_kept_and_taken_back() {
    let test_library = TestLibrary::with_cat_book().await;
    let library = test_library.store.library();
    let chapter = library.chapters(test_library.book).await.unwrap()[1].id;
    let set = |chapter: Option<ChapterId>, text: &str, was: Option<&str>| Edit::SetInstructions {
        scope: chapter.map_or(InstructionScope::Book, InstructionScope::Chapter),
        text: Some(text.to_owned()),
        was: was.map(ToOwned::to_owned),
    };
    test_library.person(&[set(None, "Keep honorifics.", Some(""))]).await;
    test_library.person(&[set(Some(chapter), "This chapter is a letter.", None)]).await;
    assert_eq!(
        library.book(test_library.book).await.unwrap().instructions.as_deref(),
        Some("Keep honorifics.")
    );
    let chapters = library.chapters(test_library.book).await.unwrap();
    let texts: Vec<Option<&str>> = chapters.iter().map(|one| one.instructions.as_deref()).collect();
    assert_eq!(texts, [None, Some("This chapter is a letter.")]);
    let late =
        test_library.commit(&[set(None, "Drop them.", Some(""))], &Cause::person("")).await.unwrap_err();
    assert!(
        matches!(&late, StoreError::InstructedMeanwhile { present } if present == "Keep honorifics."),
        "{late}"
    );
    test_library.person(&[set(None, "", None)]).await;
    assert_eq!(library.book(test_library.book).await.unwrap().instructions, None);
    for text in [Some("Keep honorifics."), Some("Keep honorifics.")] {
        test_library.store.undo_last(test_library.book, &Cause::person("undo"), 9).await.unwrap();
        assert_eq!(library.book(test_library.book).await.unwrap().instructions.as_deref(), text);
    }
    assert_eq!(library.chapter(test_library.book, chapter).await.unwrap().instructions, None);
    let nowhere = Some(ChapterId::from_number(77));
    let refusal = test_library.commit(&[set(nowhere, "x", None)], &Cause::person("")).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchChapter { .. }), "{refusal}");
}

#[tokio::test]
async fn what_was_done_since_a_change_is_told_in_order_unless_it_is_too_much() {
    let test_library = TestLibrary::with_cat_book().await;
    let (first, second) = (test_library.paragraph(2).await, test_library.paragraph(3).await);
    let before = test_library.person(&[add(first, "I am a cat.", Author::Person)]).await.change;
    test_library.person(&[Edit::SetLock { paragraph: second, locked: true }]).await;
    let undone = test_library.store.undo_last(test_library.book, &Cause::person(""), 6).await.unwrap();
    let library = test_library.store.library();
    let since = library.effects_since(test_library.book, before, 2).await.unwrap().unwrap();
    let lock = |before, after| Effect::Locked { paragraph: second, before, after };
    assert_eq!(since, [lock(false, true), lock(true, false)]);
    assert_eq!(library.effects_since(test_library.book, before, 1).await.unwrap(), None);
    assert_eq!(library.effects_since(test_library.book, Some(undone.by), 1).await.unwrap(), Some(Vec::new()));
    let all = library.effects_since(test_library.book, None, 10).await.unwrap().unwrap();
    assert!(
        all.iter().any(|effect| matches!(effect, Effect::Selected { paragraph, .. } if *paragraph == first))
    );
}

#[tokio::test]
async fn several_paragraphs_are_read_at_once_as_far_as_the_book_has_them() {
    let test_library = TestLibrary::with_cat_book().await;
    let wanted =
        [test_library.paragraph(5).await, ParagraphId::from_number(9_999), test_library.paragraph(2).await];
    let library = test_library.store.library();
    let mut found = library.paragraphs(test_library.book, &wanted).await.unwrap();
    found.sort_by_key(|one| one.position);
    let all = test_library.paragraphs().await;
    assert_eq!(found, [all[2].clone(), all[5].clone()]);
}
