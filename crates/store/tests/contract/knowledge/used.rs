//! What a task was told is kept, and a change of it finds the translations that were made with it.

use super::{character, confirmed, term};
use crate::sample::TestLibrary;
use book::edit::Edit;
use book::id::{ParagraphId, TaskId, TermId};
use book::knowledge::entry::Entry;
use book::knowledge::evidence::Evidence;
use book::knowledge::term::Term;
use book::knowledge::usage::{KnowledgeUsed, UsedEntry};
use book::text::version::{Author, Selection, TaskKind};
use store::change::Cause;
use store::error::StoreError;
use store::work::{NewRun, NewTask};

struct Told {
    test_library: TestLibrary,
    task: TaskId,
    paragraphs: Vec<ParagraphId>,
}

fn used(entry: &Entry, found_as: &[&str]) -> UsedEntry {
    let found_as = found_as.iter().map(|word| (*word).to_owned()).collect();
    UsedEntry { key: entry.key(), mark: entry.mark(), found_as }
}

impl Told {
    /// Two sentences translated by a task that was told of one term and one character.
    async fn new() -> Self {
        let test_library = TestLibrary::with_cat_book().await;
        let (cat, person): (Entry, Entry) =
            (confirmed(1, "猫", "cat").into(), character(2, "吾輩", "I").into());
        test_library.taught([cat.clone(), person.clone()]).await;
        let run = NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{}", now_ms: 1 };
        let run = test_library.store.create_run(&run).await.unwrap();
        let paragraphs = vec![test_library.paragraph(2).await, test_library.paragraph(3).await];
        let knowledge = KnowledgeUsed {
            revision: test_library
                .store
                .library()
                .knowledge_revision(test_library.series().await)
                .await
                .unwrap(),
            entries: vec![used(&cat, &["猫"]), used(&person, &["吾輩"])],
        };
        let new = NewTask {
            run,
            book: test_library.book,
            kind: TaskKind::Translation,
            chapter: test_library.chapter(0).await,
            knowledge: Some(&knowledge),
            paragraphs: &paragraphs,
            machine: "{}",
            machine_version: 1,
            now_ms: 1,
        };
        let task = test_library.store.create_task(&new).await.unwrap();
        assert_eq!(test_library.store.library().knowledge_used(task).await.unwrap(), Some(knowledge));
        let author = Author::Model {
            model: "m".to_owned(),
            task_kind: TaskKind::Translation,
            task: Some(task),
            run: Some(run),
        };
        let edits: Vec<Edit> = paragraphs
            .iter()
            .map(|paragraph| Edit::AddVersion {
                paragraph: *paragraph,
                text: "x".to_owned(),
                author: author.clone(),
                selection: Selection::Select,
            })
            .collect();
        test_library.learn(&edits).await.unwrap();
        Self { test_library, task, paragraphs }
    }

    /// What is outdated in the book, which is the same when it is asked of its paragraphs.
    async fn outdated(&self) -> Vec<store::knowledge::OutdatedTask> {
        let (library, book) = (self.test_library.store.library(), self.test_library.book);
        let outdated = library.outdated(book).await.unwrap();
        let all: Vec<_> = self.test_library.paragraphs().await.iter().map(|one| one.id).collect();
        assert_eq!(library.outdated_among(book, &all).await.unwrap(), outdated);
        assert_eq!(library.outdated_among(book, &all[..1]).await.unwrap(), [], "it has no translation");
        outdated
    }
}

#[tokio::test]
async fn a_changed_or_removed_entry_makes_what_was_made_with_it_out_of_date_until_it_is_undone() {
    let told = Told::new().await;
    assert_eq!(told.outdated().await, []);
    let change = told.test_library.taught([confirmed(1, "猫", "feline").into()]).await;
    let [found] = &told.outdated().await[..] else { panic!("one task") };
    assert_eq!((found.task, &found.paragraphs), (told.task, &told.paragraphs));
    assert_eq!(found.changed, [(TermId::from_number(1).into(), vec!["猫".to_owned()])]);
    assert_eq!(found.added, []);
    told.test_library.store.undo(change.change.unwrap(), &Cause::person(""), 9).await.unwrap();
    assert_eq!(told.outdated().await, []);
    told.test_library.learn(&[Edit::remove(TermId::from_number(1))]).await.unwrap();
    assert_eq!(told.outdated().await[0].changed.len(), 1);
}

#[tokio::test]
async fn more_evidence_makes_nothing_out_of_date() {
    let told = Told::new().await;
    let evidence = vec![Evidence { book: told.test_library.book, paragraph: told.paragraphs[0] }];
    told.test_library.taught([Term { evidence, ..confirmed(1, "猫", "cat") }.into()]).await;
    assert_eq!(told.outdated().await, []);
}

#[tokio::test]
async fn a_confirmed_entry_that_came_later_is_named_and_a_proposed_one_is_not() {
    let told = Told::new().await;
    told.test_library.taught([term(5, "名前", "name").into()]).await;
    assert_eq!(told.outdated().await, []);
    told.test_library.taught([confirmed(5, "名前", "name").into()]).await;
    let [found] = &told.outdated().await[..] else { panic!("one task") };
    assert_eq!((&found.changed[..], &found.added[..]), (&[][..], &[TermId::from_number(5).into()][..]));
}

#[tokio::test]
async fn decisions_hold_until_something_is_decided_or_a_proposal_goes() {
    let told = Told::new().await;
    let (library, book) = (told.test_library.store.library(), told.test_library.book);
    let before = library.decisions(book).await.unwrap();
    told.test_library.taught([term(5, "名前", "name").into()]).await;
    let proposed = library.decisions(book).await.unwrap();
    assert!(before.still_hold(&proposed) && !proposed.still_hold(&before));
    told.test_library.taught([confirmed(5, "名前", "name").into()]).await;
    let confirmed_now = library.decisions(book).await.unwrap();
    assert!(!proposed.still_hold(&confirmed_now));
    told.test_library.taught([confirmed(5, "名前", "surname").into()]).await;
    assert!(!confirmed_now.still_hold(&library.decisions(book).await.unwrap()));
}

#[tokio::test]
async fn what_a_person_wrote_over_it_is_not_out_of_date() {
    let told = Told::new().await;
    for paragraph in told.paragraphs.clone() {
        let edit = Edit::AddVersion {
            paragraph,
            text: "mine".to_owned(),
            author: Author::Person,
            selection: Selection::Select,
        };
        told.test_library.learn(&[edit]).await.unwrap();
    }
    told.test_library.taught([confirmed(1, "猫", "feline").into()]).await;
    assert_eq!(told.outdated().await, []);
}

#[tokio::test]
async fn what_a_task_is_told_can_be_noted_anew_when_it_begins_again() {
    let told = Told::new().await;
    let (store, none) = (&told.test_library.store, KnowledgeUsed::default());
    store.note_knowledge_used(told.task, &none).await.unwrap();
    assert_eq!(store.library().knowledge_used(told.task).await.unwrap(), Some(none.clone()));
    let nobody = TaskId::from_number(1);
    let refusal = store.note_knowledge_used(nobody, &none).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchTask { .. }), "{refusal}");
}
