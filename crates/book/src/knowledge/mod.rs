//! What is known about a series: terms, characters, memories and summaries, as plain values with their own rules.
//!
//! They are stored, and travel inside edits, therefore they derive `Serialize`.

pub mod character;
pub mod conflict;
pub mod draft;
pub mod drift;
pub mod entry;
pub mod evidence;
pub mod matching;
pub mod memory;
pub mod merge;
pub mod rename;
pub mod summary;
pub mod term;
pub mod usage;
