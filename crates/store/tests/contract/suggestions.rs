//! Suggestions wait beside a person's words; what a person turned down is not offered again.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::version::{Author, Selection};
use store::change::{AddedAs, AddedVersion, Cause, Receipt};
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

    async fn selected<const N: usize>(&self, paragraphs: [ParagraphId; N]) -> [Option<VersionId>; N] {
        let all = self.paragraphs().await;
        paragraphs.map(|id| all.iter().find(|one| one.id == id).and_then(|one| one.version))
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

#[tokio::test]
async fn a_version_waits_beside_what_is_newer_than_its_author_has_seen() {
    let test_library = TestLibrary::with_cat_book().await;
    let (one, other) = (test_library.paragraph(3).await, test_library.paragraph(2).await);
    let assistant = || Author::Assistant { model: "m".to_owned() };
    // One by one and together, because those are written by different statements.
    let over = async |seen: [Option<VersionId>; 2], text: &str| {
        let edit = |paragraph, seen| Edit::AddVersion {
            paragraph,
            text: text.to_owned(),
            author: model(),
            selection: Selection::SelectOver(seen),
        };
        let alone = test_library.by_person(&[edit(one, seen[0])]).await.versions;
        let together = [edit(one, alone_or(&alone, seen[0])), edit(other, seen[1])];
        let together = test_library.by_person(&together).await.versions;
        [alone, together].concat().iter().map(|added| added.standing).collect::<Vec<AddedAs>>()
    };
    // What stands there has been seen, or nothing does.
    assert_eq!(over([None, None], "first").await, [AddedAs::Selected; 3]);
    let seen = test_library.selected([one, other]).await;
    assert_eq!(over(seen, "second").await, [AddedAs::Selected; 3]);
    let seen = test_library.selected([one, other]).await;
    let newer = test_library.write(one, "the assistant's", assistant(), Selection::Select).await;
    let beside = AddedAs::SuggestedBesideNewer;
    assert_eq!(over(seen, "third").await, [beside, beside, AddedAs::Selected]);
    assert_eq!(test_library.selected([one]).await, [Some(newer)]);
    assert_eq!(test_library.waiting().await.len(), 2);
    let untranslated = test_library.paragraph(5).await;
    let newer = test_library.write(untranslated, "the assistant's", assistant(), Selection::Select).await;
    test_library.write(untranslated, "a run's", model(), Selection::SelectOver(None)).await;
    assert_eq!(test_library.selected([untranslated]).await, [Some(newer)], "it had seen none");
    // What is taken back stands no longer in the way.
    let edit = Edit::SelectVersion { paragraph: one, version: seen[0] };
    test_library.by_person(&[edit]).await;
    assert_eq!(over(seen, "fourth").await[0], AddedAs::Selected);
}

/// The version that an edit has selected, or what was seen before.
fn alone_or(alone: &[AddedVersion], seen: Option<VersionId>) -> Option<VersionId> {
    alone.first().filter(|added| added.standing.is_selected()).map(|added| added.version).or(seen)
}
