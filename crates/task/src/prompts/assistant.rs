//! What the assistant is told: before a conversation, about where a person is, and when it has become long.

use super::{beyond, by, fill, name, named_or_unknown};
use store::record::{BookSummary, ChapterRecord};
use tools::text::PromptLanguage;

/// What the assistant is told before anything is said, the same for the whole conversation.
pub(crate) fn assistant(language: PromptLanguage, book: &BookSummary, instructions: Option<&str>) -> String {
    let target = book.target_language.as_ref();
    fill(
        prompt!(language, "system.assistant"),
        &[
            ("title", &name(&book.title)),
            ("author", &by(book.author.as_deref(), language)),
            ("source", named_or_unknown(book.source_language.as_ref(), language)),
            ("target_tag", target.map_or("?", |tag| tag.as_str())),
            ("target", named_or_unknown(target, language)),
            ("instructions", &beyond(instructions)),
        ],
    )
}

/// Asks the assistant to sum up what was said.
pub(crate) fn compact(language: PromptLanguage, n_words: usize) -> String {
    fill(prompt!(language, "compact"), &[("n_words", &n_words.to_string())])
}

/// What stands for the older part of a conversation.
pub(crate) fn earlier(language: PromptLanguage, summary: &str) -> String {
    fill(prompt!(language, "earlier"), &[("summary", summary)])
}

/// Where a person is, said before their words.
pub(crate) fn looking_at(language: PromptLanguage, chapter: &ChapterRecord, selection: &str) -> String {
    fill(
        prompt!(language, "looking_at"),
        &[
            ("number", &chapter.number.to_string()),
            ("chapter_title", &name(&chapter.title)),
            ("chapter_id", &chapter.id.to_string()),
            ("selection", selection),
        ],
    )
}
