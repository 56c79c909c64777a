//! The same random walk through a library in SQLite and one in PostgreSQL: after every operation both answer alike.

use crate::open;
use crate::sample::{add, cat_book, model};
use book::edit::{Edit, InstructionScope};
use book::id::{BookId, VersionId};
use book::text::review::ReviewState;
use book::text::version::{Author, Selection, TaskKind};
use book::work::outcome::LedgerState;
use proptest::prelude::*;
use std::fmt::Write;
use store::change::Cause;
use store::error::StoreError;
use store::search::{Matching, SearchQuery, SearchScope};
use store::store::Store;
use store::work::{Claim, LedgerRow, NewRun, NewTask, Step, StepUsage, TaskNote};

/// Paragraphs with text.
const POSITIONS: [usize; 4] = [0, 2, 3, 5];

#[derive(Debug, Clone)]
enum Operation {
    Write(Vec<(usize, Author, Selection)>, Author),
    Select(usize, Option<usize>, Author),
    Lock(usize, bool),
    Review(usize, ReviewState),
    Reject(usize, usize),
    Title(Option<usize>, Option<String>, Author),
    Instruct(Option<String>),
    Target(&'static str),
    Task(usize, Option<u32>),
    Claim(bool, i64),
    Chat(String),
    UndoLast,
    MoveTo(&'static str),
}

fn author() -> impl Strategy<Value = Author> {
    prop_oneof![2 => Just(Author::Person), 3 => Just(model()), 1 => Just(Author::Memory)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just("cat".to_owned()), Just("a\0b".to_owned()), Just("猫 \u{1f408} \"'%_".to_owned())]
}

fn operation() -> impl Strategy<Value = Operation> {
    let selection = prop_oneof![4 => Just(Selection::Select), 1 => Just(Selection::Suggest), 1 => Just(Selection::Beside)];
    let at = 0..POSITIONS.len();
    let review =
        prop_oneof![Just(ReviewState::Draft), Just(ReviewState::NeedsWork), Just(ReviewState::Reviewed)];
    prop_oneof![
        6 => (prop::collection::vec((at.clone(), author(), selection), 1..4), author())
            .prop_map(|(versions, who)| Operation::Write(versions, who)),
        2 => (at.clone(), prop::option::of(0..3_usize), author())
            .prop_map(|(at, nth, who)| Operation::Select(at, nth, who)),
        1 => (at.clone(), any::<bool>()).prop_map(|(at, locked)| Operation::Lock(at, locked)),
        2 => (at.clone(), review).prop_map(|(at, state)| Operation::Review(at, state)),
        1 => (at.clone(), 0..3_usize).prop_map(|(at, nth)| Operation::Reject(at, nth)),
        1 => (prop::option::of(0..2_usize), prop::option::of(text()), author())
            .prop_map(|(chapter, title, who)| Operation::Title(chapter, title, who)),
        1 => prop::option::of(text()).prop_map(Operation::Instruct),
        1 => prop_oneof![Just("en"), Just("zh-Hans")].prop_map(Operation::Target),
        3 => (1..3_usize, prop::option::of(0..3_u32)).prop_map(|(at, after)| Operation::Task(at, after)),
        1 => (any::<bool>(), 0..20_i64).prop_map(|(one, until)| Operation::Claim(one, until)),
        1 => text().prop_map(Operation::Chat),
        2 => Just(Operation::UndoLast),
        1 => prop_oneof![Just("Cats"), Just("Dogs")].prop_map(Operation::MoveTo),
    ]
}

/// A library and what was begun in it.
struct Walker {
    store: Store,
    book: BookId,
}

impl Walker {
    async fn new(store: Store) -> Self {
        let book = add(&store, &cat_book(), b"the file").await.id;
        Self { store, book }
    }

    async fn version(&self, at: usize, nth: usize) -> VersionId {
        let paragraphs = self.store.library().all_paragraphs(self.book).await.unwrap();
        let id = paragraphs[POSITIONS[at]].id;
        let versions = self.store.library().versions(self.book, id).await.unwrap();
        versions.get(nth).map_or(VersionId::from_number(9_999_999), |version| version.id)
    }

    async fn commit(&self, edits: &[Edit], who: &Author) -> Result<String, StoreError> {
        let cause = Cause { who: who.clone(), run: None, task: None, note: "walk".to_owned() };
        let receipt = self.store.commit(self.book, edits, &cause, 7).await?;
        let standings: Vec<_> = receipt.versions.iter().map(|one| (one.paragraph, one.standing)).collect();
        Ok(format!("{} {standings:?} {:?}", receipt.change.is_some(), receipt.not_written))
    }

    /// Does it; what came of it in words that are the same in both libraries.
    async fn perform(&self, operation: &Operation) -> String {
        let done = self.try_to(operation).await;
        done.unwrap_or_else(|error| format!("refused: {}", error.code()))
    }

    async fn try_to(&self, operation: &Operation) -> Result<String, StoreError> {
        let (library, book) = (self.store.library(), self.book);
        let paragraphs = library.all_paragraphs(book).await?;
        let at = |at: usize| paragraphs[POSITIONS[at]].id;
        let person = Author::Person;
        match operation {
            Operation::Write(versions, who) => {
                let edits: Vec<Edit> = versions
                    .iter()
                    .map(|(position, author, selection)| Edit::AddVersion {
                        paragraph: at(*position),
                        text: format!("{position} by {author:?} \0."),
                        author: author.clone(),
                        selection: *selection,
                    })
                    .collect();
                self.commit(&edits, who).await
            }
            Operation::Select(position, nth, who) => {
                let version = match nth {
                    Some(nth) => Some(self.version(*position, *nth).await),
                    None => None,
                };
                self.commit(&[Edit::SelectVersion { paragraph: at(*position), version }], who).await
            }
            Operation::Lock(position, locked) => {
                self.commit(&[Edit::SetLock { paragraph: at(*position), locked: *locked }], &person).await
            }
            Operation::Review(position, state) => {
                self.commit(&[Edit::SetReview { paragraph: at(*position), state: *state }], &person).await
            }
            Operation::Reject(position, nth) => {
                let version = self.version(*position, *nth).await;
                let edit = Edit::RejectVersion { paragraph: at(*position), version, rejected: true };
                self.commit(&[edit], &person).await
            }
            Operation::Title(chapter, translation, who) => {
                let edit = match chapter {
                    Some(chapter) => Edit::SetChapterTitle {
                        chapter: library.chapters(book).await?[*chapter].id,
                        translation: translation.clone(),
                    },
                    None => Edit::SetBookTitle { translation: translation.clone() },
                };
                self.commit(&[edit], who).await
            }
            Operation::Instruct(text) => {
                let scope = InstructionScope::Series;
                self.commit(&[Edit::SetInstructions { scope, text: text.clone(), was: None }], &person).await
            }
            Operation::Target(language) => {
                self.commit(&[Edit::SetTargetLanguage { language: language.parse().unwrap() }], &person).await
            }
            Operation::Task(position, after) => self.task(*position, *after).await,
            Operation::Claim(one, until_ms) => {
                let run = match library.runs(Some(book)).await?.first() {
                    Some(run) => run.id,
                    None => return Ok("no run".to_owned()),
                };
                let holder = if *one { "one" } else { "two" };
                self.store.claim_book(&Claim { book, run, holder, until_ms: *until_ms }, 10).await?;
                Ok(format!("{:?}", library.claim(book).await?.map(|claim| (claim.holder, claim.until_ms))))
            }
            Operation::Chat(title) => {
                self.store.create_chat(book, title, 3).await?;
                let chats = library.chats(book).await?;
                Ok(format!("{:?}", chats.iter().map(|chat| &chat.title).collect::<Vec<_>>()))
            }
            Operation::UndoLast => {
                let undone = self.store.undo_last(book, &Cause::person("undo"), 9).await?;
                Ok(format!("{} {} {}", undone.changes.len(), undone.n_restored, undone.left_alone.len()))
            }
            Operation::MoveTo(series) => {
                let moved = self.store.move_book(book, series, 100).await?;
                Ok(format!("{} {} {}", moved.series.name, moved.n_taken, moved.n_left))
            }
        }
    }

    /// A run with one task of one step, which may expect another number of steps before it.
    async fn task(&self, position: usize, after: Option<u32>) -> Result<String, StoreError> {
        let (library, book) = (self.store.library(), self.book);
        let paragraph = library.all_paragraphs(book).await?[POSITIONS[position]].clone();
        let new = NewRun { book, kind: TaskKind::Translation, spec: "{\"to\":\"en\"}", now_ms: 4 };
        let run = self.store.create_run(&new).await?;
        let new = NewTask {
            knowledge: None,
            run,
            book,
            kind: TaskKind::Translation,
            chapter: paragraph.chapter,
            paragraphs: &[paragraph.id],
            machine: "{}",
            machine_version: 1,
            now_ms: 4,
        };
        let task = self.store.fresh_task_id()?;
        let who = model();
        let step = Step {
            task,
            begins: Some(&new),
            who: &who,
            edits: &[Edit::AddVersion {
                paragraph: paragraph.id,
                text: "by a task".to_owned(),
                author: model(),
                selection: Selection::Select,
            }],
            machine: "{\"at\":1}",
            machine_version: 2,
            transcript: &["{\"line\":\"\\u0000\"}".to_owned()],
            ledger: &[LedgerRow {
                paragraph: paragraph.id,
                state: LedgerState::Accepted,
                reason: Some("good".to_owned()),
            }],
            todos: &[TaskNote { number: 1, json: "{}".to_owned() }],
            questions: &[],
            fence: None,
            after,
            finished: None,
            usage: StepUsage { input: 3, cached_input: 1, output: 2, reasoning: 1, cost_micros: 7 },
            now_ms: 5,
        };
        self.store.commit_step(&step).await?;
        let record = library.task(task).await?;
        let told = (record.machine, record.n_steps, record.usage, library.ledger(task).await?);
        Ok(format!("{told:?} {:?} {:?}", library.todos(task).await?, library.transcript(task).await?))
    }

    /// Everything the library answers, without the numbers it gives by chance or in its own order.
    async fn answers(&self) -> String {
        let (library, book) = (self.store.library(), self.book);
        let mut told = String::new();
        let summary = library.book(book).await.unwrap();
        let _ = writeln!(
            told,
            "{:?} {:?} {} {} {} {:?} {:?} {:?}",
            summary.title_translation,
            summary.target_language,
            summary.n_translated,
            summary.n_reviewed,
            summary.n_needs_work,
            summary.series.name,
            summary.series.instructions,
            summary.title_by_person
        );
        for chapter in library.chapters(book).await.unwrap() {
            let _ = writeln!(told, "{chapter:?}");
        }
        for paragraph in library.all_paragraphs(book).await.unwrap() {
            let versions = library.versions(book, paragraph.id).await.unwrap();
            let nth = |id: Option<VersionId>| versions.iter().position(|version| Some(version.id) == id);
            let _ = writeln!(
                told,
                "{:?} {:?} {:?} {} {:?} {:?}",
                paragraph.id,
                nth(paragraph.version),
                paragraph.translation,
                paragraph.locked,
                paragraph.freshness,
                paragraph.review
            );
            for version in &versions {
                let _ = writeln!(
                    told,
                    "  {:?} {:?} {} {:?} {} {:?}",
                    version.text,
                    version.author,
                    version.selected,
                    version.standing,
                    version.is_of_present_source,
                    version.review
                );
            }
        }
        for suggestion in library.suggestions(book).await.unwrap() {
            let _ = writeln!(told, "suggested {:?}", suggestion.version.text);
        }
        for change in library.changes(book, 1_000).await.unwrap() {
            let effects = change.effects.len();
            let _ = writeln!(told, "{:?} {:?} {} {effects}", change.who, change.note, change.is_undo);
        }
        for run in library.runs(Some(book)).await.unwrap() {
            let _ = writeln!(told, "{} {} {:?} {}", run.n_tasks, run.n_ended, run.usage, run.n_sessions);
        }
        let usage = library.usage(book).await.unwrap();
        let _ = writeln!(told, "{:?}", usage.iter().map(|one| (&one.model, one.usage)).collect::<Vec<_>>());
        let _ =
            writeln!(told, "{:?} {}", library.models_of(book).await, library.n_stale(book).await.unwrap());
        let query = SearchQuery {
            texts: vec!["by".to_owned()],
            matching: Matching::Any,
            scope: SearchScope::Both,
            chapter: None,
            after: None,
            limit: 3,
        };
        let found = library.search(book, &query).await.unwrap();
        let hits: Vec<_> = found.hits.iter().map(|hit| (hit.paragraph.id, hit.in_translation)).collect();
        let _ = writeln!(told, "{hits:?} {}", found.n_more);
        for series in library.all_series().await.unwrap() {
            let _ = writeln!(told, "{:?} {}", series.series.name, series.books.len());
        }
        told
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 64, ..ProptestConfig::default() })]
    #[test]
    fn both_databases_answer_alike_after_every_operation(
        operations in prop::collection::vec(operation(), 1..30)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("library.db");
            let one = Walker::new(Store::open(&path).await.unwrap()).await;
            let other = Walker::new(open(&path).await).await;
            for operation in &operations {
                let (done, also) = (one.perform(operation).await, other.perform(operation).await);
                assert_eq!(done, also, "{operation:?}");
                assert_eq!(one.answers().await, other.answers().await, "after {operation:?}");
            }
        });
    }
}
