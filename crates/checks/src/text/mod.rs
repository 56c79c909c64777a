//! Text seen once and looked at by every check: scripts, words, sentences, quotations, numbers.

pub mod alignment;
pub mod charset;
pub mod composition;
pub mod extent;
pub mod hash;
pub mod letter;
pub mod nearness;
pub mod number;
pub mod quotation;
pub mod romaji;
pub mod runs;
pub mod sentence;
pub mod signs;
pub mod view;
