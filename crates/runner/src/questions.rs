//! Questions of models to a user who is not at a terminal: they wait here while the task runs, and in the library when it
//! does not.

use async_recursion::async_recursion as boxed;
use async_trait::async_trait;
use book::id::TaskId;
use book::work::question::{PersonAnswer, Question};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use store::error::StoreError;
use store::library::Library;
use store::store::Store;
use store::work::{RunRecord, TaskNote};
use task::driver::QuestionHandler;
use task::machine::QuestionRecord;
use tokio::sync::oneshot;

/// A question without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// The task that asks; it asks nothing else before this is answered.
    pub task: TaskId,
    /// The chapter's number, from one.
    pub chapter: u32,
    /// Its number in the task, from one.
    pub number: u32,
    /// What is asked.
    pub question: Question,
    asked: QuestionRecord,
}

/// The questions of a run that wait for an answer.
#[boxed]
pub async fn open(library: &Library, run: &RunRecord) -> Result<Vec<OpenQuestion>, StoreError> {
    let tasks = library.unfinished_tasks(run.id).await?;
    if tasks.is_empty() {
        return Ok(Vec::new());
    }
    let numbers: BTreeMap<_, _> =
        library.chapters(run.book).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let mut open = Vec::new();
    for task in tasks {
        let notes = library.questions(task.id).await?;
        // A note that cannot be read is a question that cannot be answered; the task itself will say so.
        let last = notes.last().and_then(|note| serde_json::from_str::<QuestionRecord>(&note.json).ok());
        if let Some(asked) = last.filter(|asked| asked.answer.is_none()) {
            let chapter = numbers.get(&task.chapter).copied().unwrap_or_default();
            open.push(OpenQuestion {
                task: task.id,
                chapter,
                number: asked.number,
                question: asked.question.clone(),
                asked,
            });
        }
    }
    Ok(open)
}

/// Writes down the answer to a question whose task is at rest or waits in a worker; it is used when the run goes on. `false` when no question
/// of the task waits.
#[boxed]
pub async fn answer(
    store: &Store,
    run: &RunRecord,
    task: TaskId,
    answer: &PersonAnswer,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let open = open(store.library(), run).await?;
    let Some(one) = open.into_iter().find(|one| one.task == task) else { return Ok(false) };
    let asked = QuestionRecord { answer: Some(answer.clone()), ..one.asked };
    let Ok(json) = serde_json::to_string(&asked) else { return Ok(false) };
    store.put_question(task, &TaskNote { number: asked.number, json }, now_ms).await?;
    // The task may wait for it in a worker.
    store.notify_workers().await?;
    Ok(true)
}

/// A question that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuestion {
    pub question: Question,
    pub answer: PersonAnswer,
}

/// What a note of a task says, if it is a question with its answer.
pub fn answered(note: &TaskNote) -> Option<AnsweredQuestion> {
    let record: QuestionRecord = serde_json::from_str(&note.json).ok()?;
    Some(AnsweredQuestion { question: record.question, answer: record.answer? })
}

/// Told whenever a task begins to wait for an answer.
pub type OnWaiting = Box<dyn Fn() + Send + Sync>;

/// A person on the other side of a page: tasks wait until they answer.
pub struct PendingAnswers {
    tasks: Mutex<HashMap<TaskId, oneshot::Sender<PersonAnswer>>>,
    on_waiting: OnWaiting,
}

impl PendingAnswers {
    /// Without any pending question.
    pub fn new(on_waiting: OnWaiting) -> Self {
        Self { tasks: Mutex::default(), on_waiting }
    }

    /// Whether the task waits for an answer right now.
    pub fn is_waiting(&self, task: TaskId) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&task)
    }

    /// Answers the task's question; `false` when it waits for none.
    pub fn answer(&self, task: TaskId, answer: PersonAnswer) -> bool {
        let waiting = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).remove(&task);
        waiting.is_some_and(|waiting| waiting.send(answer).is_ok())
    }
}

#[async_trait]
impl QuestionHandler for PendingAnswers {
    async fn ask(&self, task: TaskId, _question: &Question) -> Option<PersonAnswer> {
        let (answer, answered) = oneshot::channel();
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).insert(task, answer);
        (self.on_waiting)();
        answered.await.ok()
    }
}
