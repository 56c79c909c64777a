//! A small book in a real library, and everything a service needs to work on it.

use book::edit::Edit;
use book::id::{ParagraphId, RunId, TaskId};
use book::knowledge::entry::Entry;
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};
use book::text::version::{Author, Selection, TaskKind};
use book::work::chunk::{Chunk, Reads};
use book::work::question::{PersonAnswer, Question};
use book::work::status::Effort;
use llm::Model;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use store::change::Cause;
use store::record::{BookSummary, NewBook, ParagraphRecord};
use store::store::Store;
use store::work::NewRun;
use task::cpu_limit::{CpuLimiter, CpuPermit};
use task::driver::{DeclineAll, QuestionHandler, TaskError};
use task::event::TaskEvent;
use task::service::{
    PolishService, ProofreadingService, TaskContext, TaskOptions, TaskRun, TranslationService,
};
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tools::judge::{Judge, StructuralJudge};
use tools::series_knowledge::KnowledgeCache;
use tools::text::PromptLanguage;

/// A library with one book and one run.
pub(crate) struct Room {
    pub(crate) store: Store,
    pub(crate) book: BookSummary,
    pub(crate) run: RunId,
    pub(crate) cpu_permit: CpuPermit,
    clock: AtomicI64,
    /// Told when the clock is looked at for the so-manieth time.
    kill: (AtomicI64, Notify),
    folder: TempDir,
}

impl Room {
    /// A book with these chapters, given by their paragraphs in written form; `# ` begins a heading.
    pub(crate) async fn with<S: AsRef<str>>(chapters: &[Vec<S>]) -> Self {
        Self::titled("試験の本", chapters).await
    }

    /// The same with a title of its own.
    pub(crate) async fn titled<S: AsRef<str>>(title: &str, chapters: &[Vec<S>]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&path_in(&folder)).await.unwrap();
        let chapters = chapters.iter().zip(1..).map(|(texts, number)| Chapter {
            title: format!("第{number}章"),
            paragraphs: texts.iter().zip(0..).map(|(text, block)| paragraph(text.as_ref(), block)).collect(),
            ..Chapter::default()
        });
        let book = Book {
            title: title.to_owned(),
            language: Some("ja".parse().unwrap()),
            chapters: chapters.collect(),
            ..Book::default()
        };
        Self::holding(folder, store, book).await
    }

    /// The same with a book that was read from a file.
    pub(crate) async fn of(book: Book) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&path_in(&folder)).await.unwrap();
        Self::holding(folder, store, book).await
    }

    async fn holding(folder: TempDir, store: Store, book: Book) -> Self {
        let new = NewBook {
            book: &book,
            original: b"a file",
            file_name: "book.txt",
            series: None,
            target_language: None,
            now_ms: 0,
        };
        let book = store.add_book(&new, &|_, _| ()).await.unwrap();
        let new_run = NewRun { book: book.id, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
        let run = store.create_run(&new_run).await.unwrap();
        let cpu_permit = CpuPermit::new(&CpuLimiter::with_permits(1));
        Self {
            store,
            book,
            run,
            cpu_permit,
            clock: AtomicI64::new(0),
            kill: (AtomicI64::new(-1), Notify::new()),
            folder,
        }
    }

    /// Lets a service work until the clock is looked at once more than `n_looks` times, and drops it there as a kill
    /// would. `None` if it was killed.
    pub(crate) async fn work_until_killed(
        &self,
        staff: &Staff<'_>,
        job: Job,
        n_looks: i64,
        events: &(dyn Fn(TaskId, TaskEvent) + Send + Sync),
    ) -> Option<TaskRun> {
        self.kill.0.store(self.clock.load(Ordering::Relaxed) + n_looks, Ordering::Relaxed);
        let worked = tokio::select! {
            biased;
            () = self.kill.1.notified() => None,
            worked = self.work_telling(staff, job, events) => Some(worked.unwrap()),
        };
        // A step that was being written when the kill came is whole or gone once another write has had its turn.
        self.store.reopen_run(self.run, 0).await.unwrap();
        worked
    }

    /// The same library, opened anew as another process would.
    pub(crate) async fn reopen(&mut self) {
        self.store = Store::open(&path_in(&self.folder)).await.unwrap();
    }

    /// Every paragraph of the book.
    pub(crate) async fn paragraphs(&self) -> Vec<ParagraphRecord> {
        self.store.library().all_paragraphs(self.book.id).await.unwrap()
    }

    /// The chunk of the paragraphs at these places of the book.
    pub(crate) async fn chunk(&self, places: &[usize]) -> Chunk {
        let all = self.paragraphs().await;
        let ids: Vec<ParagraphId> = places.iter().map(|place| all[*place].id).collect();
        Chunk::new(all[places[0]].chapter, ids).unwrap()
    }

    /// Gives a paragraph a translation.
    pub(crate) async fn translate(&self, paragraph: ParagraphId, text: &str, author: Author) {
        let add = Edit::AddVersion {
            paragraph,
            text: text.to_owned(),
            author: author.clone(),
            selection: Selection::Select,
        };
        let cause = Cause { who: author, run: None, task: None, note: "set up".to_owned() };
        self.store.commit(self.book.id, &[add], &cause, 0).await.unwrap();
    }

    /// Lets the series know something.
    pub(crate) async fn know(&self, entries: impl IntoIterator<Item = Entry>) {
        let edits: Vec<Edit> = entries.into_iter().map(Edit::put).collect();
        self.store.commit(self.book.id, &edits, &Cause::person("set up"), 0).await.unwrap();
    }

    /// Locks a paragraph.
    pub(crate) async fn lock(&self, paragraph: ParagraphId) {
        let lock = Edit::SetLock { paragraph, locked: true };
        self.store.commit(self.book.id, &[lock], &Cause::person("set up"), 0).await.unwrap();
    }

    /// Lets a service of the staff's kind do the job, and gives back what was told on the way.
    pub(crate) async fn work(
        &self,
        staff: &Staff<'_>,
        job: Job,
    ) -> Result<(TaskRun, Vec<TaskEvent>), TaskError> {
        let events = Mutex::new(Vec::new());
        let worked = self.work_telling(staff, job, &|_, event| events.lock().unwrap().push(event)).await?;
        Ok((worked, events.into_inner().unwrap()))
    }

    /// The same, telling what happens while it happens.
    pub(crate) async fn work_telling(
        &self,
        staff: &Staff<'_>,
        job: Job,
        events: &(dyn Fn(TaskId, TaskEvent) + Send + Sync),
    ) -> Result<TaskRun, TaskError> {
        let target = staff.target.parse().unwrap();
        let clock = || {
            let now = self.clock.fetch_add(1, Ordering::Relaxed);
            if now == self.kill.0.load(Ordering::Relaxed) {
                self.kill.1.notify_one();
            }
            now
        };
        let context = TaskContext {
            repairs: None,
            store: &self.store,
            book: &self.book,
            run: self.run,
            target: &target,
            task_options: TaskOptions {
                effort: staff.effort,
                reads: staff.reads,
                language: staff.language,
                temperature: None,
                instructions: staff.instructions.map(ToOwned::to_owned),
            },
            model: staff.model,
            max_output_tokens: None,
            judge: staff.judge,
            knowledge_cache: staff.knowledge_cache,
            question_handler: staff.question_handler,
            cpu_permit: &self.cpu_permit,
            price: &|_| 0,
            clock: &clock,
            events,
            cancel: staff.cancel.clone(),
        };
        let task = match &job {
            Job::Begin(_) => None,
            Job::Resume(task) => Some(self.store.library().task(*task).await?),
        };
        match (staff.kind, job, task) {
            (TaskKind::Translation, Job::Begin(chunk), _) => {
                TranslationService::new(context).translate(chunk).await
            }
            (TaskKind::Polish, Job::Begin(chunk), _) => PolishService::new(context).polish(chunk).await,
            (TaskKind::Proofreading, Job::Begin(chunk), _) => {
                ProofreadingService::new(context).proofread(chunk).await
            }
            (TaskKind::Translation, Job::Resume(_), Some(task)) => {
                TranslationService::new(context).resume(&task).await
            }
            (TaskKind::Polish, Job::Resume(_), Some(task)) => PolishService::new(context).resume(&task).await,
            (TaskKind::Proofreading, Job::Resume(_), Some(task)) => {
                ProofreadingService::new(context).resume(&task).await
            }
            (_, Job::Resume(_), None) => unreachable!("a job to resume has its task"),
        }
    }
}

/// What a service is to do.
pub(crate) enum Job {
    Begin(Chunk),
    Resume(TaskId),
}

/// Who works, and how.
pub(crate) struct Staff<'a> {
    pub(crate) kind: TaskKind,
    pub(crate) effort: Effort,
    pub(crate) reads: Reads,
    pub(crate) language: PromptLanguage,
    pub(crate) target: &'a str,
    pub(crate) instructions: Option<&'a str>,
    pub(crate) model: &'a dyn Model,
    pub(crate) judge: &'a dyn Judge,
    pub(crate) knowledge_cache: Option<&'a KnowledgeCache>,
    pub(crate) question_handler: &'a dyn QuestionHandler,
    pub(crate) cancel: CancellationToken,
}

impl<'a> Staff<'a> {
    /// The usual staff: standard effort, free reading, English, nobody to ask.
    pub(crate) fn new(kind: TaskKind, model: &'a dyn Model) -> Self {
        Self {
            kind,
            effort: Effort::Standard,
            reads: Reads::Book,
            language: PromptLanguage::English,
            target: "en",
            instructions: None,
            model,
            judge: &StructuralJudge,
            knowledge_cache: None,
            question_handler: &DeclineAll,
            cancel: CancellationToken::new(),
        }
    }
}

/// A person with answers prepared; `None` is a person who is away, and so is one without further answers.
pub(crate) struct Prepared(Mutex<VecDeque<Option<PersonAnswer>>>);

impl Prepared {
    pub(crate) fn new(answers: impl IntoIterator<Item = Option<PersonAnswer>>) -> Self {
        Self(Mutex::new(answers.into_iter().collect()))
    }
}

#[async_trait::async_trait]
impl QuestionHandler for Prepared {
    async fn ask(&self, _task: TaskId, _question: &Question) -> Option<PersonAnswer> {
        self.0.lock().unwrap().pop_front().flatten()
    }
}

/// The author of a model's version.
pub(crate) fn by_model() -> Author {
    Author::Model { model: "earlier".to_owned(), task_kind: TaskKind::Translation, task: None, run: None }
}

fn path_in(folder: &TempDir) -> PathBuf {
    folder.path().join("library.db")
}

/// A paragraph in written form; text that is no markup is taken as plain.
pub(crate) fn paragraph(written: &str, block: u32) -> Paragraph {
    let (kind, text) = match written.strip_prefix("# ") {
        Some(heading) => (ParagraphKind::Heading, heading),
        None => (ParagraphKind::Body, written),
    };
    let text = Marked::parse(text).unwrap_or_else(|_| Marked::from_plain(text));
    let n_tags = text.as_str().matches("</").count() + text.as_str().matches("/>").count();
    Paragraph { text, tags: vec![TagKind::Emphasis; n_tags], kind, place: Place { part: 0, block } }
}
