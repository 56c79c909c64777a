//! What a task was told is kept, and a change of it finds the translations that were made with it.

use super::{character, confirmed, term};
use crate::sample::Shelf;
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
    shelf: Shelf,
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
        let shelf = Shelf::with_cat_book().await;
        let (cat, person): (Entry, Entry) =
            (confirmed(1, "猫", "cat").into(), character(2, "吾輩", "I").into());
        shelf.taught([cat.clone(), person.clone()]).await;
        let run = NewRun { book: shelf.book, kind: TaskKind::Translation, spec: "{}", now_ms: 1 };
        let run = shelf.store.create_run(&run).await.unwrap();
        let paragraphs = vec![shelf.paragraph(2).await, shelf.paragraph(3).await];
        let knowledge = KnowledgeUsed {
            revision: shelf.store.library().knowledge_revision(shelf.series().await).await.unwrap(),
            entries: vec![used(&cat, &["猫"]), used(&person, &["吾輩"])],
        };
        let new = NewTask {
            run,
            book: shelf.book,
            kind: TaskKind::Translation,
            chapter: shelf.chapter(0).await,
            knowledge: Some(&knowledge),
            paragraphs: &paragraphs,
            machine: "{}",
            machine_version: 1,
            now_ms: 1,
        };
        let task = shelf.store.create_task(&new).await.unwrap();
        assert_eq!(shelf.store.library().knowledge_used(task).await.unwrap(), Some(knowledge));
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
        shelf.learn(&edits).await.unwrap();
        Self { shelf, task, paragraphs }
    }

    async fn outdated(&self) -> Vec<store::knowledge::Outdated> {
        self.shelf.store.library().outdated(self.shelf.book).await.unwrap()
    }
}

#[tokio::test]
async fn a_changed_or_removed_entry_makes_what_was_made_with_it_out_of_date_until_it_is_undone() {
    let told = Told::new().await;
    assert_eq!(told.outdated().await, []);
    let change = told.shelf.taught([confirmed(1, "猫", "feline").into()]).await;
    let [found] = &told.outdated().await[..] else { panic!("one task") };
    assert_eq!((found.task, &found.paragraphs), (told.task, &told.paragraphs));
    assert_eq!(found.changed, [(TermId::from_number(1).into(), vec!["猫".to_owned()])]);
    assert_eq!(found.added, []);
    told.shelf.store.undo(change.change.unwrap(), &Cause::person(""), 9).await.unwrap();
    assert_eq!(told.outdated().await, []);
    told.shelf.learn(&[Edit::remove(TermId::from_number(1))]).await.unwrap();
    assert_eq!(told.outdated().await[0].changed.len(), 1);
}

#[tokio::test]
async fn more_evidence_makes_nothing_out_of_date() {
    let told = Told::new().await;
    let evidence = vec![Evidence { book: told.shelf.book, paragraph: told.paragraphs[0] }];
    told.shelf.taught([Term { evidence, ..confirmed(1, "猫", "cat") }.into()]).await;
    assert_eq!(told.outdated().await, []);
}

#[tokio::test]
async fn a_confirmed_entry_that_came_later_is_named_and_a_proposed_one_is_not() {
    let told = Told::new().await;
    told.shelf.taught([term(5, "名前", "name").into()]).await;
    assert_eq!(told.outdated().await, []);
    told.shelf.taught([confirmed(5, "名前", "name").into()]).await;
    let [found] = &told.outdated().await[..] else { panic!("one task") };
    assert_eq!((&found.changed[..], &found.added[..]), (&[][..], &[TermId::from_number(5).into()][..]));
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
        told.shelf.learn(&[edit]).await.unwrap();
    }
    told.shelf.taught([confirmed(1, "猫", "feline").into()]).await;
    assert_eq!(told.outdated().await, []);
}

#[tokio::test]
async fn what_a_task_is_told_can_be_noted_anew_when_it_begins_again() {
    let told = Told::new().await;
    let (store, none) = (&told.shelf.store, KnowledgeUsed::default());
    store.note_knowledge_used(told.task, &none).await.unwrap();
    assert_eq!(store.library().knowledge_used(told.task).await.unwrap(), Some(none.clone()));
    let nobody = TaskId::from_number(1);
    let refusal = store.note_knowledge_used(nobody, &none).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchTask { .. }), "{refusal}");
}
