//! One request for the first work of several tasks. Its answer is dealt out and committed for all of them in one
//! transaction; from there each task goes on alone.

use super::commit::WrittenStep;
use super::reply::{CallResult, ModelCall, Outgoing, receive};
use super::{LoopExit, TaskError, ToolCallLoopConfig, elapsed, step_usage};
use crate::delivery::{RequestSize, SharedRequest};
use crate::event::TaskEvent;
use crate::machine::{Answer, CutReason, Machine, MachineStep, everything_said, output_for};
use book::work::failure::TaskFailure;
use book::work::usage::TaskUsage;
use llm::{ChatMessage, Reply, StopReason};
use store::work::StepUsage;

/// A task that has not asked for anything yet.
pub(crate) struct SharedTask<'a> {
    pub(crate) machine: Machine,
    pub(crate) config: ToolCallLoopConfig<'a>,
}

/// What a shared request came to.
pub(crate) struct SharedOutcome {
    /// For each task, whether it has begun: its share is committed. The others have cost nothing and are not recorded.
    /// Empty where none has.
    pub(crate) begun: Vec<bool>,
    /// Whether those that have not begun may share a request again.
    pub(crate) may_share_again: bool,
    /// Why nothing was asked, or nothing came.
    pub(crate) exit: Option<LoopExit>,
}

/// Asks for the work of all tasks at once. `is_full` says that the request was as large as it may be.
pub(crate) async fn ask_together(
    tasks: &mut [SharedTask<'_>],
    is_full: bool,
) -> Result<SharedOutcome, TaskError> {
    let nothing = |exit, may_share_again| SharedOutcome { begun: Vec::new(), may_share_again, exit };
    let shared = SharedRequest(tasks.iter().filter_map(|task| task.machine.shared_part()).collect());
    let Some(first) = tasks.first().filter(|_| shared.0.len() == tasks.len()) else {
        return Ok(nothing(None, false));
    };
    let config = &first.config;
    if config.run().cancel.is_stopping() {
        return Ok(nothing(Some(LoopExit::Paused), true));
    }
    let started = config.run().now_ms();
    config.publish(TaskEvent::Asked { reply: 1, again: false });
    config.context.cpu_permit.release();
    let ModelCall { came, usage, cost_micros } = receive(config, outgoing(tasks, &shared, first)).await;
    config.context.cpu_permit.acquire().await;
    let paid = step_usage(usage, cost_micros);
    let answer = match came {
        CallResult::Answer(answer) => answer,
        CallResult::Cancelled => {
            // What was paid for until it was broken off belongs to a task.
            commit_shares(tasks, vec![Share { answer: None, usage: paid }]).await?;
            return Ok(nothing(Some(LoopExit::Paused), false));
        }
        CallResult::OutOfBudget => return Ok(nothing(Some(LoopExit::OutOfBudget), false)),
    };
    let took_ms = elapsed(config, started);
    config.publish(TaskEvent::Replied { usage, cost_micros, took_ms });
    let (reply, is_cut) = match answer {
        Answer::Failed(failure, used) => {
            let may_share_again = matches!(failure, TaskFailure::Service { .. } | TaskFailure::Denied { .. });
            let share = Share { answer: Some(ShareAnswer::Failed(failure, used)), usage: paid };
            return begin_first(tasks, share, may_share_again).await;
        }
        Answer::Replied { reply, limit_was_ours } => {
            let is_cut = CutReason::of_reply(&reply.stop, limit_was_ours).is_some();
            (reply, is_cut)
        }
    };
    let is_refused = reply.stop == StopReason::Refused || llm::refuses_in_words(&reply.text);
    let shares = shared.split(&everything_said(&reply), is_cut);
    let (delivery, form) = (config.context.delivery, first.machine.delivery());
    let size = delivery.size();
    let counts = (shares.n_asked, shares.n_delivered);
    let size = if is_refused { size } else { size.after_shared(counts, is_full, took_ms) };
    delivery.keep_size(size);
    if shares.texts.iter().all(Option::is_none) {
        if is_refused {
            let share = Share { answer: Some(ShareAnswer::Failed(TaskFailure::Refused, usage)), usage: paid };
            return begin_first(tasks, share, false).await;
        }
        delivery.note_barren(form, 1);
        let failure = if is_cut { TaskFailure::Truncated } else { TaskFailure::Malformed };
        let share = Share { answer: Some(ShareAnswer::Failed(failure, usage)), usage: paid };
        return begin_first(tasks, share, false).await;
    }
    let begun = shares.texts.iter().map(Option::is_some).collect();
    let dealt = Dealt { reply, usage, cost_micros, took_ms, size };
    let shares = dealt.out(tasks, shares.texts);
    commit_shares(tasks, shares).await?;
    Ok(SharedOutcome { begun, may_share_again: false, exit: None })
}

/// An answer for several tasks and what it cost.
struct Dealt {
    reply: Reply,
    usage: TaskUsage,
    cost_micros: i64,
    took_ms: u64,
    size: RequestSize,
}

impl Dealt {
    /// Each task's share of the answer and of its price, by the weight of what it asked for. Tasks that got nothing pay
    /// nothing.
    fn out(mut self, tasks: &[SharedTask<'_>], texts: Vec<Option<String>>) -> Vec<Share> {
        let weight = |(task, text): (&SharedTask<'_>, &Option<String>)| {
            text.as_ref().map_or(0, |_| llm::estimate_tokens(&task.request_text()).max(1))
        };
        let weights: Vec<u64> = tasks.iter().zip(&texts).map(weight).collect();
        let mut shares = Vec::with_capacity(texts.len());
        for (place, text) in texts.into_iter().enumerate() {
            let part = Part { weights: &weights, place };
            let Some(text) = text else {
                shares.push(Share { answer: None, usage: StepUsage::default() });
                continue;
            };
            let reply = Reply {
                text,
                // Thinking was for all of them; the first keeps it.
                reasoning_text: std::mem::take(&mut self.reply.reasoning_text),
                stop: StopReason::EndTurn,
                usage: part.of_usage(&self.reply.usage),
                ..Reply::default()
            };
            let usage = step_usage(part.of_work_usage(&self.usage), part.of_cost(self.cost_micros));
            let answer = ShareAnswer::Reply(reply, self.size, part.share_of(self.took_ms));
            shares.push(Share { answer: Some(answer), usage });
        }
        shares
    }
}

fn outgoing(tasks: &[SharedTask<'_>], shared: &SharedRequest<'_>, first: &SharedTask<'_>) -> Outgoing {
    let text = shared.render();
    let n_paragraphs = tasks.iter().map(|task| task.machine.chunk().paragraph_ids().len()).sum();
    let output_needed = output_for(llm::estimate_tokens(&text), n_paragraphs);
    let mut outgoing = Outgoing::next_request(&first.machine, &first.config, vec![ChatMessage::user(text)]);
    outgoing.request.response_schema = shared.schema().map(std::sync::Arc::new);
    outgoing.output_needed = output_needed;
    outgoing
}

/// What one task gets of an answer, and what it pays.
struct Share {
    answer: Option<ShareAnswer>,
    usage: StepUsage,
}

enum ShareAnswer {
    Reply(Reply, RequestSize, u64),
    Failed(TaskFailure, TaskUsage),
}

/// An answer of which nothing can be used is the first task's own: it pays, and asks again.
async fn begin_first(
    tasks: &mut [SharedTask<'_>],
    share: Share,
    may_share_again: bool,
) -> Result<SharedOutcome, TaskError> {
    commit_shares(tasks, vec![share]).await?;
    let begun = (0..tasks.len()).map(|place| place == 0).collect();
    Ok(SharedOutcome { begun, may_share_again, exit: None })
}

/// Tells the machines their shares, and commits all of them together. A task without an answer and without a price is left
/// alone.
async fn commit_shares(tasks: &mut [SharedTask<'_>], shares: Vec<Share>) -> Result<(), TaskError> {
    let mut written: Vec<(usize, WrittenStep, StepUsage)> = Vec::new();
    for (place, (task, share)) in tasks.iter_mut().zip(shares).enumerate() {
        if share.answer.is_none() && share.usage == StepUsage::default() {
            continue;
        }
        let before = task.machine.task_state().clone();
        match share.answer {
            Some(ShareAnswer::Reply(reply, size, took_ms)) => {
                task.machine.shared_answered(reply, took_ms, size);
            }
            Some(ShareAnswer::Failed(failure, used)) => {
                if failure == TaskFailure::Refused {
                    task.machine.note_shared();
                }
                task.machine.model_answered(Answer::Failed(failure, used), 0);
            }
            None => {}
        }
        let now_ms = task.config.run().now_ms();
        written.push((place, WrittenStep::from_machine(&mut task.machine, &before, now_ms)?, share.usage));
    }
    let mut begins = Vec::with_capacity(written.len());
    for (place, step, ..) in &written {
        let task = tasks.get(*place);
        begins.push(
            task.and_then(|task| Some(step.begins(&task.machine, &task.config, task.config.new_task?))),
        );
    }
    let steps: Vec<store::work::Step<'_>> = written
        .iter()
        .zip(&begins)
        .filter_map(|((place, step, usage), begins)| {
            Some(step.step(&tasks.get(*place)?.config, begins.as_ref(), *usage, 0))
        })
        .collect();
    let Some(first) = tasks.first().filter(|_| !steps.is_empty()) else { return Ok(()) };
    first.config.run().store.commit_steps(&steps).await?;
    Ok(())
}

impl SharedTask<'_> {
    /// What it would have asked by itself: the measure of its share.
    fn request_text(&self) -> String {
        match self.machine.next_step() {
            MachineStep::CallModel([ChatMessage::User { text }, ..]) => text.to_string(),
            MachineStep::CallModel(_)
            | MachineStep::CallTool(_)
            | MachineStep::AskPerson(_)
            | MachineStep::Done(_) => String::new(),
        }
    }
}

/// The part at this place of a whole that is shared out by weight. The parts add up to the whole.
pub fn share_of(whole: u64, weights: &[u64], place: usize) -> u64 {
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum::<u128>().max(1);
    let until = |n: usize| {
        let weight: u128 = weights.iter().take(n).map(|weight| u128::from(*weight)).sum();
        u64::try_from(u128::from(whole) * weight / total).unwrap_or(u64::MAX)
    };
    until(place + 1) - until(place)
}

/// One part of what an answer for several tasks cost.
struct Part<'a> {
    weights: &'a [u64],
    place: usize,
}

impl Part<'_> {
    fn share_of(&self, whole: u64) -> u64 {
        share_of(whole, self.weights, self.place)
    }

    fn of_cost(&self, micros: i64) -> i64 {
        i64::try_from(self.share_of(u64::try_from(micros).unwrap_or_default())).unwrap_or(i64::MAX)
    }

    fn of_usage(&self, usage: &llm::Usage) -> llm::Usage {
        llm::Usage {
            input: self.share_of(usage.input),
            cached_input: self.share_of(usage.cached_input),
            cache_write: self.share_of(usage.cache_write),
            output: self.share_of(usage.output),
            reasoning: self.share_of(usage.reasoning),
        }
    }

    fn of_work_usage(&self, usage: &TaskUsage) -> TaskUsage {
        TaskUsage {
            input: self.share_of(usage.input),
            cached_input: self.share_of(usage.cached_input),
            output: self.share_of(usage.output),
            reasoning: self.share_of(usage.reasoning),
        }
    }
}
