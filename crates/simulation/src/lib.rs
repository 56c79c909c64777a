//! Whole runs in one process under virtual time, with everything that can go wrong going wrong at a place a seed decides.
//!
//! The library, the runner, the tasks and the model clients are the real ones. Faults come in at two seams: the hook of the
//! library's driver ([`hook`]) and the transport of model calls ([`wire`]). One seed gives one order of events.
#![expect(clippy::wildcard_enum_match_arm, reason = "most places care about a few of the many faults")]

pub mod aim;
pub mod coverage;
pub mod doing;
pub mod fault;
pub mod handles;
pub mod hook;
pub mod planted;
pub mod scenario;
pub mod story;
pub mod wire;
pub mod world;

mod actor;
mod after_commit;
mod batching;
mod dictionary;
mod doors;
mod facts;
mod history;
mod host;
mod invariants;
mod lies;
mod page;
mod people;
mod polishing;
mod process;
mod replies;
mod texts;
mod watching;

pub use story::{StoryOutcome, shrink, simulate};
