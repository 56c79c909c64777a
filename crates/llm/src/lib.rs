//! One request in, one stream of events out, for any provider of language models; this crate has never heard of books.

mod event;
mod failure;
mod model;
mod reply;
mod request;
mod scripted;
mod usage;

pub use event::Event;
pub use failure::Failure;
pub use model::{EventStream, Model, collect};
pub use reply::{ReasoningBlock, Reply, StopReason};
pub use request::{Language, Message, Request, StablePrefix, ToolCall, ToolChoice, ToolResult, ToolSpec};
pub use scripted::{Fault, Script, Scripted, ScriptedReply, WhenOver};
pub use usage::Usage;
