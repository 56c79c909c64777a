//! Conversations with the assistant: begun, gone on with, each turn paid from the same budget as any other work.

use crate::run::{RunError, refuse_any_unpriced};
use crate::run_model::RunModel;
use crate::session_limits::SessionLimits;
use async_recursion::async_recursion as boxed;
use book::id::ChatId;
use llm::Budget;
use serde_json::{Value, json};
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
pub use task::assistant::{
    Approver, Assistant, AssistantEvent, ChatLine, ChatPlace, Proposal, ShownChange, TurnEnding,
};
use task::stop_signal::StopSignal;
use tools::text::PromptLanguage;

/// The title of a conversation: this many of its first characters.
const TITLE_CHARS: usize = 60;

/// Everything a turn needs.
pub struct Conversation {
    /// The library.
    pub store: Store,
    pub book: BookSummary,
    /// The model. It must already spend from the conversation's budget.
    pub model: RunModel,
    /// What it spends from.
    pub budget: Arc<Budget>,
    /// What the person asks for beyond our own rules and what is asked of the book.
    pub instructions: Option<String>,
    /// Approves or refuses large changes.
    pub approver: Arc<dyn Approver>,
    /// The time.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Told what happens.
    pub events: Arc<dyn Fn(AssistantEvent) + Send + Sync>,
    /// Stops the turn at the next step.
    pub cancel: StopSignal,
}

/// The name and the fields of an event, the same on the command line and on the page.
pub fn to_json(event: &AssistantEvent) -> (&'static str, Value) {
    match event {
        AssistantEvent::Saying(text) => ("saying", json!({"text": text})),
        AssistantEvent::Thinking(text) => ("thinking", json!({"text": text})),
        AssistantEvent::Retrying { reason } => ("retrying", json!({"reason": reason})),
        AssistantEvent::Replied { usage, cost_micros } => (
            "replied",
            json!({
                "input_tokens": usage.input,
                "cached_input_tokens": usage.cached_input,
                "output_tokens": usage.output,
                "usd_micros": cost_micros,
            }),
        ),
        AssistantEvent::Called { name, arguments, result } => {
            ("called", json!({"tool": name, "arguments": arguments, "result": result}))
        }
        AssistantEvent::Proposed(proposal) => ("proposed", json!(proposal)),
        AssistantEvent::Changed { change, changes, waits } => {
            ("changed", json!({"change_id": change.to_string(), "changes": changes, "suggested": waits}))
        }
        AssistantEvent::Compacted => ("compacted", json!({})),
        AssistantEvent::Ended(ending) => ("ended", json!(ending)),
    }
}

/// Begins a conversation, called by the first words said in it.
#[boxed]
pub async fn begin(store: &Store, book: &BookSummary, words: &str, now_ms: i64) -> Result<ChatId, RunError> {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = match words.char_indices().nth(TITLE_CHARS) {
        Some((end, _)) => format!("{}…", words.split_at(end).0),
        None => words,
    };
    Ok(store.create_chat(book.id, &title, now_ms).await?)
}

impl Conversation {
    /// Answers what a person says in a conversation.
    #[boxed]
    pub async fn answer(&self, chat: ChatId, text: &str, place: &ChatPlace) -> Result<TurnEnding, RunError> {
        let language =
            self.book.target_language.as_ref().map_or(PromptLanguage::English, PromptLanguage::for_target);
        let (of_series, of_book) = (&self.book.series.instructions, &self.book.instructions);
        let asked = [of_series.as_deref(), of_book.as_deref(), self.instructions.as_deref()];
        let asked: Vec<&str> = asked.into_iter().flatten().collect();
        let instructions = (!asked.is_empty()).then(|| asked.join("\n"));
        let assistant = Assistant {
            store: &self.store,
            book: &self.book,
            chat,
            model: self.model.model(),
            window: self.model.window(),
            max_output_tokens: self.model.max_output_tokens(),
            language,
            instructions: instructions.as_deref(),
            approver: &*self.approver,
            price: self.model.pricing(),
            clock: &*self.clock,
            events: &*self.events,
            cancel: self.cancel.clone(),
        };
        let limits = SessionLimits::of_book(&self.store, self.book.id, &self.clock, &self.budget).await?;
        let turn = async {
            if self.budget.is_limited_in_money() {
                refuse_any_unpriced(std::slice::from_ref(&self.model))?;
            }
            Ok(assistant.answer(text, place).await?)
        };
        limits.work(&self.budget, turn).await
    }
}
