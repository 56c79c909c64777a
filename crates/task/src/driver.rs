//! Performs what the machine says, one step at a time, each committed before the next begins: the only file that
//! waits for anything.

use crate::event::TaskEvent;
use crate::machine::{Answer, MACHINE_VERSION, Machine, Outcome, Step, ToolAnswer, usage_of};
use async_trait::async_trait;
use book::edit::Edit;
use book::id::{BookId, ParagraphId, TaskId};
use book::text::version::Author;
use book::work::chunk::Reads;
use book::work::desk::Desk;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use book::work::question::{PersonAnswer, Question};
use book::work::usage::Usage;
use llm::{Event, Message, Model, Request, StablePrefix, ToolSpec};
use std::sync::Arc;
use store::change::Receipt;
use store::error::StoreError;
use store::store::Store;
use store::work::{LedgerEntry, StepUsage, TaskNote};
use tokio_util::sync::CancellationToken;
use tools::context::{TaskScope, ToolContext};
use tools::judge::Judge;
use tools::registry::ToolRegistry;
use tools::text::Language;
use tools::tool;

/// Everything a task's loop needs. It cannot be made without the chunk's paragraphs.
pub struct ToolCallLoopConfig<'a> {
    /// The library; the only place anything is written to.
    pub store: &'a Store,
    /// The book.
    pub book_id: BookId,
    /// The task, as recorded in the library.
    pub task_id: TaskId,
    /// The chunk's paragraphs: what may be written, and under [`Reads::Chunk`] read.
    pub paragraph_ids: Vec<ParagraphId>,
    /// How far the task may read.
    pub reads: Reads,
    /// The model.
    pub model: &'a dyn Model,
    /// The tools of this kind of task.
    pub registry: &'a ToolRegistry,
    /// The system message, the same for every chunk of a run.
    pub system: Arc<str>,
    /// The schemas of the tools, the same for every chunk of a run.
    pub tool_specs: Arc<[ToolSpec]>,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// The temperature, where the person wants another than the model's own.
    pub temperature: Option<f32>,
    /// Who signs the versions.
    pub author: Author,
    /// What looks over each submission.
    pub judge: &'a dyn Judge,
    /// Who answers questions.
    pub person: &'a dyn Person,
    /// What a reply cost, in millionths of a dollar.
    pub price: &'a (dyn Fn(&llm::Usage) -> i64 + Send + Sync),
    /// The time.
    pub clock: &'a (dyn Fn() -> i64 + Send + Sync),
    /// Told what happens.
    pub events: &'a (dyn Fn(TaskEvent) + Send + Sync),
    /// Stops the task between two steps, and breaks off a reply in flight.
    pub cancel: CancellationToken,
}

/// Someone who may answer a question: at a terminal, on a page, or nobody.
#[async_trait]
pub trait Person: Send + Sync {
    /// Asks. `None` leaves the question open: the task waits in the library until it is answered.
    async fn ask(&self, question: &Question) -> Option<PersonAnswer>;
}

/// Nobody is there, so the model decides.
pub struct Nobody;

#[async_trait]
impl Person for Nobody {
    async fn ask(&self, _question: &Question) -> Option<PersonAnswer> {
        Some(PersonAnswer::Declined)
    }
}

/// Where a loop came to rest.
#[derive(Debug, Clone, PartialEq)]
pub enum Rest {
    /// The task is over.
    Ended(Outcome),
    /// A person has to answer first.
    Waiting(Question),
    /// It was cancelled between two steps and can go on later as if nothing had happened.
    Paused,
}

/// Why a loop could not go on; nothing that was committed is lost.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The library failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored machine cannot be read or written.
    #[error(
        "the stored state of task `{task}` cannot be used: {source}\nhint: translate its paragraphs in a new run"
    )]
    State {
        /// The task.
        task: TaskId,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// Runs a task from where its machine stands until it ends, waits or is cancelled.
pub async fn execute_tool_call_loop(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
) -> Result<Rest, TaskError> {
    loop {
        match machine.next_step() {
            Step::Done(outcome) => {
                let outcome = outcome.clone();
                let desk = Box::new(machine.desk().clone());
                (config.events)(TaskEvent::Ended { outcome: outcome.clone(), desk });
                return Ok(Rest::Ended(outcome));
            }
            Step::AskPerson(question) => {
                let question = question.clone();
                (config.events)(TaskEvent::Question(question.clone()));
                let Some(answer) = config.person.ask(&question).await else {
                    return Ok(Rest::Waiting(question));
                };
                let before = machine.desk().clone();
                machine.user_answered(answer);
                commit(machine, config, &before, &[], StepUsage::default()).await?;
            }
            Step::CallTool(call) => {
                let (name, arguments) = (call.name.clone(), call.arguments.clone());
                call_tool(machine, config, &name, &arguments).await?;
            }
            Step::CallModel(messages) => {
                if config.cancel.is_cancelled() {
                    return Ok(Rest::Paused);
                }
                let request = request(config, machine.language(), messages.to_vec());
                if !call_model(machine, config, &request).await? {
                    return Ok(Rest::Paused);
                }
            }
        }
    }
}

fn request(config: &ToolCallLoopConfig<'_>, language: Language, messages: Vec<Message>) -> Request {
    Request {
        system: Arc::clone(&config.system),
        messages,
        tools: Arc::clone(&config.tool_specs),
        max_output_tokens: config.max_output_tokens,
        temperature: config.temperature,
        stable_prefix: StablePrefix::System,
        parallel_tool_calls: true,
        language: match language {
            Language::Chinese => llm::Language::Chinese,
            Language::English => llm::Language::English,
        },
        ..Request::default()
    }
}

/// Calls the model and commits what came of it. `false` when it was cancelled in flight.
async fn call_model(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    request: &Request,
) -> Result<bool, TaskError> {
    (config.events)(TaskEvent::Asked { reply: machine.spent().replies + 1 });
    let started = (config.clock)();
    let mut watch =
        Watch { events: config.events, told: llm::Usage::default(), abandoned: llm::Usage::default() };
    let replied = tokio::select! {
        biased;
        () = config.cancel.cancelled() => return Ok(false),
        replied = receive(config.model, request, &mut watch) => replied,
    };
    let took_ms = u64::try_from((config.clock)() - started).unwrap_or_default();
    let (answer, spent) = match replied {
        Ok(reply) => {
            let spent = reply.usage;
            (Answer::Replied(reply), spent)
        }
        Err(llm::Failure::Cancelled { .. }) => return Ok(false),
        Err(failure) => {
            let spent = watch.spent();
            (Answer::Failed(failure_of(&failure), usage_of(&spent)), spent)
        }
    };
    let cost_micros = (config.price)(&spent);
    let usage = usage_of(&spent);
    (config.events)(TaskEvent::Replied { usage, cost_micros, took_ms });
    let before = machine.desk().clone();
    machine.model_answered(answer, took_ms);
    commit(machine, config, &before, &[], step_usage(usage, cost_micros)).await?;
    Ok(true)
}

async fn receive(
    model: &dyn Model,
    request: &Request,
    watch: &mut Watch<'_>,
) -> Result<llm::Reply, llm::Failure> {
    let stream = model.stream(request).await?;
    llm::collect_watching(stream, |event| watch.see(event)).await
}

/// Tells what passes by, and remembers what was paid for in case the reply breaks off.
struct Watch<'a> {
    events: &'a (dyn Fn(TaskEvent) + Send + Sync),
    told: llm::Usage,
    abandoned: llm::Usage,
}

impl Watch<'_> {
    fn see(&mut self, event: &Event) {
        match event {
            Event::Text { delta } => (self.events)(TaskEvent::Saying(delta.clone())),
            Event::Reasoning { delta } => (self.events)(TaskEvent::Thinking(delta.clone())),
            Event::Usage { usage } => self.told = *usage,
            Event::Restarted { reason, .. } => {
                self.abandoned += std::mem::take(&mut self.told);
                (self.events)(TaskEvent::Retrying { reason: reason.clone() });
            }
            Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallArguments { .. }
            | Event::ToolCallEnd { .. }
            | Event::Stop { .. } => {}
        }
    }

    /// What a reply that broke off has cost, as far as its provider told.
    fn spent(&self) -> llm::Usage {
        self.abandoned + self.told
    }
}

async fn call_tool(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    name: &str,
    arguments: &str,
) -> Result<(), TaskError> {
    let started = (config.clock)();
    let before = machine.desk().clone();
    let boundaries = machine.chunk().boundaries();
    let scope = TaskScope {
        task_id: config.task_id,
        chunk_boundaries: &boundaries,
        desk: &before,
        reads: config.reads,
        author: &config.author,
        judge: config.judge,
    };
    let context = ToolContext::for_task(config.store.library(), config.book_id, machine.language(), scope);
    let outcome = config.registry.handle_tool_call(&context, name, arguments).await?;
    let took_ms = u64::try_from((config.clock)() - started).unwrap_or_default();
    let answer = match outcome {
        tool::Outcome::Said { say, edits, moves } => {
            let result = say.to_string();
            (config.events)(TaskEvent::Called {
                name: name.to_owned(),
                arguments: arguments.to_owned(),
                result,
            });
            ToolAnswer::Said { say, edits, moves }
        }
        tool::Outcome::Ask(question) => ToolAnswer::Ask(question),
    };
    let edits = machine.tool_answered(answer, took_ms);
    let receipt = commit(machine, config, &before, &edits, StepUsage::default()).await?;
    tell_edits(config, &edits, &receipt);
    Ok(())
}

/// Commits edits, machine and transcript together.
async fn commit(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    before: &Desk,
    edits: &[Edit],
    usage: StepUsage,
) -> Result<Receipt, TaskError> {
    let state = |source| TaskError::State { task: config.task_id, source };
    let lines = machine.take_new_lines();
    let transcript =
        lines.iter().map(crate::machine::Line::to_json).collect::<Result<Vec<_>, _>>().map_err(state)?;
    let stored = serde_json::to_string(machine).map_err(state)?;
    let desk = machine.desk();
    let todos = desk.todos.iter().filter(|todo| !before.todos.contains(todo));
    let todos = todos
        .map(|todo| Ok(TaskNote { number: todo.id, json: serde_json::to_string(todo)? }))
        .collect::<Result<Vec<_>, serde_json::Error>>()
        .map_err(state)?;
    let finished = match machine.next_step() {
        Step::Done(Outcome::Finished) => Some("finished".to_owned()),
        Step::Done(Outcome::Failed { failure }) => Some(format!("failed: {failure}")),
        Step::CallModel(_) | Step::CallTool(_) | Step::AskPerson(_) => None,
    };
    let receipt = config
        .store
        .commit_step(&store::work::Step {
            task: config.task_id,
            who: &config.author,
            edits,
            machine: &stored,
            machine_version: MACHINE_VERSION,
            transcript: &transcript,
            ledger: &ledger_changes(before, desk),
            todos: &todos,
            questions: &[],
            finished: finished.as_deref(),
            usage,
            now_ms: (config.clock)(),
        })
        .await?;
    if before.status != desk.status {
        (config.events)(TaskEvent::Moved { status: desk.status });
    }
    Ok(receipt)
}

fn ledger_changes(before: &Desk, after: &Desk) -> Vec<LedgerEntry> {
    after
        .ledger
        .entries()
        .filter(|(id, entry)| before.ledger.entry(*id) != Some(entry))
        .map(|(paragraph, entry)| LedgerEntry {
            paragraph,
            state: entry.as_str().to_owned(),
            reason: match entry {
                Entry::Failed(failure) => Some(failure.to_string()),
                Entry::Pending | Entry::Accepted | Entry::Kept => None,
            },
        })
        .collect()
}

fn tell_edits(config: &ToolCallLoopConfig<'_>, edits: &[Edit], receipt: &Receipt) {
    for edit in edits {
        let Edit::AddVersion { paragraph, text, .. } = edit else { continue };
        let added = receipt.versions.iter().find(|added| added.paragraph == *paragraph);
        (config.events)(match added {
            Some(added) if !added.standing.is_selected() => TaskEvent::Suggested { paragraph: *paragraph },
            Some(_) | None => TaskEvent::Accepted { paragraph: *paragraph, text: text.clone() },
        });
    }
}

fn step_usage(usage: Usage, cost_micros: i64) -> StepUsage {
    let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    StepUsage {
        input: count(usage.input),
        cached_input: count(usage.cached_input),
        output: count(usage.output),
        reasoning: count(usage.reasoning),
        cost_micros,
    }
}

/// A failure of the model in the words of the work.
fn failure_of(failure: &llm::Failure) -> Failure {
    match failure {
        llm::Failure::Refused { .. } => Failure::Refused,
        llm::Failure::Truncated { .. } => Failure::Truncated,
        llm::Failure::Malformed { .. } => Failure::Malformed,
        llm::Failure::Degenerate { .. } => Failure::Degenerate,
        llm::Failure::ContextTooLong { .. } => Failure::ContextTooLong,
        llm::Failure::Budget { .. } => Failure::Budget,
        llm::Failure::Cancelled { .. } => Failure::Cancelled,
        llm::Failure::Authentication { .. }
        | llm::Failure::Quota { .. }
        | llm::Failure::RateLimited { .. }
        | llm::Failure::Rejected { .. }
        | llm::Failure::Network { .. }
        | llm::Failure::Timeout { .. }
        | llm::Failure::Program { .. }
        | llm::Failure::Server { .. } => Failure::Service { detail: failure.to_string() },
    }
}
