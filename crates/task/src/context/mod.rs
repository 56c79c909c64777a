//! The context block: what a model should know before it starts, each fragment in its own file with its own cap.
//!
//! Fragments stand in a fixed order, so that what changes least comes first.

mod addresses;
mod block;
mod found;
mod glossary;
mod knowledge_block;
mod memories;
mod people;
mod previous;
mod repair;
mod summary;
mod terms;

pub use block::{ContextItem, ContextList, fit, short};
pub(crate) use knowledge_block::{KnowledgeBlock, KnowledgeQuery, knowledge_block};
pub(crate) use previous::{previous_paragraphs, without_previous};
pub use repair::{MAX_REPAIR_TOKENS, repairs};

use tools::text::PromptLanguage;

/// The whole block.
pub(crate) fn render_context(language: PromptLanguage, fragments: &[String]) -> String {
    let said: Vec<&str> =
        fragments.iter().map(String::as_str).filter(|fragment| !fragment.is_empty()).collect();
    match (said.is_empty(), language) {
        (false, _) => said.join("\n"),
        (true, PromptLanguage::Chinese) => "（无）".to_owned(),
        (true, PromptLanguage::English) => "(none)".to_owned(),
    }
}
