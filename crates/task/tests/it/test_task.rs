//! A small book in a real library, and everything a service needs to work on it.

use book::edit::Edit;
use book::id::{ParagraphId, RunId, TaskId};
use book::knowledge::entry::Entry;
use book::text::book::Book;
use book::text::version::{Author, TaskKind};
use book::work::chunk::{Chunk, Reads};
use book::work::question::{PersonAnswer, Question};
use book::work::status::Effort;
use llm::Model;
use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use store::change::Cause;
use store::work::NewRun;
use task::cpu_limit::{CpuLimiter, CpuPermit};
use task::driver::{DeclineAll, QuestionHandler, TaskError};
use task::event::TaskEvent;
use task::model_delivery::ModelDelivery;
use task::run_context::RunContext;
use task::service::{
    PolishService, ProofreadingService, TaskContext, TaskOptions, TaskRun, TranslationService,
};
use task::stop_signal::StopSignal;
use testkit::library::TestLibrary;
use testkit::text;
use tokio::sync::Notify;
use tools::judge::{Judge, StructuralJudge};
use tools::series_knowledge::KnowledgeCache;
use tools::text::PromptLanguage;

/// A library with one book and one run.
pub(crate) struct TestTask {
    library: TestLibrary,
    pub(crate) run: RunId,
    pub(crate) cpu_permit: CpuPermit,
    clock: Arc<AtomicI64>,
    /// Notified when the clock is read for the so-manieth time.
    kill: Arc<(AtomicI64, Notify)>,
}

impl Deref for TestTask {
    type Target = TestLibrary;

    fn deref(&self) -> &TestLibrary {
        &self.library
    }
}

impl TestTask {
    /// A book with these chapters, given by their paragraphs in written form; `# ` begins a heading.
    pub(crate) async fn with<S: AsRef<str>>(chapters: &[Vec<S>]) -> Self {
        Self::titled("試験の本", chapters).await
    }

    /// The same with a title of its own.
    pub(crate) async fn titled<S: AsRef<str>>(title: &str, chapters: &[Vec<S>]) -> Self {
        Self::of(&text::book(title, Some("ja"), text::numbered_chapters(chapters))).await
    }

    /// The same with a book that was read from a file.
    pub(crate) async fn of(book: &Book) -> Self {
        let library = TestLibrary::with_book(book, None).await;
        let new_run = NewRun { book: library.book.id, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
        let run = library.store.create_run(&new_run).await.unwrap();
        let cpu_permit = CpuPermit::new(&CpuLimiter::with_permits(1));
        let kill = Arc::new((AtomicI64::new(-1), Notify::new()));
        Self { library, run, cpu_permit, clock: Arc::default(), kill }
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
        self.library.reopen().await;
    }

    /// The chunk of the paragraphs at these places of the book.
    pub(crate) async fn chunk(&self, places: &[usize]) -> Chunk {
        let all = self.paragraphs().await;
        let ids: Vec<ParagraphId> = places.iter().map(|place| all[*place].id).collect();
        Chunk::new(all[places[0]].chapter, ids).unwrap()
    }

    /// Lets the series know something.
    pub(crate) async fn know(&self, entries: impl IntoIterator<Item = Entry>) {
        let edits: Vec<Edit> = entries.into_iter().map(Edit::upsert).collect();
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

    /// What the tasks of this staff share.
    pub(crate) fn run_context(&self, staff: &Staff<'_>) -> RunContext {
        let target = staff.target.parse().unwrap();
        let (clock, kill) = (Arc::clone(&self.clock), Arc::clone(&self.kill));
        RunContext {
            store: self.store.clone(),
            book: self.book.clone(),
            run: self.run,
            holder: None,
            target,
            task_options: TaskOptions {
                effort: staff.effort,
                reads: staff.reads,
                language: staff.language,
                temperature: None,
                instructions: staff.instructions.map(ToOwned::to_owned),
            },
            refused: task::refused_texts::RefusedTexts::default(),
            answers_later: false,
            judge: Arc::clone(&staff.judge),
            knowledge_cache: staff.knowledge_cache.clone(),
            question_handler: Arc::clone(&staff.question_handler),
            clock: Arc::new(move || {
                let now = clock.fetch_add(1, Ordering::Relaxed);
                if now == kill.0.load(Ordering::Relaxed) {
                    kill.1.notify_one();
                }
                now
            }),
            cancel: staff.cancel.clone(),
        }
    }

    /// The same, telling what happens while it happens.
    pub(crate) async fn work_telling(
        &self,
        staff: &Staff<'_>,
        job: Job,
        events: &(dyn Fn(TaskId, TaskEvent) + Send + Sync),
    ) -> Result<TaskRun, TaskError> {
        let run = self.run_context(staff);
        let context = TaskContext {
            run: &run,
            repairs: None,
            model: staff.model,
            delivery: &staff.delivery,
            max_output_tokens: None,
            price: &|_| 0,
            cpu_permit: &self.cpu_permit,
            events,
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
    pub(crate) delivery: ModelDelivery,
    pub(crate) judge: Arc<dyn Judge>,
    pub(crate) knowledge_cache: Option<Arc<KnowledgeCache>>,
    pub(crate) question_handler: Arc<dyn QuestionHandler>,
    pub(crate) cancel: StopSignal,
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
            delivery: ModelDelivery::fixed(llm::Delivery::Tools),
            judge: Arc::new(StructuralJudge),
            knowledge_cache: None,
            question_handler: Arc::new(DeclineAll),
            cancel: StopSignal::new(),
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
    testkit::library::by_model("earlier", TaskKind::Translation)
}
