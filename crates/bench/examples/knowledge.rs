//! Measures a series that knows 5,000 terms: `cargo run --release -p bench --example knowledge`.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use book::edit::Edit;
use book::id::{BookId, ChapterId, Mint, ParagraphId, TaskId};
use book::knowledge::entry::Entry;
use book::knowledge::evidence::{EntryState, Evidence};
use book::knowledge::term::Term;
use book::knowledge::usage::{KnowledgeUsed, UsedEntry};
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::version::{Author, Selection, TaskKind};
use std::time::{Duration, Instant};
use store::change::Cause;
use store::record::NewBook;
use store::store::Store;
use store::work::{NewRun, NewTask};

type Failure = Box<dyn std::error::Error>;

const N_TERMS: u32 = 5_000;
const N_TASKS: u32 = 500;
const N_IN_TASK: u32 = 20;
const N_TIMES: u32 = 50;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&folder.path().join("library.db")).await?;
    let book = large_book();
    let new = NewBook {
        book: &book,
        original: b"x",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 0,
    };
    let summary = store.add_book(&new, &|_, _| {}).await?;
    let (id, series) = (summary.id, summary.series.id);
    let terms = terms(id);
    let cause = Cause::person("");
    let edits: Vec<Edit> = terms.iter().cloned().map(Edit::create).collect();
    let start = Instant::now();
    let imported = store.commit(id, &edits, &cause, 1).await?.change.ok_or("nothing imported")?;
    println!("import of 5,000    {:>9.2?}", start.elapsed());
    let start = Instant::now();
    let undone = store.undo(imported, &cause, 2).await?;
    println!("undo of it         {:>9.2?}", start.elapsed());
    store.undo(undone.by, &cause, 3).await?;
    let library = store.library();
    measure("load 5,000", async |_| Ok(library.terms(series).await?.len())).await?;
    measure("load everything", async |_| Ok(library.knowledge(series).await?.terms.len())).await?;
    measure("knowledge revision", async |_| Ok(library.knowledge_revision(series).await.map(|_| 1)?)).await?;
    measure("term by id", async |n| Ok(library.term(series, nth(&terms, n)?.id).await?.iter().len())).await?;
    measure("term by source", async |n| {
        Ok(library.terms_of_source(series, &nth(&terms, n)?.source).await?.len())
    })
    .await?;
    measure("put one", async |n| {
        let term = Term { note: format!("note {n}"), ..nth(&terms, n)?.clone() };
        store.commit(id, &[Edit::upsert(term)], &cause, 4).await?;
        Ok(1)
    })
    .await?;
    let told = work(&store, id, &terms).await?;
    measure("note what is told", async |n| {
        let task = told.get(usize::try_from(n)?).ok_or("no task")?;
        store.note_knowledge_used(*task, &used(&terms, n)).await?;
        Ok(1)
    })
    .await?;
    measure("outdated, 10,000", async |_| Ok(library.outdated(id).await?.len())).await
}

fn nth(terms: &[Term], n: u32) -> Result<&Term, Failure> {
    Ok(terms.get(usize::try_from(n)? * 97).ok_or("no term")?)
}

async fn measure(name: &str, mut ask: impl AsyncFnMut(u32) -> Result<usize, Failure>) -> Result<(), Failure> {
    let mut times: Vec<Duration> = Vec::new();
    let mut found = 0;
    for n in 0..N_TIMES {
        let start = Instant::now();
        found = ask(n).await?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!(
        "{name:<18} {median:>9.2?} (worst {:.2?}, {found} found)",
        times.last().copied().unwrap_or_default()
    );
    Ok(())
}

/// A book translated by tasks that were each told of thirty terms.
async fn work(store: &Store, book: BookId, terms: &[Term]) -> Result<Vec<TaskId>, Failure> {
    let run = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let run = store.create_run(&run).await?;
    let mut tasks = Vec::new();
    for n in 0..N_TASKS {
        let paragraphs: Vec<ParagraphId> =
            (n * N_IN_TASK..(n + 1) * N_IN_TASK).map(ParagraphId::from_number).collect();
        let new = NewTask {
            run,
            book,
            kind: TaskKind::Translation,
            chapter: ChapterId::from_number(n),
            knowledge: Some(&used(terms, n)),
            paragraphs: &paragraphs,
            machine: "{}",
            machine_version: 1,
            now_ms: 0,
        };
        let task = store.create_task(&new).await?;
        let (model, task_kind) = ("m".to_owned(), TaskKind::Translation);
        let author = Author::Model { model, task_kind, task: Some(task), run: Some(run) };
        let add = |paragraph: &ParagraphId| Edit::AddVersion {
            paragraph: *paragraph,
            text: "A translation.".to_owned(),
            author: author.clone(),
            selection: Selection::Select,
        };
        let edits: Vec<Edit> = paragraphs.iter().map(add).collect();
        let cause = Cause { who: author.clone(), run: Some(run), task: Some(task), note: String::new() };
        store.commit(book, &edits, &cause, 0).await?;
        tasks.push(task);
    }
    Ok(tasks)
}

fn used(terms: &[Term], n: u32) -> KnowledgeUsed {
    let told = (0..30).filter_map(|at| terms.get(usize::try_from((n * 31 + at * 7) % N_TERMS).ok()?));
    let entries = told.map(|term| {
        let found_as = vec![term.source.clone()];
        let entry = Entry::from(term.clone());
        UsedEntry { key: entry.key(), mark: entry.mark(), found_as }
    });
    KnowledgeUsed { entries: entries.collect(), ..KnowledgeUsed::default() }
}

fn terms(book: BookId) -> Vec<Term> {
    let mut mint = Mint::new(1);
    let evidence = |n: u32| Evidence { book, paragraph: ParagraphId::from_number(n) };
    let term = |n: u32, mint: &mut Mint| Term {
        note: "A word that occurs in the book and has a short note.".to_owned(),
        other_forms: vec![format!("Words {n}"), format!("word-{n}")],
        evidence: vec![evidence(n), evidence(n + 1), evidence(n + 2)],
        standing: EntryState::Confirmed,
        ..Term::new(mint.term(|_| false), format!("龍魂の剣{n}"), format!("Word {n}"))
    };
    (0..N_TERMS).map(|n| term(n, &mut mint)).collect()
}

fn large_book() -> Book {
    let paragraph = |n: u32| Paragraph {
        text: Marked::from_plain(&format!("龍魂の剣{n}は長い文章である。")),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block: n },
    };
    let chapter = |_| Chapter { paragraphs: (0..N_IN_TASK).map(paragraph).collect(), ..Chapter::default() };
    Book { title: "large".to_owned(), chapters: (0..N_TASKS).map(chapter).collect(), ..Book::default() }
}
