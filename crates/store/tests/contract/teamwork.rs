//! Work of a team: approval, chapters given to members, comments, notices and who did what.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::review::ReviewState::{Approved, Draft, NeedsWork, Reviewed};
use book::text::version::{Author, Selection};
use store::activity::ActivityKind::{Assigned, Done, Returned, Unassigned};
use store::assignments::{AssignedWork, AssignmentChange, AssignmentState, NewAssignments};
use store::change::{AddedAs, Cause};
use store::error::StoreError;
use store::grant::Right;
use store::notices::NoticeKind;
use store::people::{CredentialKind, NewCredential, NewInvitation, NewPerson, PersonId, Role};
use store::record::NewComment;
use store::store::Store;

/// A team with an owner, an editor and two translators.
struct TestTeam {
    library: TestLibrary,
    editor: PersonId,
    ann: PersonId,
    ben: PersonId,
}

impl TestTeam {
    async fn new() -> Self {
        let library = TestLibrary::with_cat_book().await;
        join(&library.store, "owner", Role::Owner).await;
        let editor = join(&library.store, "Edith", Role::Editor).await;
        let ann = join(&library.store, "Ann", Role::Translator).await;
        let ben = join(&library.store, "Ben", Role::Translator).await;
        Self { library, editor, ann, ben }
    }

    async fn acts(&self, person: PersonId) -> Store {
        self.library.store.grant(person, None, Right::OF_EVERY_MEMBER).await.unwrap()
    }

    /// The handle of a program with a token of this role.
    async fn token(&self, person: PersonId, role: Role) -> Store {
        let store = &self.library.store;
        let kind = CredentialKind::Token;
        let new = NewCredential {
            digest: "t",
            kind,
            person,
            name: "program",
            role: Some(role),
            now_ms: 1,
            ends_at: 99,
        };
        store.add_credential(&new).await.unwrap();
        let id = store.library().credentials(person).await.unwrap()[0].id;
        store.grant(person, Some(id), Right::OF_EVERY_MEMBER).await.unwrap()
    }

    async fn writes(&self, person: PersonId, paragraph: ParagraphId, text: &str) -> AddedAs {
        let author = Author::Person;
        let edit =
            Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select };
        let store = self.acts(person).await;
        let receipt = store.commit(self.library.book, &[edit], &Cause::person("edit"), 5).await.unwrap();
        receipt.versions[0].standing
    }

    async fn says(&self, person: PersonId, edit: Edit) -> Result<Vec<PersonId>, StoreError> {
        let store = self.acts(person).await;
        let receipt = store.commit(self.library.book, &[edit], &Cause::person("review"), 6).await;
        receipt.map(|receipt| receipt.noticed)
    }

    async fn changes(&self, person: PersonId, id: i64, change: &AssignmentChange<'_>) -> Vec<PersonId> {
        self.acts(person).await.change_assignment(self.library.book, id, change, 8).await.unwrap()
    }

    async fn told(&self, person: PersonId) -> Vec<(NoticeKind, u32)> {
        let notices = self.library.store.library().notices(person, None, 99).await.unwrap();
        notices.into_iter().map(|notice| (notice.kind, notice.n)).collect()
    }

    async fn comments(&self, person: PersonId, paragraph: ParagraphId, text: &str) -> Vec<PersonId> {
        let said = NewComment { paragraph, author: "x".to_owned(), text: text.to_owned() };
        self.acts(person).await.add_comments(self.library.book, &[said], 9).await.unwrap()
    }

    async fn gives(&self, person: PersonId, chapter: usize, note: &str) -> Vec<PersonId> {
        let chapters = [self.library.chapter(chapter).await];
        let (work, due) = (AssignedWork::Translate, Some("2026-12-01"));
        let new = NewAssignments {
            book: self.library.book,
            chapters: &chapters,
            person,
            work,
            due,
            note,
            now_ms: 7,
        };
        self.acts(self.editor).await.assign(&new).await.unwrap()
    }
}

pub(crate) async fn join(store: &Store, name: &str, role: Role) -> PersonId {
    let digest = format!("invitation of {name}");
    store.invite(&NewInvitation { digest: &digest, role, book: None, now_ms: 1, ends_at: 9 }).await.unwrap();
    let person = NewPerson { name, login: &name.to_lowercase(), password: "kept" };
    store.accept_invitation(&digest, &person, 2).await.unwrap()
}

#[tokio::test]
async fn approved_text_is_changed_by_editors_and_anybody_elses_change_is_a_suggestion() {
    let team = TestTeam::new().await;
    let (library, book) = (team.library.store.library().clone(), team.library.book);
    let one = team.library.paragraph(2).await;
    assert_eq!(team.writes(team.ann, one, "a").await, AddedAs::Selected);
    let approve = Edit::SetReview { paragraph: one, state: Approved };
    let refused = team.says(team.ann, approve.clone()).await;
    assert!(matches!(refused, Err(StoreError::NotAnApprover { .. })), "{refused:?}");
    let token = team.token(team.editor, Role::Translator).await;
    let refused = token.commit(book, std::slice::from_ref(&approve), &Cause::person(""), 6).await;
    assert!(matches!(refused, Err(StoreError::NotAnApprover { .. })), "a token gives no more: {refused:?}");
    assert_eq!(team.says(team.editor, approve).await.unwrap(), [team.ann]);
    assert_eq!(team.told(team.ann).await, [(NoticeKind::Approved, 1)]);
    let summary = library.book(book).await.unwrap();
    assert_eq!((summary.n_reviewed, summary.n_approved), (1, 1), "what is approved is reviewed");
    let chapters = library.chapters(book).await.unwrap();
    assert_eq!(chapters.iter().map(|one| one.n_approved).sum::<u32>(), 1);

    assert_eq!(team.writes(team.ann, one, "b").await, AddedAs::SuggestedBesideApproved);
    for state in [Draft, NeedsWork, Reviewed] {
        let refused = team.says(team.ben, Edit::SetReview { paragraph: one, state }).await;
        assert!(matches!(refused, Err(StoreError::NotAnApprover { .. })), "{refused:?}");
    }
    let refused = team.says(team.ann, Edit::SelectVersion { paragraph: one, version: None }).await;
    assert!(matches!(refused, Err(StoreError::NotAnApprover { .. })), "{refused:?}");
    let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
    let selection = Selection::Select;
    let edit = Edit::AddVersion { paragraph: one, text: "m".to_owned(), author: model(), selection };
    let receipt = team.acts(team.editor).await.commit(book, &[edit], &by_model, 7).await.unwrap();
    assert!(receipt.versions[0].standing.is_suggested(), "no model replaces it, whoever it works for");
    let refused = team.acts(team.ann).await.undo_own(book, None, &Cause::person("undo"), 8).await;
    assert!(refused.is_ok() || matches!(refused, Err(StoreError::Overwritten { .. })), "{refused:?}");
    let paragraph = library.paragraph(book, one).await.unwrap();
    assert_eq!((paragraph.translation.unwrap().as_str(), paragraph.review), ("a", Approved));

    let suggested = library.suggestions(book).await.unwrap();
    let anns = suggested.iter().find(|one| one.version.text.as_str() == "b").unwrap();
    let accept = Edit::SelectVersion { paragraph: one, version: Some(anns.version.id) };
    assert_eq!(team.says(team.editor, accept).await.unwrap(), [team.ann]);
    assert_eq!(team.told(team.ann).await[0], (NoticeKind::Accepted, 1));
    assert_eq!(library.paragraph(book, one).await.unwrap().review, Draft, "another text is a draft again");
}

#[tokio::test]
async fn marking_many_paragraphs_passes_over_what_was_approved_or_lost_its_translation_meanwhile() {
    let team = TestTeam::new().await;
    let (library, book) = (team.library.store.library().clone(), team.library.book);
    let mut three = Vec::new();
    for position in [2, 5, 7] {
        three.push(team.library.paragraph(position).await);
    }
    let [draft, approved, empty] = three[..] else { panic!("{three:?}") };
    for paragraph in [draft, approved] {
        team.writes(team.ann, paragraph, "a").await;
    }
    // All three were read as translated drafts; then one was approved and one lost its translation.
    let mark = |state| [draft, approved, empty].map(|paragraph| Edit::SetReviewOfMany { paragraph, state });
    team.says(team.editor, Edit::SetReview { paragraph: approved, state: Approved }).await.unwrap();
    for person in [team.ben, team.editor] {
        team.acts(person).await.commit(book, &mark(Reviewed), &Cause::person("review"), 9).await.unwrap();
        let read = library.paragraph(book, approved).await.unwrap();
        assert_eq!(read.review, Approved, "an approval is not lowered with all the others");
        assert_eq!(library.paragraph(book, draft).await.unwrap().review, Reviewed);
    }
    // What is wanted to be changed is marked so by those who may.
    team.acts(team.editor).await.commit(book, &mark(NeedsWork), &Cause::person("review"), 9).await.unwrap();
    assert_eq!(library.paragraph(book, approved).await.unwrap().review, NeedsWork);
    let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
    let refused = team.acts(team.editor).await.commit(book, &mark(Reviewed), &by_model, 9).await;
    assert!(matches!(refused, Err(StoreError::Protected { .. })), "{refused:?}");
}

#[tokio::test]
async fn an_approval_is_undone_by_editors_only() {
    let team = TestTeam::new().await;
    let (store, book) = (&team.library.store, team.library.book);
    let one = team.library.paragraph(2).await;
    team.writes(team.ann, one, "a").await;
    team.says(team.editor, Edit::SetReview { paragraph: one, state: Approved }).await.unwrap();
    let undo = Cause::person("undo");
    let refused = team.acts(team.ann).await.undo_last(book, &undo, 8).await;
    assert!(matches!(refused, Err(StoreError::Overwritten { .. })), "{refused:?}");
    let refused = team.acts(team.ann).await.undo_own(book, None, &undo, 8).await;
    assert!(
        matches!(refused, Err(StoreError::Overwritten { .. })),
        "their own words are approved: {refused:?}"
    );
    assert_eq!(store.library().paragraph(book, one).await.unwrap().review, Approved);
    team.acts(team.editor).await.undo_last(book, &undo, 9).await.unwrap();
    assert_eq!(store.library().paragraph(book, one).await.unwrap().review, Draft);
    store.commit(book, &[Edit::SetReview { paragraph: one, state: Approved }], &undo, 9).await.unwrap();
}

#[tokio::test]
async fn chapters_are_given_done_returned_and_taken_away() {
    let team = TestTeam::new().await;
    let (library, book) = (team.library.store.library().clone(), team.library.book);
    assert_eq!(team.gives(team.ann, 0, "").await, [team.ann]);
    assert_eq!(team.gives(team.ann, 1, "").await, [team.ann]);
    let all = library.assignments_of(team.ann).await.unwrap();
    assert_eq!(all.len(), 2);
    let first = &all[0];
    assert_eq!((first.state, first.due.as_deref()), (AssignmentState::Open, Some("2026-12-01")));
    assert_eq!(first.made_by.as_ref().unwrap().id, team.editor);
    let state = |state| AssignmentChange { state: Some(state), ..AssignmentChange::default() };
    let done = state(AssignmentState::Done);
    assert_eq!(team.changes(team.ann, first.id, &done).await, [team.editor]);
    assert_eq!(team.told(team.editor).await, [(NoticeKind::Done, 1)]);
    let returned = AssignmentChange { note: Some("names!"), ..state(AssignmentState::Returned) };
    assert_eq!(team.changes(team.editor, first.id, &returned).await, [team.ann]);
    let notice = &library.notices(team.ann, None, 9).await.unwrap()[0];
    assert_eq!((notice.kind, notice.text.as_str()), (NoticeKind::Returned, "names!"));
    assert_eq!(notice.chapter_number, Some(1));
    let found = library.assignment(book, first.id).await.unwrap();
    assert_eq!((found.state, found.note.as_str()), (AssignmentState::Returned, "names!"));
    let gone = team.acts(team.editor).await.remove_assignment(book, first.id, 9).await.unwrap();
    assert_eq!((gone, library.assignments(book).await.unwrap().len()), (vec![team.ann], 1));
    let again = team.acts(team.editor).await.remove_assignment(book, first.id, 9).await;
    assert!(matches!(again, Err(StoreError::NoSuchAssignment { .. })), "{again:?}");
    let kinds: Vec<_> =
        library.team_activity(book, None, 9).await.unwrap().into_iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [Unassigned, Returned, Done, Assigned, Assigned]);
    team.library.store.remove_person(team.ann, 10).await.unwrap();
    assert!(library.assignments(book).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_a_translator_writes_in_a_chapter_of_somebody_else_is_a_suggestion() {
    let team = TestTeam::new().await;
    let (library, book) = (team.library.store.library().clone(), team.library.book);
    let one = team.library.paragraph(2).await;
    let chapter = library.paragraph(book, one).await.unwrap().chapter;
    let place = library.chapters(book).await.unwrap().iter().position(|one| one.id == chapter).unwrap();
    team.gives(team.ann, place, "").await;
    assert_eq!(team.writes(team.ben, one, "b").await, AddedAs::SuggestedBesideAssigned);
    assert_eq!(team.writes(team.ann, one, "a").await, AddedAs::Selected);
    let suggested = library.versions(book, one).await.unwrap()[0].id;
    let refused = team.says(team.ben, Edit::SelectVersion { paragraph: one, version: Some(suggested) }).await;
    assert!(matches!(refused, Err(StoreError::GivenToOthers { .. })), "{refused:?}");
    assert_eq!(team.writes(team.editor, one, "e").await, AddedAs::Selected, "editors write everywhere");
    assert_eq!(team.told(team.ann).await[0], (NoticeKind::Changed, 1));
    let id = library.assignments(book).await.unwrap()[0].id;
    let done = AssignmentChange { state: Some(AssignmentState::Done), ..AssignmentChange::default() };
    team.acts(team.ann).await.change_assignment(book, id, &done, 8).await.unwrap();
    assert_eq!(team.writes(team.ben, one, "c").await, AddedAs::Selected, "what is done is everybody's");
}

#[tokio::test]
async fn comments_tell_whom_they_name_and_whom_they_concern() {
    let team = TestTeam::new().await;
    let (library, book) = (team.library.store.library().clone(), team.library.book);
    let (one, other) = (team.library.paragraph(2).await, team.library.paragraph(5).await);
    team.writes(team.ann, one, "a").await;
    assert_eq!(team.comments(team.editor, one, "@Ben what do you think?").await, [team.ben, team.ann]);
    assert_eq!(team.told(team.ben).await, [(NoticeKind::Mentioned, 1)]);
    assert_eq!(team.told(team.ann).await, [(NoticeKind::Commented, 1)], "it is about her words");
    assert_eq!(team.comments(team.ben, one, "fine").await.len(), 2, "the editor and Ann");
    assert_eq!(team.comments(team.ben, other, "alone").await, []);
    let said = library.paragraph_comments(book, one).await.unwrap();
    assert_eq!(said.len(), 2);
    let resolver = team.acts(team.ann).await;
    assert_eq!(resolver.resolve_comment(book, (one, 1), true, 11).await.unwrap(), [team.editor]);
    let said = library.paragraph_comments(book, one).await.unwrap();
    assert_eq!((said[0].resolved_at, said[0].resolved_by.as_ref().unwrap().id), (Some(11), team.ann));
    resolver.resolve_comment(book, (one, 1), false, 12).await.unwrap();
    let said = library.comments(book).await.unwrap();
    assert_eq!((said[0].resolved_at, &said[0].resolved_by), (None, &None));
    let missing = resolver.resolve_comment(book, (one, 7), true, 12).await;
    assert!(matches!(missing, Err(StoreError::NoSuchComment { .. })), "{missing:?}");
}

#[tokio::test]
async fn notices_of_the_same_kind_are_one_until_they_are_read() {
    let team = TestTeam::new().await;
    let (store, book) = (&team.library.store, team.library.book);
    let library = store.library();
    for position in [2, 5] {
        let paragraph = team.library.paragraph(position).await;
        team.writes(team.ann, paragraph, "a").await;
        team.says(team.editor, Edit::SetReview { paragraph, state: NeedsWork }).await.unwrap();
    }
    let told = team.told(team.ann).await;
    let n: u32 = told.iter().map(|(_, n)| n).sum();
    assert!(told.iter().all(|(kind, _)| *kind == NoticeKind::NeedsWork) && n == 2, "{told:?}");
    let n_told = u32::try_from(told.len()).unwrap();
    assert_eq!(library.n_unread(team.ann).await.unwrap(), n_told);

    let newest = library.notices(team.ann, None, 1).await.unwrap()[0].id;
    store.mark_notices_read(team.ann, Some(newest), 23).await.unwrap();
    assert_eq!(library.n_unread(team.ann).await.unwrap(), 0);
    let paragraph = team.library.paragraph(2).await;
    team.says(team.editor, Edit::SetReview { paragraph, state: Approved }).await.unwrap();
    assert_eq!(team.told(team.ann).await.len(), told.len() + 1, "what was read stays as it was");
    assert_eq!(library.book(book).await.unwrap().n_needs_work, 1);
}
