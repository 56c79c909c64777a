//! How far a translation is: a person's word, kept with its version, counted, protected and undone.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::review::ReviewState::{self, Draft, NeedsWork, Reviewed};
use book::text::version::{Author, Selection};
use store::change::{AddedAs, Cause, Receipt};
use store::error::StoreError;

impl TestLibrary {
    async fn says(&self, edits: &[Edit]) -> Receipt {
        self.store.commit(self.book, edits, &Cause::person("review"), 7).await.unwrap()
    }

    async fn adds(&self, paragraph: ParagraphId, text: &str, author: Author) -> (VersionId, AddedAs) {
        let cause = Cause { who: author.clone(), run: None, task: None, note: String::new() };
        let selection = Selection::Select;
        let edit = Edit::AddVersion { paragraph, text: text.to_owned(), author, selection };
        let receipt = self.store.commit(self.book, &[edit], &cause, 5).await.unwrap();
        (receipt.versions[0].version, receipt.versions[0].standing)
    }

    async fn reviews(&self, paragraph: ParagraphId, state: ReviewState) -> Receipt {
        self.says(&[Edit::SetReview { paragraph, state }]).await
    }

    async fn review(&self, paragraph: ParagraphId) -> ReviewState {
        self.store.library().paragraph(self.book, paragraph).await.unwrap().review
    }
}

#[tokio::test]
async fn a_review_is_kept_with_the_version_who_and_when() {
    let test_library = TestLibrary::with_cat_book().await;
    let one = test_library.paragraph(2).await;
    let (first, _) = test_library.adds(one, "a", model()).await;
    assert_eq!(test_library.review(one).await, Draft);
    test_library.reviews(one, Reviewed).await;
    assert_eq!(test_library.review(one).await, Reviewed);
    let versions = test_library.store.library().versions(test_library.book, one).await.unwrap();
    let review = versions[0].review.as_ref().unwrap();
    assert_eq!((review.state, &review.who, review.created_at), (Reviewed, &Author::Person, 7));
    assert_eq!(test_library.reviews(one, Reviewed).await.change, None, "saying it twice is nothing new");

    test_library.adds(one, "b", Author::Person).await;
    assert_eq!(test_library.review(one).await, Draft, "a person's new text is a draft again");
    test_library.says(&[Edit::SelectVersion { paragraph: one, version: Some(first) }]).await;
    assert_eq!(test_library.review(one).await, Reviewed, "it is kept with the version");
}

#[tokio::test]
async fn a_models_text_for_a_reviewed_paragraph_is_a_suggestion() {
    let test_library = TestLibrary::with_cat_book().await;
    let (one, other) = (test_library.paragraph(2).await, test_library.paragraph(5).await);
    for paragraph in [one, other] {
        test_library.adds(paragraph, "a", model()).await;
    }
    test_library.reviews(one, Reviewed).await;
    test_library.reviews(other, NeedsWork).await;
    let (version, standing) = test_library.adds(one, "b", model()).await;
    assert_eq!(standing, AddedAs::SuggestedBesideReviewed);
    assert_eq!(test_library.adds(other, "b", model()).await.1, AddedAs::Selected, "work is welcome there");
    assert_eq!(test_library.adds(one, "c", Author::Checks).await.1, AddedAs::SuggestedBesideReviewed);
    let select = [Edit::SelectVersion { paragraph: one, version: Some(version) }];
    let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
    let refusal = test_library.store.commit(test_library.book, &select, &by_model, 8).await.unwrap_err();
    assert!(matches!(refusal, StoreError::Protected { .. }), "{refusal}");
    assert_eq!(test_library.review(one).await, Reviewed);
    test_library.says(&select).await;
    assert_eq!(test_library.review(one).await, Draft, "a person's new selection is a draft again");
}

#[tokio::test]
async fn many_models_texts_at_once_respect_reviews_too() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids = [test_library.paragraph(2).await, test_library.paragraph(5).await];
    for paragraph in ids {
        test_library.adds(paragraph, "a", model()).await;
    }
    test_library.reviews(ids[0], Reviewed).await;
    let edits = ids.map(|paragraph| Edit::AddVersion {
        paragraph,
        text: "b".to_owned(),
        author: model(),
        selection: Selection::Select,
    });
    let cause = Cause { who: model(), run: None, task: None, note: String::new() };
    let receipt = test_library.store.commit(test_library.book, &edits, &cause, 8).await.unwrap();
    let standings: Vec<AddedAs> = receipt.versions.iter().map(|added| added.standing).collect();
    assert_eq!(standings, [AddedAs::SuggestedBesideReviewed, AddedAs::Selected]);
}

#[tokio::test]
async fn only_a_person_reviews_and_only_what_is_translated() {
    let test_library = TestLibrary::with_cat_book().await;
    let one = test_library.paragraph(2).await;
    let edit = [Edit::SetReview { paragraph: one, state: Reviewed }];
    let store = &test_library.store;
    let refusal = store.commit(test_library.book, &edit, &Cause::person(""), 8).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NothingToReview { .. }), "{refusal}");
    test_library.adds(one, "a", model()).await;
    for who in [model(), Author::Assistant { model: "m".to_owned() }, Author::Checks] {
        let cause = Cause { who, run: None, task: None, note: String::new() };
        let refusal = store.commit(test_library.book, &edit, &cause, 8).await.unwrap_err();
        assert!(matches!(refusal, StoreError::Protected { .. }), "{refusal}");
    }
}

#[tokio::test]
async fn reviews_are_counted_by_chapter_and_book_and_undone() {
    let test_library = TestLibrary::with_cat_book().await;
    let ids =
        [test_library.paragraph(2).await, test_library.paragraph(3).await, test_library.paragraph(5).await];
    for paragraph in ids {
        test_library.adds(paragraph, "<1>a</1>", model()).await;
    }
    let counts = async || {
        let library = test_library.store.library();
        let book = library.book(test_library.book).await.unwrap();
        let chapters = library.chapters(test_library.book).await.unwrap();
        let of_chapters: Vec<(u32, u32)> =
            chapters.iter().map(|one| (one.n_reviewed, one.n_needs_work)).collect();
        ((book.n_reviewed, book.n_needs_work), of_chapters)
    };
    test_library.reviews(ids[0], Reviewed).await;
    test_library.reviews(ids[1], NeedsWork).await;
    test_library.reviews(ids[2], Reviewed).await;
    assert_eq!(counts().await, ((2, 1), vec![(1, 1), (1, 0)]));
    test_library.store.undo_last(test_library.book, &Cause::person("undo"), 9).await.unwrap();
    assert_eq!(counts().await, ((1, 1), vec![(1, 1), (0, 0)]));
    let changes = test_library.store.library().changes(test_library.book, 10).await.unwrap();
    assert!(changes[1].note == "review" && changes[1].undone_by.is_some(), "history has rows for it");
    test_library.store.undo(changes[0].id, &Cause::person("redo"), 10).await.unwrap();
    assert_eq!(counts().await, ((2, 1), vec![(1, 1), (1, 0)]), "undoing an undo brings it back");
    test_library.reviews(ids[1], Draft).await;
    assert_eq!(counts().await.0, (2, 0));
}
