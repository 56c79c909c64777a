//! The hot paths of a run, one at a time and as often as asked, for a counter of instructions: `cargo xtask bench --micro`
//! runs each under valgrind, once with no turn and once with some; the difference is their price.
//!
//! `hot_paths` names them; `hot_paths NAME TURNS EPUB TEXT` runs one over a small book in both formats.
#![expect(clippy::print_stdout, reason = "an example talks to the program that runs it")]

use book::edit::Edit;
use book::id::{ParagraphId, TermId};
use book::knowledge::entry::Revision;
use book::knowledge::matching::index::{Change, OccurrenceIndex};
use book::knowledge::matching::{Findable, Matcher, Options};
use book::knowledge::term::Term;
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::text::version::{Author, Selection, TaskKind};
use book::work::status::Effort;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{ParagraphKnowledge, Unit};
use formats::import::Source;
use operations::export::{ExportOptions, export};
use runner::event::RunEvent;
use runner::run::{ClaimOwner, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use std::collections::HashSet;
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use store::change::Cause;
use store::record::{BookSummary, NewBook, ParagraphRecord};
use store::search::SearchQuery;
use store::store::Store;
use task::chunker;
use task::stop_signal::StopSignal;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const ALL: &[&str] = &[
    "parse-epub",
    "segment-text",
    "chunk",
    "render-prompt",
    "match-terms",
    "match-changed-term",
    "run-checks",
    "parse-sse",
    "receive-reply",
    "commit-batch",
    "search",
    "translate",
    "export",
];

/// Entries of the knowledge that is matched.
const N_TERMS: u32 = 5000;
/// Pieces of the reply that is read.
const N_PIECES: usize = 1000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, turns, epub, text] = arguments.as_slice() else {
        println!("{}", ALL.join("\n"));
        return Ok(());
    };
    let turns: usize = turns.parse()?;
    let task_state = TaskState::lay(std::fs::read(epub)?, std::fs::read(text)?).await?;
    for turn in 0..turns {
        task_state.turn(name, turn).await?;
    }
    Ok(())
}

/// What the paths work on, laid out before any of them is counted.
struct TaskState {
    /// Kept as long as the library in it is open.
    #[expect(dead_code, reason = "dropping it takes the folder away")]
    folder: tempfile::TempDir,
    store: Store,
    book: BookSummary,
    target: LanguageTag,
    paragraphs: Vec<ParagraphRecord>,
    epub: Vec<u8>,
    text: Vec<u8>,
    suite: Suite,
    terms: Vec<Term>,
    matcher: Matcher,
    index: OccurrenceIndex,
    reply: Vec<u8>,
}

impl TaskState {
    async fn lay(epub: Vec<u8>, text: Vec<u8>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let store = Store::open(&folder.path().join("library.tsumugi")).await?;
        let target: LanguageTag = "en".parse()?;
        let book = add(&store, &epub, &target).await?;
        let paragraphs = store.library().all_paragraphs(book.id).await?;
        let term = |number: u32| {
            let name = format!("灯{}守{}", char::from_u32(0x4e00 + number).unwrap_or('字'), number % 10);
            Term::new(TermId::from_number(number), name, format!("Keeper {number}"))
        };
        let terms: Vec<Term> = (0..N_TERMS).map(term).collect();
        let matcher = Matcher::new(&terms, &[], &Options::USUAL);
        let index = OccurrenceIndex::build(&matcher, Revision(1), read(&paragraphs));
        let suite = Suite::for_pair(&"ja".parse()?, &target);
        let piece = r#"data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":" lamp"},"finish_reason":null}]}"#;
        let reply = format!("{piece}\n\n").repeat(N_PIECES).into_bytes();
        Ok(Self { folder, store, book, target, paragraphs, epub, text, suite, terms, matcher, index, reply })
    }

    async fn turn(&self, name: &str, turn: usize) -> Result<()> {
        match name {
            "parse-epub" => drop(black_box(formats::import(&source(&self.epub, "x.epub"))?)),
            "segment-text" => drop(black_box(formats::import(&source(&self.text, "x.txt"))?)),
            "chunk" => self.chunk(),
            "render-prompt" => self.render(),
            "match-terms" => {
                let index = OccurrenceIndex::build(&self.matcher, Revision(1), read(&self.paragraphs));
                drop(black_box(index));
            }
            "match-changed-term" => self.match_changed(),
            "run-checks" => self.check()?,
            "parse-sse" => {
                let (events, read) = llm::Dialect::OpenaiChat.reader("bench", 1).push(&self.reply);
                read?;
                drop(black_box(events));
            }
            "receive-reply" => receive().await?,
            "commit-batch" => self.commit(turn).await?,
            "search" => {
                let query = SearchQuery::text("灯台", 20);
                drop(black_box(self.store.library().search(self.book.id, &query).await?));
            }
            "translate" => self.translate(turn).await?,
            "export" => {
                let spec = ExportOptions::default();
                let exported = export(self.store.library(), &self.book, spec, 0).await?;
                if !exported.violations.is_empty() {
                    return Err("a paragraph was lost".into());
                }
            }
            other => return Err(format!("no path is called `{other}`").into()),
        }
        Ok(())
    }

    fn chunk(&self) {
        for chapter in self.paragraphs.chunk_by(|one, next| one.chapter == next.chapter) {
            let Some(first) = chapter.first() else { continue };
            let wanted: HashSet<ParagraphId> = chapter.iter().map(|paragraph| paragraph.id).collect();
            let budget = chunker::DEFAULT_CHUNK_TOKENS;
            drop(black_box(chunker::chunks(TaskKind::Translation, first.chapter, chapter, &wanted, budget)));
        }
    }

    fn render(&self) {
        let (kind, effort) = (TaskKind::Translation, Effort::Standard);
        drop(black_box(runner::prompt::preview(&self.book, kind, effort, &self.target, None)));
    }

    fn match_changed(&self) {
        let Some(before) = self.terms.first() else { return };
        let after = Term { source: "灯台守".to_owned(), ..before.clone() };
        let change =
            Change::between(Some(Findable::Term(before)), Some(Findable::Term(&after)), &Options::USUAL);
        let mut index = self.index.clone();
        index.update(&change, &self.matcher, Revision(2), read(&self.paragraphs));
        drop(black_box(index));
    }

    fn check(&self) -> Result<()> {
        let policy = Policy::default();
        let translation = Marked::parse("The keeper read the letter under the lighthouse, and smiled.")
            .map_err(|_| "the translation is not well formed")?;
        for paragraph in self.paragraphs.iter().filter(|paragraph| !paragraph.is_empty) {
            drop(black_box(self.suite.judge(&Unit {
                source: &paragraph.text,
                translation: &translation,
                kind: paragraph.kind,
                before: &[],
                after: &[],
                knowledge: ParagraphKnowledge::NONE,
                policy: &policy,
            })));
        }
        Ok(())
    }

    async fn commit(&self, turn: usize) -> Result<()> {
        let (model, task_kind) = ("m".to_owned(), TaskKind::Translation);
        let author = Author::Model { model, task_kind, task: None, run: None };
        let version = |paragraph: &ParagraphRecord| Edit::AddVersion {
            paragraph: paragraph.id,
            text: format!("The keeper read letter {turn} under the lighthouse, and smiled."),
            author: author.clone(),
            selection: Selection::Select,
        };
        let edits: Vec<Edit> = self.paragraphs.iter().take(50).map(version).collect();
        let cause = Cause { who: author.clone(), run: None, task: None, note: String::new() };
        self.store.commit(self.book.id, &edits, &cause, 0).await?;
        Ok(())
    }

    /// A whole run with the rehearsal, each turn on a book of its own.
    async fn translate(&self, turn: usize) -> Result<()> {
        let mut text = self.text.clone();
        text.extend(format!("\n{turn}\n").bytes());
        let book = add(&self.store, &text, &self.target).await?;
        let spec: RunSpec = serde_json::from_value(serde_json::json!({
            "kind": TaskKind::Translation, "target": self.target, "model": "rehearsal", "effort": Effort::Standard,
            "reads": book::work::chunk::Reads::Book, "concurrency": 8, "reuse": false,
        }))?;
        let n_paragraphs = book.n_paragraphs;
        let report = runner::run::start(RunConfig {
            confirmed: None,
            store: self.store.clone(),
            book,
            budget: runner::run::budget(&spec, None),
            spec,
            models: vec![RunModel::new(Arc::new(llm::Rehearsal), None, None, None)],
            dictionaries: Arc::new(checks::dictionary::NoDictionaries),
            question_handler: Arc::new(DeclineAll),
            holder: ClaimOwner::new("bench".to_owned(), |_| false),
            clock: Arc::new(|| 0),
            events: Arc::new(|event: RunEvent| drop(black_box(event))),
            cancel: StopSignal::new(),
        })
        .await?;
        let is_whole = u32::try_from(report.n_accepted).is_ok_and(|n_accepted| n_accepted == n_paragraphs);
        if is_whole { Ok(()) } else { Err(format!("a paragraph was lost: {report:?}").into()) }
    }
}

/// A reply of many pieces through everything that stands around a model.
async fn receive() -> Result<()> {
    let reply = llm::ScriptedReply {
        text: (0..N_PIECES).map(|number| format!("{number:>5} ")).collect::<Vec<_>>().concat(),
        piece: 6,
        ..llm::ScriptedReply::default()
    };
    let limits = llm::Limits {
        requests_per_minute: None,
        tokens_per_minute: None,
        start_concurrency: 1,
        max_concurrency: 1,
    };
    let guarded = llm::DegenerationGuard::new(Arc::new(llm::Scripted::replies([reply])));
    let limited = llm::Limited::new(Arc::new(guarded), &limits);
    let budget = llm::Budget::resuming(llm::BudgetLimit::default(), llm::Spent::default());
    let metered = llm::Metered::new(Arc::new(limited), budget, None);
    let model = llm::Retrying::new(Arc::new(metered), llm::RetryPolicy::default());
    let request = llm::Request::default();
    let events = llm::guard(llm::Model::stream(&model, &request).await?, &request, "bench");
    drop(black_box(llm::collect(events).await?));
    Ok(())
}

fn read(paragraphs: &[ParagraphRecord]) -> impl Iterator<Item = (ParagraphId, &Marked)> {
    paragraphs.iter().map(|paragraph| (paragraph.id, &paragraph.text))
}

fn source<'a>(bytes: &'a [u8], file_name: &'a str) -> Source<'a> {
    Source::new(bytes, file_name)
}

async fn add(store: &Store, bytes: &[u8], target: &LanguageTag) -> Result<BookSummary> {
    let imported = formats::import(&source(bytes, "book"))?;
    let new = NewBook {
        book: &imported.book,
        original: bytes,
        file_name: "book",
        series: None,
        target_language: Some(target),
        now_ms: 0,
    };
    Ok(store.add_book(&new, &|_, _| {}).await?)
}
