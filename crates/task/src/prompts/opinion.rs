//! What a model is told when it is asked about a finished translation.

use super::{by, fill, name, named, named_or_unknown};
use book::language::LanguageTag;
use store::record::BookSummary;
use tools::text::PromptLanguage;

/// What is said before any paragraph, the same for the whole book.
pub(crate) fn opinion(language: PromptLanguage, book: &BookSummary, target: &LanguageTag) -> String {
    fill(
        prompt!(language, "system.opinion"),
        &[
            ("title", &name(&book.title)),
            ("author", &by(book.author.as_deref(), language)),
            ("source", named_or_unknown(book.source_language.as_ref(), language)),
            ("target", named(target, language)),
        ],
    )
}

/// One paragraph with its translation.
pub(crate) fn opinion_pair(language: PromptLanguage, source: &str, translation: &str) -> String {
    fill(prompt!(language, "opinion_pair"), &[("source_text", source), ("translation", translation)])
}
