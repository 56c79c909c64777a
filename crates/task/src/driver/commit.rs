//! One step into the library: edits, machine, transcript, ledger, notes and questions together.

use super::{NewTaskInfo, TaskError, ToolCallLoopConfig};
use crate::event::TaskEvent;
use crate::machine::{MACHINE_VERSION, Machine, MachineStep, TaskOutcome, TranscriptEntry};
use book::edit::Edit;
use book::work::ledger::LedgerEntry;
use book::work::outcome::TaskEnd;
use book::work::task_state::TaskState;
use book::work::usage::TaskUsage;
use store::change::Receipt;
use store::work::{LedgerRow, NewTask, StepUsage, TaskNote};
use tools::registry::ToolRegistry;

/// What has happened since the last commit.
#[derive(Default)]
pub(super) struct PendingStep {
    /// The task state at the last commit, and what was paid since.
    since: Option<(TaskState, StepUsage)>,
    pub(super) edits: Vec<Edit>,
    /// Whether the library knows the task by now.
    is_recorded: bool,
    /// Steps committed in this loop.
    n_committed: u32,
}

impl PendingStep {
    /// Something is about to happen to the machine, at this price.
    pub(super) fn note(&mut self, machine: &Machine, usage: StepUsage) {
        match &mut self.since {
            Some((_, paid)) => *paid += usage,
            None => self.since = Some((machine.task_state().clone(), usage)),
        }
    }

    /// Whether it has to be saved before this step: a call may follow a reply at once, unless it could look at what the
    /// call before it changed.
    pub(super) fn is_due(&self, next: &MachineStep<'_>, registry: &ToolRegistry) -> bool {
        match next {
            MachineStep::CallTool(call) => registry.depends_on(&call.name, &self.edits),
            MachineStep::CallModel(_) | MachineStep::AskPerson(_) | MachineStep::Done(_) => {
                self.since.is_some()
            }
        }
    }

    /// Whether the library does not know the task yet.
    pub(super) fn is_unrecorded(&self, config: &ToolCallLoopConfig<'_>) -> bool {
        config.new_task.is_some() && !self.is_recorded
    }

    /// Commits it, if there is anything, and publishes an event for each edit.
    pub(super) async fn save(
        &mut self,
        machine: &mut Machine,
        config: &ToolCallLoopConfig<'_>,
    ) -> Result<(), TaskError> {
        let Some((before, usage)) = self.since.take() else { return Ok(()) };
        let edits = std::mem::take(&mut self.edits);
        let new_task = config.new_task.filter(|_| !self.is_recorded);
        let after = config.n_steps + self.n_committed;
        let receipt =
            commit(machine, config, new_task, &StepDelta { before: &before, edits: &edits, usage, after })
                .await?;
        self.is_recorded = true;
        self.n_committed += 1;
        publish_edits(config, &edits, &receipt);
        Ok(())
    }
}

/// What a commit is about.
struct StepDelta<'a> {
    before: &'a TaskState,
    edits: &'a [Edit],
    usage: StepUsage,
    /// Steps committed before.
    after: u32,
}

/// Commits edits, machine and transcript together, and the task itself if it is not recorded yet.
async fn commit(
    machine: &mut Machine,
    config: &ToolCallLoopConfig<'_>,
    new_task: Option<NewTaskInfo<'_>>,
    &StepDelta { before, edits, usage, after }: &StepDelta<'_>,
) -> Result<Receipt, TaskError> {
    let written = WrittenStep::from_machine(machine, before, config.run().now_ms())?;
    let begins = new_task.map(|new_task| written.begins(machine, config, new_task));
    let step = store::work::Step { edits, ..written.step(config, begins.as_ref(), usage, after) };
    let receipt = config.run().store.commit_step(&step).await?;
    if before.status != machine.task_state().status {
        config.publish(TaskEvent::Moved { status: machine.task_state().status });
    }
    Ok(receipt)
}

/// What a step writes of its machine, in the store's words.
pub(super) struct WrittenStep {
    transcript: Vec<String>,
    questions: Vec<TaskNote>,
    todos: Vec<TaskNote>,
    machine: String,
    ledger: Vec<LedgerRow>,
    finished: Option<TaskEnd>,
    now_ms: i64,
}

impl WrittenStep {
    /// Takes what is new in the machine since `before`.
    pub(super) fn from_machine(
        machine: &mut Machine,
        before: &TaskState,
        now_ms: i64,
    ) -> Result<Self, TaskError> {
        let lines = machine.take_new_lines();
        let questions = machine.take_new_questions();
        let task_state = machine.task_state();
        let new_todos = task_state.todos.iter().filter(|todo| !before.todos.contains(todo));
        Ok(Self {
            transcript: lines.iter().map(TranscriptEntry::to_json).collect::<Result<Vec<_>, _>>()?,
            questions: questions
                .iter()
                .map(|asked| note(asked.number, asked))
                .collect::<Result<Vec<_>, _>>()?,
            todos: new_todos.map(|todo| note(todo.id, todo)).collect::<Result<Vec<_>, _>>()?,
            machine: serde_json::to_string(machine)?,
            ledger: ledger_changes(before, task_state),
            finished: match machine.next_step() {
                MachineStep::Done(TaskOutcome::Finished) => Some(TaskEnd::Finished),
                MachineStep::Done(TaskOutcome::Failed { failure }) => {
                    Some(TaskEnd::Failed { reason: failure.to_string() })
                }
                MachineStep::CallModel(_) | MachineStep::CallTool(_) | MachineStep::AskPerson(_) => None,
            },
            now_ms,
        })
    }

    /// The task, where this is its first step.
    pub(super) fn begins<'a>(
        &'a self,
        machine: &'a Machine,
        config: &ToolCallLoopConfig<'_>,
        NewTaskInfo { run, kind, knowledge }: NewTaskInfo<'a>,
    ) -> NewTask<'a> {
        NewTask {
            run,
            book: config.run().book.id,
            kind,
            chapter: machine.chunk().chapter(),
            knowledge,
            paragraphs: machine.chunk().paragraph_ids(),
            machine: &self.machine,
            machine_version: MACHINE_VERSION,
            now_ms: self.now_ms,
        }
    }

    /// The step, without edits.
    pub(super) fn step<'a>(
        &'a self,
        config: &'a ToolCallLoopConfig<'_>,
        begins: Option<&'a NewTask<'a>>,
        usage: StepUsage,
        after: u32,
    ) -> store::work::Step<'a> {
        store::work::Step {
            task: config.task_id,
            begins,
            who: &config.author,
            edits: &[],
            machine: &self.machine,
            machine_version: MACHINE_VERSION,
            transcript: &self.transcript,
            ledger: &self.ledger,
            todos: &self.todos,
            questions: &self.questions,
            finished: self.finished.as_ref(),
            usage,
            fence: config.run().fence(),
            after: Some(after),
            now_ms: self.now_ms,
        }
    }
}

fn note(number: u32, value: &impl serde::Serialize) -> Result<TaskNote, serde_json::Error> {
    Ok(TaskNote { number, json: serde_json::to_string(value)? })
}

fn ledger_changes(before: &TaskState, after: &TaskState) -> Vec<LedgerRow> {
    after
        .ledger
        .entries()
        .filter(|(id, entry)| before.ledger.entry(*id) != Some(entry))
        .map(|(paragraph, entry)| LedgerRow {
            paragraph,
            state: entry.state(),
            reason: match entry {
                LedgerEntry::Failed(failure) => Some(failure.to_string()),
                LedgerEntry::Pending | LedgerEntry::Accepted | LedgerEntry::Kept => None,
            },
        })
        .collect()
}

/// Publishes how each edit was stored: as the translation, or as a suggestion beside a person's words.
fn publish_edits(config: &ToolCallLoopConfig<'_>, edits: &[Edit], receipt: &Receipt) {
    for edit in edits {
        let Edit::AddVersion { paragraph, text, .. } = edit else { continue };
        let added = receipt.versions.iter().find(|added| added.paragraph == *paragraph);
        config.publish(match added {
            Some(added) if added.standing.is_suggested() => TaskEvent::Suggested { paragraph: *paragraph },
            // A candidate that is not selected changes no text.
            Some(added) if !added.standing.is_selected() => continue,
            Some(_) | None => TaskEvent::Accepted { paragraph: *paragraph, text: text.clone() },
        });
    }
}

pub(crate) fn step_usage(usage: TaskUsage, cost_micros: i64) -> StepUsage {
    let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    StepUsage {
        input: count(usage.input),
        cached_input: count(usage.cached_input),
        output: count(usage.output),
        reasoning: count(usage.reasoning),
        cost_micros,
    }
}
