//! What a model is told when it reads a book before it is translated.

use super::{beyond, by, fill, name, named, named_or_unknown};
use book::language::LanguageTag;
use store::record::BookSummary;
use tools::text::PromptLanguage;

/// What is said before any piece, the same for the whole book.
pub(crate) fn survey(
    language: PromptLanguage,
    book: &BookSummary,
    target: &LanguageTag,
    instructions: Option<&str>,
) -> String {
    fill(
        prompt!(language, "system.survey"),
        &[
            ("title", &name(&book.title)),
            ("author", &by(book.author.as_deref(), language)),
            ("source", named_or_unknown(book.source_language.as_ref(), language)),
            ("target", named(target, language)),
            ("target_tag", target.as_str()),
            ("instructions", &beyond(instructions)),
        ],
    )
}

/// One piece, with the words that stand out in it.
pub(crate) fn survey_piece(language: PromptLanguage, candidates: &str, text: &str) -> String {
    fill(prompt!(language, "survey_piece"), &[("candidates", candidates), ("text", text)])
}
