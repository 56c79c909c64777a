//! Between what a series knows and what travels, both ways.

mod character;
mod clock;
mod field;
mod memory;
mod term;

pub(crate) use character::{character, written_character};
pub(crate) use clock::Clock;
pub(crate) use field::{standing, text};
pub(crate) use memory::{memory, written_memory};
pub(crate) use term::{term, written_term};
