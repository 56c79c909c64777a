//! Text seen once and looked at by every check: scripts, words, sentences, quotations, numbers.

pub mod fold;
pub mod hash;
pub mod number;
pub mod quotation;
pub mod runs;
pub mod script;
pub mod sentence;
pub mod view;
