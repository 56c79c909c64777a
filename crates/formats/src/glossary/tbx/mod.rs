//! TBX, the exchange format of terminology tools: concepts, each with its words in several languages.

mod concept;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The beginning of the note that carries what TBX has no place for.
const OWN_NOTE: &str = "tsumugi:";
