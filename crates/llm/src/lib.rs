//! One request in, one stream of events out, for any provider of language models; this crate has never heard of books.
#![warn(missing_docs)]

mod arriving;
mod batch;
mod budget;
mod cassette;
mod connect;
mod conversation;
mod degeneration;
mod delivery;
mod dialect;
mod discovery;
mod estimate;
mod event;
mod failure;
mod http;
mod key;
mod key_share;
mod learning;
mod limited;
mod metered;
mod model;
mod money;
mod observed;
mod offline;
mod provider;
mod refusing;
mod reply;
mod reply_meter;
mod request;
mod retry_after;
mod retrying;
mod scripted;
mod text_tools;
mod thinking;
mod usage;
mod vendors;
mod wordless;

pub use batch::{
    BatchAnswer, BatchCancelling, BatchEvent, BatchJournal, BatchParticipant, BatchQueue, BatchRecord,
    BatchesEnded,
};
pub use budget::{Budget, BudgetLimit, BudgetSource, Spent};
pub use cassette::{CassetteError, Recording, Replaying, Take, read_cassette};
pub use connect::{ClientConfig, connect, connect_in_batches};
pub use degeneration::{DegenerationGuard, guard};
pub use delivery::{Delivery, DeliveryChoice};
pub use dialect::{Call, Dialect, Quirk, Quirks, Reader, Target};
pub use discovery::{LocalServer, OfferedModel, answers, described_model, local_servers, offered_models};
pub use estimate::{estimate_request, estimate_tokens};
pub use event::Event;
pub use failure::{Failure, Obstacle};
pub use http::{
    Gate, GateRefusal, GateRule, Http, HttpConfig, ServiceUrl, SetupError, Transport, WireRequest,
    WireResponse, is_on_this_machine,
};
pub use key::{HiddenValue, MissingKey, redact, split_keys};
pub use key_share::{KeyShare, KeyShares};
pub use learning::{LearnedFacts, Learner, OnLearned};
pub use limited::{Limited, Limits};
pub use metered::Metered;
pub use model::{EventStream, Model, collect, collect_watching};
pub use money::{Currency, Money, Price};
pub use offline::{Command, CommandConfig, CommandMode, Rehearsal};
pub use provider::{KeyHeader, LocalProgram, ModelEndpoint, Provider};
pub use refusing::refuses_in_words;
pub use reply::{ReasoningBlock, Reply, StopReason};
pub use reply_meter::{ReplyMeter, complete_metered};
pub use request::{
    ChatMessage, Request, StablePrefix, TextToolLanguage, ToolCall, ToolChoice, ToolResult, ToolSpec,
};
pub use retrying::{RetryPolicy, Retrying};
pub use scripted::{ReplyScript, Scripted, ScriptedFault, ScriptedReply, WhenOver};
pub use text_tools::{TextTools, ToolProtocol};
pub use thinking::{Thinking, ThinkingStyle};
pub use usage::Usage;
pub use vendors::{
    DatedPrice, DatedRate, ModelSettings, PriceList, PriceListError, ResolvedModel, TimeSpan, Vendor,
    VendorError, VendorModelFacts, Vendors,
};
