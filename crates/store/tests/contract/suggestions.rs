//! Suggestions wait beside a person's words; what a person turned down is not offered again.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::version::{Author, Selection};
use store::change::{Cause, Receipt};
use store::error::StoreError;
use store::record::VersionKind;

impl TestLibrary {
    async fn write(
        &self,
        paragraph: ParagraphId,
        text: &str,
        author: Author,
        selection: Selection,
    ) -> VersionId {
        let edit = Edit::AddVersion { paragraph, text: text.to_owned(), author, selection };
        self.by_person(&[edit]).await.versions[0].version
    }

    async fn by_person(&self, edits: &[Edit]) -> Receipt {
        self.store.commit(self.book, edits, &Cause::person("by hand"), 5).await.unwrap()
    }

    async fn waiting(&self) -> Vec<VersionId> {
        let suggestions = self.store.library().suggestions(self.book).await.unwrap();
        suggestions.iter().map(|one| one.version.id).collect()
    }
}

#[tokio::test]
async fn only_what_waits_for_a_person_is_a_suggestion() {
    let test_library = TestLibrary::with_cat_book().await;
    let (one, other) = (test_library.paragraph(3).await, test_library.paragraph(2).await);
    test_library.write(one, "a", model(), Selection::Select).await;
    test_library.write(one, "b", model(), Selection::Select).await;
    assert_eq!(test_library.waiting().await, [], "an older version is history, not a suggestion");
    let asked = test_library.write(one, "c", model(), Selection::Suggest).await;
    test_library.write(other, "mine", Author::Person, Selection::Select).await;
    let beside = test_library.write(other, "machine", model(), Selection::Select).await;
    assert_eq!(test_library.waiting().await, [beside, asked], "in reading order");
    test_library.by_person(&[Edit::SelectVersion { paragraph: one, version: Some(asked) }]).await;
    assert_eq!(test_library.waiting().await, [beside]);
    test_library.write(other, "mine, better", Author::Person, Selection::Select).await;
    assert_eq!(test_library.waiting().await, [], "what the person wrote since is newer");
}

#[tokio::test]
async fn a_rejected_suggestion_is_remembered_and_can_be_let_in_again() {
    let test_library = TestLibrary::with_cat_book().await;
    let paragraph = test_library.paragraph(3).await;
    let version = test_library.write(paragraph, "c", model(), Selection::Suggest).await;
    let reject = Edit::RejectVersion { paragraph, version, rejected: true };
    let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
    let refusal = test_library
        .store
        .commit(test_library.book, std::slice::from_ref(&reject), &by_model, 5)
        .await
        .unwrap_err();
    assert!(matches!(refusal, StoreError::Protected { .. }), "{refusal}");
    test_library.by_person(std::slice::from_ref(&reject)).await;
    assert_eq!(test_library.waiting().await, []);
    let versions = test_library.store.library().versions(test_library.book, paragraph).await.unwrap();
    assert_eq!(versions[0].standing, VersionKind::Rejected);
    assert_eq!(test_library.by_person(&[reject]).await.change, None, "saying it twice is nothing new");
    test_library.store.undo_last(test_library.book, &Cause::person("undo"), 9).await.unwrap();
    assert_eq!(test_library.waiting().await, [version]);
    let other = test_library.paragraph(2).await;
    let wrong = Edit::RejectVersion { paragraph: other, version, rejected: true };
    let refusal =
        test_library.store.commit(test_library.book, &[wrong], &Cause::person(""), 5).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchVersion { .. }), "{refusal}");
}
