//! The text of a book: chapters, paragraphs, inline markup and the versions a paragraph is translated in.

pub mod align;
pub mod book;
pub mod chapter;
pub mod markup;
mod markup_scan;
pub mod paragraph;
pub mod version;
