//! Reading a book before it is translated: what to look for, what a model is asked, and what of its answer is true.

pub mod ask;
pub mod candidates;
pub mod found;
pub mod piece;

mod read;

pub use read::read;
