//! Models that need no network and no key, and yet play the whole agent protocol.

mod command;
mod inline;
mod play;
mod protocol;
mod pseudo;
mod rehearsal;

pub use command::{Command, CommandConfig};
pub use rehearsal::Rehearsal;
