//! The catalogue of messages. An error is a code with parameters; its sentence and its hint are worded here, in the
//! language of whoever reads it.
//!
//! The words are Fluent files. What a hint tells to type is a value, `COMMAND("tsumugi runs")`, `FLAG("--library")` or
//! `SETTING("timeout")`, so that a test can hold every one of them against the program.

mod catalogue;
mod message;
mod recognise;

pub use catalogue::{Language, RECOGNISED, SOURCES, Words, render};
pub use message::{Explain, Message, Param};
pub use recognise::recognise;
