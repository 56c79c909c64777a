//! One reply, from the request to what came of it: watched while it arrives, cut off when it must be, and paid for.

use super::ToolCallLoopConfig;
use crate::event::TaskEvent;
use crate::machine::{Answer, Machine, usage_of};
use book::work::bounds::Bound;
use book::work::failure::Failure;
use book::work::usage::Usage;
use llm::{Event, Message, Request, StablePrefix};
use std::sync::Arc;
use std::time::Duration;
use tools::text::PromptLanguage;

/// What came of a request, and what it cost.
pub(super) struct ModelCall {
    pub(super) came: CallResult,
    pub(super) usage: Usage,
    pub(super) cost_micros: i64,
}

/// What came of a request.
pub(super) enum CallResult {
    Answer(Answer),
    /// It was cancelled in flight.
    Cancelled,
    /// There is not enough left to send it.
    OutOfBudget,
}

/// Asks the model.
pub(super) async fn receive(
    machine: &Machine,
    config: &ToolCallLoopConfig<'_>,
    messages: Vec<Message>,
) -> ModelCall {
    let (max_output_tokens, limit_was_ours) = output_limit(machine, config);
    let key = format!("{}.{}", config.task_id, machine.spent().replies);
    let request = Request {
        max_output_tokens,
        key: Some(Arc::from(key)),
        ..request(config, machine.language(), messages)
    };
    let mut watch =
        UsageMeter { config, told: llm::Usage::default(), abandoned: llm::Usage::default(), n_output: 0 };
    let time_left = if config.run().answers_later {
        Duration::MAX
    } else {
        Duration::from_millis(machine.bounds().wall_ms.saturating_sub(machine.spent().wall_ms))
    };
    let replied = tokio::select! {
        biased;
        () = config.run().cancel.cancelled() => None,
        replied = tokio::time::timeout(time_left, reply(config, &request, &mut watch)) => Some(replied),
    };
    let mut spent = watch.spent(&request);
    let failed = |failure| CallResult::Answer(Answer::Failed(failure, usage_of(&spent)));
    let came = match replied {
        None | Some(Ok(Err(llm::Failure::Cancelled { .. }))) => CallResult::Cancelled,
        Some(Ok(Err(llm::Failure::Budget { .. }))) => CallResult::OutOfBudget,
        Some(Ok(Err(failure))) => failed(failure_of(&failure)),
        // A reply that takes more time than the task has is a reply that never ends.
        Some(Err(_)) => failed(Failure::Limit { bound: Bound::WallTime }),
        Some(Ok(Ok(reply))) => {
            spent = reply.usage;
            CallResult::Answer(Answer::Replied { reply, limit_was_ours })
        }
    };
    ModelCall { came, usage: usage_of(&spent), cost_micros: (config.context.price)(&spent) }
}

async fn reply(
    config: &ToolCallLoopConfig<'_>,
    request: &Request,
    watch: &mut UsageMeter<'_>,
) -> Result<llm::Reply, llm::Failure> {
    let events = config.context.model.stream(request).await?;
    let guarded = llm::guard(events, request, config.context.model.name());
    llm::collect_watching(guarded, |event| watch.see(event)).await
}

/// How much the model may write, and whether that is less than it could.
fn output_limit(machine: &Machine, config: &ToolCallLoopConfig<'_>) -> (Option<u32>, bool) {
    let ceiling = config.context.max_output_tokens;
    if !config.run().reserves_output {
        return (ceiling, false);
    }
    let needed = machine.output_needed();
    match ceiling {
        Some(ceiling) if ceiling <= needed => (Some(ceiling), false),
        Some(_) | None => (Some(needed), true),
    }
}

fn request(config: &ToolCallLoopConfig<'_>, language: PromptLanguage, messages: Vec<Message>) -> Request {
    Request {
        system: Arc::clone(&config.prompt.system),
        messages,
        tools: Arc::clone(&config.prompt.tool_specs),
        temperature: config.run().task_options.temperature,
        stable_prefix: StablePrefix::System,
        parallel_tool_calls: true,
        language: match language {
            PromptLanguage::Chinese => llm::TextToolLanguage::Chinese,
            PromptLanguage::English => llm::TextToolLanguage::English,
        },
        ..Request::default()
    }
}

/// Tells what passes by, and remembers what was paid for in case the reply breaks off.
struct UsageMeter<'a> {
    config: &'a ToolCallLoopConfig<'a>,
    told: llm::Usage,
    abandoned: llm::Usage,
    /// Output seen since the last attempt began, estimated.
    n_output: u64,
}

impl UsageMeter<'_> {
    fn see(&mut self, event: &Event) {
        match event {
            Event::Text { delta } => {
                self.n_output += llm::estimate_tokens(delta);
                self.config.publish(TaskEvent::Saying(delta.clone()));
            }
            Event::Reasoning { delta } => {
                self.n_output += llm::estimate_tokens(delta);
                self.config.publish(TaskEvent::Thinking(delta.clone()));
            }
            Event::ToolCallArguments { delta, .. } => {
                self.n_output += llm::estimate_tokens(delta);
                self.config.publish(TaskEvent::Arriving);
            }
            Event::Waiting { reason, wait_ms } => {
                self.config.publish(TaskEvent::Retrying { reason: reason.clone(), wait_ms: *wait_ms });
            }
            Event::Usage { usage } => self.told = *usage,
            Event::Restarted { .. } => {
                self.abandoned += std::mem::take(&mut self.told);
                self.n_output = 0;
            }
            Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Stop { .. } => {}
        }
    }

    /// What a reply that broke off has cost: as its provider told, or else as far as it was seen.
    fn spent(&self, request: &Request) -> llm::Usage {
        let is_untold = self.told.total() == 0 && self.n_output > 0;
        if !is_untold {
            return self.abandoned + self.told;
        }
        let input = llm::estimate_request(request);
        self.abandoned + llm::Usage { input, output: self.n_output, ..llm::Usage::default() }
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
        llm::Failure::Authentication { .. } | llm::Failure::Quota { .. } => {
            Failure::Denied { detail: failure.to_string() }
        }
        llm::Failure::RateLimited { .. }
        | llm::Failure::Rejected { .. }
        | llm::Failure::Network { .. }
        | llm::Failure::NotRunning { .. }
        | llm::Failure::Timeout { .. }
        | llm::Failure::Program { .. }
        | llm::Failure::Server { .. } => Failure::Service { detail: failure.to_string() },
    }
}
