//! One request in, one stream of events out, for any provider of language models; this crate has never heard of books.

mod degeneration;
mod dialect;
mod event;
mod failure;
mod http;
mod key;
mod model;
mod provider;
mod reply;
mod request;
mod scripted;
mod usage;
mod wait;

pub use dialect::{Call, Dialect, Quirk, Quirks, Reader, Target};
pub use event::Event;
pub use failure::Failure;
pub use http::{Http, HttpConfig, SetupError};
pub use key::{MissingKey, redact, split_keys};
pub use model::{EventStream, Model, collect};
pub use provider::{Endpoint, KeyHeader, Provider};
pub use reply::{ReasoningBlock, Reply, StopReason};
pub use request::{Language, Message, Request, StablePrefix, ToolCall, ToolChoice, ToolResult, ToolSpec};
pub use scripted::{Fault, Script, Scripted, ScriptedReply, WhenOver};
pub use usage::Usage;
