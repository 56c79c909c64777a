//! People of a team: who did what, what lets them in, and what stays of somebody who leaves.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::review::ReviewState;
use book::text::version::{Author, Selection, TaskKind};
use book::work::checked::Acknowledgement;
use store::change::Cause;
use store::error::StoreError;
use store::grant::Right;
use store::people::{CredentialKind, NewCredential, NewInvitation, NewPerson, PersonId, PersonName, Role};
use store::record::NewComment;
use store::store::Store;
use store::work::NewRun;

const DAY: i64 = 86_400_000;

async fn member(store: &Store, login: &str, role: Role) -> PersonId {
    let digest = format!("invitation of {login}");
    let new = NewInvitation { digest: &digest, role, book: None, now_ms: 1, ends_at: DAY };
    store.invite(&new).await.unwrap();
    let person = NewPerson { name: &login.to_uppercase(), login, password: "kept" };
    store.accept_invitation(&digest, &person, 2).await.unwrap()
}

fn version(paragraph: ParagraphId, text: &str, author: Author) -> Edit {
    Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select }
}

#[tokio::test]
async fn every_change_version_review_acknowledgement_comment_and_run_knows_its_person() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    let ann = member(store, "ann", Role::Owner).await;
    let theirs = store.grant(ann, None, Right::OF_EVERY_MEMBER).await.unwrap();
    let (one, other) = (test_library.paragraph(2).await, test_library.paragraph(5).await);
    let cause = Cause::person("edit");
    theirs.commit(book, &[version(one, "a", Author::Person)], &cause, 5).await.unwrap();
    let review = Edit::SetReview { paragraph: one, state: ReviewState::Reviewed };
    let given = Acknowledgement { digest: "d".to_owned(), reason: "meant".to_owned() };
    let acknowledge =
        Edit::Acknowledge { paragraph: one, check: "D1".to_owned(), acknowledgement: Some(given) };
    theirs.commit(book, &[review, acknowledge], &cause, 6).await.unwrap();
    let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
    let both = [version(other, "m", model()), version(test_library.paragraph(3).await, "<1>m</1>", model())];
    theirs.commit(book, &both, &by_model, 7).await.unwrap();
    store.commit(book, &[version(other, "nobody", Author::Person)], &cause, 8).await.unwrap();
    let said = NewComment { paragraph: one, author: "Ann".to_owned(), text: "Really?".to_owned() };
    theirs.add_comments(book, &[said], 9).await.unwrap();
    let run = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 9 };
    let run = theirs.create_run(&run).await.unwrap();

    let name = Some(PersonName { id: ann, name: Some("ANN".to_owned()) });
    let library = store.library();
    let versions = library.versions(book, one).await.unwrap();
    assert_eq!(versions[0].person, name);
    assert_eq!(versions[0].review.as_ref().unwrap().person, name);
    let versions = library.versions(book, other).await.unwrap();
    assert_eq!((&versions[0].author, &versions[0].person), (&model(), &name), "a model, for Ann");
    assert_eq!((&versions[1].author, &versions[1].person), (&Author::Person, &None), "as in an old library");
    assert_eq!(library.acknowledgements(book).await.unwrap()[0].person, name);
    assert_eq!(library.comments(book).await.unwrap()[0].person, name);
    assert_eq!(library.run(run).await.unwrap().person, name);
    let who: Vec<_> =
        library.changes(book, 9).await.unwrap().into_iter().map(|change| change.person).collect();
    assert_eq!(who, [None, name.clone(), name.clone(), name.clone()]);

    let ben = member(store, "ben", Role::Owner).await;
    let undone = theirs.undo_own(book, None, &Cause::person("undo"), 10).await.unwrap();
    assert_eq!(undone.changes.len(), 1);
    let nothing = store
        .grant(ben, None, Right::OF_EVERY_MEMBER)
        .await
        .unwrap()
        .undo_own(book, None, &Cause::person("undo"), 11)
        .await;
    assert!(matches!(nothing, Err(StoreError::NothingToUndo { .. })), "only one's own: {nothing:?}");

    store.remove_person(ann, 12).await.unwrap();
    let former = Some(PersonName { id: ann, name: None });
    assert_eq!(library.versions(book, one).await.unwrap()[0].person, former, "the words stay");
    assert_eq!(library.comments(book).await.unwrap()[0].person, former);
    assert!(library.login("ann").await.unwrap().is_none());
    assert_eq!(library.people().await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_invitation_is_used_once_and_not_after_its_end() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    assert!(!store.library().has_people().await.unwrap());
    let ann = member(store, "ann", Role::Owner).await;
    assert!(store.library().has_people().await.unwrap());
    let new = NewInvitation { digest: "x", role: Role::Translator, book: Some(book), now_ms: 5, ends_at: 10 };
    store.grant(ann, None, Right::OF_EVERY_MEMBER).await.unwrap().invite(&new).await.unwrap();
    let open = store.library().invitations(6).await.unwrap();
    assert_eq!((open.len(), open[0].book, open[0].made_by.as_ref().unwrap().id), (1, Some(book), ann));
    let ben = NewPerson { name: "Ben", login: "ben", password: "p" };
    let late = store.accept_invitation("x", &ben, 10).await;
    assert!(matches!(late, Err(StoreError::NoSuchInvitation)), "{late:?}");
    let taken = store.accept_invitation("x", &NewPerson { login: "ann", ..ben }, 6).await;
    assert!(matches!(taken, Err(StoreError::LoginTaken { .. })), "{taken:?}");
    let id = store.accept_invitation("x", &ben, 6).await.unwrap();
    let again = store.accept_invitation("x", &NewPerson { login: "cat", ..ben }, 6).await;
    assert!(matches!(again, Err(StoreError::NoSuchInvitation)), "{again:?}");
    let people = store.library().people().await.unwrap();
    assert_eq!((people[1].role, &people[1].books), (None, &vec![(book, Role::Translator)]));
    store.set_role(id, Some(book), None, 7).await.unwrap();
    assert_eq!(store.library().book_role(id, book).await.unwrap(), None);
    store.set_role(id, None, Some(Role::Editor), 7).await.unwrap();
    assert_eq!(store.library().people().await.unwrap()[1].role, Some(Role::Editor));
    for refused in [store.set_role(ann, None, Some(Role::Editor), 8).await, store.remove_person(ann, 8).await]
    {
        assert!(matches!(refused, Err(StoreError::LastOwner)), "{refused:?}");
    }
    store
        .grant(ann, None, Right::OF_EVERY_MEMBER)
        .await
        .unwrap()
        .note_audit(Some(ann), "role", "{}", 9)
        .await
        .unwrap();
    let audit = store.library().audit(None, 10).await.unwrap();
    assert_eq!((audit[0].action.as_str(), audit[0].person.as_ref().unwrap().id), ("role", ann));
}

#[tokio::test]
async fn a_credential_that_was_ended_lets_nobody_in() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, library) = (&test_library.store, test_library.store.library());
    let ann = member(store, "ann", Role::Owner).await;
    let ben = member(store, "ben", Role::Reader).await;
    let session = NewCredential {
        digest: "s",
        kind: CredentialKind::Session,
        person: ann,
        name: "Browser",
        role: None,
        now_ms: 5,
        ends_at: 50,
    };
    store.add_credential(&session).await.unwrap();
    let token =
        NewCredential { digest: "t", kind: CredentialKind::Token, role: Some(Role::Reader), ..session };
    store.add_credential(&token).await.unwrap();
    let found = library.member("t", 6).await.unwrap().unwrap();
    assert_eq!(
        (found.person, found.role, found.credential.role),
        (ann, Some(Role::Owner), Some(Role::Reader))
    );
    assert!(library.member("t", 50).await.unwrap().is_none(), "it has ended");
    let listed = library.credentials(ann).await.unwrap();
    assert_eq!(listed.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), ["token", "session"]);
    assert!(!store.end_credential(ben, listed[1].id).await.unwrap(), "somebody else's");
    assert!(store.end_credential(ann, listed[1].id).await.unwrap());
    assert!(library.member("s", 6).await.unwrap().is_none());
    store.set_password(ann, "new", None).await.unwrap();
    assert!(library.member("t", 6).await.unwrap().is_none(), "a new password ends what was open");
    store.add_credential(&NewCredential { person: ben, ..session }).await.unwrap();
    store.remove_person(ben, 7).await.unwrap();
    assert!(library.member("s", 8).await.unwrap().is_none());
}

#[tokio::test]
async fn a_write_is_refused_in_its_transaction_once_its_right_is_gone() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    let paragraph = test_library.paragraph(2).await;
    member(store, "olive", Role::Owner).await;
    for (number, loss) in ["credential", "role", "book", "person"].into_iter().enumerate() {
        let login = format!("ann{number}");
        let ann = member(store, &login, Role::Editor).await;
        store.set_role(ann, Some(book), Some(Role::Editor), 3).await.unwrap();
        let kind = CredentialKind::Session;
        let new = NewCredential {
            digest: &login,
            kind,
            person: ann,
            name: "x",
            role: None,
            now_ms: 3,
            ends_at: DAY,
        };
        let credential = store.add_credential(&new).await.unwrap().id;
        let right = Right { least: Some(Role::Editor), book: Some(book) };
        let request = store.grant(ann, Some(credential), right).await.unwrap();
        let work = request.outliving_request();
        let elsewhere =
            store.grant(ann, None, Right { least: Some(Role::Editor), book: None }).await.unwrap();
        match loss {
            "credential" => assert!(store.end_credential(ann, credential).await.unwrap()),
            "role" => {
                store.set_role(ann, Some(book), None, 4).await.unwrap();
                store.set_role(ann, None, Some(Role::Translator), 4).await.unwrap();
            }
            "book" => store.set_role(ann, Some(book), Some(Role::Reader), 4).await.unwrap(),
            _ => store.remove_person(ann, 4).await.unwrap(),
        }
        let before =
            (store.library().changes(book, 99).await.unwrap(), store.library().runs(None).await.unwrap());
        let edit = [version(paragraph, "late", Author::Person)];
        let by_model = Cause { who: model(), run: None, task: None, note: String::new() };
        let run = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 5 };
        let invitation =
            NewInvitation { digest: "late", role: Role::Owner, book: None, now_ms: 5, ends_at: DAY };
        let said = NewComment { paragraph, author: "Ann".to_owned(), text: "Late".to_owned() };
        let token = NewCredential { digest: "late", ..new };
        let refused = [
            request.verify().await.err(),
            request.commit(book, &edit, &Cause::person("late"), 5).await.err(),
            request.create_run(&run).await.err(),
            request.invite(&invitation).await.err(),
            request.add_comments(book, &[said], 5).await.err(),
            request.add_credential(&token).await.err(),
            request.move_book(book, "Elsewhere", 5).await.err(),
            request.remove_book(book, 5).await.err(),
        ];
        for refusal in refused {
            let is_meant = matches!(
                (&refusal, loss),
                (Some(StoreError::CredentialEnded), "credential") | (Some(StoreError::NotAllowed), _)
            );
            assert!(is_meant, "{loss}: {refusal:?}");
        }
        // Work that goes on without its request, and a right of the library: the role in the book that is written counts.
        for (handle, name) in [(&work, "work"), (&elsewhere, "the library's")] {
            let done = handle.commit(book, &[version(paragraph, name, model())], &by_model, 5).await;
            let is_refused = matches!(done, Err(StoreError::NotAllowed));
            assert_eq!(is_refused, loss != "credential", "{loss}: {name}: {done:?}");
        }
        if loss != "credential" {
            let after =
                (store.library().changes(book, 99).await.unwrap(), store.library().runs(None).await.unwrap());
            assert_eq!(after, before, "{loss}");
        }
    }
    assert!(store.library().invitations(6).await.unwrap().is_empty());
}
