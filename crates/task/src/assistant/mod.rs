//! The fourth door: a conversation about a book with the same tools as a task, but no chunk and a person who answers.

mod change;
mod line;
mod place;
mod turn;
mod view;

pub use change::{Proposal, ShownChange};
pub use line::{ChatLine, TurnEnding};
pub use place::ChatPlace;

use crate::stop_signal::StopSignal;
use async_trait::async_trait;
use book::id::ChatId;
use book::work::usage::TaskUsage;
use llm::Model;
use store::change::ChangeId;
use store::record::BookSummary;
use store::store::Store;
use tools::text::PromptLanguage;

/// Everything a conversation needs.
pub struct Assistant<'a> {
    /// The library.
    pub store: &'a Store,
    pub book: &'a BookSummary,
    /// The conversation, as recorded in the library.
    pub chat: ChatId,
    pub model: &'a dyn Model,
    /// Tokens the model can read at once, where known.
    pub window: Option<u64>,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// The language the model is spoken to in; the person may use any.
    pub language: PromptLanguage,
    /// What the person asks for beyond our own rules.
    pub instructions: Option<&'a str>,
    /// Approves or refuses large changes.
    pub approver: &'a dyn Approver,
    /// What a reply cost, in millionths of a dollar.
    pub price: &'a (dyn Fn(&llm::Usage) -> i64 + Send + Sync),
    /// The time.
    pub clock: &'a (dyn Fn() -> i64 + Send + Sync),
    /// Told what happens.
    pub events: &'a (dyn Fn(AssistantEvent) + Send + Sync),
    /// Stops the turn between two steps, and breaks off a reply in flight.
    pub cancel: StopSignal,
}

/// Approves or refuses large changes on behalf of the user.
#[async_trait]
pub trait Approver: Send + Sync {
    /// Whether it may be done. Nothing is changed without a yes.
    async fn approve(&self, proposal: &Proposal) -> bool;
}

/// Something that happened in a conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum AssistantEvent {
    /// The model says something.
    Saying(String),
    /// The model thinks aloud.
    Thinking(String),
    /// A request is sent again after a failure; what was said since it was sent is void.
    Retrying {
        /// Why.
        reason: String,
    },
    /// A reply is complete.
    Replied {
        /// What it used.
        usage: TaskUsage,
        /// What it cost, in millionths of a dollar.
        cost_micros: i64,
    },
    /// A tool was called and answered.
    Called {
        /// The tool.
        name: String,
        /// What it was given.
        arguments: String,
        /// What it said.
        result: String,
    },
    /// A person is asked whether this may be done.
    Proposed(Proposal),
    /// Something changed in the book.
    Changed {
        /// The change, to undo it by.
        change: ChangeId,
        /// What changed.
        changes: Vec<ShownChange>,
        /// Whether all of it waits as suggestions beside what stands there.
        waits: bool,
    },
    /// The older part of the conversation is from now on read in summary; people still see all of it.
    Compacted,
    /// The turn is over.
    Ended(TurnEnding),
}
