//! One model call: the request, its reply observed while it streams in, cut off at the limits, and its cost.

use super::ToolCallLoopConfig;
use crate::event::TaskEvent;
use crate::machine::{Answer, Machine, usage_of};
use book::work::bounds::Bound;
use book::work::failure::TaskFailure;
use book::work::usage::TaskUsage;
use llm::{ChatMessage, Delivery, Event, Obstacle, ReplyMeter, Request, StablePrefix};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tools::text::PromptLanguage;
use tracing::Instrument;
use tracing::field::Empty;

/// The result of a request, and what it cost.
pub(super) struct ModelCall {
    pub(super) came: CallResult,
    pub(super) usage: TaskUsage,
    pub(super) cost_micros: i64,
}

/// The result of a request.
pub(super) enum CallResult {
    Answer(Answer),
    /// It was cancelled in flight.
    Cancelled,
    /// There is not enough left to send it.
    OutOfBudget,
}

impl CallResult {
    /// A word for it in traces.
    const fn as_str(&self) -> &'static str {
        match self {
            Self::Answer(Answer::Replied { .. }) => "replied",
            Self::Answer(Answer::Failed(..)) => "failed",
            Self::Cancelled => "cancelled",
            Self::OutOfBudget => "out_of_budget",
        }
    }
}

/// A request about to be sent, and what bounds its reply.
pub(super) struct Outgoing {
    pub(super) request: Request,
    /// Output tokens the reply is likely to need.
    pub(super) output_needed: u32,
    wall_ms: u64,
}

impl Outgoing {
    /// The next request of a task.
    pub(super) fn next_request(
        machine: &Machine,
        config: &ToolCallLoopConfig<'_>,
        messages: Vec<ChatMessage>,
    ) -> Self {
        let key = format!("{}.{}", config.task_id, machine.spent().replies);
        Self {
            request: Request { key: Some(Arc::from(key)), ..request(machine, config, messages) },
            output_needed: machine.output_needed(),
            wall_ms: machine.bounds().wall_ms,
        }
    }
}

/// Calls the model. The span records cost and result, and no text.
pub(super) async fn receive(config: &ToolCallLoopConfig<'_>, outgoing: Outgoing) -> ModelCall {
    let span = tracing::info_span!(
        "model_call",
        model = config.context.model.name(),
        input_tokens = Empty,
        output_tokens = Empty,
        cost_micros = Empty,
        came = Empty,
    );
    let call = receive_reply(config, outgoing).instrument(span.clone()).await;
    span.record("input_tokens", call.usage.input).record("output_tokens", call.usage.output);
    span.record("cost_micros", call.cost_micros).record("came", call.came.as_str());
    call
}

async fn receive_reply(config: &ToolCallLoopConfig<'_>, outgoing: Outgoing) -> ModelCall {
    let OutputLimit { most, least, ceiling } = output_limit(&outgoing, config);
    let request =
        Request { max_output_tokens: Some(most), least_output_tokens: Some(least), ..outgoing.request };
    let mut watch = ReplyWatch { config, meter: ReplyMeter::default(), alive: Arc::default() };
    let broken_off = async {
        // A batch may take a day, and its answer can be asked for again: the first stage of stopping ends the wait.
        if config.run().answers_later {
            config.run().cancel.stopping().await;
        } else {
            config.run().cancel.cancelled().await;
        }
    };
    let replied = tokio::select! {
        biased;
        () = broken_off => None,
        replied = reply_while_alive(outgoing.wall_ms, config, &request, &mut watch) => Some(replied),
    };
    let mut spent = watch.meter.spent(&request);
    let failed = |failure| CallResult::Answer(Answer::Failed(failure, usage_of(&spent)));
    let came = match replied {
        None | Some(Ok(Err(llm::Failure::Cancelled { .. }))) => CallResult::Cancelled,
        Some(Ok(Err(llm::Failure::Budget { .. }))) => CallResult::OutOfBudget,
        Some(Ok(Err(failure))) => failed(failure_of(&failure)),
        Some(Err(FellSilent)) => failed(TaskFailure::Limit { bound: Bound::WallTime }),
        Some(Ok(Ok(reply))) => {
            let seen = llm::estimate_tokens(&reply.reasoning_text);
            let thought = reply.usage.reasoning.max(seen.min(reply.usage.output));
            config.context.delivery.note_thinking(u32::try_from(thought).unwrap_or(u32::MAX));
            spent = reply.usage;
            // A budget without room to think has sent it with the smaller limit.
            let limit_was_ours = most < ceiling || (least < most && reply.usage.output < u64::from(most));
            CallResult::Answer(Answer::Replied { reply, limit_was_ours })
        }
    };
    ModelCall { came, usage: usage_of(&spent), cost_micros: (config.context.price)(&spent) }
}

/// A reply that says nothing for longer than this is not coming. A laptop may read a long prompt for half of it.
const LONGEST_SILENCE: Duration = Duration::from_mins(20);

/// The reply stopped coming.
struct FellSilent;

/// The reply, for as long as it keeps coming: a slow model is not a dead one. The bounds on tokens end one that never
/// stops.
async fn reply_while_alive(
    wall_ms: u64,
    config: &ToolCallLoopConfig<'_>,
    request: &Request,
    watch: &mut ReplyWatch<'_>,
) -> Result<Result<llm::Reply, llm::Failure>, FellSilent> {
    // A batch is answered within a day, and nothing is heard of it meanwhile.
    let longest = if config.run().answers_later {
        Duration::MAX
    } else {
        LONGEST_SILENCE.min(Duration::from_millis(wall_ms))
    };
    let alive = Arc::new(AtomicU64::new(0));
    watch.alive = Arc::clone(&alive);
    let mut replying = std::pin::pin!(reply(config, request, watch));
    let mut n_seen = 0;
    loop {
        if let Ok(replied) = tokio::time::timeout(longest, &mut replying).await {
            return Ok(replied);
        }
        let n_events = alive.load(Ordering::Relaxed);
        if n_events == n_seen {
            return Err(FellSilent);
        }
        n_seen = n_events;
    }
}

async fn reply(
    config: &ToolCallLoopConfig<'_>,
    request: &Request,
    watch: &mut ReplyWatch<'_>,
) -> Result<llm::Reply, llm::Failure> {
    let events = config.context.model.stream(request).await?;
    let guarded = llm::guard(events, request, config.context.model.name());
    llm::collect_watching(guarded, |event| watch.on_event(event)).await
}

/// How much the model may write.
struct OutputLimit {
    /// What its work is likely to need, with room to think.
    most: u32,
    /// The same without that room, for a budget that has none.
    least: u32,
    /// What no reply may have more of.
    ceiling: u32,
}

/// A reply that never ends is stopped where its answer should long have ended, whatever the model could write.
fn output_limit(outgoing: &Outgoing, config: &ToolCallLoopConfig<'_>) -> OutputLimit {
    let ceiling = config.context.max_output_tokens.unwrap_or(u32::MAX);
    let least = outgoing.output_needed.min(ceiling);
    let most = outgoing.output_needed.saturating_add(config.context.delivery.room_to_think()).min(ceiling);
    OutputLimit { most, least, ceiling }
}

fn request(machine: &Machine, config: &ToolCallLoopConfig<'_>, messages: Vec<ChatMessage>) -> Request {
    let form = machine.delivery();
    Request {
        system: match machine.model_prompt() {
            Some(prompt) => Arc::from(prompt.system.as_str()),
            None => Arc::clone(config.prompt.system.for_delivery(form)),
        },
        messages,
        tools: match form {
            Delivery::Tools => Arc::clone(&config.prompt.tool_specs),
            Delivery::Structured | Delivery::Lines => Arc::from([]),
        },
        temperature: machine.temperature(config.run().task_options.temperature),
        response_schema: machine.response_schema().map(Arc::new),
        stable_prefix: StablePrefix::System,
        parallel_tool_calls: true,
        language: match machine.language() {
            PromptLanguage::Chinese => llm::TextToolLanguage::Chinese,
            PromptLanguage::English => llm::TextToolLanguage::English,
        },
        ..Request::default()
    }
}

/// Tells what passes by, and counts what was paid for in case the reply breaks off.
struct ReplyWatch<'a> {
    config: &'a ToolCallLoopConfig<'a>,
    meter: ReplyMeter,
    /// Counts what arrives, so that silence can be told from slowness.
    alive: Arc<AtomicU64>,
}

impl ReplyWatch<'_> {
    fn on_event(&mut self, event: &Event) {
        self.alive.fetch_add(1, Ordering::Relaxed);
        self.meter.on_event(event);
        match event {
            Event::Text { delta } => self.config.publish(TaskEvent::Saying(delta.clone())),
            Event::Reasoning { delta } => self.config.publish(TaskEvent::Thinking(delta.clone())),
            Event::ToolCallArguments { .. } => self.config.publish(TaskEvent::Arriving),
            Event::Reading { done, total } => {
                self.config.publish(TaskEvent::Reading { done: *done, total: *total });
            }
            Event::Waiting { reason, wait_ms } => {
                self.config.publish(TaskEvent::Retrying { reason: reason.clone(), wait_ms: *wait_ms });
            }
            Event::Usage { .. }
            | Event::Restarted { .. }
            | Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Stop { .. } => {}
        }
    }
}

/// A failure of the model in the words of the work.
fn failure_of(failure: &llm::Failure) -> TaskFailure {
    match failure {
        llm::Failure::Refused { .. } => TaskFailure::Refused,
        llm::Failure::Truncated { .. } => TaskFailure::Truncated,
        llm::Failure::Malformed { .. } => TaskFailure::Malformed,
        llm::Failure::Degenerate { .. } => TaskFailure::Degenerate,
        llm::Failure::ContextTooLong { .. } => TaskFailure::ContextTooLong,
        llm::Failure::Budget { .. } => TaskFailure::Budget,
        llm::Failure::Cancelled { .. } => TaskFailure::Cancelled,
        llm::Failure::AddressRefused { .. }
        | llm::Failure::Authentication { .. }
        | llm::Failure::Quota { .. }
        | llm::Failure::Blocked { by: Obstacle::ProxyLogin | Obstacle::Country, .. } => {
            TaskFailure::Denied { detail: failure.to_string() }
        }
        llm::Failure::RateLimited { .. }
        | llm::Failure::Blocked { by: Obstacle::Page, .. }
        | llm::Failure::Rejected { .. }
        | llm::Failure::Network { .. }
        | llm::Failure::NotRunning { .. }
        | llm::Failure::Timeout { .. }
        | llm::Failure::Program { .. }
        | llm::Failure::Server { .. } => TaskFailure::Service { detail: failure.to_string() },
    }
}
