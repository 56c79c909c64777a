//! Models that need no network and no key, and yet play the whole agent protocol.

mod command;
mod history;
mod inline;
mod play;
mod protocol;
mod pseudo;
mod rehearsal;
mod script;

pub use command::{Command, CommandConfig};
pub use rehearsal::Rehearsal;
