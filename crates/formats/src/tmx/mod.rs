//! TMX 1.4b, the exchange format of translation memories: a book's paragraphs out, pairs for exact reuse in.

mod read;
mod write;

use crate::import::FileFault;
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
    pub pairs: Vec<TranslationPair>,
    /// Units that were passed over or taken without their markup, each with its line.
    pub findings: Vec<FileFault>,
}

/// A text and its translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationPair {
    /// The source.
    pub source: Marked,
    /// The translation.
    pub translation: Marked,
    /// The paragraph the pair is from, in a memory of a book that was handed out for editing.
    pub id: Option<String>,
    /// The digest of what the pair was made from, see [`crate::exchange::base_of`].
    pub base: Option<String>,
    /// What people say about it.
    pub comment: String,
}

impl TranslationPair {
    /// A pair that belongs to no paragraph in particular.
    pub const fn new(source: Marked, translation: Marked) -> Self {
        Self { source, translation, id: None, base: None, comment: String::new() }
    }
}

/// The property that holds [`TranslationPair::base`].
const BASE: &str = "x-tsumugi-base";
