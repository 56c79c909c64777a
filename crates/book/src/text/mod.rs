//! The text of a book: chapters, paragraphs, inline markup, the letters it is made of and the versions a paragraph is translated in.

pub mod align;
pub mod book;
pub mod chapter;
pub mod fold;
pub mod markup;
mod markup_scan;
pub(crate) mod markup_stretch;
pub mod packed;
pub mod paragraph;
pub mod reading;
pub mod review;
pub mod script;
pub mod version;
