//! What a model is told before anything else, for a person who wants to read it.

use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::status::Effort;
use store::record::BookSummary;
use task::prompts::SystemPrompt;
use tools::registry::{ToolRegistry, ToolSchema};
use tools::text::PromptLanguage;

/// What a model is told.
#[derive(Debug, Clone)]
pub struct PromptPreview {
    /// The language it is spoken to in: `zh` or `en`.
    pub language: &'static str,
    /// The system message.
    pub system: String,
    /// The tools it may call.
    pub tools: Vec<ToolSchema>,
}

/// What a model is told for this kind of work on this book.
pub fn preview(
    book: &BookSummary,
    kind: TaskKind,
    effort: Effort,
    target: &LanguageTag,
    instructions: Option<&str>,
) -> PromptPreview {
    let language = PromptLanguage::for_target(target);
    let prompt = SystemPrompt {
        kind,
        effort,
        delivery: llm::Delivery::Tools,
        language,
        title: &book.title,
        author: book.author.as_deref(),
        source: book.source_language.as_ref(),
        target,
        instructions,
    };
    PromptPreview {
        language: match language {
            PromptLanguage::Chinese => "zh",
            PromptLanguage::English => "en",
        },
        system: prompt.render(),
        tools: ToolRegistry::for_task(kind, effort).tools(language),
    }
}
