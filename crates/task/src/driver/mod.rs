//! Performs what the machine says, one step at a time: the only room of this crate that waits for anything.
//!
//! A reply and what its calls came to are committed together, before anything else is paid for, asked or read: the next
//! request, a question, and a call that could look at what the one before it changed.

mod commit;
mod error;
mod reply;
mod shared_request;
mod trial;

use crate::event::TaskEvent;
use crate::machine::{Answer, Machine, MachineStep, QuestionRecord, TaskOutcome};
use crate::run_context::RunContext;
use crate::service::TaskContext;
use async_trait::async_trait;
use book::id::{RunId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::text::version::{Author, TaskKind};
use book::work::chunk::ChunkBoundaries;
use book::work::question::{PersonAnswer, Question};
use commit::PendingStep;
pub(crate) use commit::step_usage;
pub use error::TaskError;
use llm::{Delivery, ToolSpec};
use reply::{CallResult, ModelCall, Outgoing, receive};
pub use shared_request::share_of;
pub(crate) use shared_request::{SharedOutcome, SharedTask, ask_together};
use std::sync::Arc;
use store::record::ParagraphRecord;
use store::work::StepUsage;
use tools::context::{TaskScope, ToolContext};
use tools::registry::ToolRegistry;
use tools::series_knowledge::KnowledgeAt;
use tools::tool::ToolOutcome;
use tracing::Instrument;
use trial::TaskTrial;

/// What the loop of one task needs. It cannot be made without the chunk's paragraphs.
pub struct ToolCallLoopConfig<'a> {
    /// What the task shares with others.
    pub context: &'a TaskContext<'a>,
    /// What its model is told and may call.
    pub prompt: &'a TaskPrompt,
    pub task_id: TaskId,
    /// What the library does not know of the task yet; it is recorded with the task's first step.
    pub new_task: Option<NewTaskInfo<'a>>,
    /// The chunk's paragraphs: what may be written, and under [`book::work::chunk::Reads::Chunk`] read. Every tool call
    /// gets them.
    pub paragraph_ids: ChunkBoundaries,
    /// Steps of the task that are committed already.
    pub n_steps: u32,
    /// Who signs the versions.
    pub author: Author,
    /// What the task knows of its series; `None` if the run has no cache of series knowledge.
    pub known: Option<KnowledgeAt<'a>>,
}

/// What a model is told before its first chunk and which tools it has: the same for every chunk of a run.
pub struct TaskPrompt {
    /// The tools of this kind of task.
    pub registry: ToolRegistry,
    /// The system message in each form of delivery.
    pub system: SystemMessages,
    /// The schemas of the tools, where the work is delivered by calls.
    pub tool_specs: Arc<[ToolSpec]>,
}

/// The system message in each form of delivery.
pub struct SystemMessages {
    /// Where tools are called.
    pub tools: Arc<str>,
    /// Where the answer is a JSON object.
    pub structured: Arc<str>,
    /// Where the answer is lines.
    pub lines: Arc<str>,
}

impl SystemMessages {
    fn for_delivery(&self, form: Delivery) -> &Arc<str> {
        match form {
            Delivery::Tools => &self.tools,
            Delivery::Structured => &self.structured,
            Delivery::Lines => &self.lines,
        }
    }
}

impl ToolCallLoopConfig<'_> {
    const fn run(&self) -> &RunContext {
        self.context.run
    }

    fn publish(&self, event: TaskEvent) {
        (self.context.events)(self.task_id, event);
    }
}

/// What is recorded of a task with its first step: until then it has cost nothing, and nothing is lost with it.
#[derive(Debug, Clone, Copy)]
pub struct NewTaskInfo<'a> {
    pub run: RunId,
    /// What the task does.
    pub kind: TaskKind,
    /// What it is told of the series' knowledge, if anything.
    pub knowledge: Option<&'a KnowledgeUsed>,
}

/// Answers questions of models: a user at a terminal or on a page, or [`DeclineAll`].
#[async_trait]
pub trait QuestionHandler: Send + Sync {
    /// Asks. `None` leaves the question open: the task waits in the library until it is answered.
    async fn ask(&self, task: TaskId, question: &Question) -> Option<PersonAnswer>;
}

/// Declines every question, so that the model decides.
pub struct DeclineAll;

#[async_trait]
impl QuestionHandler for DeclineAll {
    async fn ask(&self, _task: TaskId, _question: &Question) -> Option<PersonAnswer> {
        Some(PersonAnswer::Declined)
    }
}

/// Where a loop came to rest.
#[derive(Debug, Clone, PartialEq)]
pub enum LoopExit {
    /// The task is over.
    Ended(TaskOutcome),
    /// A person has to answer first.
    Waiting(Question),
    /// It was cancelled between two steps and can go on later as if nothing had happened.
    Paused,
    /// There is not enough left for its next request; it can go on when there is more.
    OutOfBudget,
}

/// Runs a task from where its machine stands until it ends, waits or is cancelled.
pub async fn execute_tool_call_loop(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
) -> Result<LoopExit, TaskError> {
    let span = tracing::info_span!("task", task = %config.task_id);
    execute(machine, config).instrument(span).await
}

async fn execute(machine: &mut Machine, config: &ToolCallLoopConfig<'_>) -> Result<LoopExit, TaskError> {
    let mut pending = PendingStep::default();
    let mut trial = TaskTrial::new(machine, config);
    loop {
        trial.note(machine);
        if pending.is_due(&machine.next_step(), &config.prompt.registry) {
            pending.save(machine, config).await?;
        }
        if let Some(habit) = trial.news_for(machine) {
            pending.note(machine, StepUsage::default());
            if machine.take_up(&habit) {
                // Committed before it is asked with, so that a task that is resumed asks the same.
                pending.save(machine, config).await?;
            }
        }
        match machine.next_step() {
            MachineStep::Done(outcome) => {
                trial.end(machine);
                let outcome = outcome.clone();
                let task_state = Box::new(machine.task_state().clone());
                config.publish(TaskEvent::Ended { outcome: outcome.clone(), task_state });
                return Ok(LoopExit::Ended(outcome));
            }
            MachineStep::AskPerson(question) => {
                let question = question.clone();
                let Some(answer) = ask(config, machine.n_questions(), &question).await? else {
                    return Ok(LoopExit::Waiting(question));
                };
                pending.note(machine, StepUsage::default());
                machine.user_answered(answer);
                pending.save(machine, config).await?;
            }
            MachineStep::CallTool(call) => {
                let (name, arguments) = (call.name.clone(), call.arguments.clone());
                call_tool(machine, config, &mut pending, &name, &arguments).await?;
            }
            MachineStep::CallModel(_) if let Some(failure) = trial.is_over() => {
                pending.note(machine, StepUsage::default());
                machine.stop(failure);
            }
            MachineStep::CallModel(messages) => {
                let messages = messages.to_vec();
                if config.run().answers_later && pending.is_unrecorded(config) {
                    pending.note(machine, StepUsage::default());
                    pending.save(machine, config).await?;
                }
                if let Some(rest) = call_model(machine, config, &mut pending, messages).await? {
                    return Ok(rest);
                }
            }
        }
    }
}

/// The answer to a question: one that came in through another door while the task waited, or else the person's.
async fn ask(
    config: &ToolCallLoopConfig<'_>,
    number: u32,
    question: &Question,
) -> Result<Option<PersonAnswer>, TaskError> {
    let stored = config.run().store.library().questions(config.task_id).await?;
    for note in stored.iter().filter(|note| note.number == number) {
        if let Some(answer) = serde_json::from_str::<QuestionRecord>(&note.json)?.answer {
            return Ok(Some(answer));
        }
    }
    config.publish(TaskEvent::Question(question.clone()));
    config.context.cpu_permit.release();
    let answer = tokio::select! {
        biased;
        () = config.run().cancel.stopping() => None,
        answer = config.run().question_handler.ask(config.task_id, question) => answer,
    };
    config.context.cpu_permit.acquire().await;
    Ok(answer)
}

/// Calls the model and notes the result. If the task is cancelled, commits what the call has cost.
async fn call_model(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    pending: &mut PendingStep,
    messages: Vec<llm::ChatMessage>,
) -> Result<Option<LoopExit>, TaskError> {
    if config.run().cancel.is_stopping() {
        return Ok(Some(LoopExit::Paused));
    }
    let (reply, again) = (machine.spent().replies + 1, machine.asks_again());
    config.publish(TaskEvent::Asked { reply, again });
    let started = config.run().now_ms();
    config.context.cpu_permit.release();
    let ModelCall { came, usage, cost_micros } =
        receive(config, Outgoing::next_request(machine, config, messages)).await;
    let took_ms = if config.run().answers_later { 0 } else { elapsed(config, started) };
    config.context.cpu_permit.acquire().await;
    let rest = match came {
        CallResult::Answer(answer) => {
            config.publish(TaskEvent::Replied { usage, cost_micros, took_ms });
            if let (Answer::Failed(failure, _), true) = (&answer, machine.is_in_review()) {
                config.publish(TaskEvent::ReviewFailed { reason: failure.to_string() });
            }
            pending.note(machine, step_usage(usage, cost_micros));
            machine.model_answered(answer, took_ms);
            return Ok(None);
        }
        CallResult::Cancelled => LoopExit::Paused,
        CallResult::OutOfBudget => LoopExit::OutOfBudget,
    };
    if usage != book::work::usage::TaskUsage::default() {
        pending.note(machine, step_usage(usage, cost_micros));
        pending.save(machine, config).await?;
    }
    Ok(Some(rest))
}

async fn call_tool(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    pending: &mut PendingStep,
    name: &str,
    arguments: &str,
) -> Result<(), TaskError> {
    let started = config.run().now_ms();
    let before = machine.task_state().clone();
    let refused = &config.run().refused;
    let shows = |paragraph: &ParagraphRecord| refused.may_show(paragraph);
    let scope = TaskScope {
        shows: &shows,
        task_id: config.task_id,
        chunk_boundaries: &config.paragraph_ids,
        task_state: &before,
        reads: config.run().task_options.reads,
        author: &config.author,
        judge: &*config.run().judge,
        known: config.known,
        guards_alignment: machine.delivery() != Delivery::Tools,
    };
    let context =
        ToolContext::for_task(config.run().store.library(), config.run().book.id, machine.language(), scope);
    let outcome = match config.prompt.registry.handle_tool_call(&context, name, arguments).await {
        Ok(outcome) => outcome,
        Err(error) => {
            // The reply is paid for; if it can still be kept, the call is carried out again the next time.
            pending.save(machine, config).await?;
            return Err(error.into());
        }
    };
    if let ToolOutcome::Reply { content, .. } = &outcome {
        let (name, arguments, result) = (name.to_owned(), arguments.to_owned(), content.to_string());
        config.publish(TaskEvent::Called { name, arguments, result });
    }
    pending.note(machine, StepUsage::default());
    pending.edits.extend(machine.tool_answered(outcome, elapsed(config, started)));
    Ok(())
}

fn elapsed(config: &ToolCallLoopConfig<'_>, started: i64) -> u64 {
    u64::try_from(config.run().now_ms().saturating_sub(started)).unwrap_or_default()
}
