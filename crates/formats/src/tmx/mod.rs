//! TMX 1.4b, the exchange format of translation memories: a book's paragraphs out, pairs for exact reuse in.

mod read;
mod write;

use crate::import::Finding;
use book::language::LanguageTag;
use book::text::markup::Marked;

pub use read::read;
pub use write::write;

/// How this program names itself in a file, and so recognises its own markup.
const TOOL: &str = "Tsumugi";

/// A translation memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationMemory {
    /// The language of the sources.
    pub source: LanguageTag,
    /// The language of the translations.
    pub target: LanguageTag,
    /// The pairs, in the order of the file.
    pub pairs: Vec<Pair>,
    /// Units that were passed over or taken without their markup, each with its line.
    pub findings: Vec<Finding>,
}

/// A text and its translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The source.
    pub source: Marked,
    /// The translation.
    pub translation: Marked,
}
