//! What a book is and what is done to it: values and their rules, with no IO and nothing asynchronous.
#![warn(missing_docs)]

pub mod code;
pub mod edit;
pub mod id;
pub mod knowledge;
pub mod language;
pub mod text;
pub mod work;
