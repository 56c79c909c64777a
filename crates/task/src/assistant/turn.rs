//! One turn: the person has said something, the model looks things up, changes what it may, and answers. Everything is
//! committed as it happens, so that a turn that breaks off has lost nothing.

use super::change::{self, Proposal, ShownChange};
use super::line::{ChatLine, TurnEnding};
use super::place::{self, ChatPlace};
use super::{Assistant, AssistantEvent, view};
use crate::driver::TaskError;
use crate::machine::usage_of;
use crate::prompts;
use crate::service::specs;
use book::edit::Edit;
use book::text::version::Author;
use llm::{
    ChatMessage, Event, Reply, ReplyMeter, Request, StablePrefix, ToolCall, ToolChoice, ToolResult, Usage,
};
use serde_json::{Value, json};
use std::sync::Arc;
use store::change::{AddedVersion, Cause, Receipt};
use store::chat::ChatStep;
use store::error::StoreError;
use store::work::StepUsage;
use tools::context::ToolContext;
use tools::registry::ToolRegistry;
use tools::tool::ToolOutcome;

/// The most replies with tool calls for one answer; a model that needs more goes round in circles.
const MAX_REPLIES: usize = 24;
/// The conversation a model reads is kept below this, or half of its window where that is less.
const MAX_TOKENS: u64 = 60_000;
/// Of which so much stays word for word when the rest is summed up.
const KEPT_TOKENS: u64 = 20_000;
const SUMMARY_WORDS: usize = 400;
/// The most tokens of one reply, thinking included.
const MAX_OUTPUT: u32 = 16_384;

impl Assistant<'_> {
    /// Answers what a person says.
    pub async fn answer(&self, text: &str, place: &ChatPlace) -> Result<TurnEnding, TaskError> {
        let told = place::message_with_place(self, text, place).await?;
        let line = ChatLine::Person { text: text.to_owned(), place: place.clone(), told };
        self.write(&line, &Cause::person("conversation"), StepUsage::default()).await?;
        let setup = TurnSetup {
            registry: ToolRegistry::outside_chunk(),
            system: prompts::assistant(self.language, self.book, self.instructions).into(),
            author: Author::Assistant { model: self.model.name().to_owned() },
        };
        let (ending, usage) = self.work(&setup).await?;
        if ending != TurnEnding::Answered {
            let line = ChatLine::BrokenOff { ending: ending.clone() };
            self.write(&line, &Cause::person("conversation"), usage).await?;
        }
        (self.events)(AssistantEvent::Ended(ending.clone()));
        Ok(ending)
    }

    /// How the turn ended, and what was paid for a reply that broke off in it.
    async fn work(&self, setup: &TurnSetup) -> Result<(TurnEnding, StepUsage), TaskError> {
        let without_cost = |ending| Ok((ending, StepUsage::default()));
        for _ in 0..MAX_REPLIES {
            let lines = self.compacted(setup).await?;
            let request = self.request(setup, view::messages(&lines, self.language));
            let reply = match self.ask(&request).await {
                Ok(reply) => reply,
                Err((ending, usage)) => return Ok((ending, usage)),
            };
            let calls = reply.tool_calls.clone();
            self.write_reply(reply).await?;
            if calls.is_empty() {
                return without_cost(TurnEnding::Answered);
            }
            for call in &calls {
                if self.cancel.is_stopping() {
                    return without_cost(TurnEnding::Stopped);
                }
                self.call(setup, call).await?;
            }
        }
        without_cost(TurnEnding::TooManySteps)
    }

    /// The reply; or why there is none, and what was paid until it broke off.
    async fn ask(&self, request: &Request) -> Result<Reply, (TurnEnding, StepUsage)> {
        let mut meter = ReplyMeter::default();
        let asking = async {
            let events = self.model.stream(request).await?;
            let guarded = llm::guard(events, request, self.model.name());
            let watch = |event: &Event| {
                meter.on_event(event);
                self.pass_on(event);
            };
            llm::collect_watching(guarded, watch).await
        };
        let ending = tokio::select! {
            biased;
            () = self.cancel.cancelled() => TurnEnding::Stopped,
            reply = asking => match reply {
                Ok(reply) => return Ok(reply),
                Err(llm::Failure::Budget { .. }) => TurnEnding::OutOfBudget,
                Err(llm::Failure::Cancelled { .. }) => TurnEnding::Stopped,
                Err(failure) => TurnEnding::Failed { reason: failure.to_string() },
            },
        };
        Err((ending, self.usage(&meter.spent(request))))
    }

    fn pass_on(&self, event: &Event) {
        match event {
            Event::Text { delta } => (self.events)(AssistantEvent::Saying(delta.clone())),
            Event::Reasoning { delta } => (self.events)(AssistantEvent::Thinking(delta.clone())),
            Event::Waiting { reason, .. } => {
                (self.events)(AssistantEvent::Retrying { reason: reason.clone() });
            }
            Event::Reading { .. }
            | Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallArguments { .. }
            | Event::ToolCallEnd { .. }
            | Event::Usage { .. }
            | Event::Restarted { .. }
            | Event::Stop { .. } => {}
        }
    }

    /// Calls a tool, asks the user where approval is needed, and stores the result.
    async fn call(&self, setup: &TurnSetup, call: &ToolCall) -> Result<(), TaskError> {
        let (library, chat) = (self.store.library(), self.chat.to_string());
        let context =
            ToolContext::outside_chunk(library, self.book.id, self.language, Some(&chat), &setup.author);
        let outcome = setup.registry.handle_tool_call(&context, &call.name, &call.arguments).await?;
        let (content, edits) = match outcome {
            ToolOutcome::Reply { content, edits, .. } => (content, edits),
            // The person is here: a question is asked in words.
            ToolOutcome::Question(question) => {
                (json!({"success": false, "error": question.text}), Vec::new())
            }
        };
        let changes = change::shown_changes(library, self.book.id, &edits).await?;
        let asks =
            change::needs_a_yes(&edits) || change::overrules_person(library, self.book.id, &edits).await?;
        let approved = asks && self.agreed(call, &edits, &changes).await;
        let proposed = if asks && !approved {
            ProposedChange::nothing(self.declined())
        } else if approved && change::shown_changes(library, self.book.id, &edits).await? != changes {
            // The person agreed to another change than the one that would be made now.
            ProposedChange::nothing(self.overtaken())
        } else {
            ProposedChange { content, edits, changes, approved }
        };
        self.finish_call(setup, call, proposed).await
    }

    async fn agreed(&self, call: &ToolCall, edits: &[Edit], changes: &[ShownChange]) -> bool {
        let proposal =
            Proposal { tool: call.name.clone(), changes: changes.to_vec(), n_changes: edits.len() };
        (self.events)(AssistantEvent::Proposed(proposal.clone()));
        tokio::select! {
            biased;
            () = self.cancel.stopping() => false,
            agreed = self.approver.approve(&proposal) => agreed,
        }
    }

    fn declined(&self) -> Value {
        let error = self.language.choose(
            "用户拒绝了此修改，未作任何改动。",
            "The person declined this change; nothing was changed.",
        );
        json!({"success": false, "error_code": "DECLINED", "error": error})
    }

    fn overtaken(&self) -> Value {
        let error = self.language.choose(
            "内容在询问期间已被修改，未作任何改动。请重新查看后再提议。",
            "This was changed while the person was asked; nothing was changed. Look at it again.",
        );
        json!({"success": false, "error_code": "CHANGED_MEANWHILE", "error": error})
    }

    async fn finish_call(
        &self,
        setup: &TurnSetup,
        call: &ToolCall,
        proposed: ProposedChange,
    ) -> Result<(), TaskError> {
        let ProposedChange { content: say, edits, changes, approved } = proposed;
        let cause = Cause {
            who: setup.author.clone(),
            run: None,
            task: None,
            note: format!("conversation: {}", call.name),
        };
        let line = |say: &Value, changes: &[ShownChange]| ChatLine::Result {
            result: ToolResult {
                call_id: call.id.clone(),
                name: call.name.clone(),
                content: say.to_string().into(),
                is_error: say.get("success") == Some(&Value::Bool(false)),
            },
            changes: changes.to_vec(),
        };
        let written = self.write_step(&line(&say, &changes), &edits, &cause, approved).await;
        let (say, receipt) = match written {
            Ok(receipt) => (say, receipt),
            Err(TaskError::Store(
                error @ (StoreError::Protected { .. } | StoreError::SettledByPerson { .. }),
            )) => {
                let code = if matches!(error, StoreError::Protected { .. }) {
                    "PROTECTED"
                } else {
                    "SETTLED_BY_PERSON"
                };
                let error = error.to_string();
                let what = error.lines().next().unwrap_or_default();
                let say = json!({"success": false, "error_code": code, "error": what});
                let receipt = self.write(&line(&say, &[]), &cause, StepUsage::default()).await?;
                (say, receipt)
            }
            Err(error) => return Err(error),
        };
        (self.events)(AssistantEvent::Called {
            name: call.name.clone(),
            arguments: call.arguments.clone(),
            result: say.to_string(),
        });
        if let Some(change) = receipt.change {
            let suggested = |added: &AddedVersion| added.standing.is_suggested();
            let waits = !receipt.versions.is_empty() && receipt.versions.iter().all(suggested);
            (self.events)(AssistantEvent::Changed { change, changes, waits });
        }
        Ok(())
    }

    /// The lines so far; where they have become long, with a summary of the older ones.
    async fn compacted(&self, setup: &TurnSetup) -> Result<Vec<ChatLine>, TaskError> {
        let mut lines = self.lines().await?;
        let most = self.window.map_or(MAX_TOKENS, |window| MAX_TOKENS.min(window / 2));
        let request = self.request(setup, view::messages(&lines, self.language));
        if llm::estimate_request(&request) <= most {
            return Ok(lines);
        }
        let kept = KEPT_TOKENS.min(most / 3);
        let Some(up_to) = view::cut(&lines, kept) else { return Ok(lines) };
        let older = lines.get(..usize::try_from(up_to).unwrap_or_default()).unwrap_or_default();
        let mut messages = view::messages(older, self.language);
        messages.push(ChatMessage::user(prompts::compact(self.language, SUMMARY_WORDS)));
        let asking = Request { tool_choice: ToolChoice::Forbidden, ..self.request(setup, messages) };
        // Without a summary the older part is left out all the same: the answer matters more.
        let (summary, spent) = llm::complete_metered(self.model, &asking).await;
        let text = summary.map(|reply| reply.text).ok().filter(|text| !text.trim().is_empty());
        let line = ChatLine::Summary { text: text.unwrap_or_else(|| "…".to_owned()), up_to };
        self.write(&line, &Cause::person("conversation"), self.usage(&spent)).await?;
        (self.events)(AssistantEvent::Compacted);
        lines.push(line);
        Ok(lines)
    }

    fn request(&self, setup: &TurnSetup, messages: Vec<ChatMessage>) -> Request {
        Request {
            system: Arc::clone(&setup.system),
            stable_prefix: StablePrefix::Messages(messages.len()),
            messages,
            tools: specs(&setup.registry, self.language),
            max_output_tokens: Some(self.max_output_tokens.map_or(MAX_OUTPUT, |most| most.min(MAX_OUTPUT))),
            parallel_tool_calls: true,
            language: self.language.choose(llm::TextToolLanguage::Chinese, llm::TextToolLanguage::English),
            ..Request::default()
        }
    }

    async fn lines(&self) -> Result<Vec<ChatLine>, TaskError> {
        let stored = self.store.library().chat_lines(self.chat).await?;
        Ok(stored.iter().map(|line| serde_json::from_str(&line.json)).collect::<Result<_, _>>()?)
    }

    async fn write_reply(&self, reply: Reply) -> Result<(), TaskError> {
        let usage = self.usage(&reply.usage);
        (self.events)(AssistantEvent::Replied {
            usage: usage_of(&reply.usage),
            cost_micros: usage.cost_micros,
        });
        let line = ChatLine::Reply { reply };
        self.write(&line, &Cause::person("conversation"), usage).await.map(|_receipt| ())
    }

    fn usage(&self, spent: &Usage) -> StepUsage {
        crate::driver::step_usage(usage_of(spent), (self.price)(spent))
    }

    /// Writes a line that changes nothing in the book.
    async fn write(&self, line: &ChatLine, cause: &Cause, usage: StepUsage) -> Result<Receipt, TaskError> {
        let (line, now_ms) = (line.to_json()?, (self.clock)());
        let step =
            ChatStep { chat: self.chat, line: &line, edits: &[], cause, approved: false, usage, now_ms };
        Ok(self.store.append_to_chat(&step).await?)
    }

    /// Writes a line with what it changes in the book.
    async fn write_step(
        &self,
        line: &ChatLine,
        edits: &[Edit],
        cause: &Cause,
        approved: bool,
    ) -> Result<Receipt, TaskError> {
        let (line, now_ms, usage) = (line.to_json()?, (self.clock)(), StepUsage::default());
        let step = ChatStep { chat: self.chat, line: &line, edits, cause, approved, usage, now_ms };
        Ok(self.store.append_to_chat(&step).await?)
    }
}

/// What a tool call would change, and what the model is told.
struct ProposedChange {
    content: Value,
    edits: Vec<Edit>,
    changes: Vec<ShownChange>,
    /// Whether the person was asked and agreed.
    approved: bool,
}

impl ProposedChange {
    const fn nothing(content: Value) -> Self {
        Self { content, edits: Vec::new(), changes: Vec::new(), approved: false }
    }
}

/// What stays the same through a turn.
struct TurnSetup {
    registry: ToolRegistry,
    system: Arc<str>,
    author: Author,
}
