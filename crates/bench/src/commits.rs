//! How many steps a database commits in a second, by connections: the store alone, without models and workers.

use anyhow::{Context as _, Result};
use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, RunId};
use book::text::version::{Author, Selection, TaskKind};
use book::work::outcome::LedgerState;
use std::path::Path;
use std::time::{Duration, Instant};
use store::store::Store;
use store::work::{LedgerRow, NewRun, NewTask, Step, StepUsage};

/// Paragraphs of a step, as in an ordinary chunk.
const PARAGRAPHS: usize = 40;
/// How long each number of connections is measured.
const MEASURED: Duration = Duration::from_secs(6);

/// Who commits to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Each connection to a book of its own, in a series of its own.
    OwnBooks,
    /// All to one book. Writers of one series wait for one another.
    OneBook,
}

/// What so many connections did.
pub(crate) struct CommitRow {
    pub(crate) n_connections: usize,
    pub(crate) spread: Spread,
    pub(crate) n_commits: usize,
    pub(crate) seconds: f64,
    /// How long each commit took.
    pub(crate) durations: Vec<Duration>,
}

/// Measures with the books there are; their translations are made anew again and again.
pub(crate) fn measure(
    address: &str,
    books: &[BookId],
    n_connections: usize,
    spread: Spread,
) -> Result<CommitRow> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let writers: Vec<_> = (0..n_connections)
        .map(|number| {
            let place = if spread == Spread::OneBook { 0 } else { number };
            let book = *books.get(place).context("too few books")?;
            Ok(runtime.spawn(write(address.to_owned(), book)))
        })
        .collect::<Result<_>>()?;
    let (mut durations, mut longest) = (Vec::new(), Duration::ZERO);
    for writer in writers {
        let (written, elapsed) = runtime.block_on(writer)??;
        durations.extend(written);
        longest = longest.max(elapsed);
    }
    let (n_commits, seconds) = (durations.len(), longest.as_secs_f64());
    Ok(CommitRow { n_connections, spread, n_commits, seconds, durations })
}

/// Commits steps to a book, one after another: how long each took, and all.
async fn write(address: String, book: BookId) -> Result<(Vec<Duration>, Duration)> {
    let store = Store::open(Path::new(&address)).await?;
    let paragraphs = store.library().all_paragraphs(book).await?;
    let spec = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let run = store.create_run(&spec).await?;
    let mut chunks: Vec<(ChapterId, Vec<ParagraphId>)> = Vec::new();
    for chapter in paragraphs.chunk_by(|one, next| one.chapter == next.chapter) {
        for chunk in chapter.chunks_exact(PARAGRAPHS) {
            let ids = chunk.iter().map(|paragraph| paragraph.id).collect();
            chunks.extend(chunk.first().map(|first| (first.chapter, ids)));
        }
    }
    let began = Instant::now();
    let mut durations = Vec::new();
    for (number, (chapter, ids)) in chunks.iter().cycle().enumerate() {
        if began.elapsed() > MEASURED {
            break;
        }
        let commit_began = Instant::now();
        commit(&store, book, run, *chapter, ids, number).await?;
        durations.push(commit_began.elapsed());
    }
    let elapsed = began.elapsed();
    store.close().await;
    Ok((durations, elapsed))
}

/// One step that begins a task, translates its paragraphs and ends it, with what a model was told and said.
async fn commit(
    store: &Store,
    book: BookId,
    run: RunId,
    chapter: ChapterId,
    paragraphs: &[ParagraphId],
    number: usize,
) -> Result<()> {
    let task = store.fresh_task_id()?;
    let author = Author::Model {
        model: "bench".to_owned(),
        task_kind: TaskKind::Translation,
        task: Some(task),
        run: Some(run),
    };
    let machine = format!("{{\"state\": \"{}\"}}", "x".repeat(2_000));
    let text = format!("傍晚，点灯人在港口的仓库旁数着线轴，然后继续往前走，没有说一句话（{number}）。");
    let edits: Vec<Edit> = paragraphs
        .iter()
        .map(|paragraph| Edit::AddVersion {
            paragraph: *paragraph,
            text: text.clone(),
            author: author.clone(),
            selection: Selection::Select,
        })
        .collect();
    let ledger: Vec<LedgerRow> = paragraphs
        .iter()
        .map(|paragraph| LedgerRow { paragraph: *paragraph, state: LedgerState::Accepted, reason: None })
        .collect();
    let transcript = [4_000, 9_000, 200].map(|size| format!("{{\"text\": \"{}\"}}", "y".repeat(size)));
    let new = NewTask {
        run,
        book,
        kind: TaskKind::Translation,
        chapter,
        knowledge: None,
        paragraphs,
        machine: &machine,
        machine_version: 1,
        now_ms: 0,
    };
    let step = Step {
        task,
        begins: Some(&new),
        who: &author,
        edits: &edits,
        machine: &machine,
        machine_version: 1,
        transcript: &transcript,
        ledger: &ledger,
        todos: &[],
        questions: &[],
        finished: None,
        usage: StepUsage::default(),
        fence: None,
        after: Some(0),
        now_ms: 0,
    };
    store.commit_step(&step).await?;
    Ok(())
}
