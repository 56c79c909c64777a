//! The tail of what came before the chunk, source and translation, so that pronouns, tone and names carry over.

use super::render_context;
use crate::prompt_escape::escape_for_prompt;
use std::borrow::Cow;
use store::record::ParagraphRecord;
use tools::text::PromptLanguage;

/// The most paragraphs, and the most tokens of source and translation together.
const MAX_PARAGRAPHS: usize = 4;
const MAX_TOKENS: u64 = 400;
/// A single source or translation is cut to its end beyond this.
const MAX_TOKENS_OF_ONE: usize = 180;

/// Renders the tail. `nearest_first` are the paragraphs before the chunk, in that order.
pub(crate) fn previous_paragraphs(language: PromptLanguage, nearest_first: &[ParagraphRecord]) -> String {
    let mut used = 0;
    let mut lines = Vec::new();
    for paragraph in nearest_first.iter().take(MAX_PARAGRAPHS) {
        let line = line(paragraph);
        used += llm::estimate_tokens(&line);
        if used > MAX_TOKENS {
            break;
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return String::new();
    }
    lines.push(heading(language).to_owned());
    lines.reverse();
    lines.join("\n")
}

/// A context block without the tail: its heading, and the lines under it that begin with its mark.
pub(crate) fn without_previous(language: PromptLanguage, context: &str) -> String {
    let mut in_tail = false;
    let mut kept = Vec::new();
    for line in context.lines() {
        in_tail = line == heading(language) || in_tail && line.starts_with("| ");
        if !in_tail {
            kept.push(line.to_owned());
        }
    }
    render_context(language, &kept)
}

const fn heading(language: PromptLanguage) -> &'static str {
    match language {
        PromptLanguage::Chinese => "前文（原文，`=>` 后为译文）：",
        PromptLanguage::English => "Before this chunk (source, then `=>` translation):",
    }
}

fn line(paragraph: &ParagraphRecord) -> String {
    let source = escape_for_prompt(&end_of(paragraph.text.as_str()));
    match &paragraph.translation {
        Some(translation) => {
            format!("| {source}\n|   => {}", escape_for_prompt(&end_of(translation.as_str())))
        }
        None => format!("| {source}"),
    }
}

/// The text, or its end where it is long: what comes right before the chunk says most about it.
fn end_of(text: &str) -> Cow<'_, str> {
    let n_tokens = usize::try_from(llm::estimate_tokens(text)).unwrap_or(usize::MAX);
    if n_tokens <= MAX_TOKENS_OF_ONE {
        return Cow::Borrowed(text);
    }
    let n_characters = text.chars().count();
    let kept = n_characters.saturating_mul(MAX_TOKENS_OF_ONE) / n_tokens;
    Cow::Owned(std::iter::once('…').chain(text.chars().skip(n_characters - kept)).collect())
}
