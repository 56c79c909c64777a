//! Models that need no network and no key, and yet play the whole agent protocol.

mod command;
mod engine;
mod history;
mod inline;
mod play;
mod protocol;
mod pseudo;
mod rehearsal;
mod script;
mod sentence;

pub use command::{Command, CommandConfig, CommandMode};
pub use rehearsal::Rehearsal;
